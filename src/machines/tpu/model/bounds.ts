// Bounds as the machine iterates them. Factors of a nest divide their bounds, hardware does not: 131 input channels fill two arrays
// of 128 rows, 66 in each. So a bound that no exact split takes to the least number of folds is padded by as little as lets it,
// and rows that cannot be cut into blocks are padded to whole groups, which take the same cycles.

import type { Workload } from '../../../workload/workload.js';
import { roundUp } from '../../padding.js';
import type { DimensionSets } from './dimensions.js';

export interface ArraySize {
  readonly rows: number;
  readonly columns: number;
  /** q */
  readonly streamRows: number;
}

/** Undefined where all bounds stay as they are. */
export function paddedBounds(
  { bounds }: Workload,
  sets: DimensionSets,
  array: ArraySize,
): readonly number[] | undefined {
  const [, ...more] = sets.groups.filter((d) => bounds[d]! > 1);
  const onDiagonal = more.length > 0 ? 1 : diagonal(bounds, sets, array);
  const padded = bounds.map((bound, d) => {
    if (sets.groups.includes(d)) return onDiagonal > 1 ? wholeFolds(bound, onDiagonal) : bound;
    if (sets.rows.includes(d)) return wholeFolds(bound, array.rows);
    if (sets.columns.includes(d)) return wholeFolds(bound, array.columns);
    return sets.streamed.includes(d) ? cuttable(bound, array.streamRows) : bound;
  });
  return padded.every((bound, d) => bound === bounds[d]) ? undefined : padded;
}

/** Groups that lie side by side and one below the other in an array, with as many channels of each as it takes. */
function diagonal(bounds: readonly number[], { rows, columns }: DimensionSets, array: ArraySize): number {
  const of = (dimensions: readonly number[]): number => dimensions.reduce((product, d) => product * bounds[d]!, 1);
  return Math.max(1, Math.min(Math.floor(array.rows / of(rows)), Math.floor(array.columns / of(columns))));
}

/** From so many folds on, their number is rounded up, too, so that blocks of several folds can be cut. */
const MANY = 64;
const ROUGH = 16;
/** Prime factors up to this leave enough ways to cut a bound. */
const LARGEST_BLOCK = 64;

/** The next multiple of ⌈bound / side⌉, whose parts fit. */
export function wholeFolds(bound: number, side: number): number {
  let folds = Math.ceil(bound / side);
  if (folds > MANY) while (largestPrime(folds) > ROUGH) folds += 1;
  return roundUp(bound, folds);
}

export function cuttable(bound: number, group: number): number {
  return largestPrime(bound) <= LARGEST_BLOCK ? bound : roundUp(bound, group);
}

export function largestPrime(value: number): number {
  let rest = value;
  let largest = 1;
  for (let factor = 2; factor * factor <= rest; factor += 1) {
    while (rest % factor === 0) {
      rest /= factor;
      largest = factor;
    }
  }
  return rest > 1 ? rest : largest;
}
