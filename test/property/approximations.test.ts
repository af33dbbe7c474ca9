// The approximations of the model, one by one, each with the smallest nest that shows it: what the model counts, and
// what a machine that executes the nest would. These are properties of the reference that we reproduce on purpose.

import { expect, test } from 'vitest';
import { evaluateMapping } from '../../src/model/evaluate.js';
import { simulate } from '../judges/simulator.js';
import { walk } from '../judges/walk.js';
import { type SmallCase, smallCase } from '../support/small-case.js';
import { isExact } from './exactness.js';

const convolution = ['W K R', 'I P+R', '=O K P'];

interface Counted {
  readonly level: number;
  readonly dataspace: string;
  readonly kind: 'reads' | 'fills' | 'updates';
}

/** Per instance. */
function counted(small: SmallCase, { level, dataspace, kind }: Counted): { model: number; machine: number } {
  const { plan, mapping } = smallCase(small);
  const evaluation = evaluateMapping(plan, mapping);
  const machine = simulate(plan, mapping);
  const { name } = plan.architecture.levels[level]!;
  const counts = evaluation.levels.find((one) => one.name === name)!.dataspaces[dataspace]!;
  const model = { reads: counts.scalarReads, fills: counts.scalarFills, updates: counts.scalarUpdates }[kind];
  const d = plan.workload.dataspaces.findIndex((one) => one.name === dataspace);
  expect(walk(plan, mapping).levels[level]!.dataspaces[d]![kind]).toBe(model);
  return { model, machine: machine.counts[level]![d]![kind] / machine.instances[level]! };
}

test('nothing to approximate: a window slides, the turn moves it off its words', () => {
  const small: SmallCase = { dataspaces: convolution, levels: ['R3', 'P8 K4'], options: { linkTransfers: false } };
  const { plan, mapping } = smallCase(small);
  expect(isExact(plan, mapping)).toBe(true);
  expect(counted(small, { level: 1, dataspace: 'I', kind: 'reads' })).toEqual({ model: 40, machine: 40 });
});

test('extrapolation: after a turn the model remembers the second iteration, not the last', () => {
  // Section F.12 of the semantics, example 1c.
  const small: SmallCase = { dataspaces: convolution, levels: ['K4', 'R3 P8'] };
  expect(counted(small, { level: 1, dataspace: 'I', kind: 'reads' })).toEqual({ model: 17, machine: 24 });
});

test('turns: words that the tile before a turn still holds are fetched again', () => {
  // P steps 0, 1, back to 0: the machine misses one word at every step, the model fetches three at a turn.
  const small: SmallCase = { dataspaces: convolution, levels: ['R3', 'P2 K4'] };
  expect(counted(small, { level: 1, dataspace: 'I', kind: 'reads' })).toEqual({ model: 16, machine: 10 });
});

test('bounding boxes: the holes of a strided tile are held and moved', () => {
  const small: SmallCase = { dataspaces: ['W K', 'I 2P', '=O K P'], levels: ['P4', 'K2 P3'] };
  expect(counted(small, { level: 1, dataspace: 'I', kind: 'reads' })).toEqual({ model: 21, machine: 12 });
});

test('fan-outs on top of each other: a window shared across both is not seen', () => {
  // P on X above R on Y: the diagonals of one container would be shared, those of two are not.
  const one: SmallCase = { dataspaces: convolution, levels: ['K2', 'R3y P4x', ''], options: { linkTransfers: false } };
  expect(counted(one, { level: 2, dataspace: 'I', kind: 'reads' })).toEqual({ model: 6, machine: 6 });
  const two: SmallCase = { ...one, levels: ['K2', 'R3y', 'P4x', ''] };
  expect(counted(two, { level: 3, dataspace: 'I', kind: 'reads' })).toEqual({ model: 12, machine: 6 });
});

test('links: words that a neighbour held a step before cost the parent nothing', () => {
  // Section F.12, example 4: the machine here has no links.
  const small: SmallCase = { dataspaces: convolution, levels: ['K2', 'P4x', 'R3 P3'] };
  expect(counted(small, { level: 2, dataspace: 'I', kind: 'reads' })).toEqual({ model: 18, machine: 36 });
});

test('imperfect factors: the short last tile is charged in full, cycles count full bounds', () => {
  // Section F.12, example 5.
  const { plan, mapping } = smallCase({ dataspaces: convolution, levels: ['R3 P4,2', 'P3 K4'] });
  const evaluation = evaluateMapping(plan, mapping);
  expect(evaluation.computes).toBe(120);
  expect(evaluation.cycles).toBe(144);
  expect(evaluation.levels.find(({ name }) => name === 'L1')!.dataspaces.O!.scalarUpdates).toBe(48);
});
