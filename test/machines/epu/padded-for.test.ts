// Bounds in whole tiles and lanes, but where files fix factors that do not divide those.

import { describe, expect, it } from 'vitest';
import { convolutionOf, fixing, problemOf } from '../searched.js';

const layer = convolutionOf('C: 13, M: 6, R: 3, S: 3, N: 1, P: 13, Q: 13');

function boundsOf(stated: string): readonly number[] {
  const { dimensions, bounds } = problemOf({ machine: 'epu-q8', workload: `${layer}${stated}` }).workload;
  return ['Q', 'P', 'C', 'M'].map((name) => bounds[dimensions.indexOf(name)]!);
}

describe('13 columns, which are two tiles of 7', () => {
  it.each([
    ['nothing fixed', '', [14, 14, 14, 6]],
    ['7 columns of cores', fixing('Q=7', 'column'), [14, 14, 14, 6]],
    ['two tiles at once', fixing('Q=2', 'localMem', 'temporal'), [14, 14, 14, 6]],
    ['all 8 columns of cores', fixing('Q=8', 'column'), [16, 14, 14, 6]],
    ['a limit', fixing('Q<=8', 'column'), [14, 14, 14, 6]],
    ['half of the lanes', fixing('C=4', 'MAC'), [14, 14, 16, 6]],
    ['strips of five rows', fixing('P=5', 'row'), [14, 15, 14, 6]],
    ['four filters', fixing('M=4', 'OCM', 'temporal'), [14, 14, 14, 8]],
  ])('%s', (_, stated, bounds) => {
    expect(boundsOf(stated)).toEqual(bounds);
  });

  it.each([
    [2, 8, 16],
    [2, 7, 14],
    [13, 1, 13],
  ])('a mapping of %i x %i', (tiles, columns, bound) => {
    const mapping = `mapping:
  - {target: localMem, type: temporal, factors: [C=2, M=6, R=3, S=3, P=2, Q=${tiles}]}
  - {target: column, type: spatial, factors: [Q=${columns}]}
  - {target: row, type: spatial, factors: [P=7], split: 0}
  - {target: MAC, type: spatial, factors: [C=7]}
`;
    expect(boundsOf(mapping)).toEqual([bound, 14, 14, 6]);
  });
});
