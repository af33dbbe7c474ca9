import { expect, test } from 'vitest';
import { lineText, positionAt } from '../../src/diagnostics/span.js';

const source = { name: 'x', text: 'ab\ncd\r\n\nef' };

test.each([
  [0, 1, 1],
  [2, 1, 3],
  [3, 2, 1],
  [7, 3, 1],
  [8, 4, 1],
  [10, 4, 3],
])('offset %i is line %i, column %i', (offset, line, column) => {
  expect(positionAt(source, offset)).toEqual({ line, column });
});

test('lines come without their ends', () => {
  expect([1, 2, 3, 4, 5].map((line) => lineText(source, line))).toEqual(['ab', 'cd', '', 'ef', '']);
});
