// The one mutable state of an evaluation, allocated once per worker and overwritten by every evaluation.
// After a valid evaluation it holds every count; the explaining path reads the same arrays.

import { dataspaceSize } from '../../workload/workload.js';
import type { EvalPlan } from '../plan.js';
import type { KernelLayout } from './layout.js';

export interface Scratch {
  /** Product of the trip counts of each dimension so far, while tiles are built. */
  readonly extent: Float64Array;
  /** Words of each whole dataspace, where it is even. */
  readonly wholeWords: Float64Array;
  /** Words of the tile so far, per dataspace, where it is even. */
  readonly words: Float64Array;
  /** Extent of the tile so far, per rank of all dataspaces that are not even. */
  readonly width: Float64Array;
  /** Product of the trip counts of the same dimension strictly below loop l (F.1 `stride`). */
  readonly loopStride: Float64Array;
  /** The temporal loops, outermost first: index in the nest, dimension. */
  readonly runLoop: Int32Array;
  readonly runDimension: Int32Array;
  /** Product of the trip counts of the k outermost temporal loops. */
  readonly runVisits: Float64Array;
  /** Number of temporal loops at level i and outside. */
  readonly runFrom: Int32Array;
  /** Elements of the fan-out in use below level i: product of its spatial trip counts. */
  readonly elements: Float64Array;
  /** The levels whose fan-out has elements in use, outermost first: entries 0 to `spreadCount` - 1. */
  readonly spreadLevel: Int32Array;
  /** The levels that keep dataspace t, innermost first: entries `t * levels` to `t * levels + keeperCount[t]` - 1. */
  readonly keeper: Int32Array;
  readonly keeperCount: Int32Array;
  /** `[t * levels + i]`, at those levels: the part of their elements whose loops step dataspace t, a product. */
  readonly steppedElements: Float64Array;
  /** Expansion of level i: product of the spatial trip counts of the levels above it (F.9). */
  readonly expansion: Float64Array;
  /** Utilised instances R_i (F.7): the expansion, but for imperfect factors, whose walk counts them. */
  utilizedInstances: Float64Array;
  readonly walkedInstances: Float64Array;

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
  /** 1 where the deliveries below level i differ in their multicast signature; set where the network has energy. */
  readonly mixed: Uint8Array;
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

  spreadCount: number;
  computes: number;
  computeCycles: number;
  utilizedComputes: number;
}

export function createScratch({ workload }: EvalPlan, layout: KernelLayout, loopCapacity: number): Scratch {
  const { levels, dataspaces, dimensions } = layout;
  const perLevel = (): Float64Array => new Float64Array(levels);
  const perDataspace = (): Float64Array => new Float64Array(levels * dataspaces);
  const expansion = perLevel();
  return {
    extent: new Float64Array(dimensions),
    loopStride: new Float64Array(loopCapacity),
    runLoop: new Int32Array(loopCapacity),
    runDimension: new Int32Array(loopCapacity),
    runVisits: new Float64Array(loopCapacity + 1).fill(1),
    runFrom: new Int32Array(levels),
    elements: perLevel(),
    spreadLevel: new Int32Array(levels),
    keeper: new Int32Array(levels * dataspaces),
    keeperCount: new Int32Array(dataspaces),
    steppedElements: perDataspace(),
    expansion,
    utilizedInstances: expansion,
    walkedInstances: perLevel(),
    wholeWords: Float64Array.from(workload.dataspaces, (dataspace) => dataspaceSize(workload, dataspace)),
    words: new Float64Array(dataspaces),
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
    mixed: new Uint8Array(levels * dataspaces),
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
    occupancy: perLevel(),
    slowdown: perLevel(),
    levelCycles: perLevel(),
    levelPj: perLevel(),
    backing: new Int32Array(dataspaces),
    leakagePj: perLevel(),
    rejection: { level: -1, need: 0, limit: 0 },
    spreadCount: 0,
    computes: 0,
    computeCycles: 0,
    utilizedComputes: 0,
  };
}
