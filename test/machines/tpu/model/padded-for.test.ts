// Bounds in whole folds, but where files fix factors that do not divide those.

import { describe, expect, it } from 'vitest';
import { alternativesOf } from '../../../../src/mapping/alternatives.js';
import { fixing, problemOf, productOf } from '../../searched.js';

function boundsOf(constraints: string): readonly (readonly number[])[] {
  const workload = `${productOf(500, 300, 450)}${constraints}`;
  const set = { ragged_splits: 'false', layouts: '{A: [1, 0], B: [1, 0], Z: [1, 0]}' };
  return alternativesOf(problemOf({ machine: 'tpu-v5e', workload, set })).map(({ workload: { dimensions, bounds } }) =>
    ['M', 'K', 'N'].map((name) => bounds[dimensions.indexOf(name)]!),
  );
}

describe('450 columns, which are four folds of 113', () => {
  it.each([
    ['nothing fixed', '', 452],
    ['50 of an array', fixing('N=50', 'column'), 450],
    ['four arrays', fixing('N=4', 'mxu'), 452],
    ['120 of an array', fixing('N=120', 'column'), 480],
    ['a limit', fixing('N<=50', 'column'), 452],
  ])('%s', (_, constraints, columns) => {
    expect(boundsOf(constraints)[0]).toEqual([500, 300, columns]);
  });

  it('rows that a factor does not divide are padded to a multiple of it', () => {
    expect(boundsOf(fixing('M=7', 'HBM', 'temporal'))[0]).toEqual([504, 300, 452]);
  });

  it.each([
    [9, 50, 450],
    [4, 113, 452],
    [4, 112, 452],
  ])('a mapping of %i x %i', (folds, columns, bound) => {
    const mapping = `mapping:
  - {target: VMEM, type: temporal, factors: [K=3, N=${folds}]}
  - {target: weights, type: temporal, factors: [M=500]}
  - {target: column, type: spatial, factors: [N=${columns}]}
  - {target: row, type: spatial, factors: [K=100]}
`;
    expect(boundsOf(mapping)[0]).toEqual([500, 300, bound]);
  });
});
