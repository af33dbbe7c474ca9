// The search that proves, against a walk over every mapping of small problems.

import { expect, it } from 'vitest';
import { machineModel } from '../../../../src/machines/models.js';
import { compilePlan, defaultModelOptions } from '../../../../src/model/plan.js';
import { noHooks } from '../../../../src/search/chunk.js';
import type { SearchOptions } from '../../../../src/search/result.js';
import { searchChunk } from '../../../../src/search/search-chunk.js';
import { createSearchContext } from '../../../../src/search/search-context.js';
import { runToEnd } from '../../../optimal/chain-run.js';
import { built, convolutionOf, productOf } from './problems.js';

const options: SearchOptions = {
  ...{ objective: ['edp'], algorithm: 'optimal', top: 1, frontier: false, threads: 1, seed: '0' },
  ...{ timeLimitSeconds: null, maxEvaluations: null, victoryCondition: null, imperfect: false },
  memoryLimitBytes: 2 ** 28,
};
const whole = { chunk: 0, of: 1, maxEvaluations: null, maxValid: null, scheduled: null, known: [] };

/** Vector memory that holds few blocks, so that something must be cut. */
const tight = ['VMEM.depth=80000'];

it.each([
  ['v1', 'product', productOf(24, 260, 256), []],
  ['v1', 'convolution', convolutionOf('C: 130, M: 4, R: 3, S: 1, N: 1, P: 8, Q: 1'), []],
  ['v2', 'product', productOf(4, 130, 2), tight],
  ['v5e', 'few rows', productOf(1, 260, 258), []],
  ['v5e', 'convolution', convolutionOf('C: 4, M: 2, R: 3, S: 1, N: 1, P: 4, Q: 1'), tight],
  [
    ...['v5e', 'vector unit'],
    convolutionOf('G: 6, C: 1, M: 1, R: 3, S: 1, N: 1, P: 4, Q: 2', 'grouped_cnn_layer'),
    [...tight, 'machine.unit=vector'],
  ] as const,
  [
    ...['v5e', 'groups on the diagonal'],
    convolutionOf('G: 6, C: 2, M: 1, R: 1, S: 1, N: 1, P: 4, Q: 1', 'grouped_cnn_layer'),
    [...tight, 'machine.unit=arrays'],
  ] as const,
  ['v5e', 'half bytes', productOf(4, 130, 2, ['int4', 'int4', 'int4']), tight],
  ['v5p', 'steps that cost', productOf(4, 130, 2), [...tight, 'machine.step_overhead_us=0.01']],
])('%s: %s', (arch, _, workload, set) => {
  const { problem } = built({ arch, workload, set });
  const { architecture, constraints } = problem!;
  const plan = compilePlan(problem!.workload, architecture, constraints, {
    ...defaultModelOptions,
    cumulativeFanout: false,
  });
  const objectives: readonly SearchOptions['objective'][] = [['cycles', 'energy'], ['edp']];
  for (const objective of objectives) {
    const given = { plan, constraints, options: { ...options, objective } };
    const context = createSearchContext(given, undefined, machineModel(problem!));
    const wanted = searchChunk(context, 'exhaustive', { order: whole, hooks: noHooks }).best[0]!;
    const found = runToEnd(context).best[0]!;
    expect(Number(context.mapspace.size)).toBeLessThan(6_000);
    expect([found.cycles, found.energyPj]).toEqual([wanted.cycles, wanted.energyPj]);
  }
});
