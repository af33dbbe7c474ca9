// Bounds that let the tiles be used: 1,472 tiles are 2^6 x 23 and 1,216 are 2^6 x 19, and few workloads have such factors. A machine
// that splits raggedly gives some tiles a row less; perfect factors of a bound that is padded to a multiple of the split cost the same cycles,
// since the busiest tile decides. Of all paddings the one is taken with which the work, spread as well as can be, takes fewest cycles by
// the estimate; of equals the least padding, so that nothing is padded where it does not pay.

import { divisors } from '../../../math/divisors.js';
import type { SpreadQuestion } from './spread-estimate.js';
import { spreadCycles } from './spread-estimate.js';

export interface PaddingQuestion extends SpreadQuestion {
  /** In whole groups of channels already. */
  readonly bounds: readonly number[];
}

/** Padding beyond this share of a bound never pays. */
const mostPadding = 0.25;

export function paddedBounds(question: PaddingQuestion): readonly number[] {
  const { bounds, parts } = question;
  const options = [...parts.rows, parts.outChannel, parts.inChannel, ...parts.groups]
    .filter((d) => d >= 0)
    .map((d) => ({ d, values: multiples(question, d) }));
  let best = bounds;
  let least = spreadCycles(question, bounds, Number.POSITIVE_INFINITY);
  const candidates = [...choices(bounds, options)].toSorted((a, b) => volume(a) - volume(b));
  for (const candidate of candidates) {
    const cycles = spreadCycles(question, candidate, least);
    if (cycles < least) [best, least] = [candidate, cycles];
  }
  return best;
}

/** With one dimension padded, or two. */
function* choices(
  bounds: readonly number[],
  options: readonly { readonly d: number; readonly values: readonly number[] }[],
): Generator<readonly number[]> {
  for (const [at, { d, values }] of options.entries()) {
    for (const value of values) {
      const one = bounds.with(d, value);
      yield one;
      for (const second of options.slice(at + 1)) for (const other of second.values) yield one.with(second.d, other);
    }
  }
}

/** Multiples of the tiles' divisors above the bound. */
function multiples({ bounds, granules, tiles }: PaddingQuestion, d: number): number[] {
  const [bound, granule] = [bounds[d]!, granules[d]!];
  const found = divisors(tiles)
    .map((divisor) => Math.ceil(bound / (divisor * granule)) * divisor * granule)
    .filter((value) => value > bound && value <= bound * (1 + mostPadding));
  return [...new Set(found)].toSorted((a, b) => a - b);
}

function volume(bounds: readonly number[]): number {
  return bounds.reduce((product, bound) => product * bound, 1);
}
