// The factors of a dimension that may have any number of iterations: at each position whatever the limits there allow, the
// least where nothing asks for more.

import { limitsOf } from '../../mapspace/factor-rule.js';
import { type FactorLimit, type FactorSpace, unfold } from '../../math/factorization.js';
import { productOf } from '../../math/product.js';
import type { Sense, Subproblem } from './subproblem.js';

/** Factor vectors beyond which only some factors of each position are listed, where there are more than a few. */
const mostVectors = 256;
const fewFactors = 16;
const mostParts = 4;

export function openSpace(subproblem: Subproblem, dimension: number, senses: readonly Sense[]) {
  const ranges = limitsOf(subproblem.tiling, dimension).map((limit, p): Range => {
    const range = rangeOf(limit, largestUseful(subproblem, p, { senses, dimension }));
    return isHarmless(subproblem, p, senses) && range.least <= range.most
      ? { least: range.most, most: range.most }
      : range;
  });
  const vectors = productOf(ranges.map(({ least, most }) => Math.max(0, most - least + 1)));
  const isListed = ({ least, most }: Range): boolean => vectors <= mostVectors || most - least < fewFactors;
  return {
    space: unlinked(ranges.map((range) => (isListed(range) ? allOf(range) : someOf(range)))),
    /** False where factors were left out. */
    complete: vectors === 0 || ranges.every(isListed),
  };
}

/**
 * No demand is met by a larger factor that a smaller one does not meet. What a level is to hold its own loops can provide,
 * and inside it nothing grows then; other positions are only asked where a limit stops those loops.
 */
function largestUseful(
  { tiling, sizes, leastInstances }: Subproblem,
  p: number,
  { senses, dimension }: { readonly senses: readonly Sense[]; readonly dimension: number },
): number {
  const spatial = tiling.spatial[p];
  const own = p - tiling.spatial.length;
  const depth = spatial?.depth ?? tiling.temporal[own]!.depth;
  const tops = sizes.flatMap(({ temporal, most, least }, at) => {
    const position = tiling.temporal[temporal]!;
    const asks = senses[at] === 'high' || senses[at] === 'same';
    if (!asks || position.depth < depth) return [];
    const { exact, max } = position.factors[dimension] ?? {};
    if (temporal !== own && exact === undefined && max === undefined) return [];
    return [most < Number.POSITIVE_INFINITY ? most : Math.ceil(least)];
  });
  if (spatial !== undefined && leastInstances > 0) tops.push(Math.ceil(leastInstances));
  return Math.max(1, ...tops);
}

/** Whether a larger factor at this position never makes anything harder. */
function isHarmless({ tiling, sizes }: Subproblem, p: number, senses: readonly Sense[]): boolean {
  const isSpatial = p < tiling.spatial.length;
  const depth = isSpatial ? tiling.spatial[p]!.depth : tiling.temporal[p - tiling.spatial.length]!.depth;
  const grown = sizes.some(({ temporal }, at) => {
    return (senses[at] === 'low' || senses[at] === 'same') && tiling.temporal[temporal]!.depth >= depth;
  });
  const own = isSpatial ? senses[sizes.length + p] : senses.at(-1);
  return !grown && (own === 'none' || (isSpatial && own === 'high'));
}

/** Empty where `least` is greater. */
interface Range {
  readonly least: number;
  readonly most: number;
}

function rangeOf({ exact, min = 1, max = Number.POSITIVE_INFINITY }: FactorLimit, useful: number): Range {
  if (exact !== undefined) return { least: exact, most: exact };
  return { least: min, most: Math.min(max, Math.max(min, useful)) };
}

function allOf({ least, most }: Range): readonly number[] {
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, at) => least + at);
}

/** Small ones, powers of two, and those that fill the room a few times. */
function someOf({ least, most }: Range): readonly number[] {
  const some = new Set<number>();
  for (let value = least; value < most; value *= 2) some.add(value);
  for (let part = 1; part <= mostParts; part += 1) {
    some.add(least + part - 1);
    some.add(Math.max(least, Math.floor(most / part)));
  }
  some.add(most);
  return [...some].sort((a, b) => a - b);
}

/** A space in which every position is chosen by itself. */
function unlinked(values: readonly (readonly number[])[]): FactorSpace {
  return unfold({
    positions: values.length,
    start: 0,
    key: () => 0,
    options: (p) => values[p]!.map((factor) => ({ factor, next: 0 })),
    accepts: () => true,
  });
}
