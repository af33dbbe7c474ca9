// `inspect tpu parameters`: every figure of a generation with its source.

import type { Answer, InspectionRequest } from '../../machine.js';
import { type ParameterLine, parameterAnswer } from '../../parameter-table.js';
import { requiredText } from '../../request.js';
import type { Generation } from '../generation.js';
import { generations } from '../generations.js';

const units = {
  clockMhz: 'MHz',
  cores: 'cores',
  mxusPerCore: 'arrays',
  arrayRows: 'cells',
  arrayColumns: 'cells',
  streamRows: 'rows together',
  weightShiftCycles: 'cycles',
  memoryGbPerSecond: 'GB/s',
} as const satisfies Partial<Record<keyof Generation, string>>;

export function inspectParameters(request: InspectionRequest): Answer {
  const generation = generations.find(({ name }) => name === requiredText(request, 'generation'))!;
  const of = generation.name;
  const figures = (Object.keys(units) as (keyof typeof units)[]).map(
    (name): ParameterLine => ({ of, name, unit: units[name], ...generation[name] }),
  );
  const rates = Object.entries(generation.rates).flatMap(([type, { rowsPerCycle, publishedTops }]): ParameterLine[] => [
    { of, name: `rowsPerCycle, ${type}`, unit: 'rows', ...rowsPerCycle },
    ...(publishedTops ? [{ of, name: `publishedTops, ${type}`, unit: 'TOPS', ...publishedTops }] : []),
  ]);
  return parameterAnswer('tpu', [...figures, ...rates]);
}
