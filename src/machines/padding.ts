// Factors of a nest divide their bounds, hardware does not: 131 input channels fill two arrays of 128 rows, 66 in each. So bounds are
// padded by as little as lets exact factors do what the hardware does; a machine says how it cuts which dimension.

import { primeFactors } from '../math/divisors.js';

/** Some dimensions, and what is made of the bound of each. */
export type Cut = readonly [dimensions: readonly number[], pad: (bound: number) => number];

/** Bounds as the machine iterates them: the first cut that names a dimension decides, others stay. */
export function padded(bounds: readonly number[], cuts: readonly Cut[]): number[] {
  return bounds.map((bound, d) => cuts.find(([dimensions]) => dimensions.includes(d))?.[1](bound) ?? bound);
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
