import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Generation, Rate } from '../../../../src/machines/tpu/generation.js';
import { generations } from '../../../../src/machines/tpu/generations.js';
import { arrayModel } from '../../../../src/machines/tpu/mxu/array-model.js';
import {
  type ArrayModel,
  matmulCycles,
  matmulCyclesAtLeast,
  partialSumAdds,
} from '../../../../src/machines/tpu/mxu/matmul-cycles.js';
import { unpipelinedCycles } from '../../../../src/machines/tpu/mxu/unpipelined-cycles.js';
import { propertySeed, runsOf } from '../../../support/properties.js';

const square = (side: number, arrays = 1): ArrayModel => ({
  ...{ rows: side, columns: side, arrays, streamRows: 8, rowsPerCycle: 1 },
  ...{ weightShiftCycles: side, weightFetchCycles: 0 },
});

const v1 = generations.find(({ name }) => name === 'v1')!;
const onV1 = (type: 'int8' | 'int16xint8'): ArrayModel =>
  arrayModel(v1, { type, rate: v1.rates[type]!, arrays: 1, weightsFrom: 'memory' });

describe('the worked examples', () => {
  it.each([
    [128, 1, 8, 128, 128, 390],
    [128, 1, 256, 128, 128, 638],
    [128, 1, 512, 1024, 1024, 33150],
    [128, 4, 512, 1024, 1024, 8574],
    [128, 1, 100, 300, 200, 1126],
    [256, 1, 256, 256, 256, 1022],
  ])('on %dx itself, %d arrays: [%d,%d,%d] in %d cycles', (side, arrays, m, k, n, cycles) => {
    expect(matmulCycles({ m, k, n }, square(side, arrays)).cycles).toBe(cycles);
  });

  it('one by one without overlap', () => {
    const array = { rows: 128, columns: 128 };
    expect(unpipelinedCycles({ m: 512, k: 1024, n: 1024 }, array, 'weight-stationary')).toBe(57216);
    expect(unpipelinedCycles({ m: 100, k: 300, n: 200 }, array, 'weight-stationary')).toBe(2892);
  });

  it('use and padding', () => {
    const large = matmulCycles({ m: 512, k: 1024, n: 1024 }, square(128));
    expect(large.utilization).toBeCloseTo(0.9885, 4);
    expect(large).toMatchObject({
      folds: 64,
      foldsPerArray: 64,
      paddingBound: 1,
      binding: 'streaming',
      stallCycles: 0,
    });
    expect(matmulCycles({ m: 100, k: 300, n: 200 }, square(128)).paddingBound).toBeCloseTo(0.5869, 4);
  });

  it('v1 with weights from memory', () => {
    const model = onV1('int8');
    expect(model.weightFetchCycles).toBeCloseTo(1349.27, 2);
    const result = matmulCycles({ m: 200, k: 600, n: 600 }, model);
    expect(result.cycles).toBeCloseTo(11760.2, 1);
    expect(result.cycles / v1.clockMhz.value).toBeCloseTo(16.8, 1);
    expect(result.binding).toBe('weight-fetch');
  });
});

describe('v1 in steady state', () => {
  // The shares that follow from the formula; the counters of the paper lie beside them, LSTMs at half rate.
  it.each([
    ['MLP0', 'int8', 200, 14.8, 19.0, 66.2],
    ['MLP1', 'int8', 168, 12.5, 19.0, 68.6],
    ['LSTM0', 'int16xint8', 64, 9.5, 19.0, 71.5],
    ['LSTM1', 'int16xint8', 96, 14.2, 19.0, 66.8],
  ] as const)('%s: %s, batch %d', (_name, type, m, active, shift, stall) => {
    const fold = matmulCycles({ m, k: 2048, n: 2048 }, onV1(type));
    const percent = (cycles: number): number => Math.round((1000 * cycles) / fold.foldCycles) / 10;
    expect([fold.activeCycles, fold.shiftCycles, fold.stallCycles].map(percent)).toEqual([active, shift, stall]);
  });

  it('600x600 weights in 9 tiles, and in 4 on a larger array', () => {
    const usual = onV1('int8');
    const larger = {
      ...usual,
      rows: 512,
      columns: 512,
      weightShiftCycles: 512,
      weightFetchCycles: 4 * usual.weightFetchCycles,
    };
    const [small, big] = [usual, larger].map((model) => matmulCycles({ m: 96, k: 600, n: 600 }, model));
    expect([small!.folds, big!.folds]).toEqual([9, 4]);
    const microseconds = [small!, big!].map(({ folds, foldCycles }) => (folds * foldCycles) / v1.clockMhz.value);
    expect(microseconds[0]).toBeCloseTo(17.3, 1);
    expect(microseconds[1]).toBeCloseTo(30.8, 1);
    // The paper says 18 and 32.
    expect(Math.abs(microseconds[0]! / 18 - 1)).toBeLessThan(0.06);
    expect(Math.abs(microseconds[1]! / 32 - 1)).toBeLessThan(0.06);
  });

  it('leaves 39 % of the cells of 600x600 empty', () => {
    expect(matmulCycles({ m: 96, k: 600, n: 600 }, onV1('int8')).paddingBound).toBeCloseTo(0.61, 3);
  });
});

describe('published peaks follow from the table', () => {
  const rates = generations.flatMap((generation) =>
    Object.entries(generation.rates).map(([type, rate]) => ({ generation, type, rate, name: generation.name })),
  );
  it.each(rates.filter(({ rate }) => rate.publishedTops))('$name $type', ({ generation, rate }) => {
    expect(Math.abs(derivedTops(generation, rate) / rate.publishedTops!.value - 1)).toBeLessThan(0.004);
  });

  it('for all eight generations', () => {
    expect(generations.map(({ name }) => name)).toEqual(['v1', 'v2', 'v3', 'v4i', 'v4', 'v5e', 'v5p', 'v6e']);
    for (const { rates: own } of generations) expect(Object.values(own)[0]!.publishedTops).toBeDefined();
  });

  it('and every number says where it comes from', () => {
    for (const generation of generations) {
      const numbers = [
        ...Object.values(generation),
        ...Object.values(generation.rates).flatMap((rate) => Object.values(rate)),
      ];
      const sourced = numbers.filter((one) => typeof one === 'object' && 'source' in one);
      expect(sourced.length).toBeGreaterThanOrEqual(9);
      for (const { source, trust } of sourced) {
        expect(source).not.toBe('');
        expect(['public', 'recalled', 'estimate']).toContain(trust);
      }
    }
  });
});

describe('any matmul on any arrays', () => {
  const size = fc.integer({ min: 1, max: 3000 });
  const sizes = fc.record({ m: size, k: size, n: size });
  const models: fc.Arbitrary<ArrayModel> = fc.record({
    rows: fc.constantFrom(8, 128, 256, 100),
    columns: fc.constantFrom(8, 128, 256, 60),
    arrays: fc.integer({ min: 1, max: 8 }),
    streamRows: fc.constantFrom(1, 8),
    rowsPerCycle: fc.constantFrom(0.25, 0.5, 1, 2, 4),
    weightShiftCycles: fc.constantFrom(8, 128, 256),
    weightFetchCycles: fc.constantFrom(0, 100.5, 1349.27),
  });
  const parameters = { numRuns: runsOf(2000), seed: propertySeed };

  it('takes no less than its lower bound, and that no less than a peak without padding', () => {
    fc.assert(
      fc.property(sizes, models, (one, model) => {
        const bound = matmulCyclesAtLeast(one, model);
        const { m, k, n } = one;
        const peak = (m * k * n) / (model.rows * model.columns * model.arrays * model.rowsPerCycle);
        // Fractions of a fold round in the last digits.
        expect(bound).toBeLessThanOrEqual(matmulCycles(one, model).cycles * (1 + 1e-12));
        expect(peak).toBeLessThanOrEqual(bound * (1 + 1e-12));
      }),
      parameters,
    );
  });

  it('takes exactly its lower bound where everything divides', () => {
    const few = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(few, few, few, models, (groups, deep, wide, model) => {
        const one = { m: groups * model.streamRows, k: deep * model.rows, n: wide * model.columns * model.arrays };
        expect(matmulCyclesAtLeast(one, model)).toBe(matmulCycles(one, model).cycles);
      }),
      parameters,
    );
  });

  it('has a lower bound that does not fall when anything grows', () => {
    fc.assert(
      fc.property(sizes, models, fc.constantFrom('m', 'k', 'n'), (one, model, which) => {
        const larger = { ...one, [which]: one[which as 'm'] + 1 };
        expect(matmulCyclesAtLeast(larger, model)).toBeGreaterThanOrEqual(matmulCyclesAtLeast(one, model));
      }),
      parameters,
    );
  });

  it('accounts for every cycle of a fold, and uses no more than padding allows', () => {
    fc.assert(
      fc.property(sizes, models, (one, model) => {
        const result = matmulCycles(one, model);
        const { activeCycles, shiftCycles, stallCycles, foldCycles } = result;
        expect(activeCycles + shiftCycles + stallCycles).toBeCloseTo(foldCycles, 6);
        expect(Math.min(activeCycles, shiftCycles, stallCycles)).toBeGreaterThanOrEqual(0);
        expect(result.utilization).toBeLessThanOrEqual(result.paddingBound * (1 + 1e-12));
      }),
      parameters,
    );
  });
});

it('one fold takes the same with and without overlap, for whole groups of rows', () => {
  for (const m of [8, 64, 4096]) {
    const alone = unpipelinedCycles({ m, k: 100, n: 90 }, { rows: 128, columns: 128 }, 'weight-stationary');
    expect(matmulCycles({ m, k: 100, n: 90 }, square(128)).cycles).toBe(alone);
  }
});

it('partial sums of k in folds are added register by register', () => {
  expect(partialSumAdds({ m: 100, k: 300, n: 200 }, square(128))).toBe(2 * 13 * 2);
  expect(partialSumAdds({ m: 100, k: 128, n: 200 }, square(128))).toBe(0);
});

/** Trillions of operations a second that follow from arrays, clock and rate. */
function derivedTops(generation: Generation, rate: Rate): number {
  const { clockMhz, cores, mxusPerCore, arrayRows, arrayColumns } = generation;
  const cells = cores.value * mxusPerCore.value * arrayRows.value * arrayColumns.value;
  return (2 * cells * rate.rowsPerCycle.value * clockMhz.value) / 1e6;
}
