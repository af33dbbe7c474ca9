// The most instances that any choice of spatial factors can use at once: what bounds cycles from below, and what a least
// parallelism is measured against.

import type { FactorSpace } from '../math/factorization.js';
import { remembered } from '../math/remembered.js';
import { factorChooser, factorRows } from './factor-choices.js';
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
  const rows = factorRows(tiling).slice(0, tiling.spatial.length);
  const best = rows.map(() => 0);
  const choosers = rows.map((row, p) =>
    factorChooser(spaces, row, {
      look: () => left >= 0,
      chosen: (product) => {
        left -= 1;
        if (fitsSomehow(tiling.spatial[p]!, row.factors)) best[p] = Math.max(best[p]!, product * explore(p + 1));
        return true;
      },
    }),
  );
  const explore = (p: number): number => {
    if (p === rows.length) return 1;
    return remembered(known, `${p},${rows[p]!.before}`, () => {
      best[p] = 0;
      choosers[p]!();
      return best[p]!;
    });
  };
  const greatest = explore(0);
  return left >= 0 ? { greatest, exact: true } : { greatest: availableInstances(tiling), exact: false };
}

/** Whether the loops can be split over the two axes. */
export function fitsSomehow(position: SpatialPosition, factors: ArrayLike<number>): boolean {
  const mask = loopsOf(factors);
  return axisMasks(position, mask).some((alongX) => axesFit(position, mask, { alongX, factors }));
}
