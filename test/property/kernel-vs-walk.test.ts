// The kernel's closed forms against the literal walk of the semantics, on random problems, trees, mappings and flags.

import { expect, test } from 'vitest';
import { evaluateMapping } from '../../src/model/evaluate.js';
import { Evaluator } from '../../src/model/kernel/evaluator.js';
import { VALID } from '../../src/model/kernel/verdict.js';
import { fillNest } from '../../src/model/nest-buffer.js';
import { walk } from '../judges/walk.js';
import { differences } from '../support/compare-evaluations.js';
import { checkCases, timeoutOf } from '../support/properties.js';
import type { CaseOptions, RandomCase } from '../support/random-case.js';
import { allFamilies, plainFamilies } from '../support/random-workload.js';

const usual: CaseOptions = {
  families: allFamilies,
  maxBound: 16,
  attributes: 'random',
  maxStorageLevels: 4,
  maxMesh: 4,
  imperfect: 'none',
  bypassPercent: 20,
  flags: 'random',
};

const disagreement = (one: RandomCase): readonly string[] =>
  differences(one, walk(one.plan, one.mapping), evaluateMapping(one.plan, one.mapping));

const properties: readonly (readonly [string, number, CaseOptions])[] = [
  ['plain attributes, no flags', 400, { ...usual, attributes: 'plain', flags: 'none', bypassPercent: 10 }],
  ['convolutions with links', 350, { ...usual, families: ['conv1d', 'conv2d', 'grouped'], flags: 'none' }],
  ['everything random', 600, usual],
  ['deep trees', 300, { ...usual, families: [...plainFamilies, 'conv1d'], maxStorageLevels: 5, maxMesh: 3 }],
  ['imperfect temporal factors', 350, { ...usual, imperfect: 'temporal' }],
  ['imperfect factors, over fan-outs as well', 350, { ...usual, imperfect: 'all' }],
];

test.each(properties)('kernel equals walk: %s', { timeout: timeoutOf(900) }, (_name, runs, options) => {
  checkCases(runs, options, disagreement);
});

/** What the search uses: one evaluator for many mappings, of which nothing may be left over. */
function hotPathDisagreement({ plan, mapping, alternatives }: RandomCase): readonly string[] {
  const evaluator = new Evaluator(plan);
  return [mapping, ...alternatives, mapping].flatMap((one, at) => {
    const judgement = walk(plan, one);
    fillNest(evaluator.nest, one);
    const valid = evaluator.evaluate() === VALID;
    if (valid !== judgement.valid) return [`mapping ${at}: valid ${valid}, judge ${judgement.valid}`];
    if (!valid) return [];
    const { cycles, energyPj, utilization } = evaluator;
    const same =
      cycles === judgement.cycles && close(energyPj, judgement.energyPj) && close(utilization, judgement.utilization);
    const got = `${cycles} cycles, ${energyPj} pJ, utilization ${utilization}`;
    const want = `${judgement.cycles} cycles, ${judgement.energyPj} pJ, utilization ${judgement.utilization}`;
    return same ? [] : [`mapping ${at}: ${got}, judge ${want}`];
  });
}

function close(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));
}

test.each([
  ['perfect', { ...usual, alternatives: 2 }],
  ['imperfect', { ...usual, alternatives: 2, imperfect: 'temporal' }],
] as const)('the hot path keeps nothing between mappings: %s', { timeout: timeoutOf(150) }, (_name, options) => {
  checkCases(150, options, hotPathDisagreement);
});

test('the judge is not blind: a wrong count is a difference', () => {
  checkCases(20, { ...usual, attributes: 'plain', flags: 'none', bypassPercent: 0 }, (one) => {
    const judgement = walk(one.plan, one.mapping);
    const evaluation = evaluateMapping(one.plan, one.mapping);
    const altered = { ...evaluation, cycles: evaluation.cycles + 1 };
    expect(differences(one, judgement, altered)).not.toEqual([]);
    return [];
  });
});
