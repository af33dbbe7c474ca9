// The three places where a real machine departs from a tree of buffers: footprint, transfer and schedule. The kernel and the
// search ask these functions and know no machine. What a machine says may depend on tiles, spatial factors and counts, never on the
// order of loops or on axes: orders and arrangements that cost the same under the generic model cost the same here.
//
// With a machine the words of every storage level are bytes: capacities, counts and energies are per byte.

import type { PlainValue } from '../spec/node.js';

/** Extents of a tile: iterations of dimension d stand at `box[from + d]`. */
export type Box = ArrayLike<number>;

export interface MachineModel {
  readonly name: string;
  readonly footprint: Footprint;
  readonly transfer: Transfer;
  readonly schedule: Schedule;
  /** What was decided of what a compiler decides, by key of the machine section, whether searched or stated there. */
  readonly choices: Readonly<Record<string, PlainValue>>;
  /** What a proof takes for granted beside the mapspace: noun phrases, such as `bounds padded to 64 x 12`. */
  readonly assumptions: readonly string[];
  /** Cycles that no mapping can undercut, from peaks and from bytes that must move at least, and from nothing of the schedule. */
  readonly rooflines: readonly Roofline[];
  /** Bytes of a whole dataspace as the outermost memory counts them, without padding: what has to move at least once. */
  leastBytes(t: number): number;
  /** Bytes of a whole dataspace that lies in a shared buffer and is not being worked on; absent: those of its footprint. */
  restingBytes?(level: number, t: number): number;
  /** Cycles to lay a whole dataspace out otherwise in the shared buffer that holds it; absent: what the buffer's bandwidths say. */
  relayoutCycles?(level: number, t: number): number;
  /** What people want to know of a costed nest beside its cycles: padding, array utilization, what a programmer would write. */
  report(nest: CountedNest): readonly Fact[];
}

export interface Roofline {
  /** Of what: `arrays`, `DDR3`. */
  readonly name: string;
  readonly cycles: number;
}

/** One line of a machine's report; `trust` says where the figures come from that it rests on most. */
export interface Fact {
  readonly name: string;
  readonly value: number | string;
  /** `1` for shares. */
  readonly unit: string;
  readonly trust?: 'public' | 'recalled' | 'estimate';
}

export interface Footprint {
  /**
   * Bytes that one instance of storage level `level` takes to hold the tile of dataspace `t`; Infinity where the machine cannot
   * hold such a tile there. Exact, so the search uses it as it is. Never fewer than the tile has words.
   */
  bytes(level: number, t: number, box: Box, from: number): number;
  /** Why `bytes` is Infinity, for people: one lower-case sentence. */
  refusal?(level: number, t: number, box: Box, from: number): string;
}

export interface Transfer {
  /**
   * Bytes moved for every word of dataspace `t` that travels between storage level `level` and its parent, padding included; 1 at
   * least. `box` is what all instances under one instance of the next storage level hold together: the tile of `level` times the
   * spatial factors just outside it. Level -1 is compute. Only the dimensions that move the dataspace may matter.
   */
  bytesPerWord(level: number, t: number, box: Box, from: number): number;
}

export interface Schedule {
  /** Names of the parts that `cycles` breaks down to, e.g. `compute`, `weight load`. */
  readonly parts: readonly string[];
  /**
   * Cycles of a counted nest before network latencies; writes those of every part to `parts` (per entry of the list above). Never
   * below `max(floor.work / instances in use, ofTile.workCycles) + floor.idleCycles + ofTile.idleCycles`; with `serial`, plus all bytes at their `prices`. The kernel takes the generic
   * model's cycles (compute, and every level's bytes over its bandwidths) where these are more.
   */
  cycles(nest: CountedNest, parts: Float64Array): number;
  /** Which of the parts sets the cycles of a counted nest, where the longest may be hidden; absent: the longest. */
  binding?(nest: CountedNest): string;
  readonly floor: ScheduleFloor;
  /** Energies beyond what levels, networks and computes cost, which reports show beside those; absent: none. */
  readonly extras?: readonly ExtraEnergy[];
}

export interface ExtraEnergy {
  /** As a level might be called: `neighbour_hops`. */
  readonly name: string;
  /** Of all instances. Must not be negative. */
  pj(nest: CountedNest): number;
}

/** What the search may assume of `Schedule.cycles` before it knows a nest. */
export interface ScheduleFloor {
  /**
   * `overlapped`: cycles are at least the greatest of compute and each level's transfers at its bandwidths. `serial`: at least the sum
   * of compute and all transfers at their prices.
   */
  readonly composition: 'overlapped' | 'serial';
  /** Cycles times compute instances in use are never below this; the number of computes, or more. */
  readonly work: number;
  /** Cycles of every mapping that no compute and no transfer hides, such as setup; absent: none. */
  readonly idleCycles?: number;
  /** More, once it is known what a storage holds; absent: nothing. */
  readonly ofTile?: TileFloor;
  /** With `serial`: `prices[level][t]`. */
  readonly prices?: readonly (readonly Price[])[];
}

/** What follows from the tile that all instances of storage level `level` hold together. */
export interface TileFloor {
  readonly level: number;
  /** Cycles beyond those of the floor that nothing hides, such as its first block. */
  idleCycles(box: Box, from: number): number;
  /** Cycles that the work takes at least, on however many instances: in place of `work / instances` where that is less. */
  workCycles(box: Box, from: number): number;
}

/** Cycles that one byte adds at a level, of all its instances together: at most 1 / (bandwidth x instances). */
export interface Price {
  /** Leaving towards the children (inputs), or read back for them (outputs). */
  readonly read: number;
  /** Arriving from the parent. */
  readonly fill: number;
  /** Arriving from the children (outputs). */
  readonly update: number;
}

/** A nest of perfect factors that fits, counted. Arrays belong to the kernel: read them, keep nothing. */
export interface CountedNest {
  readonly levels: number;
  readonly dataspaces: number;
  readonly dimensions: number;
  /** `held[(level + 1) * dimensions + d]`: the tile of one instance of a storage level; level -1 is one compute. */
  readonly held: Float64Array;
  /** `fed[(level + 1) * dimensions + d]`: that tile times the spatial factors up to the next storage level. */
  readonly fed: Float64Array;
  /** Bytes per instance, `[t * levels + level]`; 0 unless `keep` says it is kept. */
  readonly reads: Float64Array;
  readonly fills: Float64Array;
  readonly updates: Float64Array;
  /** Dataspaces that each level keeps, a mask. */
  readonly keep: Int32Array;
  /** Instances of each level in use. */
  readonly instances: Float64Array;
  /** Compute instances in use, cycles of compute alone (one per temporal iteration), and their product. */
  readonly computeInstances: number;
  readonly computeCycles: number;
  readonly computes: number;
}
