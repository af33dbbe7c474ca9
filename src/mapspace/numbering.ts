// How many mappings there are, and the canonical index of each: how many begin with smaller digits of the key. They are
// counted choice by choice where that is soon done. Elsewhere dimensions are counted one by one, with room for orders, and
// fan-outs bind nothing: numbers still tell mappings apart, in canonical order, but not every number has a mapping, and the
// size is an upper bound.

import { bitCount } from '../math/bits.js';
import { type FactorSpace, findOption } from '../math/factorization.js';
import { productOf } from '../math/product.js';
import type { KeyLayout } from './canonical-key.js';
import { axesFit, axisMasks, loopsOf, orderCount } from './loop-order.js';
import { availableInstances, positionsOf, type SpatialPosition } from './tiling.js';

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

/** By the choices made so far: product of all spatial factors, and number of temporal loops. */
interface Used {
  readonly parallelism: number;
  readonly loops: number;
}

/** Choices made so far. */
interface Begun extends Used {
  /** The position at hand, spatial ones first. */
  readonly p: number;
  /** Of each dimension before that position, or after it for those that have chosen there: the first of `factors`. */
  readonly states: readonly number[];
  readonly factors: readonly number[];
}

/** Ways to go on, the arrangements of the position at hand included. */
type Ways = (begun: Begun) => bigint;

export function numberingOf(layout: KeyLayout, spaces: readonly FactorSpace[], limits: NumberingLimits): Numbering {
  const start = { p: 0, states: spaces.map(() => 0), factors: [], parallelism: 1, loops: 0 };
  const keeps = layout.keeps.reduce((product, { count }) => product * BigInt(count), 1n);
  if (keeps === 0n || spaces.some(({ count }) => count === 0)) return { size: 0n, exact: true, indexOf: () => 0n };
  const counted = countedWays(layout, spaces, limits, start);
  const ways = counted ?? paddedWays(layout, spaces);
  const each = ways(start);
  const positions = positionsOf(layout.tiling);
  const indexOf: Numbering['indexOf'] = (key) => {
    let index = layout.keeps.reduce((rank, { count }, t) => rank * BigInt(count) + BigInt(key[t]!), 0n) * each;
    let begun: Begun = start;
    for (const [p, position] of positions.entries()) {
      const offset = layout.start[p]!;
      spaces.forEach((space, d) => {
        const own = findOption(space, p, begun.states[d]!, key[offset + d]!);
        for (let option = space.firstOption[p]![begun.states[d]!]!; option < own; option += 1)
          index += ways(chosen(begun, space, option));
        begun = chosen(begun, space, own);
      });
      const next = passed(begun, layout.tiling.spatial.length);
      const rank = (at: number): number => key[offset + spaces.length + at]!;
      let before = rank(0);
      if (position.kind === 'spatial') {
        const { factors } = begun;
        const alongY = orderCount(position, loopsOf(factors) & ~rank(0));
        before = arrangements(position, factors, rank(0)) + rank(1) * alongY + rank(2);
      }
      index += BigInt(before) * ways(next);
      begun = next;
    }
    return index;
  };
  return { size: keeps * each, exact: counted !== undefined, indexOf };
}

/** Of a fan-out with these factors, the mask of dimensions along X below a limit. */
function arrangements(position: SpatialPosition, factors: ArrayLike<number>, below: number): number {
  const mask = loopsOf(factors);
  let sum = 0;
  for (const x of axisMasks(position, mask)) {
    if (x >= below) break;
    if (axesFit(position, mask, x, factors)) sum += orderCount(position, mask & x) * orderCount(position, mask & ~x);
  }
  return sum;
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

/** One choice after the other; undefined where the steps do not suffice for all there is. */
function countedWays(
  { tiling }: KeyLayout,
  spaces: readonly FactorSpace[],
  { minParallelism, maxTemporalLoops, steps }: NumberingLimits,
  start: Begun,
): Ways | undefined {
  const { spatial } = tiling;
  const positions = positionsOf(tiling);
  const choices = positions
    .slice(spatial.length)
    .map((_, t) => productOf(spaces.map(({ factor }) => factor[spatial.length + t]!.length)));
  // As many are likely to be met, and more than once.
  if (Math.max(...choices) > steps / 4) return undefined;
  const least = minParallelism * availableInstances(tiling);
  /** At each position: the factors tried, the states that they lead to, and the most that the factors may come to. */
  const tried = positions.map((one) => ({
    factors: new Float64Array(spaces.length),
    states: new Int32Array(spaces.length),
    room: one.kind === 'spatial' ? one.fanoutX * one.fanoutY : Number.POSITIVE_INFINITY,
  }));
  const known = positions.map(() => new Map<number, number>());
  /** At each position, by dimension. */
  const counts = positions.map((_, p) => spaces.map(({ firstOption }) => firstOption[p]!.length - 1));
  /** By what keys tell apart besides states. */
  const instances = least > 0 ? availableInstances(tiling) + 1 : 1;
  if (Math.max(...counts.map(productOf)) * instances * ((maxTemporalLoops ?? 0) + 1) > Number.MAX_SAFE_INTEGER)
    return undefined;
  const keyOf = (p: number, states: ArrayLike<number>, { parallelism, loops }: Used): number => {
    let key = (least > 0 && p < spatial.length ? parallelism : 0) + instances * (maxTemporalLoops === null ? 0 : loops);
    for (let d = 0; d < spaces.length; d += 1) key = key * counts[p]![d]! + states[d]!;
    return key;
  };
  let left = steps;

  /** From a position on. */
  const ways = (p: number, states: ArrayLike<number>, so: Used): number => {
    if (maxTemporalLoops !== null && so.loops > maxTemporalLoops) return 0;
    if (p === spatial.length && so.parallelism < least) return 0;
    if (p === positions.length) return 1;
    const key = keyOf(p, states, so);
    let all = known[p]!.get(key);
    if (all === undefined) {
      all = choose(p, 0, 1, states, so);
      known[p]!.set(key, all);
      if (all > Number.MAX_SAFE_INTEGER) left = -1;
    }
    return all;
  };
  /** With what has been tried of the first `d` dimensions at a position, factors whose product is `made`. */
  const choose = (p: number, d: number, made: number, before: ArrayLike<number>, so: Used): number => {
    const space = spaces[d];
    if (space === undefined) return arranged(p, made, so);
    const { factors, states, room } = tried[p]!;
    const own = space.factor[p]!;
    const next = space.next[p]!;
    let all = 0;
    const end = space.firstOption[p]![before[d]! + 1]!;
    for (let option = space.firstOption[p]![before[d]!]!; option < end && left >= 0; option += 1) {
      left -= 1;
      const factor = own[option]!;
      if (made * factor > room) break;
      factors[d] = factor;
      states[d] = next[option]!;
      all += choose(p, d + 1, made * factor, before, so);
    }
    return all;
  };
  const arranged = (p: number, made: number, { parallelism, loops }: Used): number => {
    const { factors, states } = tried[p]!;
    if (p < spatial.length) {
      const here = arrangements(spatial[p]!, factors, Number.POSITIVE_INFINITY);
      return here && here * ways(p + 1, states, { parallelism: parallelism * made, loops });
    }
    const mask = loopsOf(factors);
    return orderCount(positions[p]!, mask) * ways(p + 1, states, { parallelism, loops: loops + bitCount(mask) });
  };

  ways(0, start.states, start);
  if (left < 0) return undefined;
  left = Number.POSITIVE_INFINITY;
  return (begun) => {
    const { p, states, factors } = begun;
    if (factors.length === 0) return BigInt(ways(p, states, begun));
    tried[p]!.factors.set(factors);
    tried[p]!.states.set(states);
    return BigInt(choose(p, factors.length, productOf(factors), states, begun));
  };
}

/**
 * Room for all orders, dimension by dimension: numbered from 1, any n of them have numbers whose product is n! at least; and
 * (n + 1)! from 2, which is what n loops have that may lie along X or along Y.
 */
function paddedWays({ tiling }: KeyLayout, spaces: readonly FactorSpace[]): Ways {
  const positions = positionsOf(tiling);
  /** What a loop of a dimension multiplies arrangements by: little where there often is one. */
  const rooms = positions.map((one, p) => {
    const axes = one.kind === 'spatial' && one.fanoutX > 1 && one.fanoutY > 1 ? 1 : 0;
    const loops = spaces.map(({ factor }) => factor[p]!.filter((choice) => choice > 1).length);
    const ranked = one.canonical ? [] : one.free.toSorted((a, b) => loops[b]! - loops[a]!);
    return spaces.map((_, d) => BigInt(Math.max(1, ranked.indexOf(d) + 1) + axes));
  });
  const room = (p: number, d: number, factor: number): bigint => (factor > 1 ? rooms[p]![d]! : 1n);
  /** By dimension, position and state. */
  const known = spaces.map(({ firstOption, factor, next }, d) => {
    const ways: bigint[][] = [];
    ways[positions.length] = [1n];
    for (let p = positions.length - 1; p >= 0; p -= 1) {
      const options = Array.from(next[p]!, (to, o) => room(p, d, factor[p]![o]!) * ways[p + 1]![to]!);
      const starts = Array.from(firstOption[p]!);
      ways[p] = starts
        .slice(1)
        .map((end, state) => options.slice(starts[state], end).reduce((sum, one) => sum + one, 0n));
    }
    return ways;
  });
  return ({ p, states, factors }) =>
    states.reduce(
      (all, state, d) =>
        all * (d < factors.length ? room(p, d, factors[d]!) * known[d]![p + 1]![state]! : known[d]![p]![state]!),
      1n,
    );
}
