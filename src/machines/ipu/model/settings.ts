// The `machine:` section of an architecture of this kind: which generation, how partial sums are kept, and the figures that are estimates
// and that somebody may know better (section 1).

import type { Architecture } from '../../../arch/architecture.js';
import type { PlainValue } from '../../../spec/node.js';
import { isOpen } from '../../choices.js';
import type { Generation } from '../generation.js';
import { figureOf } from '../parameters.js';

export const kernelNames = ['amp', 'hmac', 'vmac', 'outer_product'] as const;

export type KernelName = (typeof kernelNames)[number];

export interface Settings {
  readonly generation: Generation;
  /** Of dataspaces whose type the workload does not name. */
  readonly type: string;
  /** Of products of halves. */
  readonly partials: 'half' | 'float';
  readonly kernel: KernelName;
  /** Whether activations and weights change places. */
  readonly swapped: boolean;
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

/** Of a section that the schema has passed. */
export function settingsOf({ machineParameters }: Architecture): Settings {
  const given = machineParameters as { readonly [key: string]: PlainValue };
  const generation = given.generation as Generation;
  const number = (key: string, without: number): number => (typeof given[key] === 'number' ? given[key] : without);
  return {
    generation,
    type: typeof given.type === 'string' ? given.type : 'f16',
    partials: given.partials === 'float' ? 'float' : 'half',
    kernel: isOpen(given.kernel) ? 'amp' : (given.kernel as KernelName),
    swapped: given.swapped === true,
    coefficientBytesPerCycle: number('coefficient_bytes_per_cycle', figureOf(generation, 'coefficientBytesPerCycle')),
    exchangeLatencyCycles: number('exchange_latency_cycles', figureOf(generation, 'exchangeLatencyCycles')),
    syncCycles: number('sync_cycles', figureOf(generation, 'syncCycles')),
    raggedSplits: given.ragged_splits !== false,
    reservedBytes: number('reserved_bytes', reservedBytes),
  };
}
