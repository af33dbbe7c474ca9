// The most instances that any choice of spatial factors can use at once: what bounds cycles from below, and what a least
// parallelism is measured against.

import type { FactorSpace } from '../math/factorization.js';
import { axisMasks } from './loop-order.js';
import { availableInstances, type SpatialPosition, type Tiling } from './tiling.js';

/** Choices looked at before the product of the fan-outs is taken instead. */
const budget = 300_000;

export interface Parallelism {
  /** 0 when no spatial factors fit at all; an upper bound where `exact` is false. */
  readonly greatest: number;
  readonly exact: boolean;
}

export function greatestParallelism(tiling: Tiling, spaces: readonly FactorSpace[]): Parallelism {
  const search = { tiling, spaces, left: budget, known: tiling.spatial.map(() => new Map<string, number>()) };
  const greatest = explore(search, 0, new Array<number>(spaces.length).fill(0));
  if (search.left >= 0) return { greatest, exact: true };
  return { greatest: availableInstances(tiling), exact: false };
}

interface Search {
  readonly tiling: Tiling;
  readonly spaces: readonly FactorSpace[];
  readonly known: readonly Map<string, number>[];
  left: number;
}

function explore(search: Search, p: number, states: readonly number[]): number {
  const { tiling, spaces, known } = search;
  if (p === tiling.spatial.length) return 1;
  const key = states.join();
  const seen = known[p]!.get(key);
  if (seen !== undefined) return seen;
  const factors = new Array<number>(spaces.length).fill(1);
  const next = new Array<number>(spaces.length).fill(0);
  const greatest = choose(search, { p, states, factors, next }, 0, 1);
  known[p]!.set(key, greatest);
  return greatest;
}

/** A fan-out being filled: states before it, factors and states after it of the dimensions so far. */
interface Filling {
  readonly p: number;
  readonly states: readonly number[];
  readonly factors: number[];
  readonly next: number[];
}

/** Most instances with any factors of dimension d and those that follow, `used` being the product of those before. */
function choose(search: Search, filling: Filling, d: number, used: number): number {
  const { p, states, factors, next } = filling;
  const position = search.tiling.spatial[p]!;
  if (search.left < 0) return 0;
  if (d === search.spaces.length) {
    search.left -= 1;
    return fitsSomehow(position, factors) ? used * explore(search, p + 1, [...next]) : 0;
  }
  const space = search.spaces[d]!;
  const end = space.firstOption[p]![states[d]! + 1]!;
  let greatest = 0;
  for (let option = space.firstOption[p]![states[d]!]!; option < end; option += 1) {
    const factor = space.factor[p]![option]!;
    if (used * factor > position.fanoutX * position.fanoutY) break;
    factors[d] = factor;
    next[d] = space.next[p]![option]!;
    greatest = Math.max(greatest, choose(search, filling, d + 1, used * factor));
  }
  return greatest;
}

/** Whether the loops can be split over the two axes. */
export function fitsSomehow(position: SpatialPosition, factors: readonly number[]): boolean {
  const mask = factors.reduce((bits, factor, d) => (factor > 1 ? bits | (1 << d) : bits), 0);
  const product = (part: number): number =>
    factors.reduce((all, factor, d) => ((part >> d) & 1 ? all * factor : all), 1);
  return axisMasks(position, mask).some(
    (alongX) => product(alongX) <= position.fanoutX && product(mask & ~alongX) <= position.fanoutY,
  );
}
