import { expect, it } from 'vitest';
import { nestText } from '../../src/report/nest-text.js';
import { plainStyle } from '../../src/report/style.js';

it('shows tiles of levels whatever their names, and a line below that is as long', () => {
  const text = [
    'main memory [ A:4096 (4096) B:24 (24) ] ',
    '----------------------------------------',
    '| for M in [0:4)',
    '',
    'größe 1,2" [ A:2 (2) ] ',
    '----------------------',
    '|   for K in [0:6)',
    '|     << Compute >>',
    '',
  ];
  expect(nestText(text.join('\n'), plainStyle).split('\n')).toEqual([
    'main memory: A 4,096, B 24',
    '--------------------------',
    '| for M in [0:4)',
    '',
    'größe 1,2": A 2',
    '---------------',
    '|   for K in [0:6)',
    '|     << Compute >>',
    '',
  ]);
});
