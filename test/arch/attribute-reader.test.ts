import { expect, it } from 'vitest';
import { type AttributeSource, readBoolean, readNumber, readNumbers } from '../../src/arch/attribute-reader.js';
import type { PlainValue } from '../../src/spec/node.js';

const span = { source: { name: 'arch.yaml', text: '' }, start: 0, end: 0 };

function source(values: Record<string, PlainValue>): AttributeSource {
  const attributes = new Map(Object.entries(values).map(([key, value]) => [key, { value, span, keySpan: span }]));
  return { owner: 'Buf', attributes, span, diagnostics: [] };
}

it('reads the first spelling present', () => {
  const from = source({ b: 2, c: 3 });
  expect(readNumber(from, ['a', 'b', 'c'])).toBe(2);
  expect(readNumber(from, ['d'])).toBeUndefined();
});

it('reads switches and maps of numbers', () => {
  const from = source({ on: true, scale: { A: 0.5, B: 2 } });
  expect([readBoolean(from, 'on'), readBoolean(from, 'off')]).toEqual([true, undefined]);
  expect(readNumbers(from, 'scale')).toEqual(
    new Map([
      ['A', 0.5],
      ['B', 2],
    ]),
  );
  expect(readNumbers(from, 'none')).toEqual(new Map());
});
