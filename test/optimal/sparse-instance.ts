// Random sparse instances, and what the proving search and the pruned walk find of one beside a walk over every mapping.

import type { Problem } from '../../src/mapping/problem.js';
import { compareKeys } from '../../src/mapspace/canonical-key.js';
import type { Candidate } from '../../src/search/candidate-pool.js';
import { noHooks } from '../../src/search/chunk.js';
import { compareFigures } from '../../src/search/objective.js';
import { searchChunk } from '../../src/search/search-chunk.js';
import { allCandidates } from '../search/random-search.js';
import { chance, listedChoices } from '../support/choices.js';
import { oddSparsity } from '../support/odd-sparsity.js';
import { seededNumbers } from '../support/seeded-numbers.js';
import { sparsified } from '../support/sparsified.js';
import { figuresText, runToEnd } from './chain-run.js';
import { fittedInstance } from './drawn-mapping.js';
import { coarseFirst } from './exact-checks.js';
import { contextOf, type Instance, type InstanceOptions, randomInstance, smallInstances, suits } from './instance.js';

export const sparseInstances: InstanceOptions = { ...smallInstances, maxStorageLevels: 3, maxDimensions: 3 };

/** All that a walk visits, in one chunk. */
export const whole = { chunk: 0, of: 1, maxEvaluations: null, maxValid: null, scheduled: null, known: [] };

/** The sparsity of a problem; null where it can have none. */
export type SparsityDraw = (instance: Instance) => Problem | null;

/** `most`: mappings that are left of it. */
export function sparseInstance(instance: Instance, draw: SparsityDraw = usual, most = 1500): Instance | undefined {
  const problem = draw(instance);
  if (problem === null) return undefined;
  const model = { ...instance.model, referenceQuirks: instance.choices.below(4) === 3 };
  const kept = chance(instance.choices, 50) ? keptEverywhere(problem) : problem;
  return fittedInstance({ ...instance, problem: kept, model }, most);
}

export function usual({ choices, problem }: Instance): Problem | null {
  return sparsified(choices, problem);
}

/** What hardly anyone builds: spatial skipping, tiles that overflow, known places of nonzeros, tensors of zeros alone. */
export function odd({ choices, problem }: Instance): Problem | null {
  const drawn = oddSparsity(choices, problem);
  if (drawn === null) return null;
  const levels = drawn.problem.constraints.levels.map((level, i) => ({
    ...level,
    maxOverbooked: drawn.overbooking[i]!,
  }));
  return { ...drawn.problem, constraints: { ...drawn.problem.constraints, levels } };
}

/** Who is whose child is known where nothing is bypassed. */
function keptEverywhere(problem: Problem): Problem {
  const { levels } = problem.architecture;
  const constraints = problem.constraints.levels.map((level, i) =>
    levels[i]!.kind === 'fanout' ? level : { ...level, keep: (1 << problem.workload.dataspaces.length) - 1, bypass: 0 },
  );
  return { ...problem, constraints: { ...problem.constraints, levels: constraints } };
}

export function bestOf(instance: Instance): { readonly found: string; readonly wanted: string } {
  const { objective } = instance;
  const context = contextOf(instance, { objective });
  const all = allCandidates(context).sort((a, b) => compareFigures(objective, a, b) || compareKeys(a.key, b.key));
  const text = (candidate: Candidate | undefined): string =>
    candidate === undefined
      ? 'nothing'
      : `${figuresText(candidate)}, index ${context.mapspace.indexOfKey(candidate.key)}`;
  const run = runToEnd(context, [], coarseFirst);
  const { best } = searchChunk(context, 'exhaustive', { order: whole, hooks: noHooks });
  return { found: `${text(run.best[0])}; ${text(best[0])}`, wanted: `${text(all[0])}; ${text(all[0])}` };
}

export function bestComplaintsOf(instance: Instance): string[] {
  const { found, wanted } = bestOf(instance);
  return found === wanted ? [] : [`${found} instead of ${wanted}`];
}

/** Whether some instance shows what is wrong with a judge that is mistaken. */
export function isFoundOut(
  judge: (sparse: Instance) => { readonly complaints: readonly string[] },
  {
    draw = usual,
    options = sparseInstances,
  }: { readonly draw?: SparsityDraw; readonly options?: InstanceOptions } = {},
): boolean {
  return Array.from({ length: 4000 }, (_, seed) => seed).some((seed) => {
    const choices = listedChoices(seededNumbers(`met ${seed}`, 500));
    const instance = randomInstance(choices, options);
    const sparse =
      options.families === undefined || suits(instance, options) ? sparseInstance(instance, draw) : undefined;
    return sparse !== undefined && judge(sparse).complaints.length > 0;
  });
}
