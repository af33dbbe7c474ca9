// The kernels that a compiler chooses from for the work of a tile: the matrix unit, or the vector unit in one of three ways (section 2.5). What
// each of them takes together, how many of those in a cycle, what stays in registers meanwhile, and how long it takes.

import { productOf } from '../../../math/product.js';
import { remembered } from '../../../math/remembered.js';
import { innerCycles, supervisorCycles } from '../compute/amp-kernel.js';
import { outerProductCycles } from '../compute/outer-product.js';
import type { AmpShape } from '../compute/rates.js';
import { floatOf } from '../compute/reduction.js';
import {
  horizontalChannels,
  horizontalCycles,
  horizontalOverhead,
  verticalCycles,
  verticalGroups,
  verticalSlots,
} from '../compute/vector-kernels.js';
import { splitWork, workerCount } from '../workers/work-split.js';
import type { OperandTypes } from './element-types.js';
import type { KernelName } from './settings.js';
import type { TileCycles } from './tile-work.js';

/** Of input channels, output channels and convolution groups. */
export interface Channels {
  readonly ins: number;
  readonly outs: number;
  readonly groups: number;
}

export interface Kernel {
  readonly name: KernelName;
  /** Taken together, so that bounds are multiples of them. */
  readonly granule: Channels;
  /** Of those, the ones of one cycle. */
  readonly lanes: Channels;
  /** What stays in registers while the rest passes: weights under all rows, or sums under all reductions. */
  readonly stays: 'weights' | 'sums';
  readonly cycles: TileCycles;
  /** At least, beside a cycle for each iteration: of every byte of weights that a tile reads, and of sums that it writes. */
  readonly weightByteCycles: number;
  readonly sumByteCycles: number;
}

export interface KernelQuestion {
  readonly amp: AmpShape;
  readonly types: OperandTypes;
  readonly coefficientBytesPerCycle: number;
  /** Bounds of the kernel's dimensions. */
  readonly window: readonly number[];
}

export function granuleOf(name: KernelName, { amp, types }: Pick<KernelQuestion, 'amp' | 'types'>): Channels {
  const vector = 8 / types.inputBytes;
  const partials = floatOf(types.partialBytes);
  const granules: Readonly<Record<KernelName, Channels>> = {
    amp: { ins: amp.inGroup, outs: amp.outGroup, groups: 1 },
    hmac: { ins: vector, outs: horizontalChannels(partials), groups: 1 },
    vmac: { ins: 1, outs: 1, groups: verticalGroups(partials) },
    outer_product: { ins: 1, outs: vector, groups: 1 },
  };
  return granules[name];
}

export function kernelOf(name: KernelName, question: KernelQuestion): Kernel {
  const granule = granuleOf(name, question);
  const makers = { amp: matrixUnit, hmac: horizontal, vmac: vertical, outer_product: outerProduct };
  return { name, granule, ...makers[name](question, granule) };
}

type Made = Omit<Kernel, 'name' | 'granule'>;

/**
 * The 1x1 kernel; each kernel position counts as one more group of input channels, as the planner has it. The formula is that of halves; for
 * other types it is an estimate with their groups and loads.
 */
function matrixUnit({ amp, types, coefficientBytesPerCycle }: KernelQuestion, granule: Channels): Made {
  const loadCycles = amp.coefficientBytes / coefficientBytesPerCycle;
  const inner = new Map<number, readonly [first: number, later: number]>();
  const innerOf = (elements: number) =>
    remembered(inner, elements, () => {
      const { counts } = splitWork(elements, 'scattered');
      return [innerCycles(counts, 'first'), innerCycles(counts, 'later')] as const;
    });
  return {
    lanes: { ...granule, ins: amp.macsPerCycle / amp.units },
    stays: 'weights',
    cycles: {
      of({ elements, inGroups, outGroups, groups }) {
        const [first, later] = innerOf(elements);
        return supervisorCycles({ inGroups, outGroups, groups, loadCycles }, first, later);
      },
      least: ({ elements, inGroups, outGroups, groups }) =>
        inGroups * outGroups * groups * (4 * elements + leastGroupCycles(loadCycles)),
      loading: ({ inGroups, outGroups, groups }) => inGroups * outGroups * groups * loadCycles,
    },
    weightByteCycles: leastGroupCycles(loadCycles) / (granule.ins * granule.outs * types.inputBytes),
    sumByteCycles: 0,
  };
}

/**
 * What every group of coefficients costs a tile at least, beside a cycle for each of the unit's phases and element: its load, 25
 * cycles of the supervisor, and 112 of the workers. Of their slots, w(x) >= 18 + 4x for x >= 1 elements of a worker; the one with most
 * has a sixth, rounded up, which is least with 5 elements over; with none over, all end at the same time and wait for 14 more.
 */
export function leastGroupCycles(loadCycles: number): number {
  return loadCycles + 25 + 112;
}

/** A dot product over input channels; workers share the rows. */
function horizontal({ types, window }: KernelQuestion, granule: Channels): Made {
  const kernelPositions = productOf(window);
  const partials = floatOf(types.partialBytes);
  const inputs = floatOf(types.inputBytes);
  const overhead = horizontalOverhead(partials);
  const channels = granule.outs;
  return {
    lanes: { ...granule, outs: 1 },
    stays: 'sums',
    cycles: {
      of: ({ elements, inGroups, outGroups, groups }) => {
        const vectors = inGroups / kernelPositions;
        const outChannels = outGroups * channels;
        return horizontalCycles({ elements, vectors, kernelPositions, outChannels, groups, inputs, partials });
      },
      least: ({ elements, inGroups, outGroups, groups }) =>
        groups * outGroups * elements * (kernelPositions * overhead + channels * inGroups),
      loading: () => 0,
    },
    weightByteCycles: 0,
    sumByteCycles: (kernelPositions * overhead) / channels / types.partialBytes,
  };
}

/** Vectors of convolution groups with a channel each; workers share the rows. */
function vertical({ types, window }: KernelQuestion, granule: Channels): Made {
  const kernelWidth = Math.max(1, ...window);
  const [positions, partials] = [productOf(window), floatOf(types.partialBytes)];
  const shape = { kernelRows: positions / kernelWidth, kernelWidth, partials };
  const slots = verticalSlots(shape);
  return {
    lanes: granule,
    stays: 'sums',
    cycles: {
      of: ({ elements, groups }) => verticalCycles({ ...shape, elements, vectors: groups }),
      least: ({ elements, groups }) => groups * elements * slots,
      loading: () => 0,
    },
    weightByteCycles: 0,
    sumByteCycles: (slots - positions) / granule.groups / types.partialBytes,
  };
}

/** One input channel, and every output channel of the tile together: nothing is added up. */
function outerProduct({ types }: KernelQuestion, granule: Channels): Made {
  const type = types.inputBytes === 4 || types.partialBytes === 4 ? 'float' : 'half';
  const slots = ({ elements, outGroups, groups }: { elements: number; outGroups: number; groups: number }): number =>
    outerProductCycles({
      type,
      width: Math.ceil(elements / workerCount),
      channels: outGroups * granule.outs,
      groups,
    });
  // Floats are stored two at a time, whatever comes in.
  const lanes = type === 'float' ? 2 : granule.outs;
  return {
    lanes: { ...granule, outs: lanes },
    stays: 'sums',
    cycles: {
      of: (work) => workerCount * slots(work),
      least: ({ elements, outGroups, groups }) => groups * elements * outGroups * (granule.outs / lanes),
      loading: () => 0,
    },
    weightByteCycles: 0,
    sumByteCycles: 0,
  };
}
