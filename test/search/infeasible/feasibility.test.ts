import { describe, expect, it } from 'vitest';
import { Feasibility } from '../../../src/search/infeasible/feasibility.js';
import { timeoutOf } from '../../support/properties.js';
import { anythingFits, without } from './any-mapping.js';
import { checkTight, tightProblems } from './tight-problem.js';

describe('what fits', () => {
  it.each([
    { imperfect: false, runs: 300 },
    { imperfect: true, runs: 80 },
  ])('is what the model accepts, imperfect factors: $imperfect', { timeout: timeoutOf(400) }, ({ imperfect, runs }) => {
    const seen = { fits: 0, nothing: 0 };
    checkTight(runs, imperfect ? { ...tightProblems, maxBound: 5 } : tightProblems, (problem) => {
      const expected = anythingFits(problem, { imperfect });
      if (expected === undefined) return;
      const asked = new Feasibility(problem, { imperfect });
      const { verdict } = asked.decide(asked.requirements);
      expect(verdict).toBe(expected ? 'fits' : 'nothing');
      seen[verdict as 'fits' | 'nothing'] += 1;
    });
    expect(Math.min(seen.fits, seen.nothing)).toBeGreaterThan(runs / 6);
  });

  it('also when some requirements are dropped', { timeout: timeoutOf(400) }, () => {
    const seen = { fits: 0, nothing: 0 };
    checkTight(200, { ...tightProblems, maxDimensions: 2 }, (problem) => {
      const asked = new Feasibility(problem, { imperfect: false });
      const { requirements } = asked;
      const hash = (id: number): number => (id * 2654435761 + requirements.length * 40503) >>> 0;
      const dropped = requirements.filter(({ id }) => hash(id) % 5 === 0);
      if (dropped.filter(({ kind }) => kind === 'bound').length > 1) return;
      const answers = without(problem, dropped).map((one) => anythingFits(one, { imperfect: false }));
      if (!answers.includes(true) && answers.includes(undefined)) return;
      const { verdict } = asked.decide(requirements.filter((one) => !dropped.includes(one)));
      expect(verdict).toBe(answers.includes(true) ? 'fits' : 'nothing');
      seen[verdict as 'fits' | 'nothing'] += 1;
    });
    expect(Math.min(seen.fits, seen.nothing)).toBeGreaterThan(15);
  });
});
