// data/tpu.json is read without a check: here every generation is held to `Generation`.

import { expect, test } from 'vitest';
import { operandTypes } from '../../../src/machines/tpu/generation.js';
import { generations } from '../../../src/machines/tpu/generations.js';

const figures = [
  ...(['clockMhz', 'cores', 'mxusPerCore', 'arrayRows', 'arrayColumns', 'streamRows'] as const),
  ...(['weightShiftCycles', 'memoryGbPerSecond'] as const),
];

test.each(generations.map((one) => [one.name, one] as const))('%s has every figure with a source', (_, one) => {
  const rates = Object.entries(one.rates);
  const all = [
    ...figures.map((name) => one[name]),
    ...rates.flatMap(([, { rowsPerCycle, publishedTops }]) => [
      rowsPerCycle,
      ...(publishedTops ? [publishedTops] : []),
    ]),
  ];
  for (const { value, trust, source } of all) {
    expect(value).toBeGreaterThan(0);
    expect(['public', 'recalled', 'estimate']).toContain(trust);
    expect(source).not.toBe('');
  }
  expect(rates.length).toBeGreaterThan(0);
  for (const [type] of rates) expect(operandTypes).toContain(type);
  expect(['memory', 'chip']).toContain(one.weightsFrom);
  expect(['accumulators', 'vector-unit']).toContain(one.partialSums);
  expect(Object.keys(one).toSorted()).toEqual(['name', 'weightsFrom', 'partialSums', 'rates', ...figures].toSorted());
});
