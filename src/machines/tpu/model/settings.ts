// Settings of a `machine: {name: tpu, ...}` section. Their types and ranges are in schemas/machine.schema.json, with what each
// means; here are the values that absent ones have. What is uncertain about the hardware (section 5 of docs/tpu.md) is a
// parameter, so that `--set machine.weight_shift_cycles=64` tries another assumption.

import type { PlainValue } from '../../../spec/node.js';
import type { Trust } from '../../parameter.js';
import { readSection } from '../../section.js';

/** Parts that the three dataspaces play. */
export type Part = 'activations' | 'weights' | 'outputs';

export const parts: readonly Part[] = ['activations', 'weights', 'outputs'];

/** What chips may have different parts of. */
export const splits = ['rows', 'groups', 'columns', 'reduction'] as const;

export type Split = (typeof splits)[number];

export type Settings = ReturnType<typeof settingsOf>;

/** Of values that the schema has passed. */
export function settingsOf(section: PlainValue) {
  const given = readSection(section);
  return {
    clockMhz: given('clock_mhz', 1000),
    /** Rows of activations that an array takes in a cycle, by what is multiplied: `bf16`, `int16xint8` where the operands differ. */
    rowsPerCycle: given<Readonly<Record<string, number>>>('rows_per_cycle', {}),
    /** pJ of a multiply-accumulate, by what is multiplied, where that is not the energy of the compute component. */
    macPj: given<Readonly<Record<string, number>>>('mac_pj', {}),
    /** Element types of dataspaces for which the workload names none. */
    types: {
      activations: 'bf16',
      weights: 'bf16',
      outputs: 'bf16',
      ...given<Readonly<Record<string, string>>>('types', {}),
    },
    /** q: activations stream in groups of so many rows, the last one filled up. */
    streamRows: given('stream_rows', 8),
    /** W; null: a row of weights a cycle. */
    weightShiftCycles: given<number | null>('weight_shift_cycles', null),
    /** Bandwidth at which weights arrive in front of the arrays where nothing hides it; null: they are there. */
    weightFetchGbPerSecond: given<number | null>('weight_fetch_gb_per_second', null),
    /** Of each block of vector memory that is computed on. */
    stepOverheadUs: given('step_overhead_us', 0),
    dispatchUs: given('dispatch_us', 0),
    /** Pieces that move between memories; null: whole first-level tiles. */
    granuleBytes: given<number | null>('granule_bytes', null),
    /** Copies of each block in vector memory, of sums in the accumulators, and of weights in an array. */
    buffers: given('buffers', 2),
    accumulatorBuffers: given('accumulator_buffers', 2),
    weightSets: given('weight_sets', 2),
    /** Operations on registers of 8x128 words in a cycle. */
    vectorAdds: given('vector_adds', 2),
    vectorLoads: given('vector_loads', 3),
    vectorStores: given('vector_stores', 1),
    /** First-level tile of a part, rows and lanes, instead of the default format of its type. */
    tiles: given<Readonly<Record<string, readonly [number, number]>>>('tiles', {}),
    /** Minor-to-major order of the ranks of a dataspace, by name. */
    layouts: given<Readonly<Record<string, readonly number[]>>>('layouts', {}),
    /** The dataspace that stays in the arrays. */
    stationary: given<string | undefined>('stationary', undefined),
    /** Whether positions of a filter may lie along the rows, and not only channels. */
    windowsOnRows: given('windows_on_rows', false),
    /** Whether a window that moves by several elements is split into its phases, which are channels then. */
    spaceToDepth: given('space_to_depth', false),
    /** Whether bounds are padded so that arrays share the work evenly. */
    raggedSplits: given('ragged_splits', true),
    /** What multiplies: the arrays, or lane by lane the vector unit of a core. */
    unit: given<'arrays' | 'vector'>('unit', 'arrays'),
    /** Registers of 8x128 words that a core transposes in a cycle, where channels are not minor. */
    transposes: given('transposes', 1),
    /** Share of the energy of a multiply-accumulate that a cell without data takes while the array streams. */
    idleEnergyShare: given('idle_energy_share', 0),
    /** Of one ring, among which a layer is split; null: not decided. */
    chips: given('chips', 1),
    split: given<Split | null>('split', null),
    /** Of a link between chips, in one direction; null: there is none. */
    linkGbPerSecond: given<number | null>('link_gb_per_second', null),
    /** From one chip to the next. */
    linkHopUs: given('link_hop_us', 1),
    /** How far energies can be trusted, by component. */
    energyFlags: given<Readonly<Record<string, Trust>>>('energy_flags', {}),
  };
}
