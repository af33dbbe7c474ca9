// `inspect tpu rates`: the peaks of a chip, its memory, and where the one meets the other.

import { answered } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { requiredText } from '../../request.js';
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
