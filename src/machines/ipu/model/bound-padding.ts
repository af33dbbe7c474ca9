// Bounds that let the tiles be used: 1,472 tiles are 2^6 x 23 and 1,216 are 2^6 x 19, and few workloads have such factors. A machine
// that splits raggedly gives some tiles less; perfect factors of a bound that is padded to tiles of equal size cost the same cycles, since
// the busiest tile decides. So the best ragged split is looked for by an estimate, and the bounds are padded to what it makes of them;
// of equally good splits the one that pads least is taken, so that nothing is padded where it does not pay.

import { greatestCommonDivisor } from '../../../math/distinct-sums.js';
import { divisors } from '../../../math/divisors.js';
import { productOf } from '../../../math/product.js';
import { roundUp } from '../../padding.js';
import type { SplitLimits } from './split-limits.js';
import { estimate, type ProgramQuestion, type Spread } from './spread-estimate.js';

export interface PaddingQuestion extends ProgramQuestion {
  /** In whole groups of channels already. */
  readonly bounds: readonly number[];
  readonly chips: number;
  readonly tilesPerChip: number;
  /** What a chip takes in from others. */
  readonly linkBytesPerCycle: number;
  /** What files say of splits, by dimension. */
  readonly limits: readonly SplitLimits[];
  /** Whether what is padded counts as much as cycles do: it is computed, and takes energy. */
  readonly sparing: boolean;
}

type Part = 'rows' | 'ins' | 'outs' | 'groups';

/** A dimension that may be split over tiles, in units of its groups of channels. */
interface Splittable {
  readonly d: number;
  readonly part: Part;
  /** Most tiles first; of splits that leave a tile the same, the one with the fewest. */
  readonly options: readonly { readonly tiles: number; readonly size: number }[];
}

export interface Padding {
  readonly bounds: readonly number[];
  /** Of the split that they are for, as estimated. */
  readonly cycles: number;
}

/** Parts of a dimension that chips have, for those that are split over them. */
type ChipSplit = ReadonlyMap<number, number>;

/** Several chips share one dimension, or two that move different operands; the search is free to find something else within these bounds. */
export function paddedBounds(question: PaddingQuestion): Padding {
  const found = [new Map(), ...chipSplits(question)].map((split) => bestSplit(question, split));
  const { bounds, cycles } = found.reduce((best, one) => (one.least < best.least ? one : best));
  return { bounds, cycles };
}

function chipSplits({ bounds, granules, chips, parts, limits }: PaddingQuestion): ChipSplit[] {
  if (chips === 1) return [];
  const fits = (split: ChipSplit): boolean =>
    [...split].every(([d, of]) => bounds[d]! / granules[d]! >= of && (limits[d]!.chips ?? of) === of);
  const roles = [parts.rows, parts.columns, parts.groups];
  const single = roles.flat().map((d) => new Map([[d, chips]]));
  const shares = divisors(chips).filter((of) => of > 1 && of < chips);
  const pairs: ChipSplit[] = [];
  for (const [at, first] of roles.entries())
    for (const second of roles.slice(at + 1))
      for (const a of first)
        for (const b of second) for (const of of shares) pairs.push(new Map([[a, of]]).set(b, chips / of));
  return [...single, ...pairs].filter(fits);
}

function bestSplit(asked: PaddingQuestion, split: ChipSplit) {
  const { granules, parts } = asked;
  const limits = asked.limits.map((one, d) =>
    one.chips === undefined ? one : { ...one, multiple: one.multiple / (split.get(d) ?? 1) },
  );
  const question = { ...asked, limits };
  const bounds = question.bounds.map(
    (bound, d) => Math.ceil(bound / granules[d]! / (split.get(d) ?? 1)) * granules[d]!,
  );
  const of = (dimensions: readonly number[], part: Part): Splittable[] =>
    dimensions
      .filter((d) => bounds[d]! > granules[d]!)
      .map((d) => ({ d, part, options: optionsOf(bounds[d]! / granules[d]!, d, question) }));
  const dimensions = [
    ...of(parts.rows, 'rows'),
    ...of(parts.columns, 'outs'),
    ...of(parts.channels, 'ins'),
    ...of(parts.groups, 'groups'),
  ];
  return searchSplits({ ...question, bounds }, dimensions, split);
}

/** What a chip does not have of its part of an operand must come to it, once; `bounds` are those of a chip. */
function linkCycles({ bounds, parts, types, linkBytesPerCycle }: PaddingQuestion, split: ChipSplit): number {
  const over = (dimensions: readonly number[], of: (d: number) => number): number => productOf(dimensions.map(of));
  const used = productOf([...split.values()]);
  const { channels } = parts;
  const operand = (moving: readonly number[], reductions: readonly number[]): number => {
    const own = [...moving, ...parts.groups];
    const words = over([...own, ...reductions], (d) => bounds[d]!);
    return words * (1 - over(own, (d) => split.get(d) ?? 1) / used);
  };
  const words = operand(parts.rows, channels) + operand(parts.columns, parts.reductions);
  return (words * types.inputBytes) / linkBytesPerCycle;
}

/** Shares as small as a number of tiles lets them be, or what files state. */
function optionsOf(groups: number, d: number, { tilesPerChip, granules, limits }: PaddingQuestion) {
  const { tiles: limit, size: stated, multiple } = limits[d]!;
  const { exact, min = exact ?? 1, max = exact ?? tilesPerChip } = limit;
  const sizes = new Map<number, number>();
  for (let split = Math.min(max, groups, tilesPerChip); split >= min; split -= 1) {
    const size = stated ?? Math.ceil(groups / split);
    const tiles = exact ?? Math.max(min, Math.ceil(groups / size));
    if (tiles <= split && tiles * size >= groups) sizes.set(size, tiles);
  }
  return [...sizes].map(([size, tiles]) => {
    const share = multiple / greatestCommonDivisor(multiple, tiles * granules[d]!);
    return { tiles, size: roundUp(size, share) };
  });
}

/** The best way to split `dimensions` of what a chip has; `least`: of the cycles, or of their product with the volume. */
function searchSplits(question: PaddingQuestion, dimensions: readonly Splittable[], split: ChipSplit) {
  const { parts, granules, limits, cycles, sparing } = question;
  const throughLinks = linkCycles(question, split);
  const leastVolume = productOf([...question.bounds, ...split.values()]);
  const kernel = productOf(parts.kernel.map((d) => question.bounds[d]!));
  const chips = productOf([...split.values()]);
  // Of a tile, and of all tiles of all chips; what is not split stands in both.
  const held = Float64Array.from(question.bounds);
  const fed = held.map((bound, d) => bound * (split.get(d) ?? 1));
  const columns = dimensions.filter(({ part }) => part === 'outs');
  const sizes = dimensions.map(() => 1);
  const counts = dimensions.map(() => 1);
  let best = {
    bounds: question.bounds,
    cycles: Number.POSITIVE_INFINITY,
    least: Number.POSITIVE_INFINITY,
    volume: Number.POSITIVE_INFINITY,
  };
  choose(0, 1);
  return best;

  /** Every way to split the dimensions from `at` on, after others have taken `used` tiles. */
  function choose(at: number, used: number): void {
    const dimension = dimensions[at];
    if (!dimension) {
      consider();
      return;
    }
    for (const { tiles, size } of dimension.options) {
      if (used * tiles > question.tilesPerChip) continue;
      sizes[at] = size;
      counts[at] = tiles;
      held[dimension.d] = size * granules[dimension.d]!;
      fed[dimension.d] = held[dimension.d]! * tiles * (split.get(dimension.d) ?? 1);
      choose(at + 1, used * tiles);
    }
  }

  function consider(): void {
    const spread: Spread = {
      work: {
        elements: product('rows', sizes),
        inGroups: product('ins', sizes) * kernel,
        outGroups: product('outs', sizes),
        groups: product('groups', sizes),
      },
      ...{ held, fed, tiles: productOf(counts) * chips },
      ins: product('ins', counts),
      outs: product('outs', counts),
    };
    if (cycles.least(spread.work) * (sparing ? leastVolume : 1) > best.least) return;
    const found = estimate(question, spread);
    const total = found.cycles + throughLinks;
    if (!sparing && total > best.least) return;
    const bounds = padded(found.steps, found.stepOutGroups * found.steps);
    const volume = productOf(bounds);
    const least = total * (sparing ? volume : 1);
    if (least > best.least || (least === best.least && volume >= best.volume)) return;
    best = { bounds, cycles: total, least, volume };
  }

  function product(part: Part, of: readonly number[]): number {
    let product = 1;
    for (let at = 0; at < of.length; at += 1) if (dimensions[at]!.part === part) product *= of[at]!;
    return product;
  }

  /** Supersteps are equal too: the output channels of a tile are padded to a multiple of them. */
  function padded(steps: number, outGroups: number): readonly number[] {
    const padded = [...question.bounds];
    dimensions.forEach(({ d }, at) => {
      const { steps: stated, multiple } = limits[d]!;
      const stepped = steps > 1 && stated === undefined && columns.length === 1 && d === parts.outChannel;
      padded[d] = roundUp((stepped ? outGroups : sizes[at]!) * counts[at]! * granules[d]!, multiple);
    });
    return padded.map((bound, d) => bound * (split.get(d) ?? 1));
  }
}
