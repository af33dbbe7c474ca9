// Bounds as the arrays take them: rows, columns and groups in whole folds, and rows that stream in whole groups where they could not be
// cut into blocks otherwise, which takes the same cycles. Of several arrays each takes a part, the last one a smaller part: where no exact
// factors say so, columns, groups or rows that stream are padded to equal parts, if that takes fewer cycles by an estimate (section 2.3).

import type { Architecture } from '../../../arch/architecture.js';
import { divisors } from '../../../math/divisors.js';
import { productOf } from '../../../math/product.js';
import type { Workload } from '../../../workload/workload.js';
import { extentOver } from '../../boxes.js';
import { operandsOf } from '../../operands.js';
import { cuttable, inBlocks, largestPart, padded, roundUp } from '../../padding.js';
import { foldCycles } from '../mxu/fold-cycles.js';
import type { ArrayModel } from '../mxu/matmul-cycles.js';
import { type DimensionSets, dimensionSets } from './dimensions.js';
import { memoryBandwidths } from './memory-cycles.js';
import { type Places, placesOf } from './places.js';
import { problemOf, type TpuProblem } from './problem.js';
import { parts, settingsOf } from './settings.js';

type ArraySize = Pick<ArrayModel, 'rows' | 'columns' | 'streamRows'>;

/** `architecture`: as it is for the types. */
export function paddedBounds(workload: Workload, architecture: Architecture): readonly number[] {
  const { bounds } = workload;
  const settings = settingsOf(architecture.machineParameters);
  const { widths } = placesOf(architecture);
  const onArrays = settings.unit === 'arrays';
  const all = dimensionSets(workload, operandsOf(workload, settings.stationary)!, settings);
  const sets = onArrays ? all : { ...all, rows: [] };
  const { streamRows, raggedSplits } = settings;
  const array = { rows: onArrays ? widths.row : 1, columns: widths.column, streamRows };
  const least = inFolds(bounds, sets, array);
  const arrays = widths.core * widths.mxu;
  if (!raggedSplits || !onArrays || arrays === 1) return least;
  const waysOf = (dimensions: readonly number[], shares: number, cut: (bound: number) => number) => {
    const [d] = dimensions.toSorted((one, other) => bounds[other]! - bounds[one]!);
    if (d === undefined) return [(way: readonly number[]) => way];
    // Once each has one, further parts have nothing.
    const useful = divisors(shares).filter((_, at, all) => at === 0 || all[at - 1]! < bounds[d]!);
    const parts = useful.map((of) => of * cut(Math.ceil(bounds[d]! / of)));
    return [least[d]!, ...parts].map((bound) => (way: readonly number[]) => way.with(d, bound));
  };
  const ways = [
    waysOf(sets.columns, arrays, (bound) => inBlocks(bound, array.columns)),
    waysOf(sets.streamed, arrays * widths.stream, (bound) => cuttable(bound, array.streamRows)),
    waysOf(sets.groups, arrays, (bound) => onDiagonal(bound, diagonal(bounds, sets, array))),
  ].reduce((known, more) => known.flatMap((way) => more.map((change) => change(way))), [least]);
  const countable = ways.filter((way) => way === ways[0] || productOf(way) <= Number.MAX_SAFE_INTEGER);
  const [plain, ...others] = countable.map((way) => {
    const problem = problemOf({ ...workload, bounds: way }, architecture);
    return { way, cycles: estimatedCycles(problem), volume: productOf(way) };
  });
  const best = others.reduce(
    (known, one) =>
      one.cycles < known.cycles || (one.cycles === known.cycles && one.volume < known.volume) ? one : known,
    plain!,
  );
  return best.cycles < worthPadding * plain!.cycles ? best.way : least;
}

/** Of the cycles without; for less a second search is not worth its time. */
const worthPadding = 0.95;

/** Of the arrays, with factors that divide the bounds, or of the memory where it takes longer. */
function estimatedCycles(problem: TpuProblem): number {
  const { workload, sets, arrays, places, tiles } = problem;
  const over = (dimensions: readonly number[]): number => extentOver(dimensions, workload.bounds, 0);
  const [m, n, g] = [over(sets.streamed), over(sets.columns), over(sets.groups)];
  const passes = over(sets.reduction) / largestPart(over(sets.rows), arrays.rows);
  const of = sharings(places.widths, [m, n, g]).map(([rows, columns, groups]) => {
    const [streamed, ofOne] = [m / rows, n / columns];
    const together = largestPart(streamed, places.widths.stream);
    const stream = Math.max(streamed / together, roundUp(streamed, arrays.streamRows) / arrays.rowsPerCycle);
    const beside = largestPart(g / groups, diagonal(workload.bounds, sets, arrays));
    const folds = (passes * ofOne * g) / groups / beside / largestPart(ofOne, arrays.columns);
    return foldCycles(folds, stream, arrays).cycles;
  });
  const { reading } = memoryBandwidths(problem);
  const bytes = parts.reduce((sum, part) => sum + tiles[part].least, 0);
  return Math.max(Math.min(...of), bytes / reading);
}

type Sharing = readonly [rows: number, columns: number, groups: number];

/** In how many equal parts rows, columns and groups go to cores and arrays. */
function sharings({ core, mxu }: Places['widths'], [m, n, k]: Sharing): Sharing[] {
  const upTo = (most: number, whole: number) => divisors(whole).filter((parts) => parts <= most);
  const within = (most: number, whole: Sharing) =>
    upTo(most, whole[0]).flatMap((rows) =>
      upTo(most / rows, whole[1]).flatMap((columns) =>
        upTo(most / rows / columns, whole[2]).map((groups): Sharing => [rows, columns, groups]),
      ),
    );
  return within(core, [m, n, k]).flatMap(([r, c, g]) =>
    within(mxu, [m / r, n / c, k / g]).map(([rows, columns, groups]): Sharing => [r * rows, c * columns, g * groups]),
  );
}

function inFolds(bounds: readonly number[], sets: DimensionSets, array: ArraySize): readonly number[] {
  const together = diagonal(bounds, sets, array);
  return padded(bounds, [
    [sets.groups, (bound) => onDiagonal(bound, together)],
    [sets.rows, (bound) => inBlocks(bound, array.rows)],
    [sets.columns, (bound) => inBlocks(bound, array.columns)],
    [sets.streamed, (bound) => cuttable(bound, array.streamRows)],
  ]);
}

/** Groups of an array, so many of them on its diagonal. */
function onDiagonal(groups: number, together: number): number {
  return together > 1 ? inBlocks(groups, together) : groups;
}

/** Groups that lie side by side and one below the other in an array, with as many channels of each as it takes. */
function diagonal(bounds: readonly number[], { groups, rows, columns }: DimensionSets, array: ArraySize): number {
  if (groups.filter((d) => bounds[d]! > 1).length !== 1) return 1;
  const onRows = Math.floor(array.rows / extentOver(rows, bounds, 0));
  return Math.max(1, Math.min(onRows, Math.floor(array.columns / extentOver(columns, bounds, 0))));
}
