// Which factor vectors one dimension may have over all positions. Perfect factors multiply to the bound; a fixed factor
// that does not divide it leaves ceil(bound / factor) to the others and a short last iteration (B.2, D.3). Imperfect
// factorization allows any factor that is the smallest for its number of iterations outside.

import { divisors } from '../math/divisors.js';
import {
  type FactorLimit,
  type FactorOption,
  type FactorRule,
  factorizations,
  fixedProduct,
  unfold,
} from '../math/factorization.js';
import { productOf } from '../math/product.js';
import { positionsOf, type Tiling } from './tiling.js';

export function dimensionFactors(
  tiling: Tiling,
  dimension: { readonly id: number; readonly bound: number },
  options: { readonly imperfect: boolean },
) {
  const { bound } = dimension;
  const limits = limitsOf(tiling, dimension.id);
  const fixed = fixedProduct(limits);
  /** Every vector multiplies to the bound, so a loop's last iteration is never short. */
  const plain = !options.imperfect && bound % fixed === 0;
  const space = plain
    ? factorizations(bound, limits)
    : unfold(chainRule(tiling, limits, { bound, imperfect: options.imperfect }));
  return { bound, limits, space, plain };
}

export type DimensionFactors = Readonly<ReturnType<typeof dimensionFactors>>;

/** The limits of one dimension at every position; a fan-out also limits what one axis can hold. */
export function limitsOf(tiling: Tiling, dimension: number): readonly FactorLimit[] {
  return positionsOf(tiling).map((position): FactorLimit => {
    const { exact, min = 1, max = Number.POSITIVE_INFINITY } = position.factors[dimension] ?? {};
    const room = position.kind === 'spatial' ? Math.max(position.fanoutX, position.fanoutY) : Number.POSITIVE_INFINITY;
    if (exact !== undefined) return exact <= room ? { exact } : nothing;
    return { min, max: Math.min(max, room) };
  });
}

/** No factor at all keeps this limit. */
const nothing: FactorLimit = { min: 1, max: 0 };

/** Trip counts still to be provided outside, and the spatial factors not yet passed on the way out. */
interface Chain {
  /** Product that the free factors still owe; only perfect factors have one. */
  readonly owed: number;
  readonly iterations: number;
  readonly spatial: readonly number[];
}

/**
 * The recurrence of D.3: passing factor e leaves ceil(iterations / e), and e must not exceed what there is. Spatial
 * factors are chosen first and passed when their turn in the nest comes.
 */
function chainRule(
  tiling: Tiling,
  limits: readonly FactorLimit[],
  { bound, imperfect }: { bound: number; imperfect: boolean },
): FactorRule<Chain> {
  const { spatial, temporal } = tiling;
  const fixed = fixedProduct(limits);
  const owed = imperfect ? 1 : Math.ceil(bound / fixed);
  const candidates = divisors(owed);

  const smallest = (iterations: number, factor: number, { exact, min = 1 }: FactorLimit): boolean =>
    !imperfect ||
    exact !== undefined ||
    factor === Math.max(min, Math.ceil(iterations / Math.ceil(iterations / factor)));

  /** Passes the spatial factors between temporal position `at - 1` and `at`; undefined when one does not fit. */
  const passSpatial = (chain: Chain, at: number): Chain | undefined => {
    let { iterations } = chain;
    let passed = 0;
    const from = at === 0 ? -1 : temporal[at - 1]!.depth;
    const to = at === temporal.length ? Number.POSITIVE_INFINITY : temporal[at]!.depth;
    spatial.forEach(({ depth }, index) => {
      if (depth < from || depth > to) return;
      const factor = chain.spatial[index - (spatial.length - chain.spatial.length)]!;
      passed += 1;
      if (factor > iterations || !smallest(iterations, factor, limits[index]!)) iterations = Number.NaN;
      else iterations = Math.ceil(iterations / factor);
    });
    return Number.isNaN(iterations)
      ? undefined
      : { owed: chain.owed, iterations, spatial: chain.spatial.slice(passed) };
  };

  function* choices(limit: FactorLimit, chain: Chain, most: number): Generator<number> {
    const { exact, min = 1, max = Number.POSITIVE_INFINITY } = limit;
    if (exact !== undefined) {
      if (exact <= most) yield exact;
      return;
    }
    const last = Math.min(max, most);
    if (imperfect) {
      for (let factor = min; factor <= last; factor += 1) yield factor;
      return;
    }
    for (const factor of candidates) if (factor >= min && factor <= last && chain.owed % factor === 0) yield factor;
  }

  return {
    positions: limits.length,
    start: { owed, iterations: bound, spatial: [] },
    key: (position, chain) =>
      `${position < spatial.length ? 's' : 't'}${chain.owed},${chain.iterations},${chain.spatial.join()}`,
    *options(position, chain): Generator<FactorOption<Chain>> {
      const limit = limits[position]!;
      const pay = (factor: number): number =>
        imperfect || limit.exact !== undefined ? chain.owed : chain.owed / factor;
      if (position < spatial.length) {
        const inside = productOf(chain.spatial);
        for (const factor of choices(limit, chain, Math.ceil(bound / inside))) {
          yield { factor, next: { owed: pay(factor), iterations: bound, spatial: [...chain.spatial, factor] } };
        }
        return;
      }
      const here = passSpatial(chain, position - spatial.length);
      if (here === undefined) return;
      for (const factor of choices(limit, here, here.iterations)) {
        if (!smallest(here.iterations, factor, limit)) continue;
        const iterations = Math.ceil(here.iterations / factor);
        yield { factor, next: { owed: pay(factor), iterations, spatial: here.spatial } };
      }
    },
    accepts: (chain) => {
      const end = passSpatial(chain, temporal.length);
      return end !== undefined && end.owed === 1 && end.iterations === 1;
    },
  };
}
