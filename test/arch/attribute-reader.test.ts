import { expect, it } from 'vitest';
import {
  type AttributeSource,
  readBoolean,
  readNumber,
  readNumbers,
  readString,
} from '../../src/arch/attribute-reader.js';
import type { PlainValue } from '../../src/spec/node.js';

const span = { source: { name: 'arch.yaml', text: '' }, start: 0, end: 0 };

function source(values: Record<string, PlainValue>): AttributeSource {
  const attributes = new Map(Object.entries(values).map(([key, value]) => [key, { value, span, keySpan: span }]));
  return { owner: 'Buf', attributes, span, diagnostics: [] };
}

function said(from: AttributeSource): string[] {
  return from.diagnostics.map((one) => `${one.code} ${one.message}`);
}

it('reads the first spelling present', () => {
  const from = source({ b: 2, c: 3 });
  expect(readNumber(from, ['a', 'b', 'c'])).toBe(2);
  expect(readNumber(from, ['d'])).toBeUndefined();
  expect(said(from)).toEqual([]);
});

it('counts a value of the wrong type or range as absent, and says what it should be', () => {
  const from = source({
    width: 'eight',
    depth: 2.5,
    min: 2,
    bandwidth: 0,
    list: [1],
    infinite: Number.POSITIVE_INFINITY,
  });
  expect(readNumber(from, ['width'])).toBeUndefined();
  expect(readNumber(from, ['depth'], { integer: true })).toBeUndefined();
  expect(readNumber(from, ['min'], { min: 0, max: 1 })).toBeUndefined();
  expect(readNumber(from, ['bandwidth'], { above: 0 })).toBeUndefined();
  expect(readNumber(from, ['infinite'])).toBeUndefined();
  expect(readBoolean(from, 'width')).toBeUndefined();
  expect(readString(from, 'list')).toBeUndefined();
  expect(said(from)).toEqual([
    'E-ATTRIBUTE Buf.width must be a number, got "eight"',
    'E-ATTRIBUTE Buf.depth must be an integer, got 2.5',
    'E-ATTRIBUTE Buf.min must be a number from 0 to 1, got 2',
    'E-ATTRIBUTE Buf.bandwidth must be a number greater than 0, got 0',
    'E-ATTRIBUTE Buf.infinite must be a number, got null',
    'E-ATTRIBUTE Buf.width must be true or false, got "eight"',
    'E-ATTRIBUTE Buf.list must be a name, got [1]',
  ]);
});

it('reads maps of numbers whole or not at all', () => {
  expect(readNumbers(source({ scale: { A: 0.5, B: 2 } }), 'scale', { min: 0 })).toEqual(
    new Map([
      ['A', 0.5],
      ['B', 2],
    ]),
  );
  const wrong = source({ scale: { A: -1 }, flat: 3 });
  readNumbers(wrong, 'scale', { min: 0 });
  readNumbers(wrong, 'flat', { min: 0 });
  expect(said(wrong)).toEqual([
    'E-ATTRIBUTE Buf.scale must be a map from names to a number of at least 0, got {"A":-1}',
    'E-ATTRIBUTE Buf.flat must be a map from names to a number of at least 0, got 3',
  ]);
});
