// The most instances that any choice of spatial factors can use at once: what bounds cycles from below, and what a least
// parallelism is measured against.

import type { FactorSpace } from '../math/factorization.js';
import { eachFanoutChoice } from './fanout-choices.js';
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
  const known = tiling.spatial.map(() => new Map<string, number>());
  let left = budget;
  const explore = (p: number, states: Int32Array): number => {
    const position = tiling.spatial[p];
    if (position === undefined) return 1;
    const key = states.join();
    let greatest = known[p]!.get(key);
    if (greatest !== undefined) return greatest;
    greatest = 0;
    eachFanoutChoice({ position, p, spaces, states }, ({ factors, used, states: next }) => {
      left -= 1;
      if (fitsSomehow(position, factors)) greatest = Math.max(greatest!, used * explore(p + 1, next.slice()));
      return left >= 0;
    });
    known[p]!.set(key, greatest);
    return greatest;
  };
  const greatest = explore(0, new Int32Array(spaces.length));
  return left >= 0 ? { greatest, exact: true } : { greatest: availableInstances(tiling), exact: false };
}

/** Whether the loops can be split over the two axes. */
export function fitsSomehow(position: SpatialPosition, factors: ArrayLike<number>): boolean {
  const mask = loopsOf(factors);
  return axisMasks(position, mask).some((alongX) => axesFit(position, mask, { alongX, factors }));
}
