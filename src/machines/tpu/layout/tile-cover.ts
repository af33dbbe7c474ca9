// Which tiles of one dimension a slice touches, and what part of each: tiles with the same part are counted together, so that
// a long range costs no more than a short one.

import type { Run } from './box.js';

/** Tiles of which the slice touches the same places. */
export interface TileClass {
  readonly count: number;
  /** Within the tile. */
  readonly places: readonly Run[];
}

/** What a slice touches of each dimension after the stars of the first tile. */
export interface Cover {
  /** How many different coordinates in the dimensions that are not tiled. */
  readonly untiled: number;
  readonly tiled: readonly (readonly TileClass[])[];
}

/** The runs ascend and do not overlap. */
export function tileCover(runs: readonly Run[], tile: number): readonly TileClass[] {
  const classes = new Map<string, { count: number; places: readonly Run[] }>();
  const count = (places: readonly Run[], tiles: number): void => {
    if (tiles === 0 || places.length === 0) return;
    const key = places.map(({ lo, hi }) => `${lo}:${hi}`).join(' ');
    const known = classes.get(key);
    if (known) known.count += tiles;
    else classes.set(key, { count: tiles, places });
  };
  let open: { number: number; places: Run[] } = { number: -1, places: [] };
  const touch = (number: number, places: Run): void => {
    if (number !== open.number) {
      count(open.places, 1);
      open = { number, places: [] };
    }
    open.places.push(places);
  };
  for (const { lo, hi } of runs) {
    const [first, last] = [Math.floor(lo / tile), Math.floor((hi - 1) / tile)];
    touch(first, { lo: lo - first * tile, hi: Math.min(hi - first * tile, tile) });
    if (last === first) continue;
    count([{ lo: 0, hi: tile }], last - first - 1);
    touch(last, { lo: 0, hi: hi - last * tile });
  }
  count(open.places, 1);
  return [...classes.values()];
}

export function tilesOf(cover: readonly TileClass[]): number {
  return cover.reduce((sum, { count }) => sum + count, 0);
}
