// Random small searches: a problem, a plan and options, and every valid mapping's figures by brute force.

import fc from 'fast-check';
import type { Problem } from '../../src/mapping/problem.js';
import { writeKey } from '../../src/mapspace/canonical-key.js';
import { createWalker } from '../../src/mapspace/walker.js';
import { VALID } from '../../src/model/kernel/verdict.js';
import { compilePlan, defaultModelOptions } from '../../src/model/plan.js';
import type { Candidate } from '../../src/search/candidate-pool.js';
import { NestWriter } from '../../src/search/nest-writer.js';
import type { SearchOptions } from '../../src/search/result.js';
import { createSearchContext, type SearchContext } from '../../src/search/search-context.js';
import { type ProblemOptions, randomProblem } from '../mapspace/random-problem.js';
import { listedChoices } from '../support/choices.js';
import { propertySeed, runsOf } from '../support/properties.js';

export const usualOptions: SearchOptions = {
  objective: ['edp'],
  algorithm: 'exhaustive',
  top: 1,
  frontier: false,
  threads: 1,
  seed: '0',
  timeLimitSeconds: null,
  maxEvaluations: null,
  victoryCondition: null,
  imperfect: false,
  memoryLimitBytes: 2 ** 30,
};

export const smallSearches: ProblemOptions = {
  maxBound: 8,
  maxStorageLevels: 3,
  maxMesh: 3,
  maxDimensions: 3,
  attributes: 'random',
  shortLoops: false,
  constraints: 'random',
  flags: 'random',
};

export function contextOf(problem: Problem, options: SearchOptions = usualOptions): SearchContext {
  const { workload, architecture, constraints } = problem;
  const plan = compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
  return createSearchContext({ plan, constraints, options });
}

/** Runs a property on random problems whose mapspaces have at most `most` mappings. */
export function checkSearches(
  usualRuns: number,
  { problems, most }: { readonly problems: ProblemOptions; readonly most: number },
  holds: (problem: Problem) => void,
): void {
  const decisions = fc.noBias(fc.array(fc.nat(), { minLength: 400, maxLength: 400 }));
  fc.assert(
    fc.property(decisions, (numbers) => {
      const problem = randomProblem(listedChoices(numbers), problems);
      const { size } = contextOf(problem).mapspace;
      fc.pre(size > 0n && size <= BigInt(most));
      holds(problem);
    }),
    { numRuns: runsOf(usualRuns), seed: propertySeed, maxSkipsPerRun: 1000 },
  );
}

/** Figures and keys of every valid mapping, in canonical order, each evaluated on its own. */
export function allCandidates({ mapspace, evaluator }: SearchContext): Candidate[] {
  const walker = createWalker(mapspace);
  const writer = new NestWriter(mapspace, evaluator.nest, walker.point);
  const found: Candidate[] = [];
  const yes = (): boolean => true;
  walker.walk({
    kept: yes,
    spread: yes,
    grown: yes,
    placed: yes,
    complete: () => {
      writer.write();
      if (evaluator.evaluate() === VALID) {
        const key = mapspace.createKey();
        writeKey(mapspace.layout, walker.point, key);
        const { cycles, energyPj, utilization } = evaluator;
        found.push({ cycles, energyPj, utilization, key });
      }
      return true;
    },
  });
  return found;
}
