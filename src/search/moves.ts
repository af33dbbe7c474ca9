// Small random changes to a draft: a prime factor moves to another position, two dimensions trade places, loops change
// order, a dataspace is kept elsewhere. Every change keeps the constraints; whether the result fits is for the model.

import { keepMask } from '../mapspace/keep-space.js';
import type { Mapspace } from '../mapspace/mapspace.js';
import { positionsOf } from '../mapspace/tiling.js';
import { primeFactors } from '../math/divisors.js';
import { type FactorLimit, findOption, unrankFactorization } from '../math/factorization.js';
import type { RandomSource } from '../math/random.js';
import type { Draft, DraftReader } from './draft.js';

/** Moves by how often they are tried. */
const moves = { transfer: 8, exchange: 5, reorder: 4, keep: 3, axes: 1 };
type Move = keyof typeof moves;

export function movesOf(mapspace: Mapspace, random: RandomSource, reader: DraftReader) {
  const { tiling, factors, keeps } = mapspace;
  const { spatial, dimensions } = tiling;
  const positions = positionsOf(tiling);
  const vector = new Float64Array(positions.length);
  /** Dimensions with several factor vectors, positions whose loops can change order, dataspaces with a choice of keepers. */
  const movable = factors.flatMap(({ space }, d) => (space.count > 1 ? [d] : []));
  const orders = positions.flatMap(({ canonical, free }, p) => (canonical || free.length < 2 ? [] : [p]));
  const choosing = keeps.flatMap(({ count }, t) => (count > 1 ? [t] : []));
  const possible: Record<Move, boolean> = {
    transfer: movable.length > 0,
    exchange: movable.length > 0,
    reorder: orders.length > 0,
    keep: choosing.length > 0,
    axes: spatial.length > 0,
  };
  /** Every move that is possible, as often as it is tried. */
  const table = (Object.keys(moves) as Move[]).flatMap((move) =>
    possible[move] ? new Array<Move>(moves[move]).fill(move) : [],
  );

  /** `none`: nothing can be changed, the mapspace has one mapping. */
  return { none: table.length === 0, apply };

  /** False when the change drawn is not possible; the draft is then spoilt. */
  function apply(draft: Draft): boolean {
    switch (pick(table)) {
      case 'transfer':
        return transfer(draft, pick(movable));
      case 'exchange':
        return exchange(draft);
      case 'reorder':
        return reorder(draft, pick(orders));
      case 'keep':
        return keepElsewhere(draft, pick(choosing));
      case 'axes':
        return reader.chooseAxes(draft, random.below(spatial.length), random);
    }
  }

  function pick<T>(items: readonly T[]): T {
    return items[random.below(items.length)]!;
  }

  function transfer(draft: Draft, d: number): boolean {
    const { plain } = factors[d]!;
    if (!plain && random.below(8) === 0) return redraw(draft, d);
    if (mapspace.imperfect) return resize(draft, d);
    const from = occupied(draft, d);
    if (from < 0) return false;
    const to = random.below(positions.length);
    if (from === to || !move(draft, d, { from, to })) return false;
    return settle(draft, from) && settle(draft, to) && (plain || isMember(draft, d));
  }

  /** Imperfect factors: one grows or shrinks, another one takes as much as is then left. */
  function resize(draft: Draft, d: number): boolean {
    const { limits, bound } = factors[d]!;
    const count = positions.length;
    const one = random.below(count);
    const other = random.below(count);
    if (one === other || limits[one]!.exact !== undefined || limits[other]!.exact !== undefined) return false;
    const at = (p: number): number => p * dimensions + d;
    const factor = draft.factors[at(one)]!;
    const sizes = [factor + 1, factor - 1, factor * 2, Math.ceil(factor / 2), Math.ceil(bound / factor), 1];
    const resized = pick(sizes);
    let rest = resized;
    for (let p = 0; p < count; p += 1) if (p !== one && p !== other) rest *= draft.factors[at(p)]!;
    for (const [p, size] of [
      [one, resized],
      [other, Math.ceil(bound / rest)],
    ] as const) {
      if (draft.factors[at(p)] === 1 && size > 1) introduce(draft, p, d);
      draft.factors[at(p)] = size;
    }
    return isMember(draft, d) && settle(draft, one) && settle(draft, other);
  }

  /** Whether the dimension's factors are one of its vectors. */
  function isMember(draft: Draft, d: number): boolean {
    const { space } = factors[d]!;
    let state = 0;
    for (let p = 0; p < space.positions; p += 1) {
      const option = findOption(space, p, state, draft.factors[p * dimensions + d]!);
      if (option < 0) return false;
      state = space.next[p]![option]!;
    }
    return true;
  }

  /** A dimension gives a factor from `from` to `to`, and another one, or itself, in the opposite direction. */
  function exchange(draft: Draft): boolean {
    const one = pick(movable);
    const other = pick(movable);
    if (!factors[one]!.plain || !factors[other]!.plain) return false;
    const from = occupied(draft, one);
    const to = occupied(draft, other);
    if (from < 0 || to < 0 || from === to) return false;
    return (
      move(draft, one, { from, to }) &&
      move(draft, other, { from: to, to: from }) &&
      settle(draft, from) &&
      settle(draft, to)
    );
  }

  /** Moves one prime, or now and then everything that is there. */
  function move(draft: Draft, d: number, { from, to }: { from: number; to: number }): boolean {
    const { limits } = factors[d]!;
    if (limits[to]!.exact !== undefined) return false;
    const source = from * dimensions + d;
    const target = to * dimensions + d;
    const present = draft.factors[source]!;
    const part = random.below(4) === 0 ? present : pick(primeFactors(present));
    const left = present / part;
    const grown = draft.factors[target]! * part;
    if (!within(limits[from]!, left) || !within(limits[to]!, grown)) return false;
    const appears = draft.factors[target] === 1;
    draft.factors[source] = left;
    draft.factors[target] = grown;
    if (appears) introduce(draft, to, d);
    return true;
  }

  /** A position where the dimension has a factor that may shrink, or -1. */
  function occupied(draft: Draft, d: number): number {
    const { limits } = factors[d]!;
    const count = positions.length;
    let p = random.below(count);
    for (let tried = 0; tried < count; tried += 1) {
      if (draft.factors[p * dimensions + d]! > 1 && limits[p]!.exact === undefined) return p;
      p = (p + 1) % count;
    }
    return -1;
  }

  /** A loop that appears goes to its old place, or innermost. */
  function introduce(draft: Draft, p: number, d: number): void {
    const position = positions[p]!;
    if (position.canonical || !((position.freeMask >> d) & 1) || random.below(2) === 0) return;
    const first = p * dimensions + position.innermost.length;
    const at = draft.order.indexOf(d, first);
    draft.order.copyWithin(first + 1, first, at);
    draft.order[first] = d;
  }

  /** After factors changed at a position: fan-outs may need other axes. */
  function settle(draft: Draft, p: number): boolean {
    if (p >= spatial.length || reader.fits(draft, p)) return true;
    return reader.chooseAxes(draft, p, random);
  }

  /** Where factors are not freely exchangeable: another vector altogether. */
  function redraw(draft: Draft, d: number): boolean {
    const { space } = factors[d]!;
    unrankFactorization(space, Math.floor(random.next() * space.count), vector);
    for (let p = 0; p < space.positions; p += 1) draft.factors[p * dimensions + d] = vector[p]!;
    for (let p = 0; p < spatial.length; p += 1) if (!settle(draft, p)) return false;
    return true;
  }

  function reorder(draft: Draft, p: number): boolean {
    const { innermost, free } = positions[p]!;
    const first = p * dimensions + innermost.length;
    const from = first + random.below(free.length);
    const to = first + random.below(free.length);
    const d = draft.order[from]!;
    if (from < to) draft.order.copyWithin(from, from + 1, to + 1);
    else draft.order.copyWithin(to + 1, to, from);
    draft.order[to] = d;
    return p >= spatial.length || settle(draft, p);
  }

  function keepElsewhere(draft: Draft, t: number): boolean {
    const space = keeps[t]!;
    if (space.forced === 0 || random.below(4) === 0) {
      draft.keep[t] = keepMask(space, random.below(space.count));
      return true;
    }
    draft.keep[t] = draft.keep[t]! ^ (1 << pick(space.free));
    return true;
  }
}

function within({ exact, min = 1, max = Number.POSITIVE_INFINITY }: FactorLimit, factor: number): boolean {
  return exact === undefined && factor >= min && factor <= max;
}
