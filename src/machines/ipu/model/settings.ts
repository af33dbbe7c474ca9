// The `machine:` section of an architecture of this kind: which generation, how partial sums are kept, and the figures that are estimates
// and that somebody may know better (section 1).

import type { Architecture } from '../../../arch/architecture.js';
import { readSection } from '../../section.js';
import type { Generation } from '../generation.js';
import { figureOf } from '../parameters.js';

export const kernelNames = ['amp', 'hmac', 'vmac', 'outer_product'] as const;

export type KernelName = (typeof kernelNames)[number];

export type Settings = ReturnType<typeof settingsOf>;

/** Of a section that the schema has passed. */
export function settingsOf({ machineParameters }: Architecture) {
  const given = readSection(machineParameters);
  const generation = given<Generation>('generation', 'mk2');
  return {
    generation,
    /** Of dataspaces whose type the workload does not name. */
    type: given('type', 'f16'),
    /** Of products of halves. */
    partials: given<'half' | 'float'>('partials', 'half'),
    kernel: given<KernelName>('kernel', 'amp'),
    /** Whether activations and weights change places. */
    swapped: given('swapped', false),
    coefficientBytesPerCycle: given('coefficient_bytes_per_cycle', figureOf(generation, 'coefficientBytesPerCycle')),
    exchangeLatencyCycles: given('exchange_latency_cycles', figureOf(generation, 'exchangeLatencyCycles')),
    syncCycles: given('sync_cycles', figureOf(generation, 'syncCycles')),
    /** Whether bounds may be padded so that perfect factors stand for splits that give some tiles less, and for the least of what. */
    raggedSplits: given<boolean | 'edp'>('ragged_splits', true),
    /** Whether operands come from the host, and results go there. */
    hostTransfers: given('host_transfers', false),
    /** Of a tile's memory, for code, vertices and the supervisor's stack. Nobody has published a figure. */
    reservedBytes: given('reserved_bytes', 16 * 1024),
  };
}
