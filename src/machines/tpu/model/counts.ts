// What a counted nest is to the arrays: how often they are filled with weights, how many rows stream past each filling, and how
// many blocks of vector memory there are. All of it follows from tiles and counts, whatever the order of the loops.

import type { CountedNest } from '../../../model/seams.js';
import { extentOver, iterationsIn } from '../../boxes.js';
import { roundUp } from '../../padding.js';
import { LANES, SUBLANES } from '../registers.js';
import type { TpuProblem } from './problem.js';

export type ArrayCounts = ReturnType<typeof newCounts>;

export function newCounts() {
  return {
    /** F_x: fillings of one array. */
    folds: 0,
    /** P: cycles that one filling streams for. */
    streamCycles: 0,
    /** Rows and columns of an array in use. */
    rows: 0,
    columns: 0,
    /** Arrays in use, of all cores. */
    arrays: 0,
    /** Iterations of what lies above vector memory: the steps of a pipelined grid. */
    steps: 0,
    /** Additions of partial sums on the vector unit of a core, in registers of 8x128 words. */
    additions: 0,
    /** Useful share of the rows that stream in whole groups. */
    groupShare: 0,
  };
}

/** Into `counts`, which is the caller's. */
export function countArrays(parts: TpuProblem, nest: CountedNest, counts: ArrayCounts): ArrayCounts {
  const { places, sets, operands, tiles, arrays } = parts;
  const { weights, buffer, accumulators } = places;
  const { dimensions, levels, held, fed, computeCycles } = nest;
  const at = (weights + 1) * dimensions;
  // Compute is fed what lies side by side in the array.
  const side = extentOver(sets.streamed, fed, 0);
  const groups = extentOver(sets.groups, fed, 0);
  counts.rows = extentOver(sets.reduction, fed, 0) * groups;
  counts.columns = extentOver(sets.columns, fed, 0) * groups;
  const place = operands.weights * levels + weights;
  const perFolds = tiles.weights.movedPerWord(fed, at) * tiles.weights.words(held, at);
  counts.folds = Math.max(1, Math.round(nest.fills[place]! / perFolds));
  // The tile of the weight level holds what streams in one go.
  const rows = extentOver(sets.streamed, held, at);
  const whole = roundUp(rows, arrays.streamRows);
  const visits = computeCycles / (rows / side);
  counts.groupShare = rows / whole;
  counts.streamCycles = (visits * Math.max(rows / side, whole / arrays.rowsPerCycle)) / counts.folds;
  counts.arrays = nest.instances[weights]!;
  const below = (buffer + 1) * dimensions;
  const inside = iterationsIn(held, below, dimensions);
  const computesPerCore = nest.computeInstances / nest.instances[buffer]!;
  counts.steps = Math.round(computeCycles / (inside / computesPerCore));
  counts.additions = 0;
  if (accumulators < 0) {
    const sums = nest.reads[operands.outputs * levels + buffer]!;
    const wordsPerSum = parts.sumWordsPerSum(counts.columns);
    const rowShare = rows / roundUp(rows, SUBLANES);
    const laneShare = counts.columns / roundUp(counts.columns, LANES);
    counts.additions = sums / wordsPerSum / (SUBLANES * LANES * rowShare * laneShare);
  }
  return counts;
}
