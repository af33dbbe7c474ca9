// A mapping under change: unlike a Point, every position orders all dimensions, so that one whose factor grows above 1
// already has its place, and every dimension has an axis at every fan-out.

import { keepMask } from '../mapspace/keep-space.js';
import { axesFit, axisMasks, loopsOf, type PlacedOrder } from '../mapspace/loop-order.js';
import type { Mapspace } from '../mapspace/mapspace.js';
import type { Point } from '../mapspace/point.js';
import { type PositionBase, positionsOf } from '../mapspace/tiling.js';
import { type RandomSource, shuffle } from '../math/random.js';

export interface Draft {
  /** `[position * dimensions + d]`. */
  readonly factors: Float64Array;
  /** Every dimension once per position, inner to outer: `[position * dimensions + place]`. */
  readonly order: Uint8Array;
  /** Mask of the dimensions along X, per fan-out. */
  readonly alongX: Int32Array;
  /** Level mask per dataspace. */
  readonly keep: Int32Array;
}

export function createDraft(mapspace: Mapspace): Draft {
  return mapspace.createPoint();
}

export function copyDraft(from: Draft, to: Draft): void {
  to.factors.set(from.factors);
  to.order.set(from.order);
  to.alongX.set(from.alongX);
  to.keep.set(from.keep);
}

/** Random orders and keep masks; factors are left alone. */
export function shuffleDraft({ tiling, keeps }: Mapspace, draft: Draft, random: RandomSource): void {
  positionsOf(tiling).forEach((position, p) => {
    shuffleOrder(position, random, { order: draft.order, at: p * tiling.dimensions });
  });
  keeps.forEach((space, t) => {
    draft.keep[t] = keepMask(space, random.below(space.count));
  });
}

export function shuffleOrder(position: PositionBase, random: RandomSource, { order, at }: PlacedOrder): void {
  order.set(placedAll(position, position.free), at);
  if (!position.canonical) shuffle(random, order, at + position.innermost.length, position.free.length);
}

/** Every dimension once, the free ones in this order; those of bound 1, which never loop, stand outermost. */
function placedAll({ factors, innermost, outermost }: PositionBase, free: readonly number[]): number[] {
  const placed = [...innermost, ...free, ...outermost];
  return [...placed, ...[...factors.keys()].filter((d) => !placed.includes(d))];
}

/** The draft of a point, with places for the dimensions that have none. */
export function draftOf({ tiling }: Mapspace, point: Point, draft: Draft): void {
  draft.factors.set(point.factors);
  draft.keep.set(point.keep);
  draft.alongX.fill(0);
  positionsOf(tiling).forEach((position, p) => {
    const row = p * tiling.dimensions;
    const looping = [...point.order.subarray(row, row + point.loops[p]!)];
    const missing = position.free.filter((d) => !looping.includes(d));
    const free = [...looping.filter((d) => (position.freeMask >> d) & 1), ...missing];
    draft.order.set(placedAll(position, position.canonical ? position.free : free), row);
    if (p < tiling.spatial.length)
      for (const d of looping.slice(0, point.alongX[p]!)) draft.alongX[p] = draft.alongX[p]! | (1 << d);
  });
}

/** Turns drafts into points, dropping the loops with factor 1. */
export class DraftReader {
  readonly #dimensions: number;
  readonly #mapspace: Mapspace;

  constructor(mapspace: Mapspace) {
    this.#mapspace = mapspace;
    this.#dimensions = mapspace.tiling.dimensions;
  }

  read(draft: Draft, point: Point): void {
    point.factors.set(draft.factors);
    point.keep.set(draft.keep);
    const spatial = point.alongX.length;
    for (let p = 0; p < point.loops.length; p += 1) {
      const inner = p < spatial ? this.#place(draft, point, { p, from: 0, mask: draft.alongX[p]! }) : 0;
      if (p < spatial) point.alongX[p] = inner;
      point.loops[p] = this.#place(draft, point, { p, from: inner, mask: p < spatial ? ~draft.alongX[p]! : -1 });
    }
  }

  /** The dimensions in `mask` that loop at position `p`, from a place on; returns the place after them. */
  #place(
    { factors, order }: Draft,
    point: Point,
    { p, from, mask }: { readonly p: number; readonly from: number; readonly mask: number },
  ): number {
    const row = p * this.#dimensions;
    let at = row + from;
    for (let place = row; place < row + this.#dimensions; place += 1) {
      const d = order[place]!;
      if (factors[row + d]! > 1 && (mask >> d) & 1) point.order[at++] = d;
    }
    return at - row;
  }

  /** Whether the loops of fan-out `p` fit it and lie along axes that the constraints allow. */
  fits(draft: Draft, p: number): boolean {
    const position = this.#mapspace.tiling.spatial[p]!;
    const row = p * this.#dimensions;
    const factors = draft.factors.subarray(row, row + this.#dimensions);
    const mask = loopsOf(factors);
    const alongX = draft.alongX[p]!;
    if (!axesFit(position, mask, alongX, factors)) return false;
    return axisMasks(position, mask).includes(alongX & mask);
  }

  /** Picks axes at random among those that fit; false when none does. */
  chooseAxes(draft: Draft, p: number, random: RandomSource): boolean {
    const position = this.#mapspace.tiling.spatial[p]!;
    const row = p * this.#dimensions;
    const mask = loopsOf(draft.factors, row, this.#dimensions);
    const masks = axisMasks(position, mask);
    let offset = random.below(masks.length);
    for (let tried = 0; tried < masks.length; tried += 1) {
      draft.alongX[p] = masks[offset]!;
      if (this.fits(draft, p)) return true;
      offset = (offset + 1) % masks.length;
    }
    return false;
  }
}
