// The `machine:` section of an architecture of this kind: which generation, how partial sums are kept, and the figures that are estimates
// and that somebody may know better (section 1).

import type { Architecture } from '../../../arch/architecture.js';
import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import { error } from '../../../diagnostics/diagnostic.js';
import type { MapNode, PlainValue } from '../../../spec/node.js';
import { childOf } from '../../../spec/node.js';
import type { Generation } from '../generation.js';
import { generations } from '../generation.js';
import { figureOf } from '../parameters.js';

export interface Settings {
  readonly generation: Generation;
  /** Of dataspaces whose type the workload does not name. */
  readonly type: string;
  /** Of products of halves. */
  readonly partials: 'half' | 'float';
  readonly coefficientBytesPerCycle: number;
  readonly exchangeLatencyCycles: number;
  readonly syncCycles: number;
  /** Whether bounds may be padded so that perfect factors stand for splits that give some tiles less. */
  readonly raggedSplits: boolean;
  /** Of a tile's memory, for code, vertices and the supervisor's stack. */
  readonly reservedBytes: number;
}

/** What a tile keeps free of tensors unless the file says otherwise: nobody has published a figure. */
const reservedBytes = 16 * 1024;

const keys = [
  'generation',
  'type',
  'partials',
  'coefficient_bytes_per_cycle',
  'exchange_latency_cycles',
  'sync_cycles',
  'ragged_splits',
  'reserved_bytes',
];

export function settingsOf({ machineParameters }: Architecture): Settings {
  const given = machineParameters as { readonly [key: string]: PlainValue };
  const generation = given.generation as Generation;
  const number = (key: string, without: number): number => (typeof given[key] === 'number' ? given[key] : without);
  return {
    generation,
    type: typeof given.type === 'string' ? given.type : 'f16',
    partials: given.partials === 'float' ? 'float' : 'half',
    coefficientBytesPerCycle: number('coefficient_bytes_per_cycle', figureOf(generation, 'coefficientBytesPerCycle')),
    exchangeLatencyCycles: number('exchange_latency_cycles', figureOf(generation, 'exchangeLatencyCycles')),
    syncCycles: number('sync_cycles', figureOf(generation, 'syncCycles')),
    raggedSplits: given.ragged_splits !== false,
    reservedBytes: number('reserved_bytes', reservedBytes),
  };
}

/** Errors point at the parameter; without any, `settingsOf` may be asked. */
export function checkSettings({ machineParameters }: Architecture, section: MapNode | undefined): Diagnostic[] {
  const given = machineParameters as { readonly [key: string]: PlainValue };
  const found: Diagnostic[] = [];
  const check = (key: string, expected: string, fits: (value: PlainValue) => boolean): void => {
    const value = given[key];
    if (value === undefined ? key !== 'generation' : fits(value)) return;
    const span = section && (childOf(section, key) ?? section).span;
    const message = value === undefined ? `machine.${key} is missing` : `machine.${key} cannot be ${shown(value)}`;
    found.push(
      error('E-ATTRIBUTE', message, { span, expected, found: value === undefined ? undefined : shown(value) }),
    );
  };
  check('generation', generations.join(', '), (value) => generations.some((one) => one === value));
  check('type', 'f16 or f32', (value) => typeof value === 'string');
  check('partials', 'half or float', (value) => value === 'half' || value === 'float');
  check('ragged_splits', 'true or false', (value) => typeof value === 'boolean');
  check('coefficient_bytes_per_cycle', '8 or 16', (value) => value === 8 || value === 16);
  for (const key of ['exchange_latency_cycles', 'sync_cycles', 'reserved_bytes']) {
    check(key, 'a whole number, 0 or more', (value) => Number.isInteger(value) && (value as number) >= 0);
  }
  for (const key of Object.keys(given).filter((one) => !keys.includes(one))) {
    const span = section && (childOf(section, key) ?? section).span;
    found.push(error('E-KEY', `the machine has no parameter ${key}`, { span, expected: keys.join(', '), found: key }));
  }
  return found;
}

function shown(value: PlainValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
