// Reading the boxes of a counted nest (model/seams.ts): words of a dataspace in a box, and the product of its extents over some dimensions.

import type { Box } from '../../../model/seams.js';
import type { Dataspace } from '../../../workload/workload.js';

/** One bounding rectangle, as the generic model has it. */
export function wordsIn({ projection }: Dataspace, box: Box, from: number): number {
  let words = 1;
  for (const rank of projection) {
    let extent = 1;
    for (const { dimension, coefficient } of rank) extent += Math.abs(coefficient) * (box[from + dimension]! - 1);
    words *= extent;
  }
  return words;
}

export function extentOver(dimensions: readonly number[], box: Box, from: number): number {
  let extent = 1;
  for (const d of dimensions) extent *= box[from + d]!;
  return extent;
}
