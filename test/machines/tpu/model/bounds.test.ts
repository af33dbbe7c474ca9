import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cuttable, inBlocks, largestPrime } from '../../../../src/machines/padding.js';
import { propertySeed, runsOf } from '../../../support/properties.js';
import { built, convolutionOf, productOf } from './problems.js';

it.each([
  [1, 128, 1],
  [100, 128, 100],
  [131, 128, 132], // 2 x 66
  [600, 256, 600], // 3 x 200
  [1000, 128, 1000], // 8 x 125
  [50257, 128, 50292], // 393 = 3 x 131 folds, so 396 of 127
])('%d on a side of %d becomes %d', (bound, side, padded) => {
  expect(inBlocks(bound, side)).toBe(padded);
});

it('folds fit, are as few as the hardware needs unless there are many, and little is added', () => {
  const property = fc.property(fc.integer({ min: 1, max: 60_000 }), fc.constantFrom(128, 256), (bound, side) => {
    const padded = inBlocks(bound, side);
    const folds = Array.from({ length: 30 }, (_, more) => Math.ceil(bound / side) + more).find(
      (f) => padded % f === 0,
    )!;
    expect(padded).toBeGreaterThanOrEqual(bound);
    expect(padded / folds).toBeLessThanOrEqual(side);
    if (Math.ceil(bound / side) <= 64) expect(folds).toBe(Math.ceil(bound / side));
    expect(padded - bound).toBeLessThan(folds);
  });
  fc.assert(property, { seed: propertySeed, numRuns: runsOf(300) });
});

it('rows with a large prime factor are padded to whole groups, others stay', () => {
  expect([197, 100, 56, 67 * 8, 1].map((bound) => cuttable(bound, 8))).toEqual([200, 100, 56, 536, 1]);
  expect(cuttable(197, 1)).toBe(197);
  expect([1, 2, 97, 360, 131 * 131].map(largestPrime)).toEqual([1, 2, 97, 5, 131]);
});

describe('bounds of a problem', () => {
  const boundsOf = (arch: string, workload: string): readonly number[] =>
    built({ arch, workload }).problem!.workload.bounds;

  it('by what the dimensions do', () => {
    expect(boundsOf('v5e', productOf(197, 131, 1001))).toEqual([200, 1008, 132]); // M, N, K
    expect(boundsOf('v1', productOf(197, 131, 1001))).toEqual([197, 1004, 131]);
  });

  it('positions of a filter are no channels', () => {
    const bounds = boundsOf('v5e', convolutionOf('C: 131, M: 64, R: 3, S: 1, N: 1, P: 7, Q: 7'));
    expect(bounds).toEqual([132, 64, 3, 1, 1, 7, 7]);
  });
});
