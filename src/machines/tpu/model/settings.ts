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

export interface Settings {
  readonly clockMhz: number;
  /** Rows of activations that an array takes in a cycle, by what is multiplied: `bf16`, `int16xint8` where the operands differ. */
  readonly rowsPerCycle: Readonly<Record<string, number>>;
  /** pJ of a multiply-accumulate, by what is multiplied, where that is not the energy of the compute component. */
  readonly macPj: Readonly<Record<string, number>>;
  /** Element types of dataspaces for which the workload names none. */
  readonly types: Readonly<Record<Part, string>>;
  /** q: activations stream in groups of so many rows, the last one filled up. */
  readonly streamRows: number;
  /** W; null: a row of weights a cycle. */
  readonly weightShiftCycles: number | null;
  /** Bandwidth at which weights arrive in front of the arrays where nothing hides it; null: they are there. */
  readonly weightFetchGbPerSecond: number | null;
  /** Of each block of vector memory that is computed on. */
  readonly stepOverheadUs: number;
  readonly dispatchUs: number;
  /** Pieces that move between memories; null: whole first-level tiles. */
  readonly granuleBytes: number | null;
  /** Copies of each block in vector memory, of sums in the accumulators, and of weights in an array. */
  readonly buffers: number;
  readonly accumulatorBuffers: number;
  readonly weightSets: number;
  /** Operations on registers of 8x128 words in a cycle. */
  readonly vectorAdds: number;
  readonly vectorLoads: number;
  readonly vectorStores: number;
  /** First-level tile of a part, rows and lanes, instead of the default format of its type. */
  readonly tiles: Readonly<Partial<Record<Part, readonly [number, number]>>>;
  /** Minor-to-major order of the ranks of a dataspace, by name. */
  readonly layouts: Readonly<Record<string, readonly number[]>>;
  /** The dataspace that stays in the arrays. */
  readonly stationary: string | undefined;
  /** Whether positions of a filter may lie along the rows, and not only channels. */
  readonly windowsOnRows: boolean;
  /** Whether a window that moves by several elements is split into its phases, which are channels then. */
  readonly spaceToDepth: boolean;
  /** Whether bounds are padded so that arrays share the work evenly. */
  readonly raggedSplits: boolean;
  /** What multiplies: the arrays, or lane by lane the vector unit of a core. */
  readonly unit: 'arrays' | 'vector';
  /** Registers of 8x128 words that a core transposes in a cycle, where channels are not minor. */
  readonly transposes: number;
  /** Share of the energy of a multiply-accumulate that a cell without data takes while the array streams. */
  readonly idleEnergyShare: number;
  /** Of one ring, among which a layer is split; null: not decided. */
  readonly chips: number;
  readonly split: Split | null;
  /** Of a link between chips, in one direction; null: there is none. */
  readonly linkGbPerSecond: number | null;
  /** From one chip to the next. */
  readonly linkHopUs: number;
  /** How far energies can be trusted, by component. */
  readonly energyFlags: Readonly<Record<string, Trust>>;
}

/** Of values that the schema has passed. */
export function settingsOf(section: PlainValue): Settings {
  const given = readSection(section);
  return {
    clockMhz: given('clock_mhz', 1000),
    rowsPerCycle: given<Readonly<Record<string, number>>>('rows_per_cycle', {}),
    macPj: given<Readonly<Record<string, number>>>('mac_pj', {}),
    types: {
      activations: 'bf16',
      weights: 'bf16',
      outputs: 'bf16',
      ...given<Readonly<Record<string, string>>>('types', {}),
    },
    streamRows: given('stream_rows', 8),
    weightShiftCycles: given<number | null>('weight_shift_cycles', null),
    weightFetchGbPerSecond: given<number | null>('weight_fetch_gb_per_second', null),
    stepOverheadUs: given('step_overhead_us', 0),
    dispatchUs: given('dispatch_us', 0),
    granuleBytes: given<number | null>('granule_bytes', null),
    buffers: given('buffers', 2),
    accumulatorBuffers: given('accumulator_buffers', 2),
    weightSets: given('weight_sets', 2),
    vectorAdds: given('vector_adds', 2),
    vectorLoads: given('vector_loads', 3),
    vectorStores: given('vector_stores', 1),
    tiles: given<Readonly<Record<string, readonly [number, number]>>>('tiles', {}),
    layouts: given<Readonly<Record<string, readonly number[]>>>('layouts', {}),
    stationary: given<string | undefined>('stationary', undefined),
    windowsOnRows: given('windows_on_rows', false),
    spaceToDepth: given('space_to_depth', false),
    raggedSplits: given('ragged_splits', true),
    unit: given<'arrays' | 'vector'>('unit', 'arrays'),
    transposes: given('transposes', 1),
    idleEnergyShare: given('idle_energy_share', 0),
    chips: given('chips', 1),
    split: given<Split | null>('split', null),
    linkGbPerSecond: given<number | null>('link_gb_per_second', null),
    linkHopUs: given('link_hop_us', 1),
    energyFlags: given<Readonly<Record<string, Trust>>>('energy_flags', {}),
  };
}
