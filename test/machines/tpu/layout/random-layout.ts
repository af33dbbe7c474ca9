// Random layouts of small arrays: any order of dimensions, tiles of any rank, up to three of them, with stars, so that later
// tiles also regroup what the first one has made. Bounds of 0 and 1 included.

import fc from 'fast-check';
import type { Tile } from '../../../../src/machines/tpu/layout/tiling.js';
import type { Case } from './pad-reshape-transpose.js';

export const randomLayout: fc.Arbitrary<Case> = fc
  .array(fc.oneof({ weight: 12, arbitrary: fc.integer({ min: 1, max: 7 }) }, fc.constant(0)), { maxLength: 4 })
  .chain((dims) =>
    fc.record({
      dims: fc.constant(dims),
      minorToMajor: fc.shuffledSubarray([...dims.keys()], { minLength: dims.length }),
      tiles: tilesOf(dims.length, 3),
    }),
  )
  .filter(({ dims, tiles }) => paddedAtMost(dims, tiles) <= 20_000);

function tilesOf(rank: number, most: number): fc.Arbitrary<Tile[]> {
  if (rank === 0 || most === 0) return fc.constant([]);
  const another = tileOf(rank).chain((tile) => {
    const sizes = tile.filter((one) => one !== '*').length;
    return tilesOf(rank - (tile.length - sizes) + sizes, most - 1).map((others) => [tile, ...others]);
  });
  return fc.oneof({ weight: 1, arbitrary: fc.constant<Tile[]>([]) }, { weight: 4, arbitrary: another });
}

function tileOf(rank: number): fc.Arbitrary<Tile> {
  const last = fc.integer({ min: 1, max: 5 });
  const inner = fc.oneof({ weight: 4, arbitrary: last }, { weight: 1, arbitrary: fc.constant('*' as const) });
  return fc
    .integer({ min: 0, max: Math.min(rank, 5) - 1 })
    .chain((before) => fc.tuple(fc.array(inner, { minLength: before, maxLength: before }), last))
    .map(([before, one]) => [...before, one]);
}

/** No tile can enlarge an array by more than its own size. */
function paddedAtMost(dims: readonly number[], tiles: readonly Tile[]): number {
  const volume = tiles.flat().reduce<number>((product, one) => product * (one === '*' ? 1 : one), 1);
  return dims.reduce((product, one) => product * Math.max(1, one), 1) * volume;
}
