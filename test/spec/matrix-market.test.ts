// Matrix Market files: what is read of sound ones, and what is said of others.

import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { positionAt } from '../../src/diagnostics/span.js';
import { readMatrixMarket } from '../../src/spec/read/matrix-market.js';

function read(text: string) {
  const source = { name: 'a.mtx', text };
  const diagnostics: Diagnostic[] = [];
  const pattern = readMatrixMarket(source, diagnostics);
  const places = pattern && [...pattern.row].map((row, at) => [row, pattern.column[at]!]);
  const [first] = diagnostics;
  const said = first && [positionAt(source, first.span!.start).line, first.message, first.expected, first.found];
  return { places, said };
}

const head = '%%MatrixMarket matrix coordinate real general\n';

describe('Matrix Market files', () => {
  it.each([
    [
      'coordinates',
      `${head}% of two\n\n2 3 3\n1 1 1.5\n2 3 -1\n1 2 0\n`,
      [
        [0, 0],
        [1, 2],
      ],
    ],
    [
      'lines that end in carriage returns',
      '%%MatrixMarket matrix coordinate pattern general\r\n2 2 1\r\n2 1\r\n',
      [[1, 0]],
    ],
    ['a place named twice', `${head}2 2 2\n1 1 1\n1 1 2\n`, [[0, 0]]],
    [
      'symmetric ones',
      '%%MatrixMarket matrix coordinate integer symmetric\n2 2 1\n2 1 4\n',
      [
        [0, 1],
        [1, 0],
      ],
    ],
    [
      'arrays, column by column',
      '%%MatrixMarket matrix array real general\n2 2\n1\n0\n0\n3\n',
      [
        [0, 0],
        [1, 1],
      ],
    ],
    ['complex numbers', '%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 0 1\n', [[0, 1]]],
    ['none at all', `${head}2 2 0\n`, []],
  ])('%s', (_, text, places) => {
    expect(read(text)).toEqual({ places, said: undefined });
  });

  it.each([
    ['', 1, 'this is no Matrix Market file', 'the end of the file'],
    ['%%MatrixMarket matrix coordinate octonion general\n', 1, 'unknown field octonion', /octonion/],
    [`${head}2 2\n`, 2, 'the sizes cannot be read', '2 2'],
    [`${head}2 2 1\n3 1 1\n`, 3, 'entry 1 of 1 cannot be read', '3 1 1'],
    [`${head}2 2 1\n0 1 1\n`, 3, 'entry 1 of 1 cannot be read', '0 1 1'],
    [`${head}2 2 1\n1 x 1\n`, 3, 'entry 1 of 1 cannot be read', '1 x 1'],
    [`${head}2 2 1\n1 1\n`, 3, 'entry 1 of 1 cannot be read', '1 1'],
    [`${head}2 2 2\n1 1 1\n`, 3, 'entry 2 of 2 cannot be read', 'the end of the file'],
    [`${head}2 2 1\n1 1 1\n2 2 1\n`, 4, 'more entries than the 1 of the sizes', '2 2 1'],
    ['%%MatrixMarket matrix array real general\n1 2\n1\n', 3, 'a value is missing', 'the end of the file'],
    ['%%MatrixMarket matrix array real general\n1 1\n1\n1\n', 4, 'there are values left', '1'],
  ])('%j', (text, line, message, found) => {
    const { places, said } = read(text);
    expect(places).toBeUndefined();
    expect(said).toEqual([
      line,
      `a.mtx: ${message}`,
      expect.any(String),
      typeof found === 'string' ? found : expect.stringMatching(found),
    ]);
  });
});
