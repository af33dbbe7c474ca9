import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cuttable, inBlocks, largestPrime } from '../../../../src/machines/padding.js';
import { propertySeed, runsOf } from '../../../support/properties.js';
import { built, convolutionOf, evaluated, mappingOf, productOf } from './problems.js';

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

  it.each([
    ['v6e', [8, 3584, 18944], [8, 18944, 3584]], // 74 folds of 256: 37 in each array, and not 75, which only one could take
    ['v6e', [8, 4096, 11008], [8, 11044, 4096]], // 43 folds: 22 in each of two arrays
    ['v5e', [1, 768, 21843], [1, 21844, 768]], // 171 folds: 43 in each of four
    ['v5e', [729, 1152, 1152], [732, 1152, 1152]], // 183 rows in each of four
    ['v5e', [49, 128, 512], [49, 512, 128]], // shifting weights takes longer than to stream a quarter, and there are four folds
    ['v5e', [8, 8192, 515], [8, 516, 8192]], // 5 folds: 2 in each of three
  ])('%s: arrays share the product %j evenly', (arch, [m, k, n], padded) => {
    expect(boundsOf(arch, productOf(m!, k!, n!))).toEqual(padded);
  });

  it('arrays share groups, too, also where several of them lie in one', () => {
    const heads = (k: number): number | undefined => {
      const projections = `A: [[[H]], [[M]], [[K]]], B: [[[H]], [[K]], [[N]]], Z: [[[H]], [[M]], [[N]]]`;
      const spaces = projections
        .replace(/(\w): (.*?\]\]\])/g, '{name: $1, projection: $2}')
        .replace(/}$/, ', read_write: true}');
      const shape = `{name: heads, dimensions: [H, M, N, K], data_spaces: [${spaces}]}`;
      return boundsOf('v5e', `problem: {version: 0.4, shape: ${shape}, instance: {H: 25, M: 1, N: 64, K: ${k}}}\n`)[0];
    };
    // 7 in each array; four times two on the diagonal of each, and not 13 times, which one would take alone.
    expect([heads(1024), heads(64)]).toEqual([28, 32]);
  });

  it('a mapping of the bounds as they are is taken, too', () => {
    const { problem } = built({ arch: 'v5e', workload: productOf(729, 1152, 1152) });
    expect(problem!.choices).toMatchObject({ ragged_splits: true });
    expect(problem!.others!.map(({ workload }) => workload.bounds[0])).toEqual([729]);
    const lines = `HBM: K=3 N=3\nVMEM: K=3 N=3\nmxu/: M=3\nweights: M=243\ncolumn/: N=128\nrow/: K=128`;
    const inExact = evaluated({ arch: 'v5e', workload: productOf(729, 1152, 1152), mapping: mappingOf(lines) });
    const inEqual = evaluated({
      ...{ arch: 'v5e', workload: productOf(729, 1152, 1152) },
      mapping: mappingOf(lines.replace('M=3', 'M=4').replace('M=243', 'M=183')),
    });
    expect(inEqual.cycles).toBeLessThan(0.82 * inExact.cycles);
    expect(inEqual.energyPj).toBeGreaterThan(inExact.energyPj);
  });

  it('positions of a filter are no channels', () => {
    const bounds = boundsOf('v5e', convolutionOf('C: 131, M: 64, R: 3, S: 1, N: 1, P: 7, Q: 7'));
    expect(bounds).toEqual([132, 64, 3, 1, 1, 7, 7]);
  });
});
