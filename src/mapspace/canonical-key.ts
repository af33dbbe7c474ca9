// The canonical order of mappings. A key lists a mapping's choices as small integers, most significant first; comparing
// keys number by number is comparing canonical indices, so ties can be broken without computing an index.
//
//   per dataspace            rank of its keep mask
//   per spatial position     factor of each dimension, mask of dimensions along X, rank of the orders along X and Y
//   per temporal position    factor of each dimension, rank of the order

import { bitCount, maskOf } from '../math/bits.js';
import { nextPermutation, rankPermutation, unrankPermutation } from '../math/permutation.js';
import { type KeepSpace, keepMask, keepRank } from './keep-space.js';
import { type PlacedOrder, pinnedInside, writeFirstOrder } from './loop-order.js';
import type { Point } from './point.js';
import type { PositionBase, Tiling } from './tiling.js';

export function keyLayout(tiling: Tiling, keeps: readonly KeepSpace[]) {
  const { dimensions, spatial, temporal } = tiling;
  /** Of each position's part, spatial positions first. */
  const start = [...spatial, ...temporal].map(
    (_, p) => keeps.length + p * (dimensions + 1) + 2 * Math.min(p, spatial.length),
  );
  const length = keeps.length + start.length * (dimensions + 1) + 2 * spatial.length;
  return { tiling, keeps, start, length };
}

export type KeyLayout = Readonly<ReturnType<typeof keyLayout>>;

export function compareKeys(a: ArrayLike<number>, b: ArrayLike<number>): number {
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return 0;
}

/** The mapping must lie in the mapspace, as far as its keep masks go; they have no rank otherwise. */
export function writeKey({ tiling, keeps, start }: KeyLayout, point: Point, key: Float64Array): void {
  const { dimensions, spatial, temporal } = tiling;
  for (let t = 0; t < keeps.length; t += 1) key[t] = keepRank(keeps[t]!, point.keep[t]!);
  for (let p = 0; p < start.length; p += 1) {
    let at = start[p]!;
    const row = p * dimensions;
    const end = row + point.loops[p]!;
    const { order } = point;
    for (let d = 0; d < dimensions; d += 1) key[at++] = point.factors[row + d]!;
    if (p < spatial.length) {
      const position = spatial[p]!;
      const outer = row + point.alongX[p]!;
      const alongX = maskOf(order.subarray(row, outer));
      key[at++] = alongX;
      key[at++] = rankOf(position, alongX, { order, at: row });
      key[at++] = rankOf(position, maskOf(order.subarray(outer, end)), { order, at: outer });
    } else key[at++] = rankOf(temporal[p - spatial.length]!, maskOf(order.subarray(row, end)), { order, at: row });
  }
}

/** The mapping with this key; the key must be one of a mapping in the mapspace. */
export function readKey({ tiling, keeps, start }: KeyLayout, key: ArrayLike<number>, point: Point): void {
  const { dimensions, spatial, temporal } = tiling;
  for (let t = 0; t < keeps.length; t += 1) point.keep[t] = keepMask(keeps[t]!, key[t]!);
  for (let p = 0; p < start.length; p += 1) {
    let at = start[p]!;
    const row = p * dimensions;
    let mask = 0;
    for (let d = 0; d < dimensions; d += 1) {
      point.factors[row + d] = key[at++]!;
      if (point.factors[row + d]! > 1) mask |= 1 << d;
    }
    if (p < spatial.length) {
      const position = spatial[p]!;
      const alongX = key[at]!;
      const x = writeOrder(position, alongX, { order: point.order, at: row, rank: key[at + 1]! });
      const y = writeOrder(position, mask & ~alongX, { order: point.order, at: row + x, rank: key[at + 2]! });
      point.alongX[p] = x;
      point.loops[p] = x + y;
    } else {
      point.loops[p] = writeOrder(temporal[p - spatial.length]!, mask, { order: point.order, at: row, rank: key[at]! });
    }
  }
}

/** Writes the order with this rank of the dimensions in `mask`; returns how many there are. */
function writeOrder(position: PositionBase, mask: number, out: PlacedOrder & { readonly rank: number }): number {
  const { order, at, rank } = out;
  const count = writeFirstOrder(position, mask, out);
  if (rank > 0) unrankPermutation(order, at + pinnedInside(position, mask), bitCount(mask & position.freeMask), rank);
  return count;
}

/** Steps to the next order of the dimensions in `mask`, which stand from `at` on; false after the last. */
export function stepOrder(position: PositionBase, mask: number, { order, at }: PlacedOrder): boolean {
  if (position.canonical) return false;
  return nextPermutation(order, at + pinnedInside(position, mask), bitCount(mask & position.freeMask));
}

/** Every order of the dimensions in `mask`, inner to outer, by ascending rank. */
export function* canonicalOrders(position: PositionBase, mask: number): Generator<readonly number[]> {
  const order = new Uint8Array(bitCount(mask));
  writeFirstOrder(position, mask, { order, at: 0 });
  do yield [...order];
  while (stepOrder(position, mask, { order, at: 0 }));
}

function rankOf(position: PositionBase, mask: number, { order, at }: PlacedOrder): number {
  return rankPermutation(order, at + pinnedInside(position, mask), bitCount(mask & position.freeMask));
}
