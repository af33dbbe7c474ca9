// The model against what has been published of TPUs, and docs/validation/tpu.md as it says so.

import { describe, expect, it } from 'vitest';
import {
  errorOf,
  gateRows,
  pallasRows,
  type Row,
  ridgeRows,
  rooflineRows,
  scaleSimRows,
  shareErrors,
  validationDocument,
  workedRows,
} from './validation/document.js';

describe('errors stay within their bounds, in percent', () => {
  it.each([
    ['SCALE-Sim', scaleSimRows, 0, 16],
    ['worked examples', workedRows, 0.001, 7],
    ['a gate of LSTM1', gateRows, 6, 2],
    ['rooflines of v1', rooflineRows, 1, 6],
    ['matrix products on v5e', pallasRows, 5, 6],
    ['rooflines', () => ridgeRows().filter(({ what }) => !what.startsWith('v3')), 4, 8],
    ['roofline of v3, which has two published peaks', () => ridgeRows().slice(0, 1), 13, 1],
  ] as const)('%s', (_, rows: () => readonly Row[], bound, count) => {
    const found = rows();
    expect(found).toHaveLength(count);
    expect(found.filter((row) => !(Math.abs(errorOf(row)) <= bound))).toEqual([]);
  });
});

it('shares of the six applications of v1 within 5 points', () => {
  const found = shareErrors();
  expect(found).toHaveLength(6);
  expect(found.filter(({ points }) => !(points <= 5))).toEqual([]);
});

it('docs/validation/tpu.md says so', async () => {
  await expect(validationDocument()).toMatchFileSnapshot('../../../docs/validation/tpu.md');
});
