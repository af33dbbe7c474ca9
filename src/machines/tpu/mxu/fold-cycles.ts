// Folds of weights one after another on an array (section 2.3): while one streams, the weights of the next are fetched and shifted in.
//
//   T = W + (F_x - 1)·max(P, W, D) + P + (R + C - 2)

export interface FoldedArray {
  /** R */
  readonly rows: number;
  /** C */
  readonly columns: number;
  /** W */
  readonly weightShiftCycles: number;
  /** D */
  readonly weightFetchCycles: number;
}

/** D: `bytes` are those of all arrays that work side by side, which share the memory. */
export function fetchCycles(bytes: number, gbPerSecond: number, clockMhz: number): number {
  return (bytes / (gbPerSecond * 1e9)) * clockMhz * 1e6;
}

export type FoldCycles = ReturnType<typeof foldCycles>;

/** `folds`: F_x, those of one array; `streamCycles`: P. */
export function foldCycles(folds: number, streamCycles: number, array: FoldedArray) {
  const { rows, columns, weightShiftCycles, weightFetchCycles } = array;
  const fold = Math.max(streamCycles, weightShiftCycles, weightFetchCycles);
  const fillDrainCycles = rows + columns - 2;
  const shiftCycles = Math.min(weightShiftCycles, fold - streamCycles);
  return {
    /** T */
    cycles: weightShiftCycles + (folds - 1) * fold + streamCycles + fillDrainCycles,
    /** max(P, W, D) */
    foldCycles: fold,
    /** Of those, beside P: waiting for the shift, waiting for the fetch. */
    shiftCycles,
    stallCycles: fold - streamCycles - shiftCycles,
    /** R + C - 2 */
    fillDrainCycles,
  };
}
