// The most instances that any choice of spatial factors can use at once: what bounds cycles from below, and what a least
// parallelism is measured against.

import type { FactorSpace } from '../math/factorization.js';
import { axesFit, axisMasks, loopsOf } from './loop-order.js';
import { availableInstances, type SpatialPosition, type Tiling } from './tiling.js';

/** Choices looked at before the product of the fan-outs is taken instead. */
const budget = 300_000;

export interface Parallelism {
  /** 0 when no spatial factors fit at all; an upper bound where `exact` is false. */
  readonly greatest: number;
  readonly exact: boolean;
}

export function greatestParallelism(tiling: Tiling, spaces: readonly FactorSpace[]): Parallelism {
  const known = new Map<string, number>();
  let left = budget;
  const explore = (p: number, states: readonly number[]): number => {
    const position = tiling.spatial[p];
    if (position === undefined) return 1;
    const key = `${p},${states}`;
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    const most = position.fanoutX * position.fanoutY;
    const factors = spaces.map(() => 1);
    const next = [...states];
    let greatest = 0;
    const choose = (d: number, used: number): void => {
      const space = spaces[d];
      if (space === undefined) {
        left -= 1;
        if (fitsSomehow(position, factors)) greatest = Math.max(greatest, used * explore(p + 1, next));
        return;
      }
      const end = space.firstOption[p]![states[d]! + 1]!;
      for (let option = space.firstOption[p]![states[d]!]!; option < end && left >= 0; option += 1) {
        factors[d] = space.factor[p]![option]!;
        if (used * factors[d] > most) break;
        next[d] = space.next[p]![option]!;
        choose(d + 1, used * factors[d]);
      }
    };
    choose(0, 1);
    known.set(key, greatest);
    return greatest;
  };
  const greatest = explore(
    0,
    spaces.map(() => 0),
  );
  return left >= 0 ? { greatest, exact: true } : { greatest: availableInstances(tiling), exact: false };
}

/** Whether the loops can be split over the two axes. */
export function fitsSomehow(position: SpatialPosition, factors: ArrayLike<number>): boolean {
  const mask = loopsOf(factors);
  return axisMasks(position, mask).some((alongX) => axesFit(position, mask, alongX, factors));
}
