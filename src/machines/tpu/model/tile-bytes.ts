// Bytes of a box of a dataspace in whole tiles of its format (section 2.2), from the extents of its iterations. On the hot path:
// no allocation.

import { distinctWords } from '../../../workload/distinct-words.js';
import { boxWords, rankExtent, type Workload } from '../../../workload/workload.js';
import { extentOver } from '../../boxes.js';
import { roundUp } from '../../padding.js';
import type { Cells } from '../mxu/unpipelined-cycles.js';
import type { DimensionSets } from './dimensions.js';
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
    words: (box, from) => boxWords(dataspace, box, from),
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

/**
 * Of weights that are fetched array by array (section 2.3, D): a tile is what the cells hold, whatever ranks lie along the rows, and as
 * many groups as their diagonal has room for.
 */
export function arrayBytes(workload: Workload, format: Format, sets: DimensionSets, cells: Cells): TileBytes {
  const dataspace = workload.dataspaces[format.dataspace]!;
  const { words: bytes } = format;
  const words = (box: ArrayLike<number>, from: number): number => boxWords(dataspace, box, from);
  const held = (box: ArrayLike<number>, from: number): number => {
    const groups = extentOver(sets.groups, box, from);
    const [rows, columns] = [extentOver(sets.rows, box, from), extentOver(sets.columns, box, from)];
    const together = Math.min(groups, Math.max(1, Math.floor(Math.min(cells.rows / rows, cells.columns / columns))));
    const inTurn = words(box, from) / (groups * rows * columns);
    const tile = roundUp(together * rows, cells.rows) * roundUp(together * columns, cells.columns);
    return inTurn * Math.ceil(groups / together) * tile * bytes;
  };
  return {
    words,
    held,
    least: distinctWords(workload.bounds, dataspace) * bytes,
    movedPerWord: (box, from) => held(box, from) / words(box, from),
  };
}

function unitsOf(rank: number, format: Format): { readonly tile: number; readonly moved: number } {
  if (rank === format.minor) return { tile: format.lanes, moved: format.lanes };
  if (rank === format.secondMinor) return { tile: format.tileRows, moved: format.movedRows };
  return { tile: 1, moved: 1 };
}
