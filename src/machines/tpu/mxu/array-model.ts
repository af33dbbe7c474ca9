// The arrays of one generation, for one type of operands, as the cycle model sees them.

import { type Generation, type OperandType, type Rate, weightBits } from '../generation.js';
import type { ArrayModel } from './matmul-cycles.js';

export interface ArrayChoice {
  readonly type: OperandType;
  readonly rate: Rate;
  readonly arrays: number;
  readonly weightsFrom: Generation['weightsFrom'];
}

export function arrayModel(generation: Generation, { type, rate, arrays, weightsFrom }: ArrayChoice): ArrayModel {
  const { arrayRows, arrayColumns, clockMhz, memoryGbPerSecond, streamRows, weightShiftCycles } = generation;
  const tileBytes = (arrayRows.value * arrayColumns.value * weightBits[type]) / 8;
  // Arrays that work side by side share the memory.
  const fetchSeconds = (arrays * tileBytes) / (memoryGbPerSecond.value * 1e9);
  return {
    rows: arrayRows.value,
    columns: arrayColumns.value,
    arrays,
    streamRows: streamRows.value,
    rowsPerCycle: rate.rowsPerCycle.value,
    weightShiftCycles: weightShiftCycles.value,
    weightFetchCycles: weightsFrom === 'memory' ? fetchSeconds * clockMhz.value * 1e6 : 0,
  };
}
