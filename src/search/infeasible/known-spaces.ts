// The factor vectors of one dimension under the limits of a subproblem, remembered: most questions leave most dimensions as
// they were.

import { dimensionFactors } from '../../mapspace/factor-rule.js';
import type { FactorSpace } from '../../math/factorization.js';
import { remembered } from '../../math/remembered.js';
import type { Effort } from './effort.js';
import type { Subproblem } from './subproblem.js';

/** Steps that unfolding one option of a space is worth. */
const stepsPerOption = 10;

export class KnownSpaces {
  readonly #known = new Map<string, FactorSpace>();

  /** The dimension's bound must be given. */
  of(subproblem: Subproblem, dimension: number, effort: Effort): FactorSpace {
    return remembered(this.#known, limitsKey(subproblem, dimension), () => {
      const { tiling, bounds, imperfect } = subproblem;
      const { space } = dimensionFactors(tiling, { id: dimension, bound: bounds[dimension]! }, { imperfect });
      effort.spend(stepsPerOption * space.factor.reduce((sum, options) => sum + options.length, 0));
      return space;
    });
  }

  add(subproblem: Subproblem, spaces: readonly FactorSpace[]): void {
    for (const [dimension, space] of spaces.entries()) this.#known.set(limitsKey(subproblem, dimension), space);
  }
}

/** Equal where a dimension has the same bound and limits. */
export function limitsKey({ tiling, bounds }: Subproblem, dimension: number): string {
  const spatial = tiling.spatial.map(({ factors, fanoutX, fanoutY }) => {
    const side = Math.max(fanoutX, fanoutY);
    return [factors[dimension], side === Number.POSITIVE_INFINITY ? 'any' : side];
  });
  const temporal = tiling.temporal.map(({ factors }) => factors[dimension]);
  return JSON.stringify([dimension, bounds[dimension], spatial, temporal]);
}
