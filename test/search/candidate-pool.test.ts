import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, CandidatePool } from '../../src/search/candidate-pool.js';
import { compareFigures, metricValue } from '../../src/search/objective.js';
import type { Metric } from '../../src/search/result.js';

const figures = fc.record({
  cycles: fc.integer({ min: 1, max: 6 }),
  energyPj: fc.integer({ min: 1, max: 6 }),
  utilization: fc.constantFrom(0.25, 0.5, 1),
});

function sameCosts(a: Candidate, b: Candidate): boolean {
  return a.cycles === b.cycles && a.energyPj === b.energyPj;
}

describe('objective', () => {
  const fast = { cycles: 10, energyPj: 300, utilization: 0.5 };
  const frugal = { cycles: 30, energyPj: 100, utilization: 0.25 };

  it('computes each metric so that less is better', () => {
    expect(metricValue('edp', fast)).toBe(3000);
    expect(metricValue('ed2p', frugal)).toBe(90_000);
    expect(metricValue('utilization', fast)).toBeLessThan(metricValue('utilization', frugal));
  });

  it('lets the first metric decide and the next ones break exact ties', () => {
    expect(compareFigures(['edp', 'energy'], fast, frugal)).toBeGreaterThan(0);
    expect(compareFigures(['edp', 'cycles'], fast, frugal)).toBeLessThan(0);
  });

  it('settles what is then still equal by energy, then cycles', () => {
    expect(compareFigures(['edp'], fast, frugal)).toBeGreaterThan(0);
    expect(compareFigures(['utilization'], fast, { ...fast, cycles: 11 })).toBeLessThan(0);
    expect(compareFigures(['utilization'], fast, fast)).toBe(0);
  });
});

describe('candidate pool', () => {
  it('holds the best distinct mappings and the frontier, whatever the order of offers', () => {
    fc.assert(
      fc.property(
        fc.array(figures, { maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        fc.nat(999),
        fc.constantFrom(true, undefined),
        (list, top, turn, distinct) => {
          const candidates = list.map((one, at): Candidate => ({ ...one, key: Float64Array.of(at) }));
          const objective = ['edp', 'cycles'] as const;
          const filled = (order: readonly Candidate[]): CandidatePool => {
            const pool = new CandidatePool({ objective, top, frontier: true, distinct });
            for (const one of order) if (pool.wants(one, one.key)) pool.offer(one);
            for (const one of order) if (pool.wants(one)) pool.offer(one);
            return pool;
          };
          const at = list.length === 0 ? 0 : turn % list.length;
          const pool = filled(candidates);
          const turned = filled([...candidates.slice(at).toReversed(), ...candidates.slice(0, at)]);
          const expected = [...candidates]
            .sort((a, b) => compareFigures(objective, a, b) || a.key[0]! - b.key[0]!)
            .filter((one, place, all) => !distinct || all.findIndex((other) => sameCosts(one, other)) === place)
            .slice(0, top);
          expect(pool.best).toEqual(expected);
          expect(turned.best).toEqual(expected);
          expect(turned.frontier).toEqual(pool.frontier);
          for (const one of candidates) expect(pool.excludes(one) && pool.wants(one)).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('goes by energy once no fewer cycles are to come, by cycles alone and without a frontier', () => {
    const found: Candidate = { cycles: 8, energyPj: 20, utilization: 1, key: Float64Array.of(5) };
    const dear = { cycles: 6, energyPj: 21, utilization: 1 };
    const cheap = { cycles: 6, energyPj: 19, utilization: 1 };
    const poolOf = (objective: readonly Metric[], least: number, frontier = false): CandidatePool => {
      const pool = new CandidatePool({ objective, top: 1, frontier });
      pool.expect(least);
      pool.offer(found);
      return pool;
    };
    const settled = poolOf(['cycles', 'edp'], 8);
    expect(settled.isSettled).toBe(true);
    expect(settled.excludes(dear)).toBe(true);
    expect(settled.excludes(cheap)).toBe(false);
    expect(settled.excludes({ ...cheap, cycles: 9 })).toBe(true);
    for (const pool of [poolOf(['cycles'], 7), poolOf(['edp'], 8), poolOf(['cycles'], 8, true)]) {
      expect(pool.isSettled).toBe(false);
      expect(pool.excludes(dear)).toBe(false);
    }
  });
});
