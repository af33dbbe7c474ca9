// The one mutable state of an evaluation, allocated once per worker and overwritten by every evaluation.
// After a valid evaluation it holds every count; the explaining path reads the same arrays.

import { dataspaceSize } from '../../workload/workload.js';
import { createNestBuffer, type NestBuffer } from '../nest-buffer.js';
import type { EvalPlan } from '../plan.js';
import { createHopCache, type HopCache } from './hop-cache.js';
import { type KernelLayout, layOut } from './layout.js';
import type { WalkRecords } from './walk-fanout.js';

/** What every kernel function gets: the constants, the nest at hand and the scratch arrays. */
export interface Kernel {
  readonly layout: KernelLayout;
  readonly flags: EvalPlan['flags'];
  readonly nest: NestBuffer;
  readonly scratch: Scratch;
  /** 1: loops may overflow one fan-out while the cumulative expansions fit. */
  readonly cumulativeFanout: number;
  /** 1: sliding windows by the rule before 2025 (F.4). */
  readonly oldWindow: number;
  readonly linkTransfers: number;
  readonly firstReadElision: number;
  /** `[t * levels + i]`: 1 where a tile is built although its level may bypass the dataspace. */
  readonly needsTile: Uint8Array;
  readonly anyNoCoalesce: number;
  /** 1 when every factor of the nest at hand is perfect; set by expand. */
  perfect: number;
  /** 1: fill in also what only a reader of the breakdown wants (partitions of inputs, networks without energy). */
  full: number;
  /** Hops per visit by set of spatial loops, per level; see hops.ts. */
  readonly hopCache: readonly HopCache[];
  /** Deliveries that the literal walk counted, per `[t * levels + i]`; null for perfect nests. */
  walked: readonly WalkRecords[] | null;
}

export function createKernel(plan: EvalPlan): Kernel {
  const layout = layOut(plan);
  const loopCapacity = 2 * layout.levels * layout.dimensions;
  return {
    layout,
    flags: plan.flags,
    nest: createNestBuffer(layout.levels, loopCapacity),
    scratch: createScratch(plan, layout, loopCapacity),
    cumulativeFanout: plan.cumulativeFanout ? 1 : 0,
    oldWindow: plan.options.slidingWindow === 'before-2025' ? 1 : 0,
    linkTransfers: plan.options.linkTransfers ? 1 : 0,
    firstReadElision: plan.options.firstReadElision ? 1 : 0,
    needsTile: neededTiles(plan, layout),
    anyNoCoalesce: plan.flags.noCoalesce.some((mask) => mask !== 0) ? 1 : 0,
    perfect: 1,
    full: 0,
    hopCache: Array.from({ length: layout.levels }, () => createHopCache(layout.dataspaces)),
    walked: null,
  };
}

/**
 * Tiles beyond those that are kept: of windows and uneven outputs all; of the others those whose own deltas are asked for
 * (hops below the level outside, no_reuse).
 */
function neededTiles(plan: EvalPlan, layout: KernelLayout): Uint8Array {
  const { levels, dataspaces } = layout;
  const needed = new Uint8Array(levels * dataspaces);
  for (let t = 0; t < dataspaces; t += 1) {
    const always = layout.simple[t] === 0 || (layout.readWrite[t] !== 0 && layout.even[t] === 0);
    for (let i = 0; i < levels; i += 1) {
      const hops = i + 1 < levels && layout.hasNetworkEnergy[i + 1] !== 0;
      const uncredited = ((plan.flags.temporalNoReuse[i]! >> t) & 1) !== 0;
      if (always || hops || uncredited) needed[t * levels + i] = 1;
    }
  }
  return needed;
}

export interface Scratch {
  /** Product of the trip counts of each dimension so far, while tiles are built. */
  readonly extent: Float64Array;
  /** Words of each whole dataspace, where it is even. */
  readonly wholeWords: Float64Array;
  /** Extent of the tile so far, per rank of all dataspaces. */
  readonly width: Float64Array;
  /** Product of the trip counts of the same dimension strictly below loop l (F.1 `stride`). */
  readonly loopStride: Float64Array;
  /** Product of the temporal trip counts from level i outwards; one more entry, 1, above the outermost. */
  readonly visitsFrom: Float64Array;
  /** Elements of the fan-out in use below level i: product of its spatial trip counts. */
  readonly elements: Float64Array;
  /** X and Y expansion of level i: spatial trip counts of the levels above it (F.9). */
  readonly expansionX: Float64Array;
  readonly expansionY: Float64Array;
  /** Utilised instances R_i (F.7). */
  readonly utilizedInstances: Float64Array;

  /** Extents per rank of the tile of level i, sliding-window dataspaces only: `[rank * levels + i]`. */
  readonly rankWidth: Float64Array;
  /** Per rank, while displacements are compared: strides passed so far, stride at hand, and t_r (F.13). */
  readonly strideSum: Float64Array;
  readonly stride: Float64Array;
  readonly firstStride: Float64Array;

  // [t * levels + i]
  /** Words of the tile of level i, whether kept or not (F.2). */
  readonly tile: Float64Array;
  /** Words of the tile that the whole fan-out below level i holds: of its master spatial loop. */
  readonly masterTile: Float64Array;
  readonly partition: Float64Array;
  /** Accesses to one instance of level i over the network below it, before and after bypass scaling. */
  readonly content: Float64Array;
  /** The same times the multicast factor, before scaling: words that arrive at the children. */
  readonly delivered: Float64Array;
  /** 1 where neighbours forward words below level i. */
  readonly linked: Uint8Array;
  /** Words that one element of the fan-out below level i receives, where none are forwarded. */
  readonly visitWords: Float64Array;
  /** Words forwarded between neighbours below level i. */
  readonly linkTransfers: Float64Array;
  /** Words exchanged with the parent per instance, `pas` in F.7. */
  readonly parentShare: Float64Array;
  readonly peer: Float64Array;
  readonly reads: Float64Array;
  readonly fills: Float64Array;
  readonly updates: Float64Array;
  readonly temporalReductions: Float64Array;
  /** Storage access energy of all instances. */
  readonly accessPj: Float64Array;
  /** Energy of the network below level i, all instances. */
  readonly networkPj: Float64Array;

  /** Place of each level's spatial loops in its hop memory. */
  readonly hopPlace: Int32Array;

  // per level
  /** Words held by kept dataspaces. */
  readonly occupancy: Float64Array;
  readonly slowdown: Float64Array;
  readonly levelCycles: Float64Array;
  readonly levelPj: Float64Array;
  /** Per dataspace: its backing store, set only where no_coalesce is in play. */
  readonly backing: Int32Array;
  readonly leakagePj: Float64Array;

  /** Level and limit of a rejection, for the message. */
  readonly rejection: { level: number; need: number; limit: number };

  computes: number;
  computeCycles: number;
  utilizedComputes: number;
}

function createScratch({ workload }: EvalPlan, layout: KernelLayout, loopCapacity: number): Scratch {
  const { levels, dataspaces, dimensions } = layout;
  const perLevel = (): Float64Array => new Float64Array(levels);
  const perDataspace = (): Float64Array => new Float64Array(levels * dataspaces);
  return {
    extent: new Float64Array(dimensions),
    loopStride: new Float64Array(loopCapacity),
    visitsFrom: new Float64Array(levels + 1),
    elements: perLevel(),
    expansionX: perLevel(),
    expansionY: perLevel(),
    utilizedInstances: perLevel(),
    wholeWords: Float64Array.from(workload.dataspaces, (dataspace) => dataspaceSize(workload, dataspace)),
    width: new Float64Array(layout.rankStart[dataspaces]!),
    rankWidth: new Float64Array(layout.rankStart[dataspaces]! * levels),
    strideSum: new Float64Array(layout.maxRanks),
    stride: new Float64Array(layout.maxRanks),
    firstStride: new Float64Array(layout.maxRanks),
    tile: perDataspace(),
    masterTile: perDataspace(),
    partition: perDataspace(),
    content: perDataspace(),
    delivered: perDataspace(),
    linked: new Uint8Array(levels * dataspaces),
    visitWords: perDataspace(),
    linkTransfers: perDataspace(),
    parentShare: perDataspace(),
    peer: perDataspace(),
    reads: perDataspace(),
    fills: perDataspace(),
    updates: perDataspace(),
    temporalReductions: perDataspace(),
    accessPj: perDataspace(),
    networkPj: perDataspace(),
    hopPlace: new Int32Array(levels),
    occupancy: perLevel(),
    slowdown: perLevel(),
    levelCycles: perLevel(),
    levelPj: perLevel(),
    backing: new Int32Array(dataspaces),
    leakagePj: perLevel(),
    rejection: { level: -1, need: 0, limit: 0 },
    computes: 0,
    computeCycles: 0,
    utilizedComputes: 0,
  };
}
