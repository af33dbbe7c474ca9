// Factors of a nest divide their bounds, hardware does not: 131 input channels fill two arrays of 128 rows, 66 in each. So bounds are
// padded by as little as lets exact factors do what the hardware does; a machine says how it cuts which dimension.

import type { Constraints, LoopConstraints } from '../mapping/constraints.js';
import { primeFactors } from '../math/divisors.js';
import { fixedProduct } from '../math/factorization.js';

/** Some dimensions, and what is made of the bound of each. */
export type Cut = readonly [dimensions: readonly number[], pad: (bound: number) => number];

/** Bounds as the machine iterates them: the first cut that names a dimension decides, others stay. */
export function padded(bounds: readonly number[], cuts: readonly Cut[]): number[] {
  return bounds.map((bound, d) => cuts.find(([dimensions]) => dimensions.includes(d))?.[1](bound) ?? bound);
}

/**
 * What files fix must still divide: a bound that is padded to something else is a multiple of their factors instead, where none of the
 * parts would be empty. A mapping fixes all of it.
 */
export function dividedAsStated(
  bounds: readonly number[],
  padded: readonly number[],
  stated: Constraints | null,
): readonly number[] {
  if (stated === null) return padded;
  const loops = loopsOf(stated);
  const isMapping = fixesAll(stated);
  return padded.map((to, d) => {
    const fixed = fixedProduct(loops.map(({ factors }) => factors[d] ?? {}));
    const least = isMapping ? fixed : roundUp(bounds[d]!, fixed);
    return to % fixed === 0 || least < bounds[d]! || least >= 2 * bounds[d]! ? to : least;
  });
}

/** Whether nothing is free: what a mapping says. */
export function fixesAll(stated: Constraints | null): stated is Constraints {
  return stated !== null && loopsOf(stated).every(({ factors }) => factors.every(({ exact }) => exact !== undefined));
}

function loopsOf({ levels }: Constraints): readonly LoopConstraints[] {
  return levels.flatMap(({ temporal, spatial }) => (spatial === null ? [temporal] : [temporal, spatial]));
}

/** The next multiple of `unit`. */
export function roundUp(extent: number, unit: number): number {
  return Math.ceil(extent / unit) * unit;
}

/** Whole units for each element. */
export function paddedShare(extent: number, unit: number): number {
  return roundUp(extent, unit) / extent;
}

/** The least that is as many parts of one size as `extent` has parts of `most`. */
export function evenly(extent: number, most: number): number {
  return roundUp(extent, Math.ceil(extent / most));
}

/** From so many parts on, their number is rounded up, too, so that blocks of several parts can be cut. */
const MANY = 64;
const ROUGH = 16;
/** Prime factors up to this leave enough ways to cut a bound. */
const LARGEST_BLOCK = 64;

/** The same, with a few more where there are many of them, so that they can be cut into blocks. */
export function inBlocks(extent: number, most: number): number {
  let parts = Math.ceil(extent / most);
  if (parts > MANY) while (largestPrime(parts) > ROUGH) parts += 1;
  return roundUp(extent, parts);
}

/** As it is, or whole groups where it has a prime factor that cannot be cut. */
export function cuttable(bound: number, group: number): number {
  return largestPrime(bound) <= LARGEST_BLOCK ? bound : roundUp(bound, group);
}

/** The largest divisor of an extent that is `most` at most: what factors of its dimensions come to beside each other. */
export function largestPart(extent: number, most: number): number {
  let part = Math.min(extent, most);
  while (extent % part !== 0) part -= 1;
  return part;
}

export function largestPrime(value: number): number {
  return primeFactors(value).at(-1) ?? 1;
}
