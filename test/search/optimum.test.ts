// Small mapspaces that the reference enumerated to the end: our searches must find the same optimum.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buildProblem } from '../../src/mapping/problem.js';
import { compilePlan, defaultModelOptions } from '../../src/model/plan.js';
import { noHooks } from '../../src/search/chunk.js';
import { metricValue } from '../../src/search/objective.js';
import type { Metric } from '../../src/search/result.js';
import { searchChunk } from '../../src/search/search-chunk.js';
import { createSearchContext } from '../../src/search/search-context.js';
import type { InputFile } from '../../src/spec/read/input-file.js';
import { readSpec } from '../../src/spec/read-spec.js';
import { usualOptions } from './random-search.js';

interface OptimumCase {
  readonly id: string;
  readonly arch: string;
  readonly problem: string;
  readonly ert: string;
  readonly metric: 'energy' | 'delay' | 'edp';
  readonly expected: {
    readonly best_energy_pJ: number;
    readonly best_cycles: number;
    readonly best_edp_pJ_cycles: number;
    readonly mapspace_sizes: Readonly<Record<'LoopPermutation' | 'Spatial' | 'DatatypeBypass', number>>;
  };
}

const corpus = readFileSync(new URL('../golden/optimum.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as OptimumCase);

const objectives: Readonly<Record<OptimumCase['metric'], Metric>> = { energy: 'energy', delay: 'cycles', edp: 'edp' };

function contextOf({ arch, problem, ert, metric }: OptimumCase) {
  const input = (role: InputFile['role'], text: string): InputFile => ({
    source: { name: `${role}.yaml`, text },
    directory: null,
    role,
  });
  const files = [input('architecture', arch), input('problem', problem), input('ert', ert)];
  const spec = readSpec(files, { compat: 'timeloop-v4', overrides: [] });
  const { workload, architecture, constraints } = buildProblem(spec.value!, { compat: 'timeloop-v4' }).value!;
  const plan = compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: true });
  return createSearchContext({ plan, constraints, options: { ...usualOptions, objective: [objectives[metric]] } });
}

function factorial(count: number): number {
  return count < 2 ? 1 : count * factorial(count - 1);
}

describe('enumerated optima', () => {
  expect(corpus.length).toBe(60);

  test.each(corpus.map((one) => [one.id, one] as const))('%s', (_, one) => {
    const context = contextOf(one);
    const order = { chunk: 0, of: 1, maxEvaluations: null, maxValid: null, scheduled: null, known: [] };
    const exhaustive = searchChunk(context, 'exhaustive', { order, hooks: noHooks }).best[0]!;
    const pruned = searchChunk(context, 'linear-pruned', { order, hooks: noHooks }).best[0]!;
    const { best_energy_pJ, best_cycles, best_edp_pJ_cycles } = one.expected;
    const best = { energy: best_energy_pJ, delay: best_cycles, edp: best_edp_pJ_cycles }[one.metric];
    const found = metricValue(objectives[one.metric], exhaustive);
    expect(Math.abs(found - best)).toBeLessThanOrEqual(1e-6 * best);
    expect(pruned).toEqual(exhaustive);
  });

  test.each(corpus.filter(({ metric }) => metric === 'edp').map((one) => [one.id, one] as const))(
    'sub-spaces of %s are as large as the reference counts them',
    (_, one) => {
      const { mapspace } = contextOf(one);
      const { spatial, temporal, dimensions } = mapspace.tiling;
      const product = (sizes: readonly number[]): number => sizes.reduce((all, size) => all * size, 1);
      const orders = [...spatial, ...temporal].map(({ canonical, free }) => (canonical ? 1 : factorial(free.length)));
      expect(product(orders)).toBe(one.expected.mapspace_sizes.LoopPermutation);
      expect(product(spatial.map(({ split }) => (split === null ? dimensions + 1 : 1)))).toBe(
        one.expected.mapspace_sizes.Spatial,
      );
      expect(product(mapspace.keeps.map(({ count }) => count))).toBe(one.expected.mapspace_sizes.DatatypeBypass);
    },
  );
});
