import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/mapping/problem.js';
import { compareKeys, writeKey } from '../../src/mapspace/canonical-key.js';
import { createMapspace, Mapspace } from '../../src/mapspace/mapspace.js';
import { indexOfKey, writeKeyAt } from '../../src/mapspace/numbering.js';
import { paddedWeights } from '../../src/mapspace/padded-weights.js';
import { type Visitor, Walker } from '../../src/mapspace/walker.js';
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
function walkAll(mapspace: Mapspace, range?: { from: Float64Array | null; to: Float64Array | null }) {
  const walker = new Walker(mapspace);
  const names: string[] = [];
  const keys: Float64Array[] = [];
  walker.walk(
    {
      ...everything,
      complete: () => {
        names.push(describeMapping(mapspace.toMapping(walker.point)));
        const key = mapspace.createKey();
        writeKey(mapspace.layout, walker.point, key);
        keys.push(key);
        return true;
      },
    },
    range,
  );
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
      expect(BigInt(names.length)).toBe(mapspace.size);
      const wrong = keys.filter(
        (key, index) =>
          mapspace.indexOfKey(key) !== BigInt(index) ||
          compareKeys(mapspace.keyAt(BigInt(index)), key) !== 0 ||
          (index > 0 && compareKeys(keys[index - 1]!, key) >= 0),
      );
      expect(wrong).toEqual([]);
    });
  });

  it('finds the index of what stands at an index, however large', { timeout: timeoutOf(150) }, () => {
    check(150, { ...larger, maxBound: 16, maxDimensions: 6 }, (problem) => {
      const mapspace = new Mapspace(problem, { imperfect: false });
      const { size } = mapspace;
      for (const part of [0n, 1n, 2n, 3n, 5n, 7n, 11n]) {
        if (size === 0n) return;
        const index = ((size - 1n) * part) / 11n;
        const point = mapspace.createPoint();
        const key = mapspace.createKey();
        mapspace.readKey(mapspace.keyAt(index), point);
        mapspace.writeKey(point, key);
        expect(mapspace.indexOfKey(key)).toBe(index);
      }
    });
  });

  it('numbers distinctly and in order also where it does not count exactly', { timeout: timeoutOf(100) }, () => {
    check(100, larger, (problem) => {
      const mapspace = new Mapspace(problem, { imperfect: true });
      if (mapspace.size === 0n || mapspace.size > 3000n) return;
      const padded = paddedWeights(mapspace.layout, mapspace.factors);
      expect(padded.exact).toBe(false);
      let last = -1n;
      for (const key of walkAll(mapspace).keys) {
        const index = indexOfKey(padded, key);
        expect(index > last && index < padded.size).toBe(true);
        const again = mapspace.createKey();
        writeKeyAt(padded, index, again);
        expect([...again]).toEqual([...key]);
        last = index;
      }
    });
  });

  it('walks any range between two keys', { timeout: timeoutOf(100) }, () => {
    check(100, larger, (problem) => {
      const mapspace = new Mapspace(problem, { imperfect: false });
      const { size } = mapspace;
      if (size < 3n || size > 3000n) return;
      const all = walkAll(mapspace).names;
      const cuts = [0n, size / 3n, (2n * size) / 3n, size - 1n].map(Number);
      for (const [from, to] of [
        [cuts[0], cuts[1]],
        [cuts[1], cuts[2]],
        [cuts[2], cuts[3]],
      ] as [number, number][]) {
        const range = { from: mapspace.keyAt(BigInt(from)), to: mapspace.keyAt(BigInt(to)) };
        expect(walkAll(mapspace, range).names).toEqual(all.slice(from, to));
      }
      expect(walkAll(mapspace, { from: mapspace.keyAt(BigInt(cuts[3]!)), to: null }).names).toEqual(all.slice(cuts[3]));
    });
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
