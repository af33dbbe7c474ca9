// In which orders the loops of one position can stand. Loops with bound 1 do not exist, so only the dimensions of a mask,
// those with a factor above 1, have a place: first the ones pinned innermost, then the free ones in any order, then the
// ones pinned outermost. On a fan-out the loops along X stand inside those along Y (B.4).

import { bitCount } from '../math/bits.js';
import { factorial } from '../math/permutation.js';
import { remembered } from '../math/remembered.js';
import type { PositionBase, SpatialPosition } from './tiling.js';

/** Dimensions with a factor above 1, a mask; `count` of them from `row` on. */
export function loopsOf(factors: ArrayLike<number>, row = 0, count: number = factors.length): number {
  let mask = 0;
  for (let d = 0; d < count; d += 1) if (factors[row + d]! > 1) mask |= 1 << d;
  return mask;
}

export function orderCount(position: PositionBase, mask: number): number {
  return position.canonical ? 1 : factorial(bitCount(mask & position.freeMask));
}

/** An order, inner to outer, that stands from `order[at]` on. */
export interface PlacedOrder {
  readonly order: Uint8Array;
  readonly at: number;
}

/** Writes the dimensions of `mask`, the free ones ascending; returns how many. */
export function writeFirstOrder(position: PositionBase, mask: number, out: PlacedOrder): number {
  const { order } = out;
  let { at } = out;
  for (const d of position.innermost) if ((mask >> d) & 1) order[at++] = d;
  for (const d of position.free) if ((mask >> d) & 1) order[at++] = d;
  for (const d of position.outermost) if ((mask >> d) & 1) order[at++] = d;
  return at - out.at;
}

/** How many dimensions of `mask` stand before the free ones. */
export function pinnedInside(position: PositionBase, mask: number): number {
  let count = 0;
  for (const d of position.innermost) if ((mask >> d) & 1) count += 1;
  return count;
}

/**
 * Which of the dimensions in `mask` can lie along X, as ascending masks; the rest lies along Y. Whether the products fit
 * the fan-out is another question.
 */
export function axisMasks(position: SpatialPosition, mask: number): readonly number[] {
  const known = remembered(masksOf, position, () => new Map<number, readonly number[]>());
  return remembered(known, mask, () => {
    const { split } = position;
    const masks = split === null ? freeSplit(position, mask) : givenSplit(position, mask, split);
    return masks.sort((a, b) => a - b);
  });
}

/** Asked for every spatial choice and every move of a sampling search. */
const masksOf = new WeakMap<SpatialPosition, Map<number, readonly number[]>>();

/** Whether the products of the factors along X and along Y fit the fan-out. */
export function axesFit(
  { fanoutX, fanoutY }: SpatialPosition,
  mask: number,
  alongX: number,
  factors: ArrayLike<number>,
): boolean {
  let x = 1;
  let y = 1;
  for (let d = 0; mask >> d !== 0; d += 1) {
    if (!((mask >> d) & 1)) continue;
    if ((alongX >> d) & 1) x *= factors[d]!;
    else y *= factors[d]!;
  }
  return x <= fanoutX && y <= fanoutY;
}

/** Any cut through any allowed order. */
function freeSplit(position: SpatialPosition, mask: number): number[] {
  const masks: number[] = [];
  let inside = 0;
  for (const d of position.innermost) {
    if (!((mask >> d) & 1)) continue;
    masks.push(inside);
    inside |= 1 << d;
  }
  const free = mask & position.freeMask;
  for (let part = free; ; part = (part - 1) & free) {
    masks.push(inside | part);
    if (part === 0) break;
  }
  inside |= free;
  for (const d of position.outermost) {
    if (!((mask >> d) & 1)) continue;
    inside |= 1 << d;
    masks.push(inside);
  }
  return masks;
}

/** `split` counts every dimension of the completed permutation, also those with factor 1, but for free ones of bound 1. */
function givenSplit(position: SpatialPosition, mask: number, split: number): number[] {
  const { innermost, free, outermost } = position;
  let pinned = 0;
  innermost.forEach((d, place) => {
    if (place < split) pinned |= 1 << d;
  });
  outermost.forEach((d, place) => {
    if (innermost.length + free.length + place < split) pinned |= 1 << d;
  });
  const alongX = Math.min(Math.max(split - innermost.length, 0), free.length);
  if (position.canonical) {
    for (const d of free.slice(0, alongX)) pinned |= 1 << d;
    return [pinned & mask];
  }
  const movable = mask & position.freeMask;
  const masks: number[] = [];
  for (let part = movable; ; part = (part - 1) & movable) {
    if (bitCount(part) <= alongX && bitCount(movable & ~part) <= free.length - alongX)
      masks.push((pinned & mask) | part);
    if (part === 0) break;
  }
  return masks;
}
