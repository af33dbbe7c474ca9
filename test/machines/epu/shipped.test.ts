// Every layer that ships runs, but for those that no core computes: it builds without a word, and the plainest mapping that the rules allow is valid.

import { describe, expect, it } from 'vitest';
import { machineModel } from '../../../src/machines/models.js';
import { evaluateMapping } from '../../../src/model/evaluate.js';
import { compilePlan } from '../../../src/model/plan.js';
import { modelOptions } from '../../shipped/evaluate-files.js';
import { plainestMapping } from '../../shipped/plainest-mapping.js';
import { readProblem, sentence, shippedWorkloads } from '../../shipped/shipped-files.js';

/** Three inputs, and floating point. */
const refused = /mttkrp|-f(16|32)\.yaml$/;

describe.each(['q16'])('%s', (core) => {
  it('runs every layer, at least one MAC a cycle and lane', () => {
    const failures = shippedWorkloads().flatMap((name) => {
      const { value: problem, said } = readProblem(`arch/epu-${core}.yaml`, name);
      if (refused.test(name)) {
        expect(said).toEqual([expect.stringMatching(/^E-(UNSUPPORTED|MACHINE): epu /)]);
        return [];
      }
      if (problem === undefined || said.length > 0) return [`${name}: ${said.join('; ')}`];
      const { workload, architecture, constraints } = problem;
      const plan = compilePlan(workload, architecture, constraints, modelOptions);
      const evaluation = evaluateMapping(plan, plainestMapping(problem), machineModel(problem));
      if (!evaluation.valid) return [`${name}: ${evaluation.diagnostics.map(sentence).join('; ')}`];
      const { computes, instances } = evaluation.compute;
      return evaluation.cycles * instances >= computes ? [] : [`${name}: ${evaluation.cycles} cycles`];
    });
    expect(failures).toEqual([]);
  });
});
