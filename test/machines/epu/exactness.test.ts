// The search that proves, against a walk over every mapping of small problems on a q8 with little memory.

import { expect, it } from 'vitest';
import { machineModel } from '../../../src/machines/models.js';
import { compilePlan, defaultModelOptions } from '../../../src/model/plan.js';
import { noHooks } from '../../../src/search/chunk.js';
import type { SearchOptions } from '../../../src/search/result.js';
import { searchChunk } from '../../../src/search/search-chunk.js';
import { createSearchContext } from '../../../src/search/search-context.js';
import { runToEnd } from '../../optimal/chain-run.js';
import { searched } from '../searched.js';
import { problem } from './problems.js';
import { recordedLayers } from './validation-tables.js';

const options = {
  algorithm: 'optimal',
  top: 1,
  frontier: false,
  threads: 1,
  seed: '0',
  timeLimitSeconds: null,
  maxEvaluations: null,
  victoryCondition: null,
  imperfect: false,
  memoryLimitBytes: 2 ** 28,
} as const;
const whole = { chunk: 0, of: 1, maxEvaluations: null, maxValid: null, scheduled: null, known: [] };

const convolution = `
problem:
  shape: cnn_layer
  instance: {C: 8, M: 1, R: 3, S: 1, N: 1, P: 16, Q: 3}`;
const strided = `
problem:
  shape: cnn_layer
  instance: {C: 8, M: 1, R: 3, S: 1, N: 1, P: 16, Q: 3, Wstride: 2, Hstride: 2}`;
const product = `
problem:
  shape: gemm
  instance: {M: 70, N: 2, K: 16}`;
const vector = `
problem:
  shape: gemm
  instance: {M: 1, N: 70, K: 16}`;
const settings = { 'localMem.entries': '4000', 'OCM.entries': '1800' };

it.each([
  ['convolution', convolution, {}],
  ['strided convolution', strided, {}],
  ['convolution with dear borders', convolution, { 'machine.border_row_cycles': '9' }],
  ['strided convolution by flows', strided, { 'machine.strided_fetch': 'flow' }],
  ['matrix product', product, {}],
  ['matrix product that overlaps', product, { 'machine.composition': 'overlapped', 'OCM.entries': '6000' }],
  ['matrix-vector product', vector, { 'OCM.entries': '4000' }],
] as const)('%s', (_, workload, changes) => {
  const given = problem('q8', workload, { ...settings, ...changes });
  const { workload: padded, architecture, constraints } = given;
  const plan = compilePlan(padded, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
  for (const objective of [['cycles', 'energy'], ['energy']] as const satisfies readonly SearchOptions['objective'][]) {
    const context = createSearchContext(
      { plan, constraints, options: { ...options, objective } },
      undefined,
      machineModel(given),
    );
    const wanted = searchChunk(context, 'exhaustive', { order: whole, hooks: noHooks }).best[0]!;
    const found = runToEnd(context).best[0]!;
    expect(Number(context.mapspace.size)).toBeLessThan(12_000);
    expect([found.cycles, found.energyPj]).toEqual([wanted.cycles, wanted.energyPj]);
  }
});

it.each(['20-conv5_x-1x1-expand', '22-conv5_x-1x1-reduce', '24-fc', 'seq128-06-pooler'])(
  'what is recorded of %s on a q16 is what the search finds',
  async (name) => {
    const [recorded] = recordedLayers({ name, core: 'q16' });
    const asked = { machine: 'epu-q16', workload: recorded!.path };
    const [best] = (await searched(asked, { objective: ['cycles', 'energy'] })).mappings;
    expect([best!.cycles, best!.energyPj]).toEqual([recorded!.cycles, recorded!.evaluation.energyPj]);
  },
);
