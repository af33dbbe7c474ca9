// The cycles of a tile's work in the kernels that use the vector unit and not the matrix unit, after the published planner (section 2.5): a dot
// product over input channels for one output at a time (HMAC), and a product of vectors of convolution groups (VMAC).

import { splitWork, workerCount } from '../workers/work-split.js';

export interface HorizontalTask {
  /** Elements of field and batch on the tile. */
  readonly elements: number;
  /** Vectors of input channels of one position of the kernel. */
  readonly vectors: number;
  readonly kernelPositions: number;
  readonly outChannels: number;
  readonly groups: number;
  readonly inputs: 'half' | 'float';
  readonly partials: 'half' | 'float';
}

/** Sums of halves are made two output channels at a time. */
export function horizontalChannels(partials: 'half' | 'float'): 1 | 2 {
  return partials === 'half' ? 2 : 1;
}

/**
 * Slots beyond one for each vector that an element and a group of output channels take. The planner has the vectors of two
 * channels in the time of one, which its own peak of a vector a cycle forbids; here they take two.
 */
export function horizontalOverhead(partials: 'half' | 'float'): number {
  return partials === 'half' ? 7 + 11 : 7 + 7;
}

export function horizontalCycles(task: HorizontalTask): number {
  const { elements, vectors, kernelPositions, outChannels, groups, inputs, partials } = task;
  const together = horizontalChannels(partials);
  const most = splitWork(elements, 'scattered').makespan;
  const element = horizontalOverhead(partials) + together * vectors;
  const slots = 16 + kernelPositions * (16 + (most === 0 ? 7 : 19 + most * element));
  const outGroups = Math.ceil(outChannels / together);
  const retained = partials === 'half' ? 10 : 9;
  return (
    (inputs === 'float' ? 58 : 63) +
    workerCount * retained +
    groups * (23 + 15 + outGroups * (10 + workerCount * slots)) +
    zeroingCycles(elements * outGroups * together, groups, partials)
  );
}

/** Sums are begun at nothing, by all workers. */
function zeroingCycles(sums: number, groups: number, partials: 'half' | 'float'): number {
  const vector = partials === 'half' ? 4 : 2;
  return workerCount * groups * (Math.ceil(Math.ceil(sums / workerCount) / vector) + 5);
}

export interface VerticalTask {
  readonly elements: number;
  /** Rows of the kernel, and positions of one. */
  readonly kernelRows: number;
  readonly kernelWidth: number;
  /** Vectors of convolution groups. */
  readonly vectors: number;
  readonly partials: 'half' | 'float';
}

/** Of the inputs, which are halves: two vectors of groups at a time where the sums are halves, too. */
export function verticalGroups(partials: 'half' | 'float'): 4 | 8 {
  return partials === 'half' ? 8 : 4;
}

/** Slots of a worker for one element of a vector of groups. That a row of the kernel is one stretch of work is an estimate. */
export function verticalSlots({
  kernelRows,
  kernelWidth,
  partials,
}: Omit<VerticalTask, 'elements' | 'vectors'>): number {
  const row = partials === 'half' ? 7 + 15 + 3 + 3 * (kernelWidth - 1) : 7 + 5 + 3 + 2 * (kernelWidth - 1);
  return kernelRows * row;
}

export function verticalCycles(task: VerticalTask): number {
  const { elements, vectors, partials } = task;
  const most = splitWork(elements, 'scattered').makespan;
  const half = partials === 'half';
  const workers = workerCount * ((half ? 13 : 19) + most * verticalSlots(task));
  const groups = verticalGroups(partials);
  const sums = elements * groups;
  const zeroing = 4 + Math.ceil(sums / (half ? 4 : 2));
  const each = half ? 7 + (workerCount - 1) : 9 + 2 * (workerCount - 1);
  const reducing = (half ? 10 : 9) + (each * Math.ceil(sums / workerCount)) / groups;
  return 61 + 14 + (half ? 25 : 26) + vectors * Math.ceil(zeroing + 32 + 24 + workers + reducing);
}
