import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FactorConstraint } from '../../../src/mapping/constraints.js';
import type { Problem } from '../../../src/mapping/problem.js';
import { Feasibility } from '../../../src/search/infeasible/feasibility.js';
import { smallestHittingSet } from '../../../src/search/infeasible/hitting-set.js';
import type { Requirement } from '../../../src/search/infeasible/requirement.js';
import { smallestSet } from '../../../src/search/infeasible/smallest-set.js';
import { type Choices, chance, listedChoices, pick } from '../../support/choices.js';
import { propertySeed, runsOf, timeoutOf } from '../../support/properties.js';
import { type SmallLevel, smallConv } from '../small-conv.js';
import { anythingFits, without } from './any-mapping.js';

const names = ['C', 'P', 'R'] as const;

/** Two or three levels, perhaps a fan-out, and a few demands too many; fixed factors divide their bounds. */
function overconstrained(choices: Choices): Problem {
  const bounds = [1 + choices.below(4), 1 + choices.below(4), 1 + choices.below(2)] as const;
  const factors = (): Readonly<Record<string, FactorConstraint>> =>
    Object.fromEntries(names.map((name, d) => [name, limit(choices, bounds[d]!)]));
  const storage = (name: string): SmallLevel => ({
    name,
    factors: factors(),
    ...(chance(choices, 50) ? { capacity: choices.below(8) } : {}),
    ...(chance(choices, 20) ? { minUtilization: pick(choices, [0.5, 1]) } : {}),
    ...pick(choices, [{}, { keep: choices.below(8) }, { bypass: choices.below(8) }]),
  });
  const fanout: SmallLevel = {
    name: 'PE',
    fanout: pick(choices, [
      [2, 1],
      [1, 3],
      [2, 2],
    ] as const),
    factors: factors(),
    ...(chance(choices, 30) ? { split: choices.below(4) } : {}),
  };
  const levels = [storage('RF'), ...(chance(choices, 50) ? [fanout] : []), storage('DRAM')];
  return smallConv(bounds, levels, {
    minParallelism: levels.length > 2 && chance(choices, 30) ? 1 : 0,
    maxTemporalLoops: chance(choices, 20) ? choices.below(3) : null,
  });
}

function limit(choices: Choices, bound: number): FactorConstraint {
  if (!chance(choices, 35)) return {};
  const exact = pick(
    choices,
    [1, 2, 3, 4].filter((factor) => bound % factor === 0),
  );
  return pick(choices, [{ exact }, { exact: 1 }, { min: 2 }, { max: 1 + choices.below(2) }]);
}

function check(runs: number, holds: (asked: Feasibility) => void): void {
  const decisions = fc.noBias(fc.array(fc.nat(), { minLength: 120, maxLength: 120 }));
  fc.assert(
    fc.property(decisions, (numbers) => {
      const asked = new Feasibility(overconstrained(listedChoices(numbers)), { imperfect: false });
      fc.pre(asked.decide(asked.requirements).verdict === 'nothing');
      holds(asked);
    }),
    { numRuns: runsOf(runs), seed: propertySeed, maxSkipsPerRun: 1000 },
  );
}

function smallest(asked: Feasibility): readonly Requirement[] {
  const decide = (requirements: readonly Requirement[]) => asked.decide(requirements);
  const { members, irreducible } = smallestSet(asked.requirements, { feasibility: asked, decide, tired: () => false });
  expect(irreducible).toBe(true);
  return members;
}

describe('the smallest set', () => {
  it('cannot hold together, and can without any one of its members, as the model says', {
    timeout: timeoutOf(40),
  }, () => {
    let judged = 0;
    check(40, (asked) => {
      const members = smallest(asked);
      const fits = (kept: readonly Requirement[], mostIterations: number): boolean | undefined => {
        const dropped = asked.requirements.filter((one) => !kept.includes(one));
        let known = true;
        for (const one of without(asked.problem, dropped, { mostIterations })) {
          const answer = anythingFits(one, { imperfect: false });
          if (answer === true) return true;
          if (answer === undefined) known = false;
        }
        return known ? false : undefined;
      };
      expect(fits(members, 4)).not.toBe(true);
      for (const one of members) {
        const left = members.filter((other) => other !== one);
        // Where a bound may be any, what the model was asked about may be too small.
        if (fits(left, 6) === true) judged += 1;
        else
          expect(asked.requirements.filter(({ kind }) => kind === 'bound').every((bound) => left.includes(bound))).toBe(
            false,
          );
      }
    });
    expect(judged).toBeGreaterThan(runsOf(40));
  });

  it('has as few members as any', { timeout: timeoutOf(150) }, () => {
    const sizes = new Set<number>();
    check(150, (asked) => {
      const { length } = smallest(asked);
      sizes.add(length);
      for (const few of choose(asked.requirements, length - 1)) expect(asked.decide(few).verdict).toBe('fits');
    });
    expect(sizes.size).toBeGreaterThan(3);
  });
});

/** All subsets of a size; none where there would be too many. */
function choose(all: readonly Requirement[], size: number): readonly (readonly Requirement[])[] {
  if (size === 0) return [[]];
  const found: (readonly Requirement[])[] = [];
  const extend = (from: number, some: readonly Requirement[]): void => {
    if (some.length === size) {
      found.push(some);
      return;
    }
    for (let at = from; at < all.length; at += 1) extend(at + 1, [...some, all[at]!]);
  };
  if (size > 3) return [];
  extend(0, []);
  return found;
}

describe('a smallest hitting set', () => {
  it('meets every set with as few members as possible', () => {
    expect(smallestHittingSet([], 3)).toEqual([]);
    expect(
      smallestHittingSet(
        [
          [1, 2],
          [2, 3],
          [3, 1],
        ],
        3,
      ),
    ).toHaveLength(2);
    expect(smallestHittingSet([[1], [2], [3]], 2)).toBeUndefined();
    expect(
      smallestHittingSet(
        [
          [1, 2, 3],
          [3, 4],
          [5, 3],
        ],
        3,
      ),
    ).toEqual([3]);
  });
});
