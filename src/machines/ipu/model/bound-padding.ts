// Bounds that let the tiles be used: 1,472 tiles are 2^6 x 23 and 1,216 are 2^6 x 19, and few workloads have such factors. A machine
// that splits raggedly gives some tiles less; perfect factors of a bound that is padded to tiles of equal size cost the same cycles, since
// the busiest tile decides. So the best ragged split is looked for by an estimate, and the bounds are padded to what it makes of them;
// of equally good splits the one that pads least is taken, so that nothing is padded where it does not pay.

import { greatestCommonDivisor } from '../../../math/distinct-sums.js';
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

/** Several chips share one dimension; the search is free to find something else within these bounds. */
export function paddedBounds(question: PaddingQuestion): Padding {
  const { bounds, granules, chips, parts, limits } = question;
  const over = [...parts.rows, ...parts.columns, ...parts.groups].filter(
    (d) => bounds[d]! / granules[d]! >= chips && (limits[d]!.chips ?? chips) === chips,
  );
  const found = [undefined, ...(chips > 1 ? over : [])].map((d) => bestSplit(question, d));
  const { bounds: padded, least } = found.reduce((best, one) => (one.least < best.least ? one : best));
  return { bounds: padded, cycles: least };
}

/** `chipped`: the dimension that is split over the chips first. */
function bestSplit(asked: PaddingQuestion, chipped: number | undefined): SplitSearch {
  const { granules, parts, chips } = asked;
  const limits = asked.limits.map((one, d) =>
    d === chipped && one.chips !== undefined ? { ...one, multiple: one.multiple / chips } : one,
  );
  const question = { ...asked, limits };
  const bounds = question.bounds.map((bound, d) =>
    d === chipped ? Math.ceil(bound / granules[d]! / chips) * granules[d]! : bound,
  );
  const of = (dimensions: readonly number[], part: Part): Splittable[] =>
    dimensions
      .filter((d) => bounds[d]! > granules[d]!)
      .map((d) => ({ d, part, options: optionsOf(bounds[d]! / granules[d]!, d, question) }));
  const dimensions = [
    ...of(parts.rows, 'rows'),
    ...of(parts.columns, 'outs'),
    ...of(
      parts.reductions.filter((d) => !parts.kernel.includes(d)),
      'ins',
    ),
    ...of(parts.groups, 'groups'),
  ];
  const search = new SplitSearch({ ...question, bounds }, dimensions, chipped);
  search.choose(0, 1);
  return search;
}

/** What is not split over the chips must come to each of them, once. */
function linkCycles(question: PaddingQuestion, chipped: number | undefined): number {
  const { bounds, parts, types, chips, linkBytesPerCycle } = question;
  if (chipped === undefined || parts.groups.includes(chipped)) return 0;
  const away = parts.rows.includes(chipped)
    ? [...parts.columns, ...parts.reductions]
    : [...parts.rows, ...parts.reductions];
  const kernel = parts.rows.includes(chipped) ? [] : parts.kernel;
  const words = [...away.filter((d) => !kernel.includes(d)), ...parts.groups].reduce(
    (product, d) => product * bounds[d]!,
    1,
  );
  return (words * types.inputBytes * (1 - 1 / chips)) / linkBytesPerCycle;
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

class SplitSearch {
  bounds: readonly number[];
  least = Number.POSITIVE_INFINITY;
  readonly #question: PaddingQuestion;
  readonly #chipped: number | undefined;
  readonly #linkCycles: number;
  readonly #dimensions: readonly Splittable[];
  readonly #size: number[];
  readonly #tiles: number[];
  #volume = Number.POSITIVE_INFINITY;

  constructor(question: PaddingQuestion, dimensions: readonly Splittable[], chipped: number | undefined) {
    this.bounds = question.bounds;
    this.#question = question;
    this.#chipped = chipped;
    this.#linkCycles = linkCycles(question, chipped);
    this.#dimensions = dimensions;
    this.#size = dimensions.map(() => 1);
    this.#tiles = dimensions.map(() => 1);
  }

  /** Every way to split the dimensions from `at` on, after others have taken `used` tiles. */
  choose(at: number, used: number): void {
    const dimension = this.#dimensions[at];
    if (!dimension) {
      this.#consider();
      return;
    }
    for (const { tiles, size } of dimension.options) {
      if (used * tiles > this.#question.tilesPerChip) continue;
      this.#size[at] = size;
      this.#tiles[at] = tiles;
      this.choose(at + 1, used * tiles);
    }
  }

  #consider(): void {
    const { parts, bounds, cycles } = this.#question;
    const kernel = parts.kernel.reduce((product, d) => product * bounds[d]!, 1);
    const spread: Spread = {
      work: {
        elements: this.#product('rows', this.#size),
        inGroups: this.#product('ins', this.#size) * kernel,
        outGroups: this.#product('outs', this.#size),
        groups: this.#product('groups', this.#size),
      },
      rows: this.#product('rows', this.#tiles),
      ins: this.#product('ins', this.#tiles),
      outs: this.#product('outs', this.#tiles),
    };
    if (cycles.least(spread.work) > this.least) return;
    const found = estimate(this.#question, spread);
    const total = found.cycles + this.#linkCycles;
    if (total > this.least) return;
    const padded = this.#padded(found.steps, found.stepOutGroups * found.steps);
    const volume = productOf(padded);
    if (total === this.least && volume >= this.#volume) return;
    this.least = total;
    this.#volume = volume;
    this.bounds = padded;
  }

  #product(part: Part, of: readonly number[]): number {
    let product = 1;
    for (let at = 0; at < of.length; at += 1) if (this.#dimensions[at]!.part === part) product *= of[at]!;
    return product;
  }

  /** Supersteps are equal too: the output channels of a tile are padded to a multiple of them. */
  #padded(steps: number, outGroups: number): readonly number[] {
    const { bounds, granules, parts, chips, limits } = this.#question;
    const padded = [...bounds];
    const columns = this.#dimensions.filter(({ part }) => part === 'outs');
    this.#dimensions.forEach(({ d }, at) => {
      const { steps: stated, multiple } = limits[d]!;
      const stepped = steps > 1 && stated === undefined && columns.length === 1 && d === parts.outChannel;
      padded[d] = roundUp((stepped ? outGroups : this.#size[at]!) * this.#tiles[at]! * granules[d]!, multiple);
    });
    return padded.map((bound, d) => (d === this.#chipped ? bound * chips : bound));
  }
}
