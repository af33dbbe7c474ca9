// Counting orders needs only which dimensions have a factor above 1 at which temporal position. This file describes, for
// one dimension, how the remaining patterns unfold position by position, in as few coordinates as possible.
//
// Where no temporal position limits the dimension, all patterns with j factors above 1 are equally frequent, so j is
// coordinate enough: a handful of values instead of every divisor. Otherwise the coordinates are the states of the space.

import type { FactorLimit, FactorSpace } from '../math/factorization.js';
import type { DimensionFactors } from './factor-rule.js';

/** `from[i]` lists where coordinate i of this position leads at the next one, and how often. */
export interface Steps {
  readonly from: readonly (readonly { readonly to: number; readonly times: number }[])[];
}

export interface PatternBasis {
  /** Coordinates before temporal position t, for t = 0 to the number of temporal positions. */
  readonly sizes: readonly number[];
  /** Passing temporal position t with factor 1, or with a factor above 1. */
  readonly unit: readonly Steps[];
  readonly loop: readonly Steps[];
  /** A state before temporal position t as a combination of coordinates. */
  coordinates(t: number, state: number): readonly number[];
}

export function patternBasis(factors: DimensionFactors, spatial: number): PatternBasis {
  const { space, limits, bound, plain } = factors;
  const temporal = limits.slice(spatial);
  const even =
    plain && temporal.every(({ exact, min = 1, max = bound }) => exact !== undefined || (min <= 1 && max >= bound));
  return even ? byLoopCount(space, temporal, spatial) : byState(space, temporal.length, spatial);
}

function byLoopCount(space: FactorSpace, temporal: readonly FactorLimit[], spatial: number): PatternBasis {
  const last = temporal.length;
  const isFree = temporal.map(({ exact }) => exact === undefined);
  const freeFrom = temporal.map((_, t) => isFree.slice(t).filter((free) => free).length);
  freeFrom.push(0);
  // paths[t][state][j]: ways to go on with exactly j free factors above 1.
  const paths: number[][][] = [];
  paths[last] = [[1]];
  for (let t = last - 1; t >= 0; t -= 1) {
    const p = spatial + t;
    paths[t] = Array.from({ length: space.states[p]! }, (_, state) => {
      const ways: number[] = [];
      for (let option = space.firstOption[p]![state]!; option < space.firstOption[p]![state + 1]!; option += 1) {
        const loops = isFree[t] && space.factor[p]![option]! > 1 ? 1 : 0;
        paths[t + 1]![space.next[p]![option]!]!.forEach((count, j) => {
          ways[j + loops] = (ways[j + loops] ?? 0) + count;
        });
      }
      return Array.from(ways, (count) => count ?? 0);
    });
  }
  const sizes = paths.map(
    (states, t) => 1 + Math.min(freeFrom[t]!, Math.max(0, ...states.map((ways) => ways.length - 1))),
  );
  const steps = (t: number, loops: 0 | 1): Steps => ({
    from: Array.from({ length: sizes[t]! }, (_, j) => {
      const fixed = temporal[t]!.exact;
      if (fixed !== undefined) return fixed > 1 === (loops === 1) ? [{ to: j, times: 1 }] : [];
      const to = j - loops;
      return to >= 0 && to < sizes[t + 1]! ? [{ to, times: 1 }] : [];
    }),
  });
  const combinations = paths.map((states, t) =>
    states.map((ways) => ways.map((count, j) => count / binomial(freeFrom[t]!, j))),
  );
  return {
    sizes,
    unit: temporal.map((_, t) => steps(t, 0)),
    loop: temporal.map((_, t) => steps(t, 1)),
    coordinates: (t, state) => combinations[t]![state]!,
  };
}

function binomial(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i += 1) ways = (ways * (n - k + i)) / i;
  return ways;
}

function byState(space: FactorSpace, last: number, spatial: number): PatternBasis {
  const steps = (t: number, loops: 0 | 1): Steps => {
    const p = spatial + t;
    return {
      from: Array.from({ length: space.states[p]! }, (_, state) => {
        const times = new Map<number, number>();
        for (let option = space.firstOption[p]![state]!; option < space.firstOption[p]![state + 1]!; option += 1) {
          if (space.factor[p]![option]! > 1 !== (loops === 1)) continue;
          const to = space.next[p]![option]!;
          times.set(to, (times.get(to) ?? 0) + 1);
        }
        return [...times].map(([to, count]) => ({ to, times: count }));
      }),
    };
  };
  const unitVectors = space.states.map((count) =>
    Array.from({ length: count }, (_, state) => [...new Array<number>(state).fill(0), 1]),
  );
  return {
    sizes: Array.from({ length: last + 1 }, (_, t) => space.states[spatial + t]!),
    unit: Array.from({ length: last }, (_, t) => steps(t, 0)),
    loop: Array.from({ length: last }, (_, t) => steps(t, 1)),
    coordinates: (t, state) => unitVectors[spatial + t]![state]!,
  };
}
