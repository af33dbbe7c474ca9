// Bytes that move for each word (section 2.2): between memories, and from there to the arrays, whole tiles or granules of what the
// receiving side holds; rows of activations and of sums pass as whole rows of lanes.

import type { Box, Transfer } from '../../../model/seams.js';
import { extentOver } from '../../boxes.js';
import { paddedShare } from '../../padding.js';
import type { TpuProblem } from './problem.js';

export function transferOf({ partOf, tiles, formats, sets, sumWordsPerSum }: TpuProblem): Transfer {
  const [inRows, inColumns] = [
    [...sets.reduction, ...sets.groups],
    [...sets.columns, ...sets.groups],
  ];
  return {
    bytesPerWord: (level: number, t: number, box: Box, from: number): number => {
      const part = partOf[t]!;
      if (level >= 0) return tiles[part].movedPerWord(box, from);
      const { words, lanes } = formats[part];
      switch (part) {
        case 'activations':
          return words * paddedShare(extentOver(inRows, box, from), lanes);
        case 'weights':
          return words;
        case 'outputs':
          return sumWordsPerSum(extentOver(inColumns, box, from));
      }
    },
  };
}
