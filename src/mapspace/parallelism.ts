// The most instances that any choice of spatial factors can use at once: what bounds cycles from below, and what a least
// parallelism is measured against.

import type { FactorSpace } from '../math/factorization.js';
import { chooseFactors, factorRow } from './factor-choices.js';
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
  const explore = (p: number, states: ArrayLike<number>): number => {
    const position = tiling.spatial[p];
    if (position === undefined) return 1;
    const key = `${p},${states}`;
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    const row = factorRow(position, p, new Float64Array(spaces.length));
    let greatest = 0;
    chooseFactors(spaces, row, {
      before: states,
      look: () => left >= 0,
      chosen: (product) => {
        left -= 1;
        if (fitsSomehow(position, row.factors)) greatest = Math.max(greatest, product * explore(p + 1, row.after));
        return true;
      },
    });
    known.set(key, greatest);
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
