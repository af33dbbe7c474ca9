// What must hold whatever the request: the sanity inequalities of the machine's description, on random requests.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesDelivered, stagingRuling } from '../../../src/machines/epu/broadcast.js';
import { elementTypes } from '../../../src/machines/epu/element-type.js';
import { type Flow, ringBytes } from '../../../src/machines/epu/flow.js';
import { flowCycles } from '../../../src/machines/epu/flow-cycles.js';
import { iteratorNames, iteratorOf } from '../../../src/machines/epu/iterator.js';
import { packings, registersOf } from '../../../src/machines/epu/local-memory.js';
import { copyRuling } from '../../../src/machines/epu/mem-cpy.js';
import { footprintBytes } from '../../../src/machines/epu/ocm.js';
import { type Core, coreNames, coreOf } from '../../../src/machines/epu/parameters.js';
import { accessCycles } from '../../../src/machines/epu/random-access.js';
import type { Region } from '../../../src/machines/epu/region.js';
import { denseBytes, type Shape, shapeOf } from '../../../src/machines/epu/shape.js';
import { bytesMoved, bytesUseful, fill, tileElements, tileGrid } from '../../../src/machines/epu/tiles.js';
import { type Convolution, macCycles, macUtilization, weightPops } from './formulas/convolution.js';
import { type CycleTerms, classesOf, totalCycles } from './formulas/cycle-classes.js';
import { coveringOffsets } from './formulas/memory.js';
import { q8, q16, q32 } from './vectors.js';

const settings = { seed: 20, numRuns: 300 } as const;
const upTo = (max: number) => fc.integer({ min: 1, max });
const shapes = fc.tuple(upTo(2), upTo(20), upTo(100), upTo(100)).map(shapeOf);
const cores = fc.constantFrom(...coreNames).map((name) => coreOf(name));
const types = fc.constantFrom(...elementTypes);

/** A region anywhere in a tensor, at a column where flows may start. */
const regions = (core: Core): fc.Arbitrary<Region> =>
  fc.tuple(shapes, fc.nat(3), fc.nat(40), fc.nat(3), fc.nat(40)).map(([roi, left, above, right, below]) => ({
    roi,
    offset: { batches: 0, channels: 0, rows: above, columns: left * core.arraySide },
    tensor: { ...roi, rows: above + roi.rows + below, columns: left * core.arraySide + roi.columns + right },
  }));
const flows = fc
  .tuple(cores, types)
  .chain(([core, type]) => regions(core).map((region) => ({ core, type, region, grid: tileGrid(core, region.roi) })));

it('random access never takes fewer cycles than a flow', () => {
  const ports = fc.integer({ min: 1, max: 8 });
  const check = (core: Core, shape: Shape, randomAccessPorts: number): void => {
    const grid = tileGrid(core, shape);
    const flow = flowCycles(core, { ...flowOf(core, shape), bytesMoved: bytesMoved(grid, 'int32') });
    const accesses = accessCycles({ ...core, randomAccessPorts });
    expect(grid.tiles * accesses.cycles).toBeGreaterThanOrEqual(flow.streaming);
    expect(accesses.cycles).toBeGreaterThanOrEqual(accesses.least);
  };
  fc.assert(fc.property(cores, shapes, ports, check), settings);
});

it('one read of OCM serves all cores', () => {
  const check = (core: Core, rows: number, type: Flow['type']): void => {
    const staging = stagingRuling(core, shapeOf([1, 1, rows, core.arraySide]), type);
    if (staging.kind === 'illegal') throw new Error('whole rows of the array must be legal');
    const { popsAvailable } = staging.value;
    const bytes = denseBytes(shapeOf([1, 1, rows, core.arraySide]), type);
    expect(bytesDelivered(core, popsAvailable)).toBe(bytes * tileElements(core));
  };
  fc.assert(fc.property(cores, upTo(500), types, check), settings);
});

it('borders only add, in bytes and in cycles', () => {
  fc.assert(
    fc.property(flows, ({ core, ...flow }) => {
      const amounts = (name: string): readonly [number, number] => {
        const one = { ...flow, iterator: iterator(name) };
        const moved = bytesMoved(flow.grid, flow.type) + ringBytes(flow.grid, one);
        return [moved, flowCycles(core, { ...one, bytesMoved: moved }).streaming];
      };
      for (const order of ['YX', 'ZY']) {
        const [withRing, without] = [amounts(`${order}_BORDER`), amounts(`${order}_NO_BORDER`)];
        expect(withRing[0]).toBeGreaterThanOrEqual(without[0]);
        expect(withRing[1]).toBeGreaterThanOrEqual(without[1]);
        // A tile has four sides.
        expect(withRing[1] - without[1]).toBeLessThanOrEqual(4 * flow.grid.tiles);
      }
      // Orders move the same.
      const moved = iteratorNames.filter((name) => name.endsWith('NO_BORDER')).map(amounts);
      expect(moved).toEqual(moved.map(() => moved[0]));
      expect(amounts('YX_BORDER')).toEqual(amounts('ZY_BORDER'));
    }),
    settings,
  );
});

it('a larger array has no more tiles, and tiles hold the data', () => {
  const check = (shape: Shape, type: Flow['type']): void => {
    const grids = [q8, q16, q32].map((core) => tileGrid(core, shape));
    expect(grids[1]!.tiles).toBeLessThanOrEqual(grids[0]!.tiles);
    expect(grids[2]!.tiles).toBeLessThanOrEqual(grids[1]!.tiles);
    for (const grid of grids) {
      expect(bytesMoved(grid, type)).toBeGreaterThanOrEqual(bytesUseful(grid, type));
      expect(fill(grid)).toBeCloseTo(bytesUseful(grid, type) / bytesMoved(grid, type), 12);
      for (const packing of packings)
        expect(registersOf(grid.tiles, { type, packing })).toBeLessThanOrEqual(grid.tiles);
    }
    for (const core of [q8, q16, q32]) {
      expect(footprintBytes(core, shape, type)).toBeGreaterThanOrEqual(denseBytes(shape, type));
    }
  };
  fc.assert(fc.property(shapes, types, check), settings);
});

it('overlapping never takes longer than one after the other', () => {
  const cycles = fc.nat(1e9);
  const programs = fc.record({
    ...{ flows: cycles, randomAccess: cycles, broadcast: cycles, copies: cycles },
    ...{ exchange: cycles, mac: cycles, alu: cycles, predication: cycles },
  });
  const check = (terms: CycleTerms): void => {
    const classes = classesOf(terms);
    const [serial, overlapped] = [totalCycles(classes), totalCycles(classes, 'overlapped')];
    const { broadcast, mac, ...others } = terms;
    const each = Object.values(others).reduce((sum, term) => sum + term, 0);
    expect(serial).toBe(each + Math.max(broadcast, mac));
    expect(serial).toBeGreaterThanOrEqual(overlapped);
    // There are three parts that can work at the same time.
    expect(serial).toBeLessThanOrEqual(3 * overlapped);
  };
  fc.assert(fc.property(programs, check), settings);
});

it('copies cover every row, and no copy leaves the tensor', () => {
  const check = (rows: number, height: number): void => {
    const size = Math.min(rows, height);
    const offsets = coveringOffsets(rows, size);
    const covered = new Set(offsets.flatMap((at) => Array.from({ length: size }, (_, row) => at + row)));
    expect([...covered].sort((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, row) => row));
    const [ddr, ocm] = [rows, size].map((extent) => shapeOf([1, 2, extent, 9])) as [Shape, Shape];
    const copy = { path: { from: 'ddr', to: 'ocm' }, ddr, ocm, type: 'int8', liveBytes: 0 } as const;
    for (const row of offsets) {
      const ruling = copyRuling(q8, { ...copy, offset: { batches: 0, channels: 0, rows: row, columns: 0 } });
      expect(ruling).toMatchObject({ kind: 'legal', value: { copiesToCover: offsets.length } });
    }
  };
  fc.assert(fc.property(upTo(60), upTo(60), check), settings);
});

const convolutions: fc.Arbitrary<Convolution> = fc.record({
  batches: upTo(3),
  filters: upTo(40),
  channels: upTo(40),
  taps: fc.record({ rows: upTo(7), columns: upTo(7) }),
  output: fc.record({ rows: upTo(70), columns: upTo(70) }),
  type: types,
});

it('lanes are never more than fully used, and shared pops never more', () => {
  const check = (core: Core, convolution: Convolution, residentTiles: number): void => {
    expect(macUtilization(core, convolution)).toBeLessThanOrEqual(1);
    const alone = weightPops(core, convolution, 1);
    // One pop feeds one step as long as there are as many lanes as elements of a pop.
    expect(alone).toBe(macCycles(core, convolution));
    expect(weightPops(core, convolution, residentTiles)).toBeLessThanOrEqual(alone);
    expect(weightPops(core, convolution, residentTiles) * residentTiles).toBeGreaterThanOrEqual(alone);
  };
  fc.assert(fc.property(cores, convolutions, upTo(20), check), settings);
});

function iterator(name: string): Flow['iterator'] {
  const ruling = iteratorOf(name);
  if (ruling.kind === 'legal') return ruling.value;
  throw new Error(ruling.problems[0].message);
}

function flowOf(core: Core, shape: Shape): Omit<Flow, 'registers' | 'bytesMoved'> {
  const region = { tensor: shape, roi: shape, offset: shapeOf([0, 0, 0, 0]) };
  return { grid: tileGrid(core, shape), region, iterator: iterator('XY_NO_BORDER'), type: 'int32' };
}
