// Bytes that words become on their way: elements of the inputs, partial sums between the unit and a tile's memory, results beyond.
// A program that adds to sums in several supersteps rounds them to results each time it puts them back.

import type { Transfer } from '../../../model/seams.js';
import type { IpuProblem } from './problem.js';

export function transferOf({ operands, types, places }: IpuProblem): Transfer {
  return {
    bytesPerWord: (level, t) => {
      if (t !== operands.outputs) return types.inputBytes;
      return level < places.tile ? types.partialBytes : types.resultBytes;
    },
  };
}
