// Small random changes to a draft: a prime factor moves to another position, two dimensions trade places, loops change
// order, a dataspace is kept elsewhere. Every change keeps the constraints; whether the result fits is for the model.

import { keepMask } from '../mapspace/keep-space.js';
import type { Mapspace } from '../mapspace/mapspace.js';
import { type PositionBase, positionsOf } from '../mapspace/tiling.js';
import { primeFactors } from '../math/divisors.js';
import { type FactorLimit, findOption, unrankFactorization } from '../math/factorization.js';
import type { RandomSource } from '../math/random.js';
import type { Draft, DraftReader } from './draft.js';

/** Moves by how often they are tried. */
const moves = { transfer: 8, exchange: 5, reorder: 4, keep: 3, axes: 1 };
type Move = keyof typeof moves;

export class Moves {
  readonly #mapspace: Mapspace;
  readonly #random: RandomSource;
  readonly #reader: DraftReader;
  readonly #positions: readonly PositionBase[];
  readonly #spatial: number;
  readonly #dimensions: number;
  /** Dimensions with more than one factor vector. */
  readonly #movable: readonly number[];
  readonly #vector: Float64Array;
  /** Positions whose loops can change order, and dataspaces with a choice of keepers. */
  readonly #orders: readonly number[];
  readonly #keeps: readonly number[];
  /** Every move that is possible, as often as it is tried. */
  readonly #table: readonly Move[];

  constructor(mapspace: Mapspace, random: RandomSource, reader: DraftReader) {
    this.#mapspace = mapspace;
    this.#random = random;
    this.#reader = reader;
    this.#positions = positionsOf(mapspace.tiling);
    this.#spatial = mapspace.tiling.spatial.length;
    this.#dimensions = mapspace.tiling.dimensions;
    this.#movable = mapspace.factors.flatMap(({ space }, d) => (space.count > 1 ? [d] : []));
    this.#vector = new Float64Array(this.#positions.length);
    this.#orders = this.#positions.flatMap(({ canonical, free }, p) => (canonical || free.length < 2 ? [] : [p]));
    this.#keeps = mapspace.keeps.flatMap(({ count }, t) => (count > 1 ? [t] : []));
    const possible: Record<Move, boolean> = {
      transfer: this.#movable.length > 0,
      exchange: this.#movable.length > 1,
      reorder: this.#orders.length > 0,
      keep: this.#keeps.length > 0,
      axes: this.#spatial > 0,
    };
    this.#table = (Object.keys(moves) as Move[]).flatMap((move) =>
      possible[move] ? new Array<Move>(moves[move]).fill(move) : [],
    );
  }

  /** Nothing can be changed: the mapspace has one mapping. */
  get none(): boolean {
    return this.#table.length === 0;
  }

  /** False when the change drawn is not possible; the draft is then spoilt. */
  apply(draft: Draft): boolean {
    switch (this.#pick(this.#table)) {
      case 'transfer':
        return this.#transfer(draft, this.#pick(this.#movable));
      case 'exchange':
        return this.#exchange(draft);
      case 'reorder':
        return this.#reorder(draft, this.#pick(this.#orders));
      case 'keep':
        return this.#keepElsewhere(draft, this.#pick(this.#keeps));
      case 'axes':
        return this.#reader.chooseAxes(draft, this.#random.below(this.#spatial), this.#random);
    }
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#random.below(items.length)]!;
  }

  #transfer(draft: Draft, d: number): boolean {
    const { plain } = this.#mapspace.factors[d]!;
    if (!plain && this.#random.below(8) === 0) return this.#redraw(draft, d);
    if (this.#mapspace.imperfect) return this.#resize(draft, d);
    const from = this.#occupied(draft, d);
    if (from < 0) return false;
    const to = this.#random.below(this.#positions.length);
    return this.#shift(draft, d, { from, to }) && (plain || this.#isMember(draft, d));
  }

  /** Imperfect factors: one grows or shrinks, another one takes as much as is then left. */
  #resize(draft: Draft, d: number): boolean {
    const { limits, bound } = this.#mapspace.factors[d]!;
    const count = this.#positions.length;
    const one = this.#random.below(count);
    const other = this.#random.below(count);
    if (one === other || limits[one]!.exact !== undefined || limits[other]!.exact !== undefined) return false;
    const at = (p: number): number => p * this.#dimensions + d;
    const factor = draft.factors[at(one)]!;
    const sizes = [factor + 1, factor - 1, factor * 2, Math.ceil(factor / 2), Math.ceil(bound / factor), 1];
    const resized = this.#pick(sizes);
    let rest = resized;
    for (let p = 0; p < count; p += 1) if (p !== one && p !== other) rest *= draft.factors[at(p)]!;
    for (const [p, size] of [
      [one, resized],
      [other, Math.ceil(bound / rest)],
    ] as const) {
      if (draft.factors[at(p)] === 1 && size > 1) this.#introduce(draft, p, d);
      draft.factors[at(p)] = size;
    }
    return this.#isMember(draft, d) && this.#settle(draft, one) && this.#settle(draft, other);
  }

  /** Whether the dimension's factors are one of its vectors. */
  #isMember(draft: Draft, d: number): boolean {
    const { space } = this.#mapspace.factors[d]!;
    let state = 0;
    for (let p = 0; p < space.positions; p += 1) {
      const option = findOption(space, p, state, draft.factors[p * this.#dimensions + d]!);
      if (option < 0) return false;
      state = space.next[p]![option]!;
    }
    return true;
  }

  /** One dimension gives a factor from `from` to `to`, another one in the opposite direction. */
  #exchange(draft: Draft): boolean {
    const one = this.#pick(this.#movable);
    const other = this.#pick(this.#movable);
    const { factors } = this.#mapspace;
    if (one === other || !factors[one]!.plain || !factors[other]!.plain) return false;
    const from = this.#occupied(draft, one);
    const to = this.#occupied(draft, other);
    if (from < 0 || to < 0 || from === to) return false;
    return (
      this.#move(draft, one, { from, to }) &&
      this.#move(draft, other, { from: to, to: from }) &&
      this.#settle(draft, from) &&
      this.#settle(draft, to)
    );
  }

  #shift(draft: Draft, d: number, way: { from: number; to: number }): boolean {
    return (
      way.from !== way.to && this.#move(draft, d, way) && this.#settle(draft, way.from) && this.#settle(draft, way.to)
    );
  }

  /** Moves one prime, or now and then everything that is there. */
  #move(draft: Draft, d: number, { from, to }: { from: number; to: number }): boolean {
    const { limits } = this.#mapspace.factors[d]!;
    if (limits[to]!.exact !== undefined) return false;
    const source = from * this.#dimensions + d;
    const target = to * this.#dimensions + d;
    const present = draft.factors[source]!;
    const part = this.#random.below(4) === 0 ? present : this.#pick(primeFactors(present));
    const left = present / part;
    const grown = draft.factors[target]! * part;
    if (!within(limits[from]!, left) || !within(limits[to]!, grown)) return false;
    const appears = draft.factors[target] === 1;
    draft.factors[source] = left;
    draft.factors[target] = grown;
    if (appears) this.#introduce(draft, to, d);
    return true;
  }

  /** A position where the dimension has a factor that may shrink, or -1. */
  #occupied(draft: Draft, d: number): number {
    const { limits } = this.#mapspace.factors[d]!;
    const count = this.#positions.length;
    let p = this.#random.below(count);
    for (let tried = 0; tried < count; tried += 1) {
      if (draft.factors[p * this.#dimensions + d]! > 1 && limits[p]!.exact === undefined) return p;
      p = (p + 1) % count;
    }
    return -1;
  }

  /** A loop that appears goes to its old place, or innermost. */
  #introduce(draft: Draft, p: number, d: number): void {
    const position = this.#positions[p]!;
    if (position.canonical || !((position.freeMask >> d) & 1) || this.#random.below(2) === 0) return;
    const first = p * this.#dimensions + position.innermost.length;
    const at = draft.order.indexOf(d, first);
    draft.order.copyWithin(first + 1, first, at);
    draft.order[first] = d;
  }

  /** After factors changed at a position: fan-outs may need other axes. */
  #settle(draft: Draft, p: number): boolean {
    if (p >= this.#spatial || this.#reader.fits(draft, p)) return true;
    return this.#reader.chooseAxes(draft, p, this.#random);
  }

  /** Where factors are not freely exchangeable: another vector altogether. */
  #redraw(draft: Draft, d: number): boolean {
    const { space } = this.#mapspace.factors[d]!;
    unrankFactorization(space, Math.floor(this.#random.next() * space.count), this.#vector);
    for (let p = 0; p < space.positions; p += 1) draft.factors[p * this.#dimensions + d] = this.#vector[p]!;
    for (let p = 0; p < this.#spatial; p += 1) if (!this.#settle(draft, p)) return false;
    return true;
  }

  #reorder(draft: Draft, p: number): boolean {
    const { innermost, free } = this.#positions[p]!;
    const first = p * this.#dimensions + innermost.length;
    const from = first + this.#random.below(free.length);
    const to = first + this.#random.below(free.length);
    const d = draft.order[from]!;
    if (from < to) draft.order.copyWithin(from, from + 1, to + 1);
    else draft.order.copyWithin(to + 1, to, from);
    draft.order[to] = d;
    return p >= this.#spatial || this.#settle(draft, p);
  }

  #keepElsewhere(draft: Draft, t: number): boolean {
    const space = this.#mapspace.keeps[t]!;
    if (space.forced === 0 || this.#random.below(4) === 0) {
      draft.keep[t] = keepMask(space, this.#random.below(space.count));
      return true;
    }
    draft.keep[t] = draft.keep[t]! ^ (1 << this.#pick(space.free));
    return true;
  }
}

function within({ exact, min = 1, max = Number.POSITIVE_INFINITY }: FactorLimit, factor: number): boolean {
  return exact === undefined && factor >= min && factor <= max;
}
