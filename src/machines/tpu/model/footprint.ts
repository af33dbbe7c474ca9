// Bytes that tiles take (the table of section 2.2): whole first-level tiles in the memories, in vector memory one block to
// compute on and one to move, f32 sums beside narrow outputs that take several passes, an array full of weights in two
// sets, and whole rows of sums in the accumulators.

import type { Box, Footprint } from '../../../model/seams.js';
import { extentOf } from './dimensions.js';
import { type MachineParts, SUM_BYTES } from './machine-parts.js';

/** Rows that the accumulators are filled by. */
const SUBLANES = 8;

export function footprintOf(parts: MachineParts): Footprint {
  const { places, parameters, partOf, tiles, formats, sets, arrays, workload } = parts;
  const { accumulators, weights, buffer, memory } = places;
  const channels = extentOf(sets.rows, workload.bounds, 0);
  const severalPasses = channels > arrays.rows || extentOf(sets.reduction, workload.bounds, 0) > channels;
  const narrow = formats.outputs.bytes < SUM_BYTES;
  // Where accumulators are, sums are there; what the buffer keeps is not fetched from anywhere, and moves once.
  const sumsInBuffer = severalPasses && narrow && accumulators < 0;
  const copies = accumulators < 0 ? parameters.buffers : 1;
  const widen = SUM_BYTES / formats.outputs.bytes;
  const weightBytes = parameters.weightSets * arrays.weightTileBytes;
  const bytes = (level: number, t: number, box: Box, from: number): number => {
    const part = partOf[t]!;
    if (level === weights) return weightBytes; // rows and columns without data take their cells, too
    if (level === accumulators) {
      const streamed = extentOf(sets.streamed, box, from);
      const folds = Math.ceil(extentOf(sets.columns, box, from) / arrays.columns);
      const rows = Math.ceil(streamed / SUBLANES) * SUBLANES * extentOf(sets.groups, box, from);
      return parameters.accumulatorBuffers * rows * folds * arrays.columns * SUM_BYTES;
    }
    const held = tiles[part].held(box, from);
    if (level !== buffer || level === memory) return held;
    return copies * held + (part === 'outputs' && sumsInBuffer ? widen * held : 0);
  };
  return { bytes };
}
