import { describe, expect, it } from 'vitest';
import { type FlowRequest, flowRuling } from '../../../src/machines/epu/flow.js';
import { footprintBytes, ocmFindings } from '../../../src/machines/epu/ocm.js';
import { type Core, coreOf } from '../../../src/machines/epu/parameters.js';
import type { Shape } from '../../../src/machines/epu/shape.js';
import { denseBytes, origin } from '../../../src/machines/epu/shape.js';
import { tileGrid } from '../../../src/machines/epu/tiles.js';
import { callsFor, tilesPerCall } from '../../../src/machines/epu/transfer-limit.js';
import { largestSquare, localMemoryOfArray, residentTiles } from './formulas/memory.js';
import { wholeOf } from './formulas/region.js';
import { checkVectors, on, plane, q8, q16, q32, verdict } from './vectors.js';

const tensor = plane(25, 63, 2);
const roi = plane(12, 23, 2);
const usual: FlowRequest = {
  path: { from: 'ocm', to: 'array' },
  region: { tensor, roi, offset: { ...origin, rows: 5, columns: 16 } },
  iterator: 'XY_NO_BORDER',
  type: 'int32',
  packing: 'unpacked',
  liveRegisters: 0,
};

const flow = (core: Core, changes: Partial<FlowRequest> = {}): number | string =>
  verdict(flowRuling(core, { ...usual, ...changes }), ({ grid }) => grid.tiles);
const at = (core: Core, rows: number, columns: number): number | string =>
  flow(core, { region: { tensor, roi, offset: { ...origin, rows, columns } } });
const whole = (core: Core, shape: Shape, changes: Partial<FlowRequest> = {}): number | string =>
  flow(core, { region: wholeOf(shape), ...changes });

describe('regions', () => {
  checkVectors('D', {
    36: () => on([q16, q8], (core) => flow(core)),
    37: () => on([q16, q8], (core) => at(core, 5, 8)),
    38: () => at(q8, 5, 5),
    39: () => [at(q8, 5, 40), at(q8, 5, 48)],
    40: () => [at(q16, 13, 16), at(q16, 14, 16)],
    41: () => flow(q16, { region: { ...usual.region, roi: plane(12, 23, 3) } }),
    42: () => flow(q16, { path: { from: 'array', to: 'ocm' } }),
    43: () => whole(q8, tensor, { path: { from: 'ddr', to: 'array' } }),
    44: () => ['XY_BORDER', 'ZY_NO_BORDER', 'ROW'].map((iterator) => whole(q8, tensor, { iterator })),
  });
});

const image = plane(1080, 1920);
const strip = (columns: number, changes: Partial<FlowRequest> = {}): number | string =>
  flow(q8, { region: { tensor: image, roi: plane(1080, columns), offset: origin }, type: 'int16', ...changes });
const types = ['int32', 'int16', 'int8'] as const;

describe('capacities', () => {
  const residence = { type: 'int32', packing: 'unpacked' } as const;
  checkVectors('E', {
    45: () => on([q8, q16, q32], localMemoryOfArray),
    46: () => [residentTiles(q8, residence), ...on([q8, q16], (core) => largestSquare(core, residence))],
    47: () => [tileGrid(q8, plane(257, 256)).tiles, whole(q8, plane(257, 256))],
    48: () => types.map((type) => tilesPerCall(q8, type)),
    49: () => types.map((type) => tilesPerCall(q16, type)),
    50: () => [whole(q8, plane(8, 8, 256)), whole(q8, plane(8, 8, 257))],
    51: () => on([q8, q16], (core) => callsFor(core, localMemoryOfArray(core))),
    52: () => whole(q8, plane(8, 8, 256), { liveRegisters: 1024 }),
    53: () => Math.floor(residentTiles(q8, residence) / 2),
    54: () => [strip(8), strip(24), strip(32)],
    55: () => [strip(64), strip(64, { packing: 'packed' })],
    56: () => {
      const beside = (core: Core) => ({ type: 'int16', liveBytes: footprintBytes(core, image, 'int16') }) as const;
      const fits = (core: Core): boolean => ocmFindings(core, image, beside(core)).length === 0;
      return [denseBytes(image, 'int16'), fits(q8), fits(coreOf('q8', { ocmBytes: 8e6 }))];
    },
  });
});

it('refuses to hold the image of the published filter example in local memory', () => {
  for (const packing of ['unpacked', 'packed'] as const) {
    expect(whole(q8, image, { type: 'int16', packing })).toBe('E_REGCAP');
  }
});

it('takes the fourth of four fetches that fill all registers', () => {
  expect(whole(q8, plane(8, 8, 256), { liveRegisters: 768 })).toBe(256);
  expect(whole(q8, plane(8, 8, 256), { liveRegisters: 769 })).toBe('E_REGCAP');
});

it('finds everything that is wrong, in the order of the rules', () => {
  const region = { tensor: plane(300, 2000), roi: plane(300, 1000), offset: { ...origin, columns: 1003 } };
  const ruling = flowRuling(q8, { ...usual, path: { from: 'ddr', to: 'array' }, iterator: 'LINE', region });
  const findings = ruling.kind === 'illegal' ? ruling.problems : [];
  expect(findings.map(({ code, instead }) => [code, instead])).toEqual([
    ['E_PATH', expect.stringContaining('passes through ocm')],
    ['E_ITER_UNMODELLED', 'there are XY_NO_BORDER, YX_NO_BORDER, YX_BORDER, ZY_BORDER, ZY_NO_BORDER'],
    ['E_BOUNDS', 'the offset in columns can be 0 to 1000'],
    ['E_ALIGN', 'start at a multiple of 8 (here 1000), or use random access (RAU), which can start anywhere'],
    ['E_REGCAP', '1024 more can be live at a time'],
    ['E_XFER', 'calls over smaller regions can move 256 tiles of int32 each'],
  ]);
});

it('warns of the iterator that the documentation both lists and denies', () => {
  const ruling = flowRuling(q8, { ...usual, iterator: 'ZY_NO_BORDER' });
  expect(ruling).toMatchObject({ kind: 'legal', warnings: [{ code: 'W_ITER' }] });
});

it('takes no tensor that is not in OCM', () => {
  const region = { tensor: plane(4000, 1000), roi: plane(8, 8), offset: origin };
  expect(flow(q8, { region })).toBe('E_OCMCAP');
});
