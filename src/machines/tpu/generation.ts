// What a generation of the TPU is to the model of its systolic arrays (section 1 of docs/tpu.md). Figures are per chip unless
// they say core.

import { createRequire } from 'node:module';
import type { Sourced } from '../parameter.js';

/** What is multiplied: activations by weights where the two differ. */
export type OperandType = 'bf16' | 'int8' | 'int4' | 'int16xint8' | 'int16';

export const operandTypes: readonly OperandType[] = ['bf16', 'int8', 'int4', 'int16xint8', 'int16'];

/** Of a weight, as it comes from memory. */
export const weightBits: Readonly<Record<OperandType, number>> = {
  bf16: 16,
  int8: 8,
  int4: 4,
  int16xint8: 8,
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

// The generations, each number with its source and flag: data/tpu.json as `Generation` (section 1 of docs/tpu.md).

type Figures = Readonly<Record<string, unknown>>;

/** `data/` lies beside `src/` and beside `dist/`. */
const data = createRequire(import.meta.url)('../../../data/tpu.json') as {
  readonly sources: Readonly<Record<string, Omit<Sourced, 'value'>>>;
  readonly later: Figures;
  readonly generations: Readonly<Record<string, Figures>>;
};

export const generations = Object.entries(data.generations).map(([name, own]) => ({
  name,
  ...sourced({ ...data.later, ...own }),
})) as unknown as readonly Generation[];

/** A figure is written as its value and the name of its source. */
function sourced(figures: Figures): Figures {
  const read = (one: unknown): unknown => {
    if (Array.isArray(one)) return { value: one[0], ...data.sources[one[1]] };
    return typeof one === 'string' ? one : sourced(one as Figures);
  };
  return Object.fromEntries(Object.entries(figures).map(([name, one]) => [name, read(one)]));
}
