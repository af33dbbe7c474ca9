// Vectors 26 to 37: inner loops, and division by six.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mostDivided,
  mostPacked,
  packQuotient,
  quotientWord,
  tileQuotient,
} from '../../../src/machines/ipu/workers/division.js';
import type { Placement } from '../../../src/machines/ipu/workers/inner-loop.js';
import { arrayAddresses, innerLoop } from '../../../src/machines/ipu/workers/inner-loop.js';
import type { LoopTask, LoopVariant } from '../../../src/machines/ipu/workers/loop-schedule.js';
import { leastVectors, loopSchedule, loopVariants } from '../../../src/machines/ipu/workers/loop-schedule.js';
import { scheduleMultiVertices, scheduleVertices } from '../../../src/machines/ipu/workers/vertex-schedule.js';
import { splitWork } from '../../../src/machines/ipu/workers/work-split.js';
import { ask } from './ask.js';
import { runListing } from './listing.js';

/** What an arithmetic shift makes of the tile's product, and what the tile would make of all its bits, which it does not have. */
const signedTileQuotient = (n: number): number => Math.imul(n, 0xaaab) >> 18;
const wideQuotient = (n: number): number => Math.floor((n * 0xaaab) / 2 ** 18);

function loop(task: LoopTask, placement: Placement = 'in-place', region: 0 | 1 = 1) {
  return innerLoop('mk2', task, arrayAddresses('mk2', { vectors: task.vectors, placement, region }));
}

const listing = (vectors: number, register?: number): LoopTask => ({
  variant: 'axpy-listing',
  vectors,
  ...(register !== undefined && { register }),
});

it('vector 26: the two published tables of seven vectors', () => {
  const slots = (variant: LoopVariant) => loopSchedule({ variant, vectors: 7 }).slots;
  expect(slots('load-2-ahead')).toHaveLength(9);
  expect(slots('load-3-ahead')).toHaveLength(10);
  expect(slots('load-2-ahead')[2]).toEqual({ load: 2, store: 0 });
  expect(slots('load-3-ahead')[3]).toEqual({ load: 3, store: 0 });
});

it('vector 27: a hundred vectors', () => {
  const simple = loop({ variant: 'simple', vectors: 100 });
  expect(simple).toMatchObject({ slots: 300, cycles: 1800 });
  expect(simple.problem).toBeUndefined();
  const two = loop({ variant: 'load-2-ahead', vectors: 100 });
  expect(two).toMatchObject({ slots: 102, problem: { problems: [{ code: 'bank-conflict' }] } });
  const three = loop({ variant: 'load-3-ahead', vectors: 100 });
  expect(three).toMatchObject({ slots: 103, cycles: 618 });
  expect(three.problem).toBeUndefined();
  expect(simple.slots / three.slots).toBeCloseTo(2.91, 2);
});

it('vector 28: the register of the listing holds two less than the array has', () => {
  expect(loop(listing(4, 2))).toMatchObject({ loads: 5, stores: 4 });
  expect(loop(listing(5, 3))).toMatchObject({ loads: 6, stores: 5 });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 400 }), (vectors) => {
      const right = loop(listing(vectors));
      expect(right).toMatchObject({ stores: vectors, loads: vectors + 1, overReadBytes: 8 });
      expect(right.problem).toBeUndefined();
      const literal = loop(listing(vectors, vectors));
      expect(literal.stores).toBe(vectors + 2);
      expect(literal.problem).toMatchObject({ problems: [{ code: 'over-store' }] });
    }),
    { seed: 5, numRuns: 50 },
  );
});

it.each([
  [4, 7, 14],
  [5, 8, 14],
  [10, 13, 20],
  [101, 104, 110],
])('vector 29: %i vectors take %i slots, %i with control', (vectors, slots, totalSlots) => {
  expect(loop(listing(vectors))).toMatchObject({ slots, totalSlots });
});

it('vector 29: two vectors at least', () => {
  expect(loop(listing(2))).toMatchObject({ repeatCount: 0, stores: 2 });
  expect(loop(listing(2)).problem).toBeUndefined();
  expect(leastVectors('axpy-listing')).toBe(2);
  expect(loop(listing(1, 0)).problem).toMatchObject({ problems: [{ code: 'vector-count' }] });
});

it('vector 30: what repeat is told of its body', () => {
  const bytes = (variant: LoopVariant) => 8 * loopSchedule({ variant, vectors: 100 }).bodyBundles;
  expect(bytes('load-3-ahead') - bytes('axpy-listing')).toBe(8);
});

it('vector 31: loads run 24 bytes ahead of stores, which region 1 bears and a bank of region 0 does not', () => {
  const { slots } = loopSchedule(listing(10));
  const steady = slots.filter(({ load, store }) => load !== undefined && store !== undefined);
  for (const { load, store } of steady) expect(8 * (load! - store!)).toBe(24);
  expect(loop(listing(10)).problem).toBeUndefined();
  expect(loop(listing(10), 'in-place', 0).problem).toMatchObject({ problems: [{ code: 'bank-conflict' }] });
});

describe('the listing, executed', () => {
  const input = fc.record({
    data: fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 2, maxLength: 60 }),
    addend: fc.integer({ min: -99, max: 99 }),
  });

  it('loads and stores what its schedule says, and computes the sum with a scale of one', () => {
    fc.assert(
      fc.property(input, ({ data, addend }) => {
        const run = runListing({ data, addend, scale: 1, register: data.length - 2 });
        const { slots } = loopSchedule(listing(data.length));
        expect(run.loads).toEqual(slots.flatMap(({ load }) => load ?? []));
        expect(run.stores.map(({ at }) => at)).toEqual(slots.flatMap(({ store }) => store ?? []));
        expect(run.stores.map(({ value }) => value)).toEqual(data.map((one) => one + addend));
      }),
      { seed: 5 },
    );
  });

  it('vector 32: scales the addend in the fill and the data in the loop, which only a scale of one hides', () => {
    const { stores } = runListing({ data: [1, 1, 1, 1, 1, 1], addend: 10, scale: 2, register: 4 });
    expect(stores.map(({ value }) => value)).toEqual([21, 21, 12, 12, 12, 12]);
  });
});

describe('division by six', () => {
  it('vector 33: on the tile', () => {
    expect([5, 6, 98_303, 98_304].map(tileQuotient)).toEqual([0, 1, 16_383, 0]);
    for (let n = 0; n <= mostDivided; n++) if (tileQuotient(n) !== Math.floor(n / 6)) expect.fail(`${n}`);
  });

  it('vector 34: with a sign, and with all bits', () => {
    let n = 0;
    while (signedTileQuotient(n) === Math.floor(n / 6)) n++;
    expect([n, signedTileQuotient(n)]).toEqual([49_152, -8_192]);
    n = 0;
    while (wideQuotient(n) === Math.floor(n / 6)) n++;
    expect([n, wideQuotient(n), Math.floor(n / 6)]).toEqual([131_075, 21_846, 21_845]);
  });

  it('vector 35: the two ways to split', () => {
    expect(splitWork(17, 'leading')).toMatchObject({ counts: [3, 3, 3, 3, 3, 2], begins: [0, 3, 6, 9, 12, 15] });
    expect(splitWork(17, 'scattered').counts).toEqual([2, 3, 3, 3, 3, 3]);
    expect(splitWork(8, 'leading').counts).toEqual([2, 2, 1, 1, 1, 1]);
    expect(splitWork(8, 'scattered').counts).toEqual([1, 1, 2, 1, 1, 2]);
  });

  it('vector 36: packed', () => {
    expect(packQuotient(100)).toBe(132);
    expect(splitWork(100, 'leading')).toMatchObject({
      counts: [17, 17, 17, 17, 16, 16],
      begins: [0, 17, 34, 51, 68, 84],
    });
  });

  it('vector 37: the limit of packing', () => {
    expect(packQuotient(mostPacked)).toBe(65_533);
    expect(quotientWord(mostPacked + 1)).toBe(65_536);
    expect(packQuotient(mostPacked + 1)).toBeUndefined();
  });

  it('both splits cover all items in order and differ in their owners only', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (items) => {
        const [one, other] = [splitWork(items, 'leading'), splitWork(items, 'scattered')];
        for (const { counts, begins, makespan } of [one, other]) {
          expect(makespan).toBe(Math.ceil(items / 6));
          counts.forEach((count, worker) => {
            expect(begins[worker]! + count).toBe(begins[worker + 1] ?? items);
          });
        }
        expect(one.counts.toSorted()).toEqual(other.counts.toSorted());
      }),
      { seed: 5 },
    );
  });
});

describe('loops in general', () => {
  const any = fc.record({
    variant: fc.constantFrom(...loopVariants),
    vectors: fc.integer({ min: 2, max: 300 }),
  });

  it('load everything before they store it, in order, and never take less than a slot for each vector', () => {
    fc.assert(
      fc.property(any, (task) => {
        const { slots } = loopSchedule(task);
        expect(slots.length).toBeGreaterThanOrEqual(task.vectors);
        const stored = slots.flatMap(({ store }) => store ?? []);
        expect(stored).toEqual(Array.from({ length: task.vectors }, (_, at) => at));
        slots.forEach(({ store }, slot) => {
          // At least one slot for the operation lies between.
          if (store !== undefined) expect(slots.findIndex(({ load }) => load === store)).toBeLessThan(slot - 1);
        });
      }),
      { seed: 5 },
    );
  });

  it('run out of place whatever the variant', () => {
    fc.assert(
      fc.property(any, (task) => {
        expect(loop(task, 'separate').problem).toBeUndefined();
        expect(loop(task, 'separate').overReadBytes).toBeLessThanOrEqual(32);
      }),
      { seed: 5 },
    );
  });

  it('in place: one access a slot runs anywhere, 16 bytes apart nowhere, 24 in region 1 only', () => {
    const runs = (variant: LoopVariant, region: 0 | 1) =>
      loop({ variant, vectors: 50 }, 'in-place', region).problem === undefined;
    expect(loopVariants.map((variant) => [variant, runs(variant, 0), runs(variant, 1)])).toEqual([
      ['simple', true, true],
      ['two-per-vector', true, true],
      ['load-2-ahead', false, false],
      ['load-3-ahead', false, true],
      ['two-loads-one-store', false, false],
      ['axpy-listing', false, true],
    ]);
  });

  it('may not read past the end of memory', () => {
    const end = { load: 0xe8000 - 800, alsoLoad: 0, store: 0x80000 };
    expect(innerLoop('mk2', listing(100), end).problem).toMatchObject({ problems: [{ code: 'unpopulated' }] });
    expect(innerLoop('mk2', { variant: 'load-3-ahead', vectors: 100 }, end).problem).toBeUndefined();
  });
});

describe('vertices on contexts', () => {
  it('go to whichever is free first', () => {
    const work = { items: [10, 10, 10, 10, 10, 4, 3], slotsPerItem: 1, overheadSlots: 0 };
    expect(scheduleVertices(work)).toMatchObject({ contexts: [10, 10, 10, 10, 10, 7], makespanSlots: 10, cycles: 60 });
    expect(scheduleMultiVertices({ ...work, items: [17, 8] })).toMatchObject({ makespanSlots: 5, cycles: 30 });
  });

  it('never end before an equal share, nor before the longest, and within one vertex of the share', () => {
    const work = fc.array(fc.nat(500), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(work, fc.integer({ min: 1, max: 9 }), (items, slotsPerItem) => {
        const { makespanSlots } = scheduleVertices({ items, slotsPerItem, overheadSlots: 2 });
        const each = items.map((count) => 2 + count * slotsPerItem);
        const share = each.reduce((sum, one) => sum + one, 0) / 6;
        expect(makespanSlots).toBeGreaterThanOrEqual(Math.max(...each, share));
        expect(makespanSlots).toBeLessThanOrEqual(share + Math.max(...each));
      }),
      { seed: 5 },
    );
  });
});

describe('questions', () => {
  it('split', async () => {
    expect(await ask('split 17')).toMatchObject({
      status: 0,
      json: { counts: [3, 3, 3, 3, 3, 2], begins: [0, 3, 6, 9, 12, 15], makespan: 3, packed: 21 },
    });
    expect((await ask('split 49152')).json).not.toHaveProperty('packed');
    expect((await ask('split 98304')).json).toMatchObject({ quotientOnTile: 0, quotientExact: false });
    expect((await ask('split many')).status).toBe(2);
  });

  it('loop', async () => {
    expect(await ask('loop --variant load-3-ahead --vectors 100')).toMatchObject({
      status: 0,
      json: { slots: 103, cycles: 618, legal: true },
    });
    expect(await ask('loop --variant load-2-ahead --vectors 100')).toMatchObject({
      status: 1,
      json: { slots: 102, cycles: 612, legal: false, reason: expect.stringContaining('same bank') },
    });
    expect(await ask('loop --variant axpy-listing --vectors 10')).toMatchObject({
      json: { register: 8, scale: 1, totalSlots: 20 },
    });
    expect(await ask('loop --variant axpy-listing --vectors 1')).toMatchObject({
      status: 1,
      json: { code: 'vector-count' },
    });
    expect(await ask('loop --variant simple --vectors 90000000')).toMatchObject({
      status: 1,
      json: { code: 'memory-full' },
    });
    expect(await ask('loop --variant simple --vectors 70000 --region 0 --load 0x4C000 --store 0x4C000')).toMatchObject({
      status: 1,
      json: { code: 'repeat-count' },
    });
    expect((await ask('loop --variant simple --vectors 9 --register 7')).status).toBe(2);
  });

  it('schedule', async () => {
    expect(await ask('schedule --items 17,8 --kind multi-vertex')).toMatchObject({ status: 0, json: { cycles: 30 } });
  });
});
