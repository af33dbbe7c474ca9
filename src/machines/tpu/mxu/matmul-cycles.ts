// Cycles of [m,k]·[k,n] on weight-stationary systolic arrays (section 2.3 of docs/tpu.md). A fold is one array full of
// weights: R rows along k, C columns along n, through which all m rows of activations stream. While one fold streams,
// the weights of the next are fetched and shifted in, so that a fold takes as long as the slowest of the three:
//
//   T = W + (F_x - 1)·max(P, W, D) + P + (R + C - 2)
//
// with F_x folds for each array, P cycles to stream, W to shift weights in, and D to fetch them where they come from below.

import { roundUp } from '../../padding.js';
import { LANES, SUBLANES } from '../registers.js';
import { type FoldCycles, type FoldedArray, foldCycles } from './fold-cycles.js';

export interface Matmul {
  readonly m: number;
  readonly k: number;
  readonly n: number;
}

/** R along k, C along n; D of all arrays' weights of one fold, zero where they are on the chip. */
export interface ArrayModel extends FoldedArray {
  /** How many arrays share the folds. */
  readonly arrays: number;
  /** q: activations stream in groups of so many rows. */
  readonly streamRows: number;
  /** ρ */
  readonly rowsPerCycle: number;
}

/** Which part a fold waits for. */
export type Binding = 'streaming' | 'weight-shift' | 'weight-fetch';

export interface MatmulCycles extends FoldCycles {
  /** F = ⌈k/R⌉⌈n/C⌉ */
  readonly folds: number;
  /** F_x = ⌈F/arrays⌉ */
  readonly foldsPerArray: number;
  /** P = q⌈m/q⌉/ρ */
  readonly streamCycles: number;
  readonly weightShiftCycles: number;
  readonly weightFetchCycles: number;
  /** Of those of a fold: streaming. */
  readonly activeCycles: number;
  readonly binding: Binding;
  /** Useful multiply-accumulates of those that the arrays could have done in this time. */
  readonly utilization: number;
  /** What padding m, k and n to whole groups, rows and columns leaves of it at best. */
  readonly paddingBound: number;
}

export function matmulCycles(size: Matmul, model: ArrayModel): MatmulCycles {
  const { rows, columns, arrays, streamRows, rowsPerCycle, weightShiftCycles, weightFetchCycles } = model;
  const { m, k, n } = size;
  const folds = Math.ceil(k / rows) * Math.ceil(n / columns);
  const foldsPerArray = Math.ceil(folds / arrays);
  const streamCycles = roundUp(m, streamRows) / rowsPerCycle;
  const folded = foldCycles(foldsPerArray, streamCycles, model);
  return {
    ...folded,
    ...{ folds, foldsPerArray, streamCycles, weightShiftCycles, weightFetchCycles },
    activeCycles: streamCycles,
    binding: bindingOf(streamCycles, model),
    utilization: (m * k * n) / (folded.cycles * rows * columns * arrays * rowsPerCycle),
    paddingBound: (m / roundUp(m, streamRows)) * (k / roundUp(k, rows)) * (n / roundUp(n, columns)),
  };
}

/** Never above `matmulCycles`, and equal to it where sizes and folds divide: the same with parts of folds and groups allowed. */
export function matmulCyclesAtLeast({ m, k, n }: Matmul, model: ArrayModel): number {
  const { rows, columns, arrays, rowsPerCycle } = model;
  const folds = Math.max(1, (k * n) / (rows * columns * arrays));
  return foldCycles(folds, m / rowsPerCycle, model).cycles;
}

/** Adding up the folds along k on the vector unit, in operations on whole registers. */
export function partialSumAdds({ m, k, n }: Matmul, { rows }: ArrayModel): number {
  return (Math.ceil(k / rows) - 1) * Math.ceil(m / SUBLANES) * Math.ceil(n / LANES);
}

function bindingOf(streamCycles: number, { weightShiftCycles, weightFetchCycles }: ArrayModel): Binding {
  if (weightFetchCycles > Math.max(streamCycles, weightShiftCycles)) return 'weight-fetch';
  return weightShiftCycles > streamCycles ? 'weight-shift' : 'streaming';
}
