// Every architecture can run every layer that ships: the plainest mapping is valid, so a search always has something to
// find; and a short search finds something better.

import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../src/model/evaluate.js';
import { compilePlan } from '../../src/model/plan.js';
import { runSearch } from '../../src/parallel/run-search.js';
import type { SearchOptions } from '../../src/search/result.js';
import { computeCount } from '../../src/workload/workload.js';
import { modelOptions } from './evaluate-files.js';
import { plainestMapping } from './plainest-mapping.js';
import { freeForm, genericArchitectures, nameOf, readProblem, sentence, shippedWorkloads } from './shipped-files.js';

const searched = [
  'workloads/nets/resnet50/03-conv2_x-3x3.yaml',
  'workloads/nets/bert-base/seq128-01-projections.yaml',
  'workloads/nets/bert-base/seq384-02-attention-scores.yaml',
];

const fewSamples: SearchOptions = {
  objective: ['edp'],
  algorithm: 'hybrid',
  top: 1,
  frontier: false,
  threads: 1,
  seed: '0',
  timeLimitSeconds: null,
  maxEvaluations: 4000,
  victoryCondition: null,
  imperfect: false,
  memoryLimitBytes: 2 ** 28,
};

describe.each(genericArchitectures())('%s', (path) => {
  const workloads = shippedWorkloads().filter(
    (workload) => nameOf(path).startsWith('teaching') || !freeForm.includes(nameOf(workload)),
  );

  it('reads and builds with every workload without a word, and runs it at least one MAC at a time', () => {
    const failures = workloads.flatMap((name) => {
      const { value: problem, said } = readProblem(path, name);
      if (problem === undefined || said.length > 0) return [`${name}: ${said.join('; ')}`];
      const plan = compilePlan(problem.workload, problem.architecture, problem.constraints, modelOptions);
      const evaluation = evaluateMapping(plan, plainestMapping(problem));
      if (!evaluation.valid) return [`${name}: ${evaluation.diagnostics.map(sentence).join('; ')}`];
      // Zeros may be jumped over.
      const dense = problem.workload.dataspaces.every(({ density }) => density === undefined);
      if (dense) expect(evaluation.cycles).toBeGreaterThanOrEqual(computeCount(problem.workload));
      return [];
    });
    expect(failures).toEqual([]);
  });

  it.each(searched)('searches %s', async (workload) => {
    const problem = readProblem(path, workload).value!;
    const plan = compilePlan(problem.workload, problem.architecture, problem.constraints, modelOptions);
    const { mappings } = await runSearch(problem, plan, fewSamples);
    const [best] = mappings;
    expect(best).toBeDefined();
    const again = evaluateMapping(plan, best!.mapping);
    expect([again.valid, again.cycles, again.energyPj]).toEqual([true, best!.cycles, best!.energyPj]);
    expect(best!.edpPjCycles).toBeLessThan(evaluateMapping(plan, plainestMapping(problem)).edpPjCycles);
  });
});
