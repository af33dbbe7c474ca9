// Bounds as the arrays take them: rows, columns and groups in whole folds, and rows that stream in whole groups where they could not be
// cut into blocks otherwise, which takes the same cycles.

import type { Workload } from '../../../workload/workload.js';
import { cuttable, inBlocks, padded } from '../../padding.js';
import type { ArrayModel } from '../mxu/matmul-cycles.js';
import type { DimensionSets } from './dimensions.js';

type ArraySize = Pick<ArrayModel, 'rows' | 'columns' | 'streamRows'>;

export function paddedBounds({ bounds }: Workload, sets: DimensionSets, array: ArraySize): readonly number[] {
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
