// The sanity inequalities of the machine's description, on random convolutions and mappings of them.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coreOf } from '../../../src/machines/epu/parameters.js';
import { type Costs, costs } from './problems.js';

interface Drawn {
  readonly channels: number;
  readonly filters: number;
  readonly taps: number;
  readonly stride: number;
  /** Tiles of a q16 across and down, in the cores at once and one after the other. */
  readonly inCores: number;
  readonly steps: number;
}

const upTo = (max: number) => fc.integer({ min: 1, max });
const drawn = fc.record<Drawn>({
  channels: fc.constantFrom(3, 8, 16),
  filters: upTo(9),
  taps: fc.constantFrom(1, 2, 3),
  stride: upTo(3),
  inCores: upTo(2),
  steps: upTo(3),
});
const settings = { seed: 7, numRuns: 8 } as const;

function cost(core: 'q8' | 'q16', given: Drawn, changes: Readonly<Record<string, string>> = {}): Costs {
  const { channels, filters, taps, stride, inCores, steps } = given;
  const { arraySide: side } = coreOf(core);
  const extent = 16 * inCores * steps;
  const within = (16 / side) * inCores;
  const lanes = Math.min(8, channels);
  return costs({
    core,
    workload: `
problem:
  shape: cnn_layer
  instance: {C: ${channels}, M: ${filters}, R: ${taps}, S: ${taps}, N: 1, P: ${extent}, Q: ${extent}, Wstride: ${stride}, Hstride: ${stride}}`,
    mapping: `
  - {target: OCM, type: temporal, factors: Q${steps} P${steps}}
  - {target: localMem, type: temporal, factors: C${channels / lanes} M${filters} R${taps} S${taps} Q${within} P${within}}
  - {target: column, type: spatial, factors: Q${side}, split: 9}
  - {target: row, type: spatial, factors: P${side}, split: 0}
  - {target: MAC, type: spatial, factors: C${lanes}, split: 9}`,
    settings: { 'localMem.entries': '9999999', ...changes }, // whatever fits, the inequalities hold
  });
}

it('overlapping takes no longer, and no less than the longest part; what is shown adds up', () => {
  const check = (given: Drawn): void => {
    const [serial, overlapped] = [cost('q8', given), cost('q8', given, { 'machine.composition': 'overlapped' })];
    expect(overlapped.cycles).toBeLessThanOrEqual(serial.cycles);
    expect(overlapped.cycles).toBeGreaterThanOrEqual(Math.max(...Object.values(serial.parts)) - serial.parts.setup!);
    for (const { cycles, parts } of [serial, overlapped]) {
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(cycles, 6);
    }
  };
  fc.assert(fc.property(drawn, check), settings);
});

it('random access takes no less than flows of everything', () => {
  const check = (given: Drawn): void => {
    const strided = { ...given, stride: 2 };
    const [accesses, flows] = [cost('q8', strided), cost('q8', strided, { 'machine.strided_fetch': 'flow' })];
    expect(accesses.parts['flow in']).toBeGreaterThanOrEqual(flows.parts['flow in']!);
  };
  fc.assert(fc.property(drawn, check), settings);
});

it('a ring costs something, and no tap costs nothing', () => {
  const check = (given: Drawn): void => {
    const [ring, none] = [3, 1].map((taps) => cost('q16', { ...given, taps, stride: 1 }));
    const [within, alone] = [ring!.parts['flow in']!, none!.parts['flow in']!];
    // A picture of one tile has nothing behind its sides (N4).
    if (given.inCores * given.steps > 1) expect(within).toBeGreaterThan(alone);
    else expect(within).toBe(alone);
    expect(ring!.parts.memCpy).toBeGreaterThan(none!.parts.memCpy!);
    expect(none!.parts.neighbours).toBe(0);
  };
  fc.assert(fc.property(drawn, check), settings);
});

it('larger arrays take no more tiles and cycles of cores and flows', () => {
  const check = (given: Drawn): void => {
    const plain = { ...given, stride: 1 };
    const [small, large] = [cost('q8', plain), cost('q16', plain)];
    expect(large.facts['tiles at once']).toBeLessThanOrEqual(small.facts['tiles at once'] as number);
    for (const part of ['flow in', 'flow out', 'MAC', 'neighbours']) {
      expect(large.parts[part]).toBeLessThanOrEqual(small.parts[part]!);
    }
  };
  fc.assert(fc.property(drawn, check), settings);
});
