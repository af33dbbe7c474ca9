// A kernel for one plan, and under which simplifications it may count.

import { genericMachine } from '../../arch/machine-section.js';
import { KnownElements } from '../charge/elements.js';
import { createNestBuffer } from '../nest-buffer.js';
import type { EvalPlan } from '../plan.js';
import type { MachineModel } from '../seams.js';
import { SparseKernel } from '../sparse/sparse-kernel.js';
import { layOutSparsity } from '../sparse/sparse-layout.js';
import { type KernelLayout, layOut } from './layout.js';
import { MachineKernel } from './machine.js';
import { createScratch } from './scratch.js';

/** All deliveries with the same multicast factor and the same number of groups per visit. */
export interface NetworkRecord {
  readonly multicast: number;
  readonly scatter: number;
  accesses: number;
  /** Hop sum, weighted by accesses; not rescaled by bypassing (F.7.4). */
  hops: number;
}

/** Deliveries of one dataspace below one level, as the literal walk counts them. */
export interface WalkRecords {
  readonly bySignature: Map<string, NetworkRecord>;
  links: number;
}

/** Where hops are remembered, per level; a power of two. A later key may push an earlier one out. */
export const hopPlaces = 2048;

/** What every function of the kernel is given: the constants, the nest at hand and the scratch arrays. */
export function createKernel(plan: EvalPlan, machine: MachineModel | null) {
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
    /** Of fan-outs, by their loops; see neighbours.ts. */
    elements: new KnownElements(),
    /** Null for the generic model. */
    machine: machine === null ? null : new MachineKernel(machine, storageLevels(plan), { layout, nest, scratch }),
    /** Null where nothing is gated, skipped or stored in a format. */
    sparse: sparsity === null ? null : new SparseKernel(sparsity, layout),
    /** 1: expansions within every fan-out are within the instances, too: only fan-outs need looking at. */
    fanoutsDecide: fanoutsDecide(plan, layout) ? 1 : 0,
    /** 1: loops may overflow one fan-out while the cumulative expansions fit. */
    cumulativeFanout: plan.cumulativeFanout ? 1 : 0,
    /** 1: sliding windows by the rule before 2025 (F.4). */
    oldWindow: plan.options.slidingWindow === 'before-2025' ? 1 : 0,
    linkTransfers: plan.options.linkTransfers ? 1 : 0,
    /** 1: instances of imperfect nests as the reference counts them (F.1). */
    referenceQuirks: plan.options.referenceQuirks ? 1 : 0,
    firstReadElision: plan.options.firstReadElision ? 1 : 0,
    /** Per level, a mask of the dataspaces whose tile is built although the level may bypass them. */
    needsTile: neededTiles(plan, layout),
    /** 1 where the tiles of master spatial loops are asked for: by uneven outputs, to share themselves out (F.7.1). */
    needsMaster: layout.even.some((even, t) => even === 0 && layout.readWrite[t] !== 0) ? 1 : 0,
    /** 1 where the plain count holds for a dataspace: no neighbour forwards, tiles of outputs divide evenly; see plain.ts. */
    plain: Uint8Array.from(plan.workload.dataspaces, (_, t) => (isPlain(plan, layout, t) ? 1 : 0)),
    anyNoCoalesce: plan.flags.noCoalesce.some((mask) => mask !== 0) ? 1 : 0,
    /** 1 when every factor of the nest at hand is perfect; set by expand. */
    perfect: 1,
    /** 1: fill in also what only a reader of the breakdown wants (partitions of inputs, networks without energy). */
    full: 0,
    /** Hops per visit by set of spatial loops, per level: `values[place * dataspaces + t]`; see hops.ts. */
    hopCache: Array.from({ length: layout.levels }, () => ({
      keys: new Float64Array(hopPlaces).fill(-1),
      values: new Float64Array(hopPlaces * layout.dataspaces),
    })),
    /** Deliveries that the literal walk counted, per `[t * levels + i]`; null for perfect nests. */
    walked: null as readonly WalkRecords[] | null,
    /** Asked now and then by the literal walk, which may take for ever; null where nobody wants to end it. */
    giveUp: null as (() => boolean) | null,
    /** Visits, and elements of fan-outs, of all literal walks so far: what they have cost, without a clock. */
    walkedSteps: 0,
  };
}

export type Kernel = ReturnType<typeof createKernel>;

/** Whether instances in use are counted visit by visit (F.7.2): of imperfect nests, and not as the reference does. */
export function countsInstances({ walked, referenceQuirks }: Kernel): boolean {
  return walked !== null && referenceQuirks === 0;
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
