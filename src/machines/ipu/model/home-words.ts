// Where the words of an operand are at home, and what its other tiles receive (section 2.5).

import type { Box } from '../../../model/seams.js';
import { type Dataspace, rankExtent } from '../../../workload/workload.js';

/** A tile's box in `held`, and in `fed` the one that all of them cover together. */
export interface TileBoxes {
  readonly held: Box;
  readonly own: number;
  readonly fed: Box;
  readonly from: number;
}

/**
 * Words of a dataspace that tiles with the boxes at `own` need together, as far as they stand in the box fed at `from`. Between tiles, windows
 * with a stride may leave words that none of them needs.
 */
export function neededWords({ projection }: Dataspace, { held, own, fed, from }: TileBoxes): number {
  let words = 1;
  for (const rank of projection) {
    let apart = rankExtent(rank, held, own);
    for (const { dimension } of rank) apart *= fed[from + dimension]! / held[own + dimension]!;
    words *= Math.min(rankExtent(rank, fed, from), apart);
  }
  return words;
}

/** Bytes that each of the holders of `words` receives: every word of all of them is at home on one of those that need it. */
export function awayFrom(
  bytesPerWord: number,
  words: number,
  { holders, onAll }: { readonly holders: number; readonly onAll: number },
): number {
  return (bytesPerWord * Math.max(0, words * holders - onAll)) / holders;
}
