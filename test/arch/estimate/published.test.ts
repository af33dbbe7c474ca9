// data/published.json is read without a check: here it is held to what the estimators take it for.

import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import published from '../../../data/published.json' with { type: 'json' };

const ajv = new Ajv({ allErrors: true });
const positive = { type: 'number', exclusiveMinimum: 0 };
const text = { type: 'string', minLength: 1 };
const pair = { type: 'array', items: positive, minItems: 2, maxItems: 2 };

function record(properties: object, optional: object = {}): object {
  return {
    type: 'object',
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

const schema = record({
  about: { type: 'array', items: text },
  nodes: {
    type: 'array',
    items: record({
      ...{ nm: positive, area: positive, volts: positive },
      energy: { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
    }),
  },
  dram: {
    type: 'object',
    propertyNames: { pattern: '^[A-Z]+[0-9]?$' },
    additionalProperties: record(
      { pjPerBit: positive, source: text, errorPercent: positive },
      { scaled: { const: true } },
    ),
  },
  arithmetic: record(
    Object.fromEntries(
      ['intAdd', 'intMultiply', 'floatAdd', 'floatMultiply'].map((name) => [
        name,
        record({ sizes: pair, at45Pj: pair, at7Pj: pair, at45Um2: pair }),
      ]),
    ),
  ),
  aladdin: {
    type: 'object',
    additionalProperties: record({
      ...{ does: text, free: text, energyPj: positive, leakageMw: { type: 'number', minimum: 0 }, bits: positive },
      areaUm2: { type: ['number', 'null'], exclusiveMinimum: 0 },
      growth: { enum: ['width', 'product'] },
    }),
  },
});

test('the tables have the form that the estimators read', () => {
  const check = ajv.compile(schema);
  check(published);
  expect(check.errors ?? []).toEqual([]);
});

test('nodes go down, and every unit is there', () => {
  const nodes = published.nodes.map(({ nm }) => nm);
  expect(nodes).toEqual(nodes.toSorted((a, b) => b - a));
  expect(Object.keys(published.aladdin)).toHaveLength(11);
});
