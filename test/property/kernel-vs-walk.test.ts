// The kernel's closed forms against the literal walk of the semantics, on random problems, trees, mappings and flags.

import { expect, test } from 'vitest';
import { evaluateMapping } from '../../src/model/evaluate.js';
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
  ['plain attributes, no flags', 1000, { ...usual, attributes: 'plain', flags: 'none', bypassPercent: 10 }],
  ['convolutions with links', 1000, { ...usual, families: ['conv1d', 'conv2d', 'grouped'], flags: 'none' }],
  ['everything random', 1500, usual],
  ['deep trees', 500, { ...usual, families: [...plainFamilies, 'conv1d'], maxStorageLevels: 5, maxMesh: 3 }],
  ['imperfect temporal factors', 1000, { ...usual, imperfect: 'temporal' }],
];

test.each(properties)('kernel equals walk: %s', { timeout: timeoutOf(1500) }, (_name, runs, options) => {
  checkCases(runs, options, disagreement);
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
