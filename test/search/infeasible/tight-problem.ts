// Random small problems that often cannot be mapped: a few words of capacity, much to be held, many constraints.

import fc from 'fast-check';
import type { StorageLevel } from '../../../src/arch/architecture.js';
import type { Problem } from '../../../src/mapping/problem.js';
import { type ProblemOptions, randomProblem } from '../../mapspace/random-problem.js';
import { type Choices, chance, listedChoices, pick } from '../../support/choices.js';
import { propertySeed, runsOf } from '../../support/properties.js';

export const tightProblems: ProblemOptions = {
  maxBound: 6,
  maxStorageLevels: 3,
  maxMesh: 3,
  maxDimensions: 3,
  attributes: 'plain',
  shortLoops: true,
  constraints: 'random',
  flags: 'random',
};

export function tightProblem(choices: Choices, options: ProblemOptions = tightProblems): Problem {
  const problem = randomProblem(choices, options);
  const levels = problem.architecture.levels.map((level): StorageLevel => {
    if (level.kind === 'fanout' || !chance(choices, 60)) return level;
    const effectiveCapacityWords = choices.below(12);
    const minUtilization = chance(choices, 25) ? pick(choices, [0.2, 0.5, 0.9, 1]) : 0;
    return { ...level, capacityWords: effectiveCapacityWords, effectiveCapacityWords, minUtilization };
  });
  return { ...problem, architecture: { ...problem.architecture, levels } };
}

/** Runs a property on random tight problems; it says itself which ones it can judge. */
export function checkTight(usualRuns: number, options: ProblemOptions, holds: (problem: Problem) => void): void {
  const decisions = fc.noBias(fc.array(fc.nat(), { minLength: 300, maxLength: 300 }));
  fc.assert(
    fc.property(decisions, (numbers) => holds(tightProblem(listedChoices(numbers), options))),
    { numRuns: runsOf(usualRuns), seed: propertySeed },
  );
}
