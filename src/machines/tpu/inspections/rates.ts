// `inspect tpu rates` and `parameters`: the peaks of a chip, its memory, and where the one meets the other; every figure of
// a generation with its source.

import { answered } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { type ParameterLine, parameterAnswer } from '../../parameter-table.js';
import { requiredText } from '../../request.js';
import type { Generation } from '../generation.js';
import { generations } from '../generations.js';

export function inspectRates(request: InspectionRequest): Answer {
  const { name, rates, ...chip } = generations.find((one) => one.name === requiredText(request, 'generation'))!;
  const { clockMhz, cores, mxusPerCore, arrayRows, arrayColumns, memoryGbPerSecond } = chip;
  const cells = cores.value * mxusPerCore.value * arrayRows.value * arrayColumns.value;
  const multiplied = Object.entries(rates).map(([type, { rowsPerCycle, publishedTops }]) => {
    const tops = (2 * cells * rowsPerCycle.value * clockMhz.value) / 1e6;
    const operationsPerByte = (tops * 1000) / memoryGbPerSecond.value;
    return { type, tops, publishedTops: publishedTops?.value ?? null, operationsPerByte };
  });
  return answered({ json: { generation: name, memoryGbPerSecond: memoryGbPerSecond.value, rates: multiplied } });
}

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
