// Tensors that are on the chip before a layer begins, or stay there behind it (`--resident`): what no longer crosses a boundary takes no
// cycles there, whichever mapping was costed before.

import { expect, it } from 'vitest';
import { machineModel } from '../../../src/machines/models.js';
import type { Mapping } from '../../../src/mapping/mapping.js';
import { evaluateMapping } from '../../../src/model/evaluate.js';
import { compilePlan, defaultModelOptions } from '../../../src/model/plan.js';
import { problemOf, productOf, searched } from '../searched.js';

const asked = {
  machine: 'epu-q16',
  workload: productOf(128, 64, 128),
  set: { on_cores: 'rows', strided_fetch: 'rau' },
};
const { workload, architecture, constraints } = problemOf(asked);
const plan = compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
const machine = { ...machineModel(plan)!, rooflines: [] };
const place = (name: string): number => architecture.levels.findIndex((level) => level.name === name);
const [ddr, ocm, localMemory] = [place('DDR'), place('OCM'), place('localMem')];
const names = workload.dataspaces.map(({ name }) => name);

/** `stays`: per dataspace the level that it is served from. */
function served(mapping: Mapping, stays: readonly number[]): Mapping {
  const levels = mapping.levels.map((level, at) => ({
    ...level,
    keep: level.keep.map((kept, t) => (at <= stays[t]! ? kept : false)),
  }));
  return { levels };
}

it('takes no copies, flows and calls for what is there already, whatever was costed before', async () => {
  const { mapping } = (await searched(asked)).mappings[0]!;
  const innermost = names.map((_, t) => (mapping.levels[localMemory]!.keep[t] ? localMemory : ocm));
  const cost = (stays: readonly number[], own = plan) => evaluateMapping(own, served(mapping, stays), machine);
  const parts = ({ machine: said }: ReturnType<typeof cost>) =>
    Object.fromEntries(said!.parts.map(({ name, cycles }) => [name, cycles]));
  const all = cost(names.map(() => ddr));
  const none = cost(innermost);
  expect(none.valid).toBe(true);
  expect(parts(none)).toMatchObject({ memCpy: 0, 'flow in': 0, 'flow out': 0, setup: 0, MAC: parts(all).MAC });
  const gone = ['memCpy', 'flow in', 'flow out', 'setup'].reduce((sum, part) => sum + parts(all)[part]!, 0);
  expect(all.cycles - none.cycles).toBe(gone);
  // One after the other they save what they save together, and each as much as with a model that has seen nothing else.
  const saved = names.map((_, one) => {
    const stays = names.map((_name, t) => (t === one ? innermost[t]! : ddr));
    const alone = cost(stays);
    expect(alone).toEqual(cost(stays, { ...plan }));
    return all.cycles - alone.cycles;
  });
  expect(saved.every((cycles) => cycles > 0)).toBe(true);
  expect(saved.reduce((sum, cycles) => sum + cycles, 0)).toBe(gone);
});
