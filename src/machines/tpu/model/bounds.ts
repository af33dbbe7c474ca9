// Bounds as the arrays take them: rows, columns and groups in whole folds, and rows that stream in whole groups where they could not be
// cut into blocks otherwise, which takes the same cycles. Of several arrays each takes a part, the last one a smaller part: where no exact
// factors say so, columns or rows that stream are padded to equal parts, if that takes fewer cycles by an estimate (section 2.3).

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
  // Groups are what arrays share where there are any.
  if (!raggedSplits || arrays === 1 || extentOver(sets.groups, bounds, 0) > 1) return least;
  const largest = (dimensions: readonly number[]) => dimensions.toSorted((a, b) => bounds[b]! - bounds[a]!)[0];
  const [column, row] = [largest(sets.columns), largest(sets.streamed)];
  const waysOf = (d: number | undefined, shares: number, cut: (bound: number) => number): number[] =>
    d === undefined ? [0] : [least[d]!, ...divisors(shares).map((of) => of * cut(Math.ceil(bounds[d]! / of)))];
  const ways = waysOf(column, arrays, (bound) => inBlocks(bound, array.columns)).flatMap((columns) =>
    waysOf(row, arrays * widths.stream, (bound) => cuttable(bound, array.streamRows)).map((rows) =>
      least.map((bound, d) => (d === column ? columns : d === row ? rows : bound)),
    ),
  );
  const [plain, ...others] = ways.map((way) => {
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
  const [m, n, k, inRows] = [sets.streamed, sets.columns, sets.reduction, sets.rows].map((of) =>
    extentOver(of, workload.bounds, 0),
  ) as [number, number, number, number];
  const passes = k / largestPart(inRows, arrays.rows);
  const of = sharings(places.widths).map(([rows, columns]) => {
    if (m % rows !== 0 || n % columns !== 0) return Number.POSITIVE_INFINITY;
    const [streamed, ofOne] = [m / rows, n / columns];
    const together = largestPart(streamed, places.widths.stream);
    const stream = Math.max(streamed / together, roundUp(streamed, arrays.streamRows) / arrays.rowsPerCycle);
    return foldCycles((passes * ofOne) / largestPart(ofOne, arrays.columns), stream, arrays).cycles;
  });
  const { reading } = memoryBandwidths(problem);
  const bytes = parts.reduce((sum, part) => sum + tiles[part].least, 0);
  return Math.max(Math.min(...of), bytes / reading);
}

/** In how many parts rows and columns go to cores and arrays. */
function sharings({ core, mxu }: Places['widths']): (readonly [rows: number, columns: number])[] {
  const within = (most: number) =>
    Array.from({ length: most }, (_, r) => r + 1).flatMap((rows) =>
      Array.from({ length: Math.floor(most / rows) }, (_, c) => [rows, c + 1] as const),
    );
  return within(core).flatMap(([r, c]) => within(mxu).map(([rows, columns]) => [r * rows, c * columns] as const));
}

function inFolds(bounds: readonly number[], sets: DimensionSets, array: ArraySize): readonly number[] {
  const [, ...more] = sets.groups.filter((d) => bounds[d]! > 1);
  const onDiagonal = more.length > 0 ? 1 : diagonal(bounds, sets, array);
  return padded(bounds, [
    [sets.groups, (bound) => (onDiagonal > 1 ? inBlocks(bound, onDiagonal) : bound)],
    [sets.rows, (bound) => inBlocks(bound, array.rows)],
    [sets.columns, (bound) => inBlocks(bound, array.columns)],
    [sets.streamed, (bound) => cuttable(bound, array.streamRows)],
  ]);
}

/** Groups that lie side by side and one below the other in an array, with as many channels of each as it takes. */
function diagonal(bounds: readonly number[], { rows, columns }: DimensionSets, array: ArraySize): number {
  const of = (dimensions: readonly number[]): number => dimensions.reduce((product, d) => product * bounds[d]!, 1);
  return Math.max(1, Math.min(Math.floor(array.rows / of(rows)), Math.floor(array.columns / of(columns))));
}
