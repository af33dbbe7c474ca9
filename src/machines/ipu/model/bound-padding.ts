// Bounds that let the tiles be used: 1,472 tiles are 2^6 x 23 and 1,216 are 2^6 x 19, and few workloads have such factors. A machine
// that splits raggedly gives some tiles a row less; perfect factors of a bound that is padded to a multiple of the split cost the same cycles,
// since the busiest tile decides. Of all paddings the one is taken with which one superstep, spread as well as can be, takes fewest
// cycles; of equals the least padding, so that nothing is padded where it does not pay.

import { divisors } from '../../../math/divisors.js';
import { reductionCycles, stageDepths } from '../compute/reduction.js';
import type { DimensionParts } from './dimension-parts.js';
import type { OperandTypes } from './operand-types.js';
import type { TileCycles } from './tile-work.js';

export interface PaddingQuestion {
  /** In whole groups of channels already. */
  readonly bounds: readonly number[];
  /** What each bound must stay a multiple of. */
  readonly granules: readonly number[];
  readonly parts: DimensionParts;
  readonly tiles: number;
  readonly types: OperandTypes;
  readonly cycles: TileCycles;
  readonly exchangeBytesPerCycle: number;
  /** A barrier and the latency of an exchange. */
  readonly stepCycles: number;
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

/** The fewest cycles of one superstep over all ways to split; Infinity where it cannot be fewer than `enough`. */
function spreadCycles(question: PaddingQuestion, bounds: readonly number[], enough: number): number {
  const { parts, tiles, granules, cycles, types, exchangeBytesPerCycle, stepCycles } = question;
  const over = (dimensions: readonly number[]): number =>
    dimensions.reduce((product, d) => product * (bounds[d]! / granules[d]!), 1);
  const [rows, ins, outs, groups] = [parts.rows, parts.reductions, parts.columns, parts.groups].map(over) as [
    number,
    number,
    number,
    number,
  ];
  const kernel = parts.kernel.reduce((product, d) => product * bounds[d]!, 1);
  const [inGroup, outGroup] = [granules[parts.inChannel] ?? 1, granules[parts.outChannel] ?? 1];
  // Four cycles an element and pair of groups, whatever the spread.
  if ((4 * rows * ins * outs * groups) / tiles >= enough) return Number.POSITIVE_INFINITY;
  let least = enough;
  const [rowSplits, inSplits, outSplits] = [rows, ins / kernel, outs].map(divisors) as [number[], number[], number[]];
  for (const g of divisors(groups)) {
    if (g > tiles) break;
    for (const i of inSplits) {
      if (g * i > tiles) break;
      for (const o of outSplits) {
        if (g * i * o > tiles) break;
        const most = Math.floor(tiles / (g * i * o));
        for (const r of rowSplits) {
          if (r > most) break;
          const work = { elements: rows / r, inGroups: ins / i, outGroups: outs / o, groups: groups / g };
          if (4 * work.elements * work.inGroups * work.outGroups * work.groups >= least) continue;
          const compute = cycles.of(work);
          if (compute >= least) continue;
          const inputs = work.elements * (work.inGroups / kernel) * inGroup * work.groups * (1 - 1 / o);
          const weights = work.inGroups * inGroup * work.outGroups * outGroup * work.groups * (1 - 1 / r);
          const received = ((inputs / (o % 2 === 0 ? 2 : 1) + weights) * types.inputBytes) / exchangeBytesPerCycle;
          const outputs = work.elements * work.outGroups * outGroup * work.groups;
          const total = compute + received + reduceCycles(question, outputs, i) + (received > 0 ? stepCycles : 0);
          if (total < least) least = total;
        }
      }
    }
  }
  return least;
}

function reduceCycles(
  { types, exchangeBytesPerCycle, stepCycles }: PaddingQuestion,
  outputs: number,
  split: number,
): number {
  if (split === 1) return 0;
  const from = types.partialBytes === 4 ? 'float' : 'half';
  let rest = outputs;
  let sum = 0;
  for (const depth of stageDepths(split)) {
    rest = Math.ceil(rest / depth);
    sum += (rest * (depth - 1) * types.partialBytes) / exchangeBytesPerCycle + stepCycles;
    sum += reductionCycles({ outputs: rest, depth: depth - 1, from, to: from, placement: 'interleaved' });
  }
  return sum;
}
