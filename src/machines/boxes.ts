// Reading the boxes of a counted nest (model/seams.ts). On the hot path: nothing is allocated.

import type { Box } from '../model/seams.js';

/** Product of the extents of `dimensions`. */
export function extentOver(dimensions: readonly number[], box: Box, from: number): number {
  let extent = 1;
  for (const d of dimensions) extent *= box[from + d]!;
  return extent;
}

/** Product of the extents of all dimensions. */
export function iterationsIn(box: Box, from: number, dimensions: number): number {
  let iterations = 1;
  for (let d = 0; d < dimensions; d += 1) iterations *= box[from + d]!;
  return iterations;
}
