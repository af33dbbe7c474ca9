// The format that the compiler gives an array when nobody says otherwise (section 2.1, after the page's examples): tiles of
// 8x128 words of 32 bits, fewer rows for arrays of 32 bits with few rows, and narrow elements of neighboring rows packed
// into one word. Rows are the second minor dimension in physical order. Compilers have changed their choice for narrow types with few
// rows, so that the rows of the tile can be given (section 5, point 4).

import { illegal } from '../../verdict.js';
import { LANES } from '../registers.js';
import { elementType, typeBits } from './element-type.js';
import { type Layout, type LayoutParts, layoutOf } from './layout.js';
import type { Tile } from './tiling.js';
import type { Verdict } from './verdict.js';

const wordBits = 32;

export type FormatParts = Pick<LayoutParts, 'elementType' | 'dims' | 'minorToMajor'>;

export function defaultFormat(
  parts: FormatParts,
  { rows }: { readonly rows?: number | undefined } = {},
): Verdict<Layout> {
  // Whatever is wrong with the array itself is said before anything about its format.
  const untiled = layoutOf(parts);
  const type = elementType(parts.elementType);
  if (untiled.kind === 'illegal' || !type) return untiled;
  const bits = typeBits(type);
  if (bits > wordBits || bits < 4) {
    return illegal('format_type', `${type} has no default format: elements of ${bits} bits are not tiled as they are`);
  }
  const packed = wordBits / bits;
  const tileRows = rows ?? usualRows(bits, rowsOf(untiled.value.physicalDims));
  if (tileRows % packed !== 0) {
    return illegal('format_rows', `${tileRows} rows of ${type} do not fill words of ${packed} elements`);
  }
  const tiles = tilesOf({ rank: parts.dims.length, rows: tileRows, packed });
  return layoutOf({ ...parts, tiles, elementBits: bits });
}

/** 2 for 1 and 2 rows, 4 for 3 and 4, else 8; narrow elements take 8, and those of 4 bits 64, as compilers print them. */
function usualRows(bits: number, rows: number): number {
  if (bits < 8) return 64;
  if (bits < wordBits || rows > 4) return 8;
  return rows > 2 ? 4 : 2;
}

/** An array of rank 1 lies in rows of 128; how many there are decides as it does for rank 2. */
function rowsOf(physicalDims: readonly number[]): number {
  return physicalDims.at(-2) ?? Math.ceil((physicalDims.at(-1) ?? 1) / LANES);
}

function tilesOf({ rank, rows, packed }: { rank: number; rows: number; packed: number }): Tile[] {
  if (rank === 0) return [];
  const words: Tile[] = packed === 1 ? [] : [[packed, 1]];
  if (rank > 1) return [[rows, LANES], ...words];
  return packed === 1 ? [[rows * LANES]] : [[rows * LANES], [LANES], ...words];
}
