// What bounds are padded for: the splits of an estimate, those that files fix, and those of a mapping.

import { describe, expect, it } from 'vitest';
import { alternativesOf, searchedChoices } from '../../../../src/mapping/alternatives.js';
import type { Problem } from '../../../../src/mapping/problem.js';
import { built, convolutionOf, evaluated, productOf } from './problems.js';

const product = productOf(1024, 1024, 1024);

function constrained(workload: string, ...entries: readonly string[]): Problem {
  return built({ arch: 'mk2', workload: `${workload}constraints: [${entries.join(', ')}]\n` }).problem!;
}

function boundsOf(problem: Problem, dimension: string): readonly number[] {
  const d = problem.workload.dimensions.indexOf(dimension);
  return [...new Set(alternativesOf(problem).map(({ workload }) => workload.bounds[d]!))].sort((a, b) => a - b);
}

describe('a factor that files fix', () => {
  it('divides what is padded, and other dimensions are padded as it lets them', () => {
    const problem = constrained(product, '{target: tile, type: spatial, factors: [P=64]}');
    expect(boundsOf(problem, 'P')).toEqual([1024]);
    expect(Math.max(...boundsOf(problem, 'C'))).toBeGreaterThan(1024);
    expect(searchedChoices(problem)?.ragged_splits).toEqual([true, false]);
  });

  it('pads what it does not divide where no part stays empty', () => {
    const ragged = constrained(productOf(1000, 1000, 1000), '{target: tile, type: spatial, factors: [P=64, M=21]}');
    expect(boundsOf(ragged, 'P')).toContain(1024);
    const rows = constrained(product, '{target: coefficients, type: temporal, factors: [P=100]}');
    expect(boundsOf(rows, 'P')).toContain(1100);
  });

  it('that would leave parts empty pads nothing', () => {
    const problem = constrained(product, '{target: memory, type: temporal, factors: [M=500]}');
    expect(Math.max(...boundsOf(problem, 'M'))).toBeLessThan(2048);
  });

  it('limits the tiles that are taken for granted', () => {
    const problem = constrained(product, '{target: tile, type: spatial, factors: [P>=64]}');
    expect(boundsOf(problem, 'P').every((bound) => bound % 7 !== 0)).toBe(true);
  });

  it('leaves operands to be changed that are alike without it', () => {
    expect(searchedChoices(built({ arch: 'mk2', workload: product }).problem!)?.swapped).toEqual([false]);
    const problem = constrained(product, '{target: tile, type: spatial, factors: [P=64]}');
    expect(searchedChoices(problem)?.swapped).toContain(true);
  });
});

it('as many pixels as output channels are not cut like them', () => {
  const pointwise = convolutionOf('C: 256, M: 256, R: 1, S: 1, N: 1, P: 16, Q: 16');
  expect(searchedChoices(built({ arch: 'mk2', workload: pointwise }).problem!)?.swapped).toContain(true);
});

it('windows of which neighbours have a part are not received whole', () => {
  const fixed = ['kernel=amp', 'swapped=false', 'type=f32', 'ragged_splits=true'].map((one) => `machine.${one}`);
  const workload = convolutionOf('C: 1, M: 185, R: 3, S: 1, N: 4, P: 47, Q: 28');
  // In 24 parts of 2 x 16 x 7 positions: 1,619 cycles; in 16 of 47 x 7, which share fewer of them, 2,053.
  expect(boundsOf(built({ arch: 'mk1', workload, set: fixed }).problem!, 'P')).toContain(48);
});

it('four chips may share rows and columns', () => {
  const { workload } = built({ arch: 'pod4-mk2', workload: product, set: ['machine.kernel=amp'] }).problem!;
  const of = (name: string): number => workload.bounds[workload.dimensions.indexOf(name)]!;
  expect([of('P'), of('C'), of('M')]).toEqual([2 * 7 * 74, 13 * 5 * 16, 2 * 16 * 2 * 16]);
});

describe('a mapping has its own bounds', () => {
  const mapping = (tiles: number, rows: number) => `mapping:
  - {target: tile, type: spatial, factors: [P=${tiles}, C=13, M=16]}
  - {target: tile, type: temporal, factors: [C=5, M=4], permutation: MCRSNPQ}
  - {target: coefficients, type: temporal, factors: [P=${rows}]}
  - {target: accumulators, type: temporal, factors: [C=4]}
  - {target: amp, type: spatial, factors: [C=4, M=16]}
`;
  it.each([
    [7, 147],
    [4, 256],
    [5, 205],
  ])('%i x %i rows for 1024', (tiles, rows) => {
    const outcome = evaluated({ arch: 'mk2', workload: product, mapping: mapping(tiles, rows) });
    expect(outcome.kind).toBe('evaluated');
    if (outcome.kind === 'evaluated') expect(boundsOf(outcome.problem, 'P')).toEqual([tiles * rows]);
  });

  it.each([
    [7, 146],
    [4, 512],
  ])('unless that is a mistake: %i x %i', (tiles, rows) => {
    expect(evaluated({ arch: 'mk2', workload: product, mapping: mapping(tiles, rows) }).kind).toBe('invalid-mapping');
  });
});
