// How many mappings there are, and the canonical index of each: how many begin with smaller digits of the key. They are
// counted choice by choice where that is soon done. Elsewhere every position gets room for the orders of all its free
// dimensions, and fan-outs bind nothing: numbers still tell mappings apart, in canonical order, but not every number has
// a mapping, and the size is an upper bound.

import { bitCount } from '../math/bits.js';
import { type FactorSpace, findOption } from '../math/factorization.js';
import { factorial } from '../math/permutation.js';
import { productOf } from '../math/product.js';
import type { KeyLayout } from './canonical-key.js';
import { axesFit, axisMasks, loopsOf, orderCount } from './loop-order.js';
import { availableInstances, type PositionBase, positionsOf, type SpatialPosition } from './tiling.js';

export interface Numbering {
  readonly size: bigint;
  /** Whether every number below the size belongs to a mapping. */
  readonly exact: boolean;
  /** The key must be one of a mapping. */
  indexOf(key: ArrayLike<number>): bigint;
}

export interface NumberingLimits {
  /** A share of the whole fan-out (B.1). */
  readonly minParallelism: number;
  readonly maxTemporalLoops: number | null;
  /** Choices of a factor to look at before an upper bound will do. */
  readonly steps: number;
}

/** Choices made so far. */
interface Begun {
  /** The position at hand, spatial ones first. */
  readonly p: number;
  /** Of each dimension before that position, or after it for those that have chosen there: the first of `factors`. */
  readonly states: readonly number[];
  readonly factors: readonly number[];
  /** Product of all spatial factors, and number of temporal loops. */
  readonly parallelism: number;
  readonly loops: number;
}

interface Ways {
  /** To go on, the arrangements of the position at hand included. */
  from(begun: Begun): bigint;
  /** Arrangements of a fan-out with a smaller mask of dimensions along X; orders along Y with this one. */
  before(begun: Begun, alongX: number): readonly [arrangements: bigint, ordersAlongY: bigint];
}

export function numberingOf(layout: KeyLayout, spaces: readonly FactorSpace[], limits: NumberingLimits): Numbering {
  const start = { p: 0, states: spaces.map(() => 0), factors: [], parallelism: 1, loops: 0 };
  const keeps = layout.keeps.reduce((product, { count }) => product * BigInt(count), 1n);
  if (keeps === 0n || spaces.some(({ count }) => count === 0)) return { size: 0n, exact: true, indexOf: () => 0n };
  const counted = new Counted(layout, spaces, limits);
  const exact = counted.suffices(start);
  const ways: Ways = exact ? counted : new Padded(layout, spaces);
  const each = ways.from(start);
  return { size: keeps * each, exact, indexOf: (key) => indexOf(layout, spaces, { key, ways, each, start }) };
}

function indexOf(
  { tiling, keeps, start: digits }: KeyLayout,
  spaces: readonly FactorSpace[],
  of: { readonly key: ArrayLike<number>; readonly ways: Ways; readonly each: bigint; readonly start: Begun },
): bigint {
  const { key, ways } = of;
  let index = keeps.reduce((rank, { count }, t) => rank * BigInt(count) + BigInt(key[t]!), 0n) * of.each;
  let begun = of.start;
  for (const [p, offset] of digits.entries()) {
    spaces.forEach((space, d) => {
      const own = findOption(space, p, begun.states[d]!, key[offset + d]!);
      for (let option = space.firstOption[p]![begun.states[d]!]!; option < own; option += 1)
        index += ways.from(chosen(begun, space, option));
      begun = chosen(begun, space, own);
    });
    const next = passed(begun, tiling.spatial.length);
    const beyond = ways.from(next);
    const rank = (at: number): bigint => BigInt(key[offset + spaces.length + at]!);
    if (p < tiling.spatial.length) {
      const [smaller, alongY] = ways.before(begun, Number(rank(0)));
      index += (smaller + rank(1) * alongY + rank(2)) * beyond;
    } else index += rank(0) * beyond;
    begun = next;
  }
  return index;
}

function chosen({ p, states, factors, ...rest }: Begun, space: FactorSpace, option: number): Begun {
  const next = states.with(factors.length, space.next[p]![option]!);
  return { p, states: next, factors: [...factors, space.factor[p]![option]!], ...rest };
}

/** With everything chosen at its position. */
function passed({ p, states, factors, parallelism, loops }: Begun, spatial: number): Begun {
  const next = { p: p + 1, states, factors: [] };
  return p < spatial
    ? { ...next, parallelism: parallelism * productOf(factors), loops }
    : { ...next, parallelism, loops: loops + bitCount(loopsOf(factors)) };
}

/** One choice after the other. */
class Counted implements Ways {
  readonly #layout: KeyLayout;
  readonly #spaces: readonly FactorSpace[];
  readonly #least: number;
  readonly #most: number | null;
  readonly #positions: readonly PositionBase[];
  /** At each position: the factors tried, and the states that they lead to. */
  readonly #tried: readonly { readonly factors: Float64Array; readonly states: Int32Array }[];
  /** Most that the factors of a position may come to. */
  readonly #room: readonly number[];
  readonly #known = new Map<string, number>();
  #steps: number;

  constructor(layout: KeyLayout, spaces: readonly FactorSpace[], limits: NumberingLimits) {
    this.#layout = layout;
    this.#spaces = spaces;
    this.#least = limits.minParallelism * availableInstances(layout.tiling);
    this.#most = limits.maxTemporalLoops;
    this.#positions = positionsOf(layout.tiling);
    this.#tried = this.#positions.map(() => ({
      factors: new Float64Array(spaces.length),
      states: new Int32Array(spaces.length),
    }));
    this.#room = positionsOf(layout.tiling).map((one) =>
      one.kind === 'spatial' ? one.fanoutX * one.fanoutY : Number.POSITIVE_INFINITY,
    );
    const temporal = this.#positions.slice(layout.tiling.spatial.length);
    const choices = temporal.map((_, t) =>
      productOf(spaces.map(({ factor }) => factor[layout.tiling.spatial.length + t]!.length)),
    );
    // As many are likely to be met, and more than once.
    this.#steps = Math.max(...choices) > limits.steps / 4 ? -1 : limits.steps;
  }

  /** Whether the steps do for all there is; then further questions are soon answered. */
  suffices(start: Begun): boolean {
    this.from(start);
    if (this.#steps < 0) return false;
    this.#steps = Number.POSITIVE_INFINITY;
    return true;
  }

  from({ p, states, factors, ...rest }: Begun): bigint {
    if (factors.length === 0) return BigInt(this.#ways(p, states, rest));
    const tried = this.#tried[p]!;
    tried.factors.set(factors);
    tried.states.set(states);
    return BigInt(this.#choose(p, factors.length, { before: states, ...rest }));
  }

  before(
    { p, factors }: Pick<Begun, 'p'> & { readonly factors: ArrayLike<number> },
    alongX: number,
  ): readonly [bigint, bigint] {
    const position = this.#layout.tiling.spatial[p]!;
    const mask = loopsOf(factors);
    const smaller = axisMasks(position, mask).filter(
      (x) => x < alongX && axesFit(position, mask, { alongX: x, factors }),
    );
    const orders = (x: number): number => orderCount(position, x) * orderCount(position, mask & ~x);
    return [BigInt(smaller.reduce((sum, x) => sum + orders(x), 0)), BigInt(orderCount(position, mask & ~alongX))];
  }

  /** From a position on. */
  #ways(p: number, states: ArrayLike<number>, so: Pick<Begun, 'parallelism' | 'loops'>): number {
    const spatial = this.#layout.tiling.spatial.length;
    if (this.#most !== null && so.loops > this.#most) return 0;
    if (p === spatial && so.parallelism < this.#least) return 0;
    if (p === this.#positions.length) return 1;
    const used = this.#least > 0 && p < spatial ? so.parallelism : 0;
    const key = `${p},${states},${used},${this.#most === null ? 0 : so.loops}`;
    let ways = this.#known.get(key);
    if (ways === undefined) {
      ways = this.#choose(p, 0, { before: states, ...so });
      this.#known.set(key, ways);
      if (ways > Number.MAX_SAFE_INTEGER) this.#steps = -1;
    }
    return ways;
  }

  /** With what has been tried of the first `d` dimensions at a position. */
  #choose(
    p: number,
    d: number,
    so: Pick<Begun, 'parallelism' | 'loops'> & { readonly before: ArrayLike<number> },
  ): number {
    const { factors, states } = this.#tried[p]!;
    const space = this.#spaces[d];
    if (space === undefined) return this.#arranged(p, so);
    const { before } = so;
    let ways = 0;
    const end = space.firstOption[p]![before[d]! + 1]!;
    for (let option = space.firstOption[p]![before[d]!]!; option < end && this.#steps >= 0; option += 1) {
      this.#steps -= 1;
      factors[d] = space.factor[p]![option]!;
      if (productOf(factors.subarray(0, d + 1)) > this.#room[p]!) break;
      states[d] = space.next[p]![option]!;
      ways += this.#choose(p, d + 1, so);
    }
    return ways;
  }

  #arranged(p: number, { parallelism, loops }: Pick<Begun, 'parallelism' | 'loops'>): number {
    const { factors, states } = this.#tried[p]!;
    if (p < this.#layout.tiling.spatial.length) {
      const arrangements = Number(this.before({ p, factors }, 2 ** factors.length)[0]);
      if (arrangements === 0) return 0;
      return arrangements * this.#ways(p + 1, states, { parallelism: parallelism * productOf(factors), loops });
    }
    const mask = loopsOf(factors);
    const orders = orderCount(this.#positions[p]!, mask);
    return orders * this.#ways(p + 1, states, { parallelism, loops: loops + bitCount(mask) });
  }
}

/** Room for everything that may stand at a position. */
class Padded implements Ways {
  readonly #spaces: readonly FactorSpace[];
  /** Orders of the loops of a position. */
  readonly #orders: readonly bigint[];
  readonly #fanouts: readonly SpatialPosition[];
  /** Of a fan-out with two axes: dimensions that may have a loop there. */
  readonly #divided: readonly (readonly number[])[];
  /** Arrangements of a position and all after it. */
  readonly #room: readonly bigint[];

  constructor({ tiling }: KeyLayout, spaces: readonly FactorSpace[]) {
    const looping = (p: number, among: readonly number[]): number[] =>
      among.filter((d) => spaces[d]!.factor[p]!.some((factor) => factor > 1));
    this.#spaces = spaces;
    this.#fanouts = tiling.spatial;
    this.#orders = positionsOf(tiling).map(({ canonical, free }, p) =>
      BigInt(canonical ? 1 : factorial(looping(p, free).length)),
    );
    this.#divided = tiling.spatial.map(({ fanoutX, fanoutY }, p) =>
      fanoutX > 1 && fanoutY > 1 ? looping(p, [...spaces.keys()]) : [],
    );
    this.#room = this.#orders.map((_, p) =>
      this.#orders
        .slice(p)
        .reduce((room, orders, at) => room * orders * 2n ** BigInt(this.#divided[p + at]?.length ?? 0), 1n),
    );
  }

  from({ p, states, factors }: Begun): bigint {
    return this.#spaces.reduce(
      (ways, { completions }, d) => ways * BigInt(completions[d < factors.length ? p + 1 : p]![states[d]!]!),
      this.#room[p] ?? 1n,
    );
  }

  before({ p, factors }: Begun, alongX: number): readonly [bigint, bigint] {
    const rank = this.#divided[p]!.reduce((sum, d, bit) => sum + ((alongX >> d) & 1) * 2 ** bit, 0);
    return [BigInt(rank) * this.#orders[p]!, BigInt(orderCount(this.#fanouts[p]!, loopsOf(factors) & ~alongX))];
  }
}
