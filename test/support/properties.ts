// How the property tests draw their cases: seeded, so that a run repeats; more of them with MAPPER_PROPERTY_RUNS.

import fc from 'fast-check';
import { listedChoices } from './choices.js';
import { type CaseOptions, describeCase, type RandomCase, randomCase } from './random-case.js';

/** Runs of one property: `usual` in the normal suite, or what the environment asks for. */
export function runsOf(usual: number): number {
  return Number(process.env.MAPPER_PROPERTY_RUNS ?? usual);
}

export const propertySeed = Number(process.env.MAPPER_PROPERTY_SEED ?? 20_260_101);

/** Far more than a case takes, with much else at work beside it, and time to shrink a failing one. */
export function timeoutOf(usual: number): number {
  return 240_000 + 1000 * runsOf(usual);
}

/** Checks `complaints` on random cases: an empty list is a pass. A failing case is shrunk and shown. */
export function checkCases(
  usualRuns: number,
  options: CaseOptions,
  complaints: (one: RandomCase) => readonly string[],
): void {
  const decisions = fc.noBias(fc.array(fc.nat(), { minLength: 400, maxLength: 400 }));
  const property = fc.property(decisions, (numbers) => {
    const one = randomCase(listedChoices(numbers), options);
    const found = complaints(one);
    if (found.length > 0) throw new Error(`${describeCase(one)}\n  ${found.slice(0, 12).join('\n  ')}`);
  });
  fc.assert(property, {
    numRuns: runsOf(usualRuns),
    seed: propertySeed,
    reporter: (result) => {
      if (!result.failed) return;
      throw new Error(`after ${result.numRuns} cases, ${result.numShrinks} shrinks:\n${result.errorInstance}`);
    },
  });
}
