// The `machine:` section of an architecture of this kind: which generation, how partial sums are kept, and the figures that are estimates
// and that somebody may know better (section 1).

import type { Architecture } from '../../../arch/architecture.js';
import { readSection } from '../../section.js';
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
  /** Whether operands come from the host, and results go there. */
  readonly hostTransfers: boolean;
  /** Of a tile's memory, for code, vertices and the supervisor's stack. Nobody has published a figure. */
  readonly reservedBytes: number;
}

/** Of a section that the schema has passed. */
export function settingsOf({ machineParameters }: Architecture): Settings {
  const given = readSection(machineParameters);
  const generation = given<Generation>('generation', 'mk2');
  return {
    generation,
    type: given('type', 'f16'),
    partials: given<'half' | 'float'>('partials', 'half'),
    kernel: given<KernelName>('kernel', 'amp'),
    swapped: given('swapped', false),
    coefficientBytesPerCycle: given('coefficient_bytes_per_cycle', figureOf(generation, 'coefficientBytesPerCycle')),
    exchangeLatencyCycles: given('exchange_latency_cycles', figureOf(generation, 'exchangeLatencyCycles')),
    syncCycles: given('sync_cycles', figureOf(generation, 'syncCycles')),
    raggedSplits: given('ragged_splits', true),
    hostTransfers: given('host_transfers', false),
    reservedBytes: given('reserved_bytes', 16 * 1024),
  };
}
