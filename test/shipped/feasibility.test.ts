// Every architecture can run every layer that ships: the plainest mapping its constraints allow is valid, so a search
// always has something to find. Plainest: each dimension whole, in time, at the outermost level that may loop over it.

import { describe, expect, it } from 'vitest';
import type { Constraints } from '../../src/mapping/constraints.js';
import type { LevelMapping, Mapping } from '../../src/mapping/mapping.js';
import type { Problem } from '../../src/mapping/problem.js';
import { evaluateMapping } from '../../src/model/evaluate.js';
import { compilePlan } from '../../src/model/plan.js';
import { computeCount } from '../../src/workload/workload.js';
import { modelOptions } from './evaluate-files.js';
import { freeForm, nameOf, readProblem, sentence, shippedFiles, shippedWorkloads } from './shipped-files.js';

function plainestMapping({ workload, architecture, constraints }: Problem): Mapping {
  const levels = architecture.levels.map((level, index): LevelMapping => {
    const keep = workload.dataspaces.map(
      (_, id) => level.kind === 'storage' && !hasBit(constraints.levels[index]!.bypass, id),
    );
    const dimensions = workload.bounds.flatMap((bound, id) =>
      bound > 1 && ownerOf(constraints, id) === index ? [id] : [],
    );
    const temporal = dimensions.map((dimension) => {
      const bound = workload.bounds[dimension]!;
      return { dimension, bound, residual: bound };
    });
    return { spatial: [], temporal, keep };
  });
  return { levels };
}

function ownerOf(constraints: Constraints, dimension: number): number {
  return constraints.levels.findLastIndex(({ temporal }) => temporal.factors[dimension]!.exact === undefined);
}

function hasBit(mask: number, bit: number): boolean {
  return ((mask >> bit) & 1) === 1;
}

describe.each(shippedFiles('arch'))('%s', (path) => {
  const workloads = shippedWorkloads().filter(
    (workload) => nameOf(path).startsWith('teaching') || !freeForm.includes(nameOf(workload)),
  );

  it('runs every workload at least one MAC at a time', () => {
    const failures = workloads.flatMap((name) => {
      const problem = readProblem(path, name).value!;
      const plan = compilePlan(problem.workload, problem.architecture, problem.constraints, modelOptions);
      const evaluation = evaluateMapping(plan, plainestMapping(problem));
      if (!evaluation.valid) return [`${name}: ${evaluation.diagnostics.map(sentence).join('; ')}`];
      expect(evaluation.cycles).toBeGreaterThanOrEqual(computeCount(problem.workload));
      return [];
    });
    expect(failures).toEqual([]);
  });
});
