// The one mutable state of an evaluation, allocated once per worker and overwritten by every evaluation.
// After a valid evaluation it holds every count; the explaining path reads the same arrays.

import { dataspaceSize } from '../../workload/workload.js';
import type { EvalPlan } from '../plan.js';
import type { KernelLayout } from './layout.js';

export function createScratch({ workload }: EvalPlan, layout: KernelLayout, loopCapacity: number) {
  const { levels, dataspaces, dimensions } = layout;
  const perLevel = (): Float64Array => new Float64Array(levels);
  /** `[t * levels + i]`. */
  const perDataspace = (): Float64Array => new Float64Array(levels * dataspaces);
  const expansion = perLevel();
  return {
    /** Product of the trip counts of each dimension so far, while tiles are built. */
    extent: new Float64Array(dimensions),
    /** Product of the trip counts of the same dimension strictly below loop l (F.1 `stride`). */
    loopStride: new Float64Array(loopCapacity),
    /** The temporal loops, outermost first: index in the nest, dimension. */
    runLoop: new Int32Array(loopCapacity),
    runDimension: new Int32Array(loopCapacity),
    /** Product of the trip counts of the k outermost temporal loops. */
    runVisits: new Float64Array(loopCapacity + 1).fill(1),
    /** Number of temporal loops at level i and outside. */
    runFrom: new Int32Array(levels),
    /** Elements of the fan-out in use below level i: product of its spatial trip counts. */
    elements: perLevel(),
    /** The levels whose fan-out has elements in use, outermost first: entries 0 to `spreadCount` - 1. */
    spreadLevel: new Int32Array(levels),
    /** The levels that keep dataspace t, innermost first: entries `t * levels` to `t * levels + keeperCount[t]` - 1. */
    keeper: new Int32Array(levels * dataspaces),
    keeperCount: new Int32Array(dataspaces),
    /** `[t * levels + i]`, at those levels: the part of their elements whose loops step dataspace t, a product. */
    steppedElements: perDataspace(),
    /** Expansion of level i: product of the spatial trip counts of the levels above it (F.9). */
    expansion,
    /** Utilised instances R_i (F.7): the expansion, but for imperfect factors, whose walk counts them. */
    utilizedInstances: expansion,
    walkedInstances: perLevel(),
    /** Instances that the walk has anything for at some visit. */
    everUsed: perLevel(),
    /** Words of each whole dataspace, where it is even. */
    wholeWords: Float64Array.from(workload.dataspaces, (dataspace) => dataspaceSize(workload, dataspace)),
    /** Words of the tile so far, per dataspace, where it is even. */
    words: new Float64Array(dataspaces),
    /** Extent of the tile so far, per rank of all dataspaces that are not even. */
    width: new Float64Array(layout.rankStart[dataspaces]!),
    /** Extents per rank of the tile of level i, sliding-window dataspaces only: `[rank * levels + i]`. */
    rankWidth: new Float64Array(layout.rankStart[dataspaces]! * levels),
    /** Per rank, while displacements are compared: strides passed so far, stride at hand, and t_r (F.13). */
    strideSum: new Float64Array(layout.maxRanks),
    stride: new Float64Array(layout.maxRanks),
    firstStride: new Float64Array(layout.maxRanks),
    /** Words of the tile of level i, whether kept or not (F.2). */
    tile: perDataspace(),
    /** Words of the tile that the whole fan-out below level i holds: of its master spatial loop. */
    masterTile: perDataspace(),
    partition: perDataspace(),
    /** Accesses to one instance of level i over the network below it, before and after bypass scaling. */
    content: perDataspace(),
    /** The same times the multicast factor, before scaling: words that arrive at the children. */
    delivered: perDataspace(),
    /** 1 where neighbours forward words below level i. */
    linked: new Uint8Array(levels * dataspaces),
    /** 1 where the deliveries below level i differ in their multicast signature; set where the network has energy. */
    mixed: new Uint8Array(levels * dataspaces),
    /** Words that one element of the fan-out below level i receives, where none are forwarded. */
    visitWords: perDataspace(),
    /** Words forwarded between neighbours below level i. */
    linkTransfers: perDataspace(),
    /** Words exchanged with the parent per instance, `pas` in F.7. */
    parentShare: perDataspace(),
    peer: perDataspace(),
    reads: perDataspace(),
    fills: perDataspace(),
    updates: perDataspace(),
    temporalReductions: perDataspace(),
    /** Storage access energy of all instances. */
    accessPj: perDataspace(),
    /** Energy of the network below level i, all instances. */
    networkPj: perDataspace(),
    /** Words held by kept dataspaces. */
    occupancy: perLevel(),
    slowdown: perLevel(),
    levelCycles: perLevel(),
    levelPj: perLevel(),
    /** Per dataspace: its backing store, set only where no_coalesce is in play. */
    backing: new Int32Array(dataspaces),
    leakagePj: perLevel(),
    /** Level and limit of a rejection, for the message. */
    rejection: { level: -1, need: 0, limit: 0 },
    spreadCount: 0,
    computes: 0,
    computeCycles: 0,
    utilizedComputes: 0,
  };
}

export type Scratch = ReturnType<typeof createScratch>;
