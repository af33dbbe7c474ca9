// Group I: regression values of estimated rates, not facts of the hardware. Only 93 and 94 have public figures behind them.

import { expect, it } from 'vitest';
import { type Flow, flowRuling } from '../../../src/machines/epu/flow.js';
import { flowCycles } from '../../../src/machines/epu/flow-cycles.js';
import { copyCycles } from '../../../src/machines/epu/mem-cpy.js';
import { type Core, coreOf, parameters } from '../../../src/machines/epu/parameters.js';
import { accessCycles } from '../../../src/machines/epu/random-access.js';
import type { Shape } from '../../../src/machines/epu/shape.js';
import { bytesMoved, peakOperationsPerSecond, tileGrid } from '../../../src/machines/epu/tiles.js';
import { type Convolution, macCycles, macs, macUtilization, outputTiles, weightPops } from './formulas/convolution.js';
import { type CycleClasses, classShare, cycleClassNames, totalCycles } from './formulas/cycle-classes.js';
import { wholeOf } from './formulas/region.js';
import { checkVectors, on, plane, q8, q16, q32 } from './vectors.js';

const layer: Convolution = {
  batches: 1,
  filters: 16,
  channels: 16,
  taps: { rows: 3, columns: 3 },
  output: { rows: 64, columns: 64 },
  type: 'int8',
};
const first: Convolution = {
  ...layer,
  filters: 64,
  channels: 3,
  taps: { rows: 7, columns: 7 },
  output: { rows: 112, columns: 112 },
};
const last: Convolution = { ...layer, output: { rows: 7, columns: 7 } };

const profile: CycleClasses = {
  predication: 1_981_324,
  compute: 3_616_340,
  dataArray: 5_207_348,
  mac: 5_901_120,
  dataExternal: 400_937,
  dataOcm: 1_280_653,
};

checkVectors('I', {
  83: () => [streaming(q8, plane(8, 8, 3)), ...on([q8, q16], (core) => streaming(core, plane(64, 64)))],
  84: () => on([q8, q16], (core) => [accessCycles(core).least, accessCycles(core).cycles]),
  85: () => copyCycles(q8, 6048).transfer,
  86: () => [
    outputTiles(q8, layer),
    macs(layer),
    macCycles(q8, layer),
    weightPops(q8, layer, 1),
    macUtilization(q8, layer),
  ],
  87: () => [4, 16].map((tiles) => weightPops(q8, layer, tiles)),
  88: () => [
    outputTiles(q16, layer),
    macCycles(q16, layer),
    streaming(q16, plane(64, 64, layer.channels)),
    streaming(q16, plane(64, 64, layer.filters)),
  ],
  89: () => macCycles(q8, { ...layer, type: 'int16' }),
  90: () => [macCycles(q16, first), macUtilization(q16, first)],
  91: () => rounded(macUtilization(q16, last), 4),
  92: () => rounded(macUtilization(q8, last), 4),
  93: () => on([q8, q16, q32], (core) => peakOperationsPerSecond(core, 'int8') / 1e12),
  94: () => [totalCycles(profile, 'serial'), rounded(100 * classShare(profile, 'mac'), 2)],
});

it('adds up to the shares of the public profile', () => {
  const shares = cycleClassNames.map((name) => rounded(100 * classShare(profile, name), 2));
  expect(shares).toEqual([10.78, 19.67, 28.32, 32.09, 2.18, 6.96]);
});

it('charges setup, latency and borders beside what flows', () => {
  const { tensor, flow } = { tensor: plane(64, 64), flow: flowOf(q8, plane(64, 64), 'YX_BORDER') };
  // 7 * 8 sides between tiles in either direction, counted from both tiles.
  expect(flowCycles(q8, flow)).toEqual({ streaming: 512 + 4 * 56, setup: 20 });
  const strided = coreOf('q8', { borderColumnCycles: 8 });
  expect(flowCycles(strided, flow).streaming).toBe(512 + 2 * 56 + 8 * 2 * 56);
  expect(flow.bytesMoved).toBe(bytesMoved(tileGrid(q8, tensor), 'int32') + 1988 * 4);
  // What takes several calls is set up for each.
  expect(flowCycles(q8, { ...flow, bytesMoved: 65_536 + 1 }).setup).toBe(40);
  expect(copyCycles(q8, 6048).latency).toBe(200);
});

it('has the peaks of the public pages within 2.4 percent, which are where its lanes come from', () => {
  const published = [1e12, 4e12, 16e12];
  on([q8, q16, q32], (core) => peakOperationsPerSecond(core, 'int8')).forEach((peak, index) => {
    expect(Math.abs(peak / published[index]! - 1)).toBeLessThanOrEqual(0.0241);
  });
  expect(on([q8, q16, q32], (core) => core.arraySide ** 2 * core.aluLanes)).toEqual([64, 256, 1024]);
});

it('says of every figure where it comes from', () => {
  for (const { trust, source, unit } of Object.values(parameters)) {
    expect(['public', 'recalled', 'estimate']).toContain(trust);
    expect(source.length > 10 && unit.length > 0).toBe(true);
  }
});

function streaming(core: Core, shape: Shape): number {
  return flowCycles(core, flowOf(core, shape, 'XY_NO_BORDER', 'int8')).streaming;
}

function flowOf(core: Core, shape: Shape, ...[iterator, type = 'int32']: readonly [string, Flow['type']?]): Flow {
  const path = { from: 'ocm', to: 'array' } as const;
  const region = wholeOf(shape);
  const ruling = flowRuling(core, { path, region, iterator, type, packing: 'unpacked', liveRegisters: 0 });
  if (ruling.kind === 'legal') return ruling.value;
  throw new Error(ruling.problems.map(({ message }) => message).join('; '));
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
