import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/mapping/problem.js';
import { compareKeys, writeKey } from '../../src/mapspace/canonical-key.js';
import { createMapspace, Mapspace } from '../../src/mapspace/mapspace.js';
import { numberingOf } from '../../src/mapspace/numbering.js';
import { createWalker, type Visitor } from '../../src/mapspace/walker.js';
import { listedChoices } from '../support/choices.js';
import { propertySeed, runsOf, timeoutOf } from '../support/properties.js';
import { bruteForce, describeMapping } from './brute-force.js';
import { type ProblemOptions, randomProblem, tinyProblems } from './random-problem.js';

const everything: Omit<Visitor, 'complete'> = {
  kept: () => true,
  spread: () => true,
  grown: () => true,
  placed: () => true,
};

/** Descriptions and keys of all mappings, in the order of the walk. */
function walkAll(mapspace: Mapspace) {
  const walker = createWalker(mapspace);
  const names: string[] = [];
  const keys: Float64Array[] = [];
  walker.walk({
    ...everything,
    complete: () => {
      names.push(describeMapping(mapspace.toMapping(walker.point)));
      const key = mapspace.createKey();
      writeKey(mapspace.layout, walker.point, key);
      keys.push(key);
      return true;
    },
  });
  return { names, keys };
}

function check(usualRuns: number, options: ProblemOptions, holds: (problem: Problem) => void): void {
  const decisions = fc.noBias(fc.array(fc.nat(), { minLength: 150, maxLength: 150 }));
  fc.assert(
    fc.property(decisions, (numbers) => holds(randomProblem(listedChoices(numbers), options))),
    { numRuns: runsOf(usualRuns), seed: propertySeed },
  );
}

describe('mapspace', () => {
  it('holds exactly the mappings that the literal definition has', { timeout: timeoutOf(300) }, () => {
    let total = 0;
    check(300, tinyProblems, (problem) => {
      const expected = bruteForce(problem, { imperfect: false });
      const mapspace = new Mapspace(problem, { imperfect: false });
      const { names } = walkAll(mapspace);
      expect([...names].sort()).toEqual([...expected].sort());
      expect(mapspace.size).toBe(BigInt(expected.size));
      total += expected.size;
    });
    expect(total).toBeGreaterThan(3000);
  });

  it('the same with imperfect factors', { timeout: timeoutOf(150) }, () => {
    check(150, { ...tinyProblems, maxBound: 5 }, (problem) => {
      const expected = bruteForce(problem, { imperfect: true });
      const mapspace = new Mapspace(problem, { imperfect: true });
      expect(walkAll(mapspace).names.sort()).toEqual([...expected].sort());
      expect(mapspace.size).toBe(BigInt(expected.size));
    });
  });

  const larger: ProblemOptions = { ...tinyProblems, maxBound: 12, maxStorageLevels: 3, maxDimensions: 4 };

  it('numbers its mappings in the order of the walk', { timeout: timeoutOf(150) }, () => {
    check(150, larger, (problem) => {
      const mapspace = new Mapspace(problem, { imperfect: false });
      if (mapspace.size > 4000n) return;
      const { names, keys } = walkAll(mapspace);
      expect({ size: mapspace.size, exact: mapspace.sizeIsExact }).toEqual({ size: BigInt(names.length), exact: true });
      const point = mapspace.createPoint();
      const again = mapspace.createKey();
      for (const key of keys) {
        mapspace.readKey(key, point);
        mapspace.writeKey(point, again);
        expect(again).toEqual(key);
      }
      const wrong = keys.filter(
        (key, index) =>
          mapspace.indexOfKey(key) !== BigInt(index) || (index > 0 && compareKeys(keys[index - 1]!, key) >= 0),
      );
      expect(wrong).toEqual([]);
    });
  });

  it('numbers distinctly and in order also where it does not count', { timeout: timeoutOf(150) }, () => {
    let bounded = 0;
    check(150, larger, (problem) => {
      for (const imperfect of [false, true]) {
        const mapspace = new Mapspace(problem, { imperfect });
        if (mapspace.size === 0n || mapspace.size > 3000n) continue;
        const spaces = mapspace.factors.map(({ space }) => space);
        const padded = numberingOf(mapspace.layout, spaces, { ...problem.constraints, steps: 0 });
        expect(padded.exact).toBe(false);
        let last = -1n;
        for (const key of walkAll(mapspace).keys) {
          const index = padded.indexOf(key);
          expect(index > last && index < padded.size).toBe(true);
          last = index;
        }
        if (padded.size > mapspace.size) bounded += 1;
      }
    });
    expect(bounded).toBeGreaterThan(50);
  });

  it('says what contradicts exactly when it is empty', { timeout: timeoutOf(300) }, () => {
    let empty = 0;
    check(300, tinyProblems, (problem) => {
      const { value, diagnostics } = createMapspace(problem, { imperfect: false });
      const size = bruteForce(problem, { imperfect: false }).size;
      expect(value === undefined).toBe(size === 0);
      const codes = new Set(diagnostics.map(({ code }) => code));
      expect(codes.delete('E-INFEASIBLE')).toBe(size === 0);
      const declared = problem.constraints.levels.some(({ spatial }) => spatial?.declaredOrder);
      expect([...codes]).toEqual(declared && codes.size > 0 ? ['W-COMPAT'] : []);
      if (size === 0) empty += 1;
    });
    expect(empty).toBeGreaterThan(5);
  });
});
