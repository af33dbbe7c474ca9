import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { colorStyle, plainStyle } from '../../src/report/style.js';
import { renderTable, wrapped } from '../../src/report/table.js';

it('aligns numbers and leaves no blanks at line ends', () => {
  const columns = [{ header: 'level' }, { header: 'words', align: 'right' as const }, { header: 'note' }];
  const rows = [
    ['DRAM', '1,024', ''],
    ['a', '8', 'x'],
  ];
  expect(renderTable({ columns, rows, style: plainStyle })).toBe('level  words  note\nDRAM   1,024\na          8  x\n');
});

it('wraps what is long, with its color on every line', () => {
  const columns = [{ header: 'row' }, { header: 'value', align: 'right' as const }];
  const rows = [[colorStyle.bad('one two three four five six seven'), '42']];
  const text = renderTable({ columns, rows, style: { ...colorStyle, width: 30 } });
  expect(stripVTControlCharacters(text)).toBe(
    'row                      value\none two three four five     42\nsix seven\n',
  );
  expect(text.split('\n')[2]).toBe(colorStyle.bad('six seven'));
});

it('puts the columns that do not fit below, with the first one again', () => {
  const columns = ['n', 'aaaaaaaa', 'bbbbbbbb', 'cccccccc'].map((header) => ({ header }));
  const rows = [['1', '2', '3', '4']];
  expect(renderTable({ columns, rows, style: { ...plainStyle, width: 22 } })).toBe(
    'n  aaaaaaaa  bbbbbbbb\n1  2         3\n\nn  cccccccc\n1  4\n',
  );
});

it('puts all that tells what a row is about before columns that follow below', () => {
  const columns = ['level', 'dataspace', 'readsreads', 'writeswrit'].map((header) => ({ header }));
  const rows = [
    ['GLB', 'A', '1', '2'],
    ['', 'B', '3', '4'],
  ];
  const text = renderTable({ columns, rows, style: { ...plainStyle, width: 36 }, keys: 2 });
  const [above, below] = text.split('\n\n').map((block) =>
    block
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ +/)),
  );
  expect(above).toEqual([
    ['level', 'dataspace', 'readsreads'],
    ['GLB', 'A', '1'],
    ['', 'B', '3'],
  ]);
  expect(below).toEqual([
    ['level', 'dataspace', 'writeswrit'],
    ['GLB', 'A', '2'],
    ['', 'B', '4'],
  ]);
});

it('never exceeds the width unless one number does, and loses nothing', () => {
  const cell = fc.stringMatching(/^[a-z0-9_.,-]{0,30}( [a-z0-9_-]{1,20}){0,3}$/);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 40, max: 100 }),
      (rows, width) => {
        const columns = ['one', 'two', 'three'].map((header) => ({ header }));
        const text = renderTable({ columns, rows, style: { ...plainStyle, width } });
        for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
        const shown = text.replace(/\s/g, '');
        for (const row of rows)
          for (const character of new Set(row.join('').replace(/\s/g, ''))) expect(shown).toContain(character);
      },
    ),
    { seed: 7 },
  );
});

it('breaks at blanks first, then in names', () => {
  expect(wrapped('a long text', 6)).toBe('a long\ntext');
  expect(wrapped('inter_PE_column_spatial', 10)).toBe('inter_PE_\ncolumn_\nspatial');
  expect(wrapped('PE.spatial.meshY', 8)).toBe('PE.\nspatial.\nmeshY');
  expect(wrapped('1234567890', 4)).toBe('1234\n5678\n90');
});
