// The arrays of one generation, for one type of operands, as the cycle model sees them.

import { type Generation, type OperandType, type Rate, weightBits } from '../generation.js';
import { fetchCycles } from './fold-cycles.js';
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
  const perTile = fetchCycles(arrays * tileBytes, memoryGbPerSecond.value, clockMhz.value);
  return {
    rows: arrayRows.value,
    columns: arrayColumns.value,
    arrays,
    streamRows: streamRows.value,
    rowsPerCycle: rate.rowsPerCycle.value,
    weightShiftCycles: weightShiftCycles.value,
    weightFetchCycles: weightsFrom === 'memory' ? perTile : 0,
  };
}
