// The one mutable state of an evaluation, allocated once per worker and overwritten by every evaluation.
// After a valid evaluation it holds every count; the explaining path reads the same arrays.

import { genericMachine } from '../../arch/machine-section.js';
import { dataspaceSize } from '../../workload/workload.js';
import { createNestBuffer, type NestBuffer } from '../nest-buffer.js';
import type { EvalPlan } from '../plan.js';
import type { MachineModel } from '../seams.js';
import { SparseKernel } from '../sparse/sparse-kernel.js';
import { layOutSparsity } from '../sparse/sparse-layout.js';
import { createHopCache, type HopCache } from './hop-cache.js';
import { type KernelLayout, layOut } from './layout.js';
import { MachineKernel } from './machine.js';
import type { WalkRecords } from './walk-fanout.js';

/** What every kernel function gets: the constants, the nest at hand and the scratch arrays. */
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
}

export function createKernel(plan: EvalPlan, machine: MachineModel | null): Kernel {
  if (machine === null && plan.architecture.machine !== genericMachine)
    throw new RangeError(`the plan is for machine ${plan.architecture.machine}, and no model of it was given`);
  const layout = layOut(plan);
  const loopCapacity = 2 * layout.levels * layout.dimensions;
  const nest = createNestBuffer(layout.levels, loopCapacity);
  const scratch = createScratch(plan, layout, loopCapacity);
  const sparsity = layOutSparsity(plan);
  return {
    layout,
    flags: plan.flags,
    nest,
    scratch,
    machine: machine === null ? null : new MachineKernel(machine, storageLevels(plan), { layout, nest, scratch }),
    sparse: sparsity === null ? null : new SparseKernel(sparsity, layout),
    fanoutsDecide: fanoutsDecide(plan, layout) ? 1 : 0,
    cumulativeFanout: plan.cumulativeFanout ? 1 : 0,
    oldWindow: plan.options.slidingWindow === 'before-2025' ? 1 : 0,
    linkTransfers: plan.options.linkTransfers ? 1 : 0,
    firstReadElision: plan.options.firstReadElision ? 1 : 0,
    needsTile: neededTiles(plan, layout),
    needsMaster: layout.even.some((even, t) => even === 0 && layout.readWrite[t] !== 0) ? 1 : 0,
    plain: Uint8Array.from(plan.workload.dataspaces, (_, t) => (isPlain(plan, layout, t) ? 1 : 0)),
    anyNoCoalesce: plan.flags.noCoalesce.some((mask) => mask !== 0) ? 1 : 0,
    perfect: 1,
    full: 0,
    hopCache: Array.from({ length: layout.levels }, () => createHopCache(layout.dataspaces)),
    walked: null,
  };
}

function storageLevels({ architecture }: EvalPlan): number[] {
  return architecture.levels.flatMap(({ kind }, i) => (kind === 'storage' ? [i] : []));
}

function fanoutsDecide(plan: EvalPlan, layout: KernelLayout): boolean {
  if (plan.cumulativeFanout) return false;
  let x = 1;
  let y = 1;
  for (let i = layout.levels - 1; i >= 0; i -= 1) {
    if (layout.meshX[i]! < x || layout.meshY[i]! < y || layout.instances[i]! < x * y) return false;
    x *= layout.fanoutX[i]!;
    y *= layout.fanoutY[i]!;
  }
  return layout.computeMeshX >= x && layout.computeMeshY >= y && layout.computeInstances >= x * y;
}

/**
 * Tiles beyond those that are kept: of uneven outputs all, for their partitions; of the others those whose own deltas are
 * asked for (hops below the level outside, no_reuse).
 */
function neededTiles(plan: EvalPlan, layout: KernelLayout): Int32Array {
  const { levels, dataspaces } = layout;
  const needed = new Int32Array(levels);
  for (let t = 0; t < dataspaces; t += 1) {
    const always = (layout.readWrite[t] !== 0 && layout.even[t] === 0) || mayForward(plan, layout, t);
    for (let i = 0; i < levels; i += 1) {
      // Where tiles divide evenly the plain count makes do with the child's.
      const derived = layout.even[t] !== 0 && isPlain(plan, layout, t) && plan.options.slidingWindow === 'current';
      const hops = i + 1 < levels && layout.hasNetworkEnergy[i + 1] !== 0 && !derived;
      const uncredited = ((plan.flags.temporalNoReuse[i]! >> t) & 1) !== 0;
      if (always || hops || uncredited) needed[i] = needed[i]! | (1 << t);
    }
  }
  return needed;
}

/** Whether neighbours could ever forward words of dataspace `t` (F.6), whatever the nest. */
function mayForward(plan: EvalPlan, layout: KernelLayout, t: number): boolean {
  if (!plan.options.linkTransfers) return false;
  const { noLinkTransfer, temporalNoReuse } = plan.flags;
  for (let i = 0; i < layout.levels; i += 1) {
    if ((noLinkTransfer[i]! >> t) & 1) continue;
    if (!plan.cumulativeFanout && layout.fanoutX[i]! * layout.fanoutY[i]! <= 1) continue;
    const uncredited = i === 0 || ((temporalNoReuse[i - 1]! >> t) & 1) !== 0;
    if (layout.simple[t] === 0 || uncredited) return true;
  }
  return false;
}

function isPlain(plan: EvalPlan, layout: KernelLayout, t: number): boolean {
  if (plan.flags.noCoalesce.some((mask) => mask !== 0)) return false;
  if (layout.hasEndpointEnergy.includes(1)) return false;
  // Without reduction support the network's energy asks for the partitions of outputs (F.10).
  const unsupported = layout.hasNetworkEnergy.some((has, i) => has !== 0 && layout.reductionSupported[i] === 0);
  if (layout.readWrite[t] !== 0 && unsupported) return false;
  return (layout.readWrite[t] === 0 || layout.even[t] !== 0) && !mayForward(plan, layout, t);
}

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

function createScratch({ workload }: EvalPlan, layout: KernelLayout, loopCapacity: number): Scratch {
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
