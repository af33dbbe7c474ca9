// What every function of the kernel is given.

import type { NestBuffer } from '../nest-buffer.js';
import type { EvalPlan } from '../plan.js';
import type { SparseKernel } from '../sparse/sparse-kernel.js';
import type { HopCache } from './hop-cache.js';
import type { KernelLayout } from './layout.js';
import type { MachineKernel } from './machine.js';
import type { NetworkRecord } from './network-record.js';
import type { Scratch } from './scratch.js';

/** Deliveries of one dataspace below one level, as the literal walk counts them. */
export interface WalkRecords {
  readonly bySignature: Map<string, NetworkRecord>;
  links: number;
}

/** The constants, the nest at hand and the scratch arrays. */
export interface Kernel {
  readonly layout: KernelLayout;
  readonly flags: EvalPlan['flags'];
  readonly nest: NestBuffer;
  readonly scratch: Scratch;
  /** 1: expansions within every fan-out are within the instances, too: only fan-outs need looking at. */
  readonly fanoutsDecide: number;
  /** 1: loops may overflow one fan-out while the cumulative expansions fit. */
  readonly cumulativeFanout: number;
  /** 1: sliding windows by the rule before 2025 (F.4). */
  readonly oldWindow: number;
  readonly linkTransfers: number;
  readonly firstReadElision: number;
  /** Per level, a mask of the dataspaces whose tile is built although the level may bypass them. */
  readonly needsTile: Int32Array;
  /** 1 where the tiles of master spatial loops are asked for: by uneven outputs, to share themselves out (F.7.1). */
  needsMaster: number;
  /** 1 where the plain count holds for a dataspace: no neighbour forwards, tiles of outputs divide evenly; see plain.ts. */
  readonly plain: Uint8Array;
  readonly anyNoCoalesce: number;
  /** 1 when every factor of the nest at hand is perfect; set by expand. */
  perfect: number;
  /** 1: fill in also what only a reader of the breakdown wants (partitions of inputs, networks without energy). */
  full: number;
  /** Hops per visit by set of spatial loops, per level; see hops.ts. */
  readonly hopCache: readonly HopCache[];
  /** Null for the generic model. */
  readonly machine: MachineKernel | null;
  /** Null where nothing is gated, skipped or stored in a format. */
  readonly sparse: SparseKernel | null;
  /** Deliveries that the literal walk counted, per `[t * levels + i]`; null for perfect nests. */
  walked: readonly WalkRecords[] | null;
  /** Asked now and then by the literal walk, which may take for ever; null where nobody wants to end it. */
  giveUp: (() => boolean) | null;
}
