// data/tpu.json is read without a check: here every generation is held to `Generation`.

import { readFileSync } from 'node:fs';
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

test.each(generations.map((one) => [one.name, one] as const))(
  '%s multiplies what its architecture file says',
  (name, one) => {
    const text = readFileSync(new URL(`../../../arch/tpu-${name}.yaml`, import.meta.url), 'utf8');
    const [, written] = /rows_per_cycle:\n((?: {4}.*\n)+)/.exec(text)!;
    const rates = [...written!.matchAll(/^ {4}(\w+): ([\d.]+)/gm)].map(([, type, rows]) => [type, Number(rows)]);
    expect(
      Object.entries(one.rates)
        .map(([type, { rowsPerCycle }]) => [type, rowsPerCycle.value])
        .toSorted(),
    ).toEqual(rates.toSorted());
  },
);
