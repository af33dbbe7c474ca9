import { describe, expect, it } from 'vitest';
import { printLoopNest, type TileSizes } from '../../src/mapping/print.js';
import { accelerator, build, gemm } from './build.js';

function printed(more: string, sizes: TileSizes, problem = gemm): string {
  const { problem: built, mapping } = build({ more, problem, architecture: accelerator({}, '{meshX: 4, meshY: 2}') });
  return printLoopNest(built!, mapping!, sizes);
}

const same = (...words: number[]): readonly [number, number][] => words.map((one) => [one, one]);

describe('printLoopNest', () => {
  it('is laid out as in the example of section H.3', () => {
    const entries = `
mapping:
- {target: DRAM, type: temporal, factors: [N=2]}
- {target: GLB, type: temporal, factors: [M=4, K=2]}
- {target: PE, type: spatial, factors: [N=4, K=2], permutation: [N, K, M], split: 1}
- {target: RF, type: temporal, factors: [K=2]}
`;
    const sizes = [same(2, 2, 1), same(0, 0, 0), same(32, 32, 16), same(32, 64, 32)];
    expect(printed(entries, sizes)).toBe(
      [
        'DRAM [ A:32 (32) B:64 (64) Z:32 (32) ] ',
        '--------------------------------------',
        '| for N in [0:2)',
        '',
        'GLB [ A:32 (32) B:32 (32) Z:16 (16) ] ',
        '-------------------------------------',
        '|   for K in [0:2)',
        '|     for M in [0:4)',
        '',
        'inter_PE_spatial [ ] ',
        '--------------------',
        '|       for K in [0:2) (Spatial-Y)',
        '|         for N in [0:4) (Spatial-X)',
        '',
        'RF [ A:2 (2) B:2 (2) Z:1 (1) ] ',
        '------------------------------',
        '|           for K in [0:2)',
        '|             << Compute >>',
        '',
      ].join('\n'),
    );
  });

  it('runs levels without loops together, leaves bypassed dataspaces out and prints short last iterations', () => {
    const entries = `
mapping:
- {target: DRAM, type: temporal, factors: [M=2]}
- {target: GLB, type: dataspace, bypass: [B]}
- {target: RF, type: temporal, factors: ["M=4,3"]}
`;
    const sizes: TileSizes = [
      same(4, 1, 4),
      same(0, 0, 0),
      [
        [7, 5],
        [0, 0],
        [7, 7],
      ],
      same(7, 1, 7),
    ];
    const problem = gemm.replace('{M: 4, N: 8, K: 8}', '{M: 7, N: 1, K: 1}');
    expect(printed(entries, sizes, problem)).toBe(
      [
        'DRAM [ A:7 (7) B:1 (1) Z:7 (7) ] ',
        '--------------------------------',
        '| for M in [0:2)',
        '',
        'GLB [ A:7 (5) Z:7 (7) ] ',
        'inter_PE_spatial [ ] ',
        'RF [ A:4 (4) B:1 (1) Z:4 (4) ] ',
        '------------------------------',
        '|   for M in [0:4,3)',
        '|     << Compute >>',
        '',
      ].join('\n'),
    );
  });

  it('ends with the compute even where nothing iterates', () => {
    const problem = gemm.replace('{M: 4, N: 8, K: 8}', '{M: 1, N: 1, K: 1}');
    const text = printed('', [same(1, 1, 1), same(0, 0, 0), same(1, 1, 1), same(1, 1, 1)], problem);
    expect(text.split('\n').slice(-4)).toEqual([
      'RF [ A:1 (1) B:1 (1) Z:1 (1) ] ',
      '------------------------------',
      '| << Compute >>',
      '',
    ]);
  });
});
