// Bytes that tiles take (the table of section 2.2): whole first-level tiles in the memories, in vector memory one block to
// compute on and one to move, f32 sums beside narrow outputs that take several passes, an array full of weights in two
// sets, and whole rows of sums in the accumulators. Words of the tree are bytes, or as narrow as the elements.

import type { Box, Footprint } from '../../../model/seams.js';
import { extentOver } from '../../boxes.js';
import { roundUp } from '../../padding.js';
import { LANES, SUBLANES } from '../registers.js';
import { SUM_BITS } from './element-types.js';
import type { TpuProblem } from './problem.js';
import type { Part, Settings } from './settings.js';

export function footprintOf(parts: TpuProblem): Footprint {
  const { places, settings, partOf, tiles, formats, sets, arrays, workload, wordBits } = parts;
  const { accumulators, weights, buffer, memory } = places;
  const channels = extentOver(sets.rows, workload.bounds, 0);
  const severalPasses = channels > arrays.rows || extentOver(sets.reduction, workload.bounds, 0) > channels;
  const sumWords = SUM_BITS / wordBits;
  const narrow = formats.outputs.words < sumWords;
  const onArrays = settings.unit === 'arrays';
  // Where accumulators are, sums are there; what the buffer keeps is not fetched from anywhere, and moves once.
  const sumsInBuffer = severalPasses && narrow && accumulators < 0 && onArrays;
  const copies = accumulators < 0 ? settings.buffers : 1;
  const widen = sumWords / formats.outputs.words;
  const weightWords = (settings.weightSets * arrays.weightTileBytes * 8) / wordBits;
  const vectorRows = vectorRowsOf(settings);
  const inColumns = [...sets.columns, ...sets.groups];

  /** Groups lie on the diagonal of an array: side by side along its columns, and one below the other along its rows. */
  function inArray(box: Box, from: number): number {
    const rows = extentOver(sets.rows, box, from) * extentOver(sets.groups, box, from);
    return rows > arrays.rows ? Number.POSITIVE_INFINITY : weightWords;
  }

  /** Registers of the vector unit: sums and the weights of all positions, of as many rows as it works on in a cycle. */
  function inRegisters(part: Part, box: Box, from: number): number {
    if (extentOver(sets.streamed, box, from) > vectorRows) return Number.POSITIVE_INFINITY;
    const rows = roundUp(extentOver(part === 'outputs' ? sets.streamed : sets.reduction, box, from), SUBLANES);
    return rows * roundUp(extentOver(inColumns, box, from), LANES) * sumWords;
  }

  return {
    bytes: (level, t, box, from) => {
      const part = partOf[t]!;
      if (level === weights) return onArrays ? inArray(box, from) : inRegisters(part, box, from);
      if (level === accumulators) {
        const folds = Math.ceil(extentOver(inColumns, box, from) / arrays.columns);
        const rows = roundUp(extentOver(sets.streamed, box, from), SUBLANES);
        return settings.accumulatorBuffers * rows * folds * arrays.columns * sumWords;
      }
      const held = tiles[part].held(box, from);
      if (level !== buffer || level === memory) return held;
      return copies * held + (part === 'outputs' && sumsInBuffer ? widen * held : 0);
    },
    refusal: (_level, t, box, from) =>
      onArrays
        ? `${extentOver(sets.groups, box, from)} groups of ${extentOver(sets.rows, box, from)} channels do not lie on the diagonal of an array of ${arrays.rows} rows`
        : `${extentOver(sets.streamed, box, from)} rows of ${workload.dataspaces[t]!.name} are more than the vector unit works on at a time`,
  };
}

/** Rows of lanes that are multiplied and added in a cycle: two operations each. */
export function vectorRowsOf({ vectorAdds }: Pick<Settings, 'vectorAdds'>): number {
  return Math.max(1, Math.floor((SUBLANES * vectorAdds) / 2));
}
