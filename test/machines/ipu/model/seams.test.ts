// The contracts of model/seams.ts on random mappings: chips alone and together, with and without streaming, for every kind of workload.

import { describe, expect, it } from 'vitest';
import { checkSeams } from '../../seam-checks.js';
import { built, type Case, convolutionOf, productOf } from './problems.js';

const depthwise = `problem:
  version: 0.4
  shape: grouped_cnn_layer
  instance: {C: 1, M: 1, R: 3, S: 3, N: 1, P: 28, Q: 28, G: 24}
`;
const heads = `problem:
  version: 0.4
  shape: grouped_cnn_layer
  instance: {C: 64, M: 128, R: 1, S: 1, N: 1, P: 128, Q: 1, G: 12}
`;
const workloads: readonly (readonly [string, string, readonly string[]])[] = [
  ['product of halves', productOf(300, 256, 200), []],
  ['product of floats', productOf(300, 256, 200, 'f32'), []],
  ['halves with floats as partial sums', productOf(96, 100, 160), ['machine.partials=float']],
  ['fast coefficient loads', productOf(96, 100, 160), ['machine.coefficient_bytes_per_cycle=16']],
  ['matrix and vector', productOf(1, 1000, 512), []],
  ['convolution', convolutionOf('C: 32, M: 48, R: 3, S: 3, N: 2, P: 28, Q: 28'), []],
  ['first layer', convolutionOf('C: 3, M: 64, R: 7, S: 7, N: 1, P: 56, Q: 56, Wstride: 2, Hstride: 2'), []],
  ['strided 1x1', convolutionOf('C: 32, M: 32, R: 1, S: 1, N: 1, P: 14, Q: 14, Wstride: 2, Hstride: 2'), []],
  ['depthwise', depthwise, []],
  ['attention', heads, []],
  ['operands from the host', productOf(300, 256, 200), ['machine.host_transfers=true']],
  ['even splits', productOf(300, 256, 200), ['machine.ragged_splits=false']],
];

function check(given: Case): void {
  const set = ['machine.kernel=amp', 'machine.swapped=false', ...(given.set ?? [])]; // the others are in kernels.test.ts
  const { problem, said } = built({ ...given, set });
  expect(said).toEqual([]);
  expect(checkSeams(problem!, 10)).toBeGreaterThan(0);
}

describe.each(['mk1', 'mk2', 'pod4-mk2'])('%s', (arch) => {
  it.each(workloads)('%s', (_, workload, set) => check({ arch, workload, set }));
});

const streamed = ['product of halves', 'product of floats', 'matrix and vector', 'convolution', 'even splits'];

describe('streaming memory, where the chips hold little', () => {
  it.each(workloads.filter(([name]) => streamed.includes(name)))('%s', (_, workload, set) => {
    const given = { arch: 'pod4-mk2', workload, set: [...set, 'memory.depth=188416'] }; // 32 bytes a tile
    const { problem } = built(given);
    const outermost = problem!.architecture.levels.findIndex(({ name }) => name === 'streaming');
    expect(problem!.constraints.levels[outermost]).toMatchObject({ keep: 0b111, bypass: 0 });
    check(given);
  });
});
