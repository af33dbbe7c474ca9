// The model against a machine that really executes the nest: equal wherever no approximation of the model has anything
// to approximate (see `exactness.ts`), and the approximations named one by one where they show.

import { expect, test } from 'vitest';
import { evaluateMapping } from '../../src/model/evaluate.js';
import { simulate } from '../judges/simulator.js';
import { walk } from '../judges/walk.js';
import { checkCases, timeoutOf } from '../support/properties.js';
import type { CaseOptions, RandomCase } from '../support/random-case.js';
import { plainFamilies } from '../support/random-workload.js';
import { isExact } from './exactness.js';

const tiny: CaseOptions = {
  families: plainFamilies,
  maxBound: 6,
  attributes: 'plain',
  maxStorageLevels: 3,
  maxMesh: 3,
  imperfect: 'none',
  bypassPercent: 25,
  flags: 'machine',
};

let compared = 0;

function unlikeTheMachine(one: RandomCase): readonly string[] {
  const { plan, mapping } = one;
  const points = plan.workload.bounds.reduce((product, bound) => product * bound, 1);
  if (points > 1000 || !isExact(plan, mapping)) return [];
  const evaluation = evaluateMapping(plan, mapping);
  if (!evaluation.valid) return [];
  compared += 1;
  const judgement = walk(plan, mapping);
  const machine = simulate(plan, mapping);
  const found: string[] = [];
  const same = (what: string, got: number, want: number): void => {
    if (got !== want) found.push(`${what}: ${got}, machine ${want}`);
  };
  same('cycles', evaluation.cycles, machine.steps);
  same('computes', evaluation.computes, machine.computes);
  machine.counts.forEach((level, i) => {
    const { name } = plan.architecture.levels[i]!;
    const got = evaluation.levels.find((candidate) => candidate.name === name);
    level.forEach((counts, d) => {
      if (!counts) return;
      const dataspace = plan.workload.dataspaces[d]!.name;
      const scalar = got?.dataspaces[dataspace];
      const at = `${name}.${dataspace}`;
      for (const kind of ['reads', 'fills', 'updates'] as const) {
        const perInstance = counts[kind] / machine.instances[i]!;
        same(`${at}.${kind} (walk)`, judgement.levels[i]!.dataspaces[d]![kind], perInstance);
      }
      same(`${at}.reads`, scalar?.scalarReads ?? 0, counts.reads / machine.instances[i]!);
      same(`${at}.fills`, scalar?.scalarFills ?? 0, counts.fills / machine.instances[i]!);
      same(`${at}.updates`, scalar?.scalarUpdates ?? 0, counts.updates / machine.instances[i]!);
    });
  });
  return found;
}

const properties: readonly (readonly [string, number, CaseOptions])[] = [
  ['one dimension a rank', 600, tiny],
  ['sliding windows', 1200, { ...tiny, families: ['conv1d', 'grouped'], maxBound: 5, bypassPercent: 15 }],
  ['two-dimensional windows', 600, { ...tiny, families: ['conv2d'], maxBound: 3 }],
];

test.each(properties)('model equals machine: %s', { timeout: timeoutOf(1200) }, (_name, runs, options) => {
  compared = 0;
  checkCases(runs, options, unlikeTheMachine);
  // The conditions must leave something to compare.
  expect(compared).toBeGreaterThan(runs / 10);
});
