// Reading the boxes of a counted nest (model/seams.ts). On the hot path: nothing is allocated.

import type { Box } from '../model/seams.js';
import type { Dataspace, Term } from '../workload/workload.js';

/** Product of the extents of `dimensions`. */
export function extentOver(dimensions: readonly number[], box: Box, from: number): number {
  let extent = 1;
  for (const d of dimensions) extent *= box[from + d]!;
  return extent;
}

/** Of one rank, from its first to its last element (section F.2 of the semantics). */
export function rankExtent(terms: readonly Term[], box: Box, from: number): number {
  let extent = 1;
  for (const { dimension, coefficient } of terms) extent += Math.abs(coefficient) * (box[from + dimension]! - 1);
  return extent;
}

/** Words of a dataspace in a box: one bounding rectangle, as the generic model has it. */
export function wordsIn({ projection }: Pick<Dataspace, 'projection'>, box: Box, from: number): number {
  let words = 1;
  for (const rank of projection) words *= rankExtent(rank, box, from);
  return words;
}
