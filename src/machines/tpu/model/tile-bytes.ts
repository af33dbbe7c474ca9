// Bytes of a box of a dataspace in whole tiles of its format (section 2.2), from the extents of its iterations. On the hot path:
// no allocation.

import { distinctWords } from '../../../workload/distinct-words.js';
import type { Workload } from '../../../workload/workload.js';
import { rankExtent, wordsIn } from '../../boxes.js';
import { roundUp } from '../../padding.js';
import type { Format } from './formats.js';

/** The ranks of one dataspace, laid out flat. */
export interface TileBytes {
  /** Elements, without padding. */
  words(box: ArrayLike<number>, from: number): number;
  /** What a buffer takes that holds the box: whole tiles from its first element on. */
  held(box: ArrayLike<number>, from: number): number;
  /** Bytes of the whole that move at least, from block to block: whole pieces but along windows, and no gaps. */
  readonly least: number;
  /** Bytes moved for each word: whole tiles, or pieces of them, that hold any of the box. */
  movedPerWord(box: ArrayLike<number>, from: number): number;
}

export function tileBytes(workload: Workload, format: Format): TileBytes {
  const dataspace = workload.dataspaces[format.dataspace]!;
  const ranks = dataspace.projection.map((terms, rank) => {
    const unit = unitsOf(rank, format);
    const whole = rankExtent(terms, workload.bounds, 0);
    const moving = terms.filter(({ dimension }) => workload.bounds[dimension]! > 1);
    const sliding = moving.length > 1 || moving.some(({ coefficient }) => Math.abs(coefficient) !== 1);
    return { terms, ...unit, whole, sliding };
  });
  const { words: bytes } = format;
  const pieces = ranks.reduce(
    (share, { moved, whole, sliding }) => (sliding ? share : (share * roundUp(whole, moved)) / whole),
    1,
  );
  return {
    least: distinctWords(workload.bounds, dataspace) * bytes * pieces,
    words: (box, from) => wordsIn(dataspace, box, from),
    held: (box, from) => {
      let size = bytes;
      for (const { terms, tile } of ranks) size *= roundUp(rankExtent(terms, box, from), tile);
      return size;
    },
    movedPerWord: (box, from) => {
      let ratio = bytes;
      for (const { terms, moved, whole, sliding } of ranks) {
        if (moved === 1) continue;
        const extent = rankExtent(terms, box, from);
        // Windows that overlap start anywhere in a tile: over all places they touch (extent + tile - 1) / tile of them.
        if (sliding && extent < whole) ratio *= (extent + moved - 1) / extent;
        else ratio *= roundUp(extent, moved) / extent;
      }
      return ratio;
    },
  };
}

function unitsOf(rank: number, format: Format): { readonly tile: number; readonly moved: number } {
  if (rank === format.minor) return { tile: format.lanes, moved: format.lanes };
  if (rank === format.secondMinor) return { tile: format.tileRows, moved: format.movedRows };
  return { tile: 1, moved: 1 };
}
