// What a generation of the TPU is to the model of its systolic arrays (section 1 of docs/tpu.md). Figures are per chip unless
// they say core.

import type { Sourced } from '../parameter.js';

/** What is multiplied: activations by weights where the two differ. */
export type OperandType = 'bf16' | 'int8' | 'fp8' | 'int4' | 'int16xint8' | 'int8xint16' | 'int16';

export const operandTypes: readonly OperandType[] = [
  'bf16',
  'int8',
  'fp8',
  'int4',
  'int16xint8',
  'int8xint16',
  'int16',
];

/** Of a weight, as it comes from memory. */
export const weightBits: Readonly<Record<OperandType, number>> = {
  bf16: 16,
  int8: 8,
  fp8: 8,
  int4: 4,
  int16xint8: 8,
  int8xint16: 16,
  int16: 16,
};

export interface Rate {
  /** Rows of activations that an array takes in a cycle; a fraction where a row takes several. */
  readonly rowsPerCycle: Sourced;
  /** As published, two operations for each multiply-accumulate; to compare with what follows from the rest. */
  readonly publishedTops?: Sourced;
}

export interface Generation {
  readonly name: string;
  readonly clockMhz: Sourced;
  readonly cores: Sourced;
  readonly mxusPerCore: Sourced;
  /** Along the reduction. */
  readonly arrayRows: Sourced;
  /** Along the outputs. */
  readonly arrayColumns: Sourced;
  /** Activations stream in groups of so many rows, the last one filled up. */
  readonly streamRows: Sourced;
  /** To shift a tile of weights into an array. */
  readonly weightShiftCycles: Sourced;
  readonly memoryGbPerSecond: Sourced;
  /** Where weights come from: on v1 always the memory off the chip, later the program decides. */
  readonly weightsFrom: 'memory' | 'chip';
  /** Partial sums of several folds are added in accumulators of the array itself, or by the vector unit. */
  readonly partialSums: 'accumulators' | 'vector-unit';
  /** What it can multiply, its usual type first. */
  readonly rates: Readonly<Partial<Record<OperandType, Rate>>>;
}

export function defaultType({ rates }: Generation): OperandType {
  return (Object.keys(rates) as OperandType[])[0]!;
}
