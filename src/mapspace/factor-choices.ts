// The factors that all dimensions may have together at one position, after what they have at the positions before.

import type { FactorSpace } from '../math/factorization.js';
import type { SpatialPosition, TemporalPosition } from './tiling.js';

/** Where choices are tried: into `factors`, and the states that they lead to into `after`. */
export function factorRow(position: SpatialPosition | TemporalPosition, p: number, factors: Float64Array) {
  const room = position.kind === 'spatial' ? position.fanoutX * position.fanoutY : Number.POSITIVE_INFINITY;
  return { p, room, factors, after: new Int32Array(factors.length) };
}

export interface Choosing {
  /** Of every dimension, its state before the position. */
  readonly before: ArrayLike<number>;
  /** What the first d dimensions have chosen already: the product, and the mask of factors above 1. */
  readonly from?: undefined | { readonly d: number; readonly product: number; readonly mask: number };
  /** Before a factor of dimension d is taken, whether there is room or not. False skips all larger ones. */
  readonly look?: (d: number, factor: number) => boolean;
  /** All dimensions have a factor. False ends it all. */
  readonly chosen: (product: number, mask: number) => boolean;
}

/** Every choice that there is room for, ascending. False where it was ended. */
export function chooseFactors(
  spaces: readonly FactorSpace[],
  { p, room, factors, after }: ReturnType<typeof factorRow>,
  { before, from = { d: 0, product: 1, mask: 0 }, look, chosen }: Choosing,
): boolean {
  const choose = (d: number, product: number, mask: number): boolean => {
    const space = spaces[d];
    if (space === undefined) return chosen(product, mask);
    const options = space.factor[p]!;
    const end = space.firstOption[p]![before[d]! + 1]!;
    for (let option = space.firstOption[p]![before[d]!]!; option < end; option += 1) {
      const factor = options[option]!;
      if (look?.(d, factor) === false || product * factor > room) break;
      factors[d] = factor;
      after[d] = space.next[p]![option]!;
      if (!choose(d + 1, product * factor, factor > 1 ? mask | (1 << d) : mask)) return false;
    }
    return true;
  };
  return choose(from.d, from.product, from.mask);
}
