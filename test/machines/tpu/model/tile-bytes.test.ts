// Footprints and transfers against the layouts themselves: what the model says of a box is what the format of the array takes, and what
// moving a slice of it costs.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Architecture } from '../../../../src/arch/architecture.js';
import { machineModel } from '../../../../src/machines/models.js';
import { defaultFormat } from '../../../../src/machines/tpu/layout/default-format.js';
import type { Layout } from '../../../../src/machines/tpu/layout/layout.js';
import { sliceTraffic } from '../../../../src/machines/tpu/layout/slice.js';
import { problemOf } from '../../../../src/machines/tpu/model/problem.js';
import { propertySeed, runsOf } from '../../../support/properties.js';
import { built, type Case, convolutionOf, productOf } from './problems.js';

const layoutTypes = { bf16: 'BF16', int8: 'S8', f32: 'F32' } as const;
type TypeName = keyof typeof layoutTypes;

function layoutOfArray(type: TypeName, dims: readonly number[], minorToMajor: readonly number[]): Layout {
  const format = defaultFormat({ elementType: layoutTypes[type], dims, minorToMajor });
  if (format.kind === 'illegal') throw new Error('no format');
  return format.value;
}

function modelOf(given: Case) {
  const { problem, said } = built(given);
  expect(said).toEqual([]);
  const { architecture, workload } = problem!;
  return { problem: problem!, model: machineModel(problem!)!, parts: problemOf(workload, architecture) };
}

const side = fc.integer({ min: 1, max: 300 });
const types = fc.constantFrom<TypeName>('bf16', 'int8');

describe('matrices', () => {
  it('the memory holds what the format takes, blocks move as slices of it do', () => {
    const arrays = fc.record({ m: side, k: side, n: side, type: types, parts: fc.tuple(side, side, side) });
    const property = fc.property(arrays, ({ m, k, n, type, parts: [bm, bk, bn] }) => {
      const workload = productOf(m, k, n, [type, type, 'f32']);
      const { problem, model, parts } = modelOf({ arch: 'v4', workload });
      const { bounds, dimensions } = problem.workload;
      const memory = levelIndex(problem.architecture, 'HBM');
      const box = dimensions.map((name, d) => Math.min(bounds[d]!, { M: bm, K: bk, N: bn }[name]!));
      for (const part of ['activations', 'weights', 'outputs'] as const) {
        const { dataspace, order } = parts.formats[part];
        const type32 = part === 'outputs' ? 'f32' : type;
        const ranks = problem.workload.dataspaces[dataspace]!.projection.map(([term]) => term!.dimension);
        const whole = layoutOfArray(
          type32,
          ranks.map((d) => bounds[d]!),
          order,
        );
        expect(model.footprint.bytes(memory, dataspace, bounds, 0)).toBe(whole.bytesPadded);
        const hi = ranks.map((d) => box[d]!);
        const slice = sliceTraffic(whole, { lo: hi.map(() => 0), hi });
        const words = hi.reduce((product, one) => product * one, 1);
        const moved = model.transfer.bytesPerWord(memory, dataspace, box, 0) * words;
        expect(slice.kind === 'legal' && slice.value.bytesMoved).toBeCloseTo(moved, 6);
      }
    });
    fc.assert(property, { seed: propertySeed, numRuns: runsOf(20) });
  });

  it('granules of 512 bytes are rows of the packed tile', () => {
    const set = ['machine.granule_bytes=512'];
    const { problem, model, parts } = modelOf({ arch: 'v4', workload: productOf(96, 256, 384), set });
    const memory = levelIndex(problem.architecture, 'HBM');
    const { dataspace, movedRows } = parts.formats.activations;
    expect(movedRows).toBe(2); // 2 rows x 128 lanes x 2 bytes
    const layout = layoutOfArray('bf16', [96, 256], parts.formats.activations.order);
    const box = problem.workload.dimensions.map((name) => ({ M: 6, K: 128, N: 1 })[name]!);
    const slice = sliceTraffic(layout, { lo: [0, 0], hi: [6, 128] }, { granuleBytes: 512 });
    expect(model.transfer.bytesPerWord(memory, dataspace, box, 0) * 6 * 128).toBe(1536);
    expect(slice.kind === 'legal' && slice.value.bytesMoved).toBe(1536);
  });
});

describe('levels', () => {
  it('blocks of 512 x 1024 x 1024 take 10 MiB of vector memory: two of each, and f32 sums', () => {
    const { problem, model } = modelOf({ arch: 'v5e', workload: productOf(4096, 4096, 4096) });
    const buffer = levelIndex(problem.architecture, 'VMEM');
    const box = problem.workload.dimensions.map((name) => ({ M: 512, K: 1024, N: 1024 })[name]!);
    const sizes = [0, 1, 2].map((t) => model.footprint.bytes(buffer, t, box, 0) / 2 ** 20);
    expect(sizes).toEqual([2, 4, 4]);
  });

  it('no f32 sums where one pass makes an output', () => {
    const { problem, model } = modelOf({ arch: 'v5e', workload: productOf(512, 128, 256) });
    const buffer = levelIndex(problem.architecture, 'VMEM');
    expect(model.footprint.bytes(buffer, 2, [512, 256, 128], 0)).toBe(2 * 512 * 256 * 2);
  });

  it('accumulators of v1 hold 2048 rows twice', () => {
    const { problem, model } = modelOf({ arch: 'v1', workload: productOf(4096, 512, 512) });
    const { levels } = problem.architecture;
    const place = levelIndex(problem.architecture, 'accumulators');
    const taken = (m: number): number =>
      model.footprint.bytes(
        place,
        2,
        problem.workload.dimensions.map((name) => ({ M: m, K: 256, N: 256 })[name]!),
        0,
      );
    expect(taken(2048)).toBe(levels[place]!.capacityWords);
    expect(taken(2049)).toBeGreaterThan(levels[place]!.capacityWords!);
    expect(taken(3)).toBe(taken(8));
  });

  it('an array full of weights in two sets, however few there are', () => {
    const { problem, model } = modelOf({ arch: 'v4i', workload: productOf(64, 3, 5) });
    const place = levelIndex(problem.architecture, 'weights');
    expect(model.footprint.bytes(place, 1, [64, 5, 3], 0)).toBe(2 * 128 * 128 * 2);
  });
});

describe('convolutions', () => {
  const workload = convolutionOf('C: 96, M: 64, R: 3, S: 3, N: 1, P: 56, Q: 56');

  it('channels are minor, then the rank that wastes least', () => {
    const { parts } = modelOf({ arch: 'v4', workload, set: ['machine.transposes=0'] });
    expect(parts.formats.activations.order.slice(0, 1)).toEqual([1]);
    expect([2, 3]).toContain(parts.formats.activations.secondMinor); // 58 of 64 rows, N would use 1 of 8
    expect(parts.formats.weights.order.slice(0, 2)).toEqual([1, 0]);
    expect(parts.formats.outputs.order.slice(0, 1)).toEqual([1]);
  });

  it('windows that start anywhere touch (extent + 7) / 8 tiles on the average', () => {
    const { problem, model, parts } = modelOf({ arch: 'v4', workload });
    const { dimensions } = problem.workload;
    const memory = levelIndex(problem.architecture, 'HBM');
    const { secondMinor, dataspace } = parts.formats.activations;
    const along = secondMinor === 2 ? 'P' : 'Q';
    const box = dimensions.map((name) => (name === along ? 14 : { C: 96, R: 3, S: 3 }[name]!) ?? 1);
    const mean = Array.from({ length: 8 }, (_, start) => Math.ceil((start + 16) / 8)).reduce((a, b) => a + b) / 8;
    const perWord = model.transfer.bytesPerWord(memory, dataspace, box, 0);
    expect(perWord).toBeCloseTo((2 * (mean * 8 * 128)) / (16 * 96), 9);
  });

  it('an order in the machine section is taken as it stands', () => {
    const { parts, problem, model } = modelOf({
      arch: 'v5e',
      workload,
      set: ['machine.layouts={Inputs: [0, 1, 2, 3]}'],
    });
    expect(parts.formats.activations.order).toEqual([0, 1, 2, 3]);
    // One image in 128 lanes: N is minor.
    const memory = levelIndex(problem.architecture, 'HBM');
    expect(model.footprint.bytes(memory, parts.operands.activations, problem.workload.bounds, 0)).toBe(
      128 * 96 * 58 * 58 * 2,
    );
  });
});

function levelIndex({ levels }: Architecture, name: string): number {
  return levels.findIndex((level) => level.name === name);
}
