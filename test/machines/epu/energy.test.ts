// Energies by hand from the table of estimates: regression values, as nobody published a figure.

import { expect, it } from 'vitest';
import type { Convolution } from '../../../src/machines/epu/convolution.js';
import {
  accessesPerStep,
  convolutionActions,
  copyActions,
  energyOf,
  flowActions,
  noActions,
  popActions,
} from '../../../src/machines/epu/energy.js';
import { localMemoryUtilization } from '../../../src/machines/epu/local-memory.js';
import { coreOf } from '../../../src/machines/epu/parameters.js';
import { q8, q16 } from './vectors.js';

const layer: Convolution = {
  batches: 1,
  filters: 16,
  channels: 16,
  taps: { rows: 3, columns: 3 },
  output: { rows: 64, columns: 64 },
  type: 'int8',
};

it('a pop costs one read of OCM and a load in every core', () => {
  expect(energyOf(q8, popActions(q8, 1)).energyPj).toBeCloseTo(0.1 * 64 + 0.8 * 8, 9);
  expect(energyOf(q16, popActions(q16, 1)).energyPj).toBeCloseTo(0.1 * 256 + 0.8 * 8, 9);
});

it('a copy crosses both memories, a flow OCM and local memory', () => {
  expect(energyOf(q8, copyActions(6048)).parts).toMatchObject({ ddrBytes: 40 * 6048, ocmBytes: 0.8 * 6048 });
  // One tile of q8, an element and a register in every core.
  expect(energyOf(q8, flowActions(64, 'int8')).energyPj).toBeCloseTo(0.8 * 64 + 0.6 * 64, 9);
  expect(energyOf(q8, flowActions(256, 'int32')).energyPj).toBeCloseTo(0.8 * 256 + 0.6 * 64, 9);
});

it('a step reads activations for all lanes, and its accumulator twice', () => {
  const types = ['int8', 'int16', 'int32'] as const;
  expect(types.map((type) => accessesPerStep(q8, { type, packing: 'unpacked' }))).toEqual([10, 6, 4]);
  expect(types.map((type) => accessesPerStep(q8, { type, packing: 'packed' }))).toEqual([4, 4, 4]);
  const narrow = coreOf('q8', { macLanesInt8: 1 });
  expect(accessesPerStep(narrow, { type: 'int8', packing: 'unpacked' })).toBe(3);
});

it('a layer is the sum of its steps and pops', () => {
  const counts = convolutionActions(q8, layer, { packing: 'packed', residentTiles: 4 });
  expect(counts).toEqual({
    ...noActions,
    macInt8: 9_437_184,
    localMemory: 18_432 * 64 * 4,
    broadcastLoads: 4608 * 64,
    ocmBytes: 4608 * 8,
  });
  const { energyPj, flag } = energyOf(q8, counts);
  expect(energyPj).toBeCloseTo(9_437_184 * 0.08 + 18_432 * 64 * 4 * 0.6 + 4608 * (6.4 + 6.4), 3);
  expect(flag).toBe('estimate');
  const dear = coreOf('q8', { macInt8EnergyPj: 1 });
  expect(energyOf(dear, counts).energyPj - energyPj).toBeCloseTo(9_437_184 * 0.92, 3);
});

it('says how full local memory is', () => {
  expect([0, 256, 1024].map((registers) => localMemoryUtilization(q8, registers))).toEqual([0, 0.25, 1]);
});
