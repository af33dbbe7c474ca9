// The closed forms that the kernel and every bound share, against the plain count of what they stand for.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distinctSums } from '../../src/math/distinct-sums.js';
import { keptSpeed, transferCycles } from '../../src/model/charge/bandwidth.js';
import { RankShifts } from '../../src/model/charge/fanout.js';
import { hopsAlongColumn, hopsAlongRow, hopsOf, leastHops, type SpatialLoop } from '../../src/model/charge/hops.js';

const count = fc.integer({ min: 1, max: 9 });
const bandwidth = fc.option(fc.integer({ min: 1, max: 40 }).map((n) => n / 4));
const words = fc.integer({ min: 0, max: 5000 });

test('sums of two steps that differ', () => {
  fc.assert(
    fc.property(count, count, count, count, (a, countA, b, countB) => {
      const sums = new Set<number>();
      for (let i = 0; i < countA; i += 1) for (let j = 0; j < countB; j += 1) sums.add(a * i + b * j);
      expect(distinctSums(a, countA, b, countB)).toBe(sums.size);
    }),
  );
});

test('shifts along one rank, whatever loops came before', () => {
  const loop = fc.record({ step: count, bound: fc.integer({ min: 2, max: 5 }) });
  const shifts = new RankShifts();
  fc.assert(
    fc.property(fc.array(loop, { maxLength: 4 }), (list) => {
      const sums = list.reduce<readonly number[]>(
        (all, { step, bound }) => all.flatMap((sum) => Array.from({ length: bound }, (_, index) => sum + index * step)),
        [0],
      );
      shifts.begin();
      for (const { step, bound } of list) shifts.add(step, bound);
      expect(shifts.distinct).toBe(new Set(sums).size);
    }),
  );
});

test('words take as many cycles as compute slowed down by them', () => {
  fc.assert(
    fc.property(bandwidth, bandwidth, bandwidth, words, words, count, (read, write, shared, reads, writes, compute) => {
      const cycles = transferCycles(
        { readBandwidth: read, writeBandwidth: write, sharedBandwidth: shared },
        reads,
        writes,
      );
      const none = Number.POSITIVE_INFINITY;
      const port = { read: read ?? none, write: write ?? none, shared: shared ?? none };
      const speed = keptSpeed(port, reads / compute, writes / compute);
      expect(Math.max(compute, cycles)).toBeCloseTo(compute / speed, 8);
    }),
  );
});

const loops = fc.array(fc.record({ bound: fc.integer({ min: 2, max: 4 }), moves: fc.boolean() }), { maxLength: 3 });

/** Elements that share a word, by the loops that do not move it. */
function groupsOf(list: readonly SpatialLoop[]): number[][] {
  const size = list.reduce((product, { bound }) => product * bound, 1);
  const groups = new Map<string, number[]>();
  for (let element = 0; element < size; element += 1) {
    let rest = element;
    const indices = list.map(({ bound }) => {
      const index = rest % bound;
      rest = Math.floor(rest / bound);
      return index;
    });
    const key = indices.filter((_, at) => list[at]!.moves).join();
    groups.set(key, [...(groups.get(key) ?? []), element]);
  }
  return [...groups.values()];
}

test('hops along one axis', () => {
  fc.assert(
    fc.property(loops, fc.integer({ min: 0, max: 3 }), (list, more) => {
      const size = list.reduce((product, { bound }) => product * bound, 1);
      const sum = (width: number, height: number): number =>
        groupsOf(list).reduce((hops, members) => hops + hopsOf(members, width, height), 0);
      expect(hopsAlongRow(list)).toBeCloseTo(sum(size, 1), 8);
      expect(hopsAlongColumn(list, size + more)).toBeCloseTo(sum(1, size + more), 8);
    }),
  );
});

test('the fewest hops of groups packed into a mesh', () => {
  let reached = 0;
  fc.assert(
    fc.property(loops, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 3 }), (list, width, more) => {
      const productOf = (some: readonly SpatialLoop[]): number =>
        some.reduce((product, { bound }) => product * bound, 1);
      const height = Math.ceil(productOf(list) / width) + more;
      const hops = groupsOf(list).reduce((sum, members) => sum + hopsOf(members, width, height), 0);
      const sharing = productOf(list.filter(({ moves }) => !moves));
      const apart = productOf(list.filter(({ moves }) => moves));
      const least = leastHops({ sharing, apart, width, height });
      expect(least).toBeLessThanOrEqual(hops + 1e-9);
      if (least > hops - 1e-9) reached += 1;
    }),
    { numRuns: 2000 },
  );
  expect(reached).toBeGreaterThan(100);
});
