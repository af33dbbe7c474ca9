// Vectors 45 to 50, which are formulas of the published planner, transcribed and evaluated, not run against it; the published peaks
// (validation targets V1 to V4); and that no estimate is below what the hardware could do at best.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AmpTask,
  ampCycles,
  innerCycles,
  type Pass,
  workerSlots,
} from '../../../src/machines/ipu/compute/amp-kernel.js';
import { convolution, matmul } from '../../../src/machines/ipu/compute/contraction.js';
import { totalCycles } from '../../../src/machines/ipu/compute/contraction-cycles.js';
import { planContraction } from '../../../src/machines/ipu/compute/contraction-plan.js';
import { outerProductCycles } from '../../../src/machines/ipu/compute/outer-product.js';
import {
  ampShape,
  exchangeTerabytesPerSecond,
  inputBytes,
  memoryTerabytesPerSecond,
  peakTflops,
  precisions,
  slicMacsPerCycle,
} from '../../../src/machines/ipu/compute/rates.js';
import { reductionCycles, reductionStages, stageDepths } from '../../../src/machines/ipu/compute/reduction.js';
import { channelGroups, tileShare } from '../../../src/machines/ipu/compute/tile-share.js';
import { activationsReceived, exchangeCycles, trafficCycles } from '../../../src/machines/ipu/exchange/exchange.js';
import { outsideCycles } from '../../../src/machines/ipu/exchange/outside.js';
import { superstepCycles, syncCycles } from '../../../src/machines/ipu/exchange/superstep.js';
import { type Generation, generations } from '../../../src/machines/ipu/generation.js';
import { figureOf, parameters } from '../../../src/machines/ipu/parameters.js';
import { ask } from './ask.js';

const received = (receiveBytes: number, receives: 'alone' | 'paired' = 'alone') =>
  trafficCycles('mk2', { receiveBytes, sendBytes: 0, receives });
const six = (elements: number): readonly number[] => Array<number>(6).fill(elements);

describe('transcribed formulas', () => {
  it('vector 45: cycles to receive halves', () => {
    expect([received(2000), received(2000, 'paired'), received(2002)]).toEqual([500, 250, 501]);
  });

  it.each<[Generation, chips: number, cycles: number]>([
    ['mk1', 2, 48],
    ['mk1', 4, 96],
    ['mk2', 4, 80],
    ['mk1', 16, 240],
  ])('vector 46: %s, %i chips synchronize in %i cycles', (generation, chips, cycles) => {
    expect(syncCycles(generation, chips)).toBe(cycles);
  });

  it.each([
    [0, 98, 104],
    [1, 164, 170],
    [2, 218, 224],
    [3, 194, 200],
    [16, 506, 512],
    [64, 1658, 1664],
    [256, 6266, 6272],
  ])('vector 47: %i elements for each worker', (elements, first, later) => {
    expect([innerCycles(six(elements), 'first'), innerCycles(six(elements), 'later')]).toEqual([first, later]);
  });

  it.each([
    [1, 16, 711, 679],
    [1, 64, 1863, 1831],
    [1, 256, 6471, 6439],
    [4, 16, 9807, 9295],
    [4, 64, 28_239, 27_727],
    [4, 256, 101_967, 101_455],
  ])('vector 48: %i groups of channels each way, %i elements for each worker', (groups, elements, narrow, wide) => {
    const cycles = (bytesPerCycle: number): number =>
      ampCycles({
        elements: 6 * elements,
        inGroups: groups,
        outGroups: groups,
        groups: 1,
        loadCycles: 512 / bytesPerCycle,
      });
    expect([cycles(8), cycles(16)]).toEqual([narrow, wide]);
  });

  it('vector 48: utilization', async () => {
    const shares = await Promise.all(
      [16, 64, 256].flatMap((elements) =>
        [8, 16].map(async (bytes) => {
          const words = `amp --elements ${6 * elements} --in-groups 4 --out-groups 4 --coefficient-bytes ${bytes}`;
          return (await ask(words)).json.utilization.toFixed(3);
        }),
      ),
    );
    expect(shares).toEqual(['0.626', '0.661', '0.870', '0.886', '0.964', '0.969']);
  });

  it.each([
    ['float', 16, 80],
    ['half', 16, 63],
    ['half', 10, 175],
  ] as const)('vector 49: outer product of %s, %i channels', (type, channels, cycles) => {
    expect(outerProductCycles({ type, width: 4, channels, groups: 1 })).toBe(cycles);
  });

  it('vector 50: reductions', () => {
    const floats = { outputs: 96, depth: 7, from: 'float', to: 'float' } as const;
    expect(reductionCycles({ ...floats, placement: 'interleaved' })).toBe(513);
    expect(reductionCycles({ ...floats, placement: 'plain' })).toBe(681);
    const halves = { outputs: 192, depth: 7, from: 'half', to: 'half' } as const;
    expect(reductionCycles({ ...halves, placement: 'interleaved' })).toBe(537);
  });
});

describe('published peaks', () => {
  it('V1: Mk1', () => {
    expect(peakTflops('mk1', 'half-float')).toBeCloseTo(124.5, 1);
    expect(peakTflops('mk1', 'float-float')).toBeCloseTo(31.1, 1);
  });

  it('V2: four Bow chips', () => {
    expect((4 * peakTflops('bow', 'half-half')) / 1000).toBeCloseTo(1.394, 3);
    expect((4 * peakTflops('bow', 'float-float')) / 1000).toBeCloseTo(0.349, 3);
    expect(4 * memoryTerabytesPerSecond('bow')).toBeCloseTo(261.4, 1);
  });

  it('V3: four Mk2 chips', () => {
    expect((4 * peakTflops('mk2', 'half-half')) / 1000).toBeCloseTo(0.9986, 4);
    expect((4 * peakTflops('mk2', 'float-float')) / 1000).toBeCloseTo(0.2497, 4);
  });

  it('V4 and V7: memory and exchange', () => {
    expect(memoryTerabytesPerSecond('mk2')).toBeCloseTo(46.8, 1);
    expect(memoryTerabytesPerSecond('mk1')).toBeCloseTo(46.7, 1);
    expect(generations.map((one) => exchangeTerabytesPerSecond(one).toFixed(2))).toEqual(['7.78', '7.80', '10.89']);
  });

  it('partial sums of floats halve the rate of halves, and a load of coefficients is a square of 16 halves', () => {
    expect(ampShape('mk2', 'half-half')).toEqual({
      units: 16,
      macsPerCycle: 64,
      inGroup: 16,
      outGroup: 16,
      coefficientBytes: 512,
    });
    expect(precisions.map((one) => ampShape('mk2', one).macsPerCycle)).toEqual([64, 32, 16]);
    expect(precisions.map((one) => ampShape('mk1', one).macsPerCycle)).toEqual([32, 32, 8]);
    expect(slicMacsPerCycle('mk2', 3)).toMatchObject({ value: 24 });
    expect(slicMacsPerCycle('mk2', 64)).toMatchObject({ value: 32 });
    expect(slicMacsPerCycle('mk1', 4)).toMatchObject({ problems: [{ code: 'no-unit' }] });
  });
});

describe('lower bounds', () => {
  const task: fc.Arbitrary<AmpTask> = fc.record({
    elements: fc.integer({ min: 1, max: 3000 }),
    inGroups: fc.integer({ min: 1, max: 20 }),
    outGroups: fc.integer({ min: 1, max: 20 }),
    groups: fc.integer({ min: 1, max: 5 }),
    loadCycles: fc.constantFrom(32, 64),
  });

  it('the matrix unit is never busier than always', () => {
    fc.assert(
      fc.property(task, (one) => {
        const macs = one.elements * one.inGroups * one.outGroups * one.groups * 256;
        const loads = one.inGroups * one.outGroups * one.groups * one.loadCycles;
        expect(ampCycles(one)).toBeGreaterThanOrEqual(Math.ceil(macs / 64) + loads);
      }),
      { seed: 5 },
    );
  });

  it('a worker takes four slots for each element at least, and three elements less than two', () => {
    const pass = fc.constantFrom<Pass>('first', 'later');
    fc.assert(
      fc.property(fc.nat(5000), pass, (elements, one) => {
        expect(workerSlots(elements, one)).toBeGreaterThanOrEqual(4 * elements);
      }),
      { seed: 5 },
    );
    expect(workerSlots(3, 'first')).toBeLessThan(workerSlots(2, 'first'));
  });

  it('a reduction reads every partial sum, 16 bytes a cycle at best', () => {
    const reduction = fc.record({
      outputs: fc.integer({ min: 1, max: 5000 }),
      depth: fc.integer({ min: 0, max: 200 }),
      from: fc.constantFrom<'half' | 'float'>('half', 'float'),
      to: fc.constantFrom<'half' | 'float'>('half', 'float'),
    });
    fc.assert(
      fc.property(reduction, (one) => {
        const bytes = one.outputs * one.depth * (one.from === 'float' ? 4 : 2);
        const interleaved = reductionCycles({ ...one, placement: 'interleaved' });
        expect(interleaved).toBeGreaterThanOrEqual(bytes / 16);
        expect(reductionCycles({ ...one, placement: 'plain' })).toBeGreaterThanOrEqual(interleaved);
      }),
      { seed: 5 },
    );
  });

  it('stages of a reduction cover its depth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1472 }), (depth) => {
        const depths = stageDepths(depth);
        expect(depths).toHaveLength(reductionStages(depth));
        expect(depths.reduce((product, one) => product * one, 1)).toBeGreaterThanOrEqual(depth);
      }),
      { seed: 5 },
    );
    expect([15, 16, 124, 125].map(reductionStages)).toEqual([1, 2, 2, 3]);
    // The published planner leaves 5 of 20 after the first stage, and of 130 first 26, then 5.
    expect([15, 16, 20, 64, 130].map(stageDepths)).toEqual([[15], [4, 4], [4, 5], [8, 8], [5, 6, 5]]);
  });

  it('an exchange takes at least what its busiest tile receives at the paired rate, and what it sends', () => {
    const traffic = fc.array(
      fc.record({
        receiveBytes: fc.nat(100_000),
        sendBytes: fc.nat(100_000),
        receives: fc.constantFrom<'alone' | 'paired'>('alone', 'paired'),
      }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(traffic, (tiles) => {
        const cycles = exchangeCycles('mk2', tiles);
        for (const { receiveBytes, sendBytes } of tiles) {
          expect(cycles).toBeGreaterThanOrEqual(Math.max(receiveBytes / 8, sendBytes / 4));
        }
      }),
      { seed: 5 },
    );
    expect(exchangeCycles('mk2', [{ receiveBytes: 0, sendBytes: 0, receives: 'alone' }])).toBe(0);
  });

  const size = fc.record({
    generation: fc.constantFrom(...generations),
    precision: fc.constantFrom(...precisions),
    m: fc.integer({ min: 1, max: 700 }),
    k: fc.integer({ min: 1, max: 700 }),
    n: fc.integer({ min: 1, max: 700 }),
    tiles: fc.integer({ min: 1, max: 300 }),
  });
  const options = { coefficientBytesPerCycle: 8, memoryProportion: 0.6 };

  it('a plan computes no sooner than all units of its tiles would, fits, and is the sum of its terms', () => {
    fc.assert(
      fc.property(size, ({ generation, precision, tiles, ...mkn }) => {
        const work = matmul(mkn, precision);
        const verdict = planContraction(generation, work, { ...options, tiles });
        if (verdict.kind === 'illegal') return void expect(verdict.problems[0].code).toBe('memory-full');
        const { terms, cycles, tilesUsed, macs, partition, memory, leastCycles } = verdict.value;
        const { macsPerCycle } = ampShape(generation, precision);
        expect(terms.compute * tilesUsed * macsPerCycle).toBeGreaterThanOrEqual(macs);
        expect(cycles).toBe(totalCycles(terms));
        expect(cycles).toBeGreaterThan(leastCycles);
        expect(tilesUsed).toBeLessThanOrEqual(tiles);
        expect(partition.positions * partition.inChannels * partition.outChannels).toBe(tilesUsed);
        expect(memory.bytes).toBeLessThanOrEqual(figureOf(generation, 'memoryBytes'));
      }),
      { seed: 5, numRuns: 40 },
    );
  });

  it('the shares of all tiles cover the work', () => {
    const split = fc.record({
      positions: fc.integer({ min: 1, max: 30 }),
      inChannels: fc.integer({ min: 1, max: 10 }),
      outChannels: fc.integer({ min: 1, max: 10 }),
      serial: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(size, split, ({ precision, ...mkn }, partition) => {
        const work = matmul(mkn, precision);
        const amp = ampShape('mk2', precision);
        const share = tileShare(work, amp, partition);
        const groups = channelGroups(work, amp);
        expect(share.elements * partition.positions).toBeGreaterThanOrEqual(mkn.m);
        expect(share.inGroups * partition.inChannels).toBeGreaterThanOrEqual(groups.in);
        expect(share.outGroups * partition.outChannels * partition.serial).toBeGreaterThanOrEqual(groups.out);
        expect(share.weightBytes).toBeLessThanOrEqual(mkn.k * mkn.n * inputBytes(precision));
      }),
      { seed: 5 },
    );
  });

  it('the best plan is not dearer than a given one', () => {
    const work = matmul({ m: 300, k: 200, n: 100 }, 'half-half');
    const best = planContraction('mk2', work, { ...options, tiles: 96 });
    for (const partition of [
      { positions: 96, inChannels: 1, outChannels: 1, serial: 1 },
      { positions: 12, inChannels: 2, outChannels: 4, serial: 1 },
      { positions: 2, inChannels: 13, outChannels: 3, serial: 2 },
    ]) {
      const given = planContraction('mk2', work, { ...options, tiles: 96, partition });
      if (best.kind === 'illegal' || given.kind === 'illegal') throw new Error('it fits');
      expect(best.value.cycles).toBeLessThanOrEqual(given.value.cycles);
    }
  });

  it('a larger field takes longer, and a share of it reads its neighbours too', () => {
    const small = convolution(field(14, 3), 'half-half')!;
    const large = convolution(field(28, 3), 'half-half')!;
    expect(small).toMatchObject({ positions: 196, kernelPositions: 9 });
    expect(small.inputPositions(196)).toBe(196);
    expect(small.inputPositions(14)).toBe(14 + 2 * 14 + 2);
    const cycles = [small, large].map((work) => {
      const verdict = planContraction('mk2', work, { ...options, tiles: 1472 });
      return verdict.kind === 'legal' ? verdict.value.cycles : Number.NaN;
    });
    expect(cycles[0]).toBeLessThan(cycles[1]!);
    expect(convolution(field(2, 7), 'half-half')).toBeUndefined();
  });
});

describe('exchange and supersteps', () => {
  it('are summed, not overlapped', () => {
    const traffic = [{ receiveBytes: 2000, sendBytes: 0, receives: 'alone' }] as const;
    const step = superstepCycles('mk2', { computeCycles: [900, 1000], traffic, chips: 1 });
    expect(step).toEqual({ compute: 1000, sync: 100, exchange: 560, total: 1660 });
  });

  it('pairs share where the planner says so', () => {
    expect([1, 2, 3, 4].map(activationsReceived)).toEqual(['alone', 'paired', 'alone', 'paired']);
  });

  it('streaming memory is shared by the chips of a machine', () => {
    const four = outsideCycles('mk2', { over: 'streaming', bytes: 1_000_000, chips: 4 });
    expect(four).toMatchObject({ value: { bytesPerCycle: expect.closeTo(7.25, 2) } });
    expect(outsideCycles('bow', { over: 'streaming', bytes: 1, chips: 4 })).toMatchObject({
      value: { bytesPerCycle: expect.closeTo(5.19, 2) },
    });
    expect(outsideCycles('mk1', { over: 'streaming', bytes: 1, chips: 1 })).toMatchObject({
      problems: [{ code: 'no-unit' }],
    });
    expect(outsideCycles('mk2', { over: 'streaming', bytes: 1, chips: 5 })).toMatchObject({
      problems: [{ code: 'no-unit' }],
    });
    expect(outsideCycles('mk2', { over: 'streaming', bytes: 2e11, chips: 1 })).toMatchObject({
      problems: [{ code: 'memory-full' }],
    });
  });
});

it('every parameter says where it comes from, and estimates are labelled', () => {
  for (const row of Object.values(parameters)) {
    for (const parameter of Object.values(row)) {
      if (parameter) expect(parameter.source.length * parameter.unit.length).toBeGreaterThan(0);
    }
  }
  expect(parameters.exchangeLatencyCycles.mk2?.trust).toBe('estimate');
  expect(parameters.macHalfPj.mk2?.trust).toBe('estimate');
});

describe('questions', () => {
  it('matmul', async () => {
    const { status, json } = await ask('matmul --generation mk2 --m 1024 --k 1024 --n 1024 --tiles 1472');
    expect(status).toBe(0);
    const terms = Object.values<number>(json.terms);
    expect(terms.reduce((sum, one) => sum + one, 0)).toBe(json.cycles);
    expect(json).toMatchObject({ legal: true, macs: 2 ** 30, basis: { compute: 'public', sync: 'estimate' } });
    expect(json.estimates.map((one: { readonly name: string }) => one.name)).toEqual([
      'exchangeLatencyCycles',
      'syncCycles',
    ]);
    const given = await ask('matmul --m 1024 --k 1024 --n 1024 --split 7,13,16');
    expect(given.json).toMatchObject({ tilesUsed: 1456, partition: { positions: 7, inChannels: 13, outChannels: 16 } });
    expect(await ask('matmul --m 8192 --k 8192 --n 8192 --type float')).toMatchObject({
      status: 1,
      json: { legal: false, code: 'memory-full', reason: expect.stringContaining('B too much') },
    });
    expect(await ask('matmul --m 8 --k 8 --n 8 --tiles 1473')).toMatchObject({ status: 1, json: { code: 'no-unit' } });
    expect((await ask('matmul --m 8 --k 8 --n 8 --type float --partials half')).status).toBe(2);
    expect((await ask('matmul --m 8 --k 8 --n 8 --split 2,2')).status).toBe(2);
    expect((await ask('matmul --m 8 --k 8 --n 8 --serial 2')).status).toBe(2);
    expect((await ask('matmul --m 8 --k 8 --n 8 --memory-proportion 1.5')).status).toBe(2);
  });

  it('the others', async () => {
    expect((await ask('convolution --height 56 --width 56 --in-channels 64 --out-channels 64')).json).toMatchObject({
      macs: 56 * 56 * 64 * 64,
    });
    expect(
      (await ask('convolution --height 2 --width 2 --in-channels 1 --out-channels 1 --kernel-height 5')).status,
    ).toBe(2);
    expect((await ask('outer-product --type half --width 4 --channels 10')).json.cycles).toBe(175);
    expect((await ask('reduction --outputs 96 --depth 7 --placement plain')).json.cycles).toBe(681);
    expect((await ask('superstep --receive 2000 --send 0 --receives paired')).json.exchange).toBe(310);
    expect((await ask('superstep --receive 2000,1 --send 0')).status).toBe(2);
    expect((await ask('transfer --bytes 10 --over streaming --generation mk1')).json.code).toBe('no-unit');
    expect((await ask('rates --generation mk1')).json.slicMacsPerCycle).toBeNull();
    expect((await ask('parameters --generation mk1')).json).toContainEqual(
      expect.objectContaining({ name: 'repeatCountRegister', trust: 'recalled' }),
    );
  });
});

function field(edge: number, kernel: number) {
  return {
    batch: 1,
    height: edge,
    width: edge,
    kernelHeight: kernel,
    kernelWidth: kernel,
    stride: 1,
    padding: 1,
    inChannels: 64,
    outChannels: 64,
  };
}
