// What model/seams.ts demands of a machine, checked on random mappings of a problem: the certificate of a search rests on it.

import { expect } from 'vitest';
import { machineModel } from '../../src/machines/models.js';
import type { Problem } from '../../src/mapping/problem.js';
import { Evaluator } from '../../src/model/kernel/evaluator.js';
import { compilePlan, defaultModelOptions } from '../../src/model/plan.js';
import type { CountedNest, MachineModel } from '../../src/model/seams.js';
import { noHooks } from '../../src/search/chunk.js';
import type { SearchOptions } from '../../src/search/result.js';
import { searchChunk } from '../../src/search/search-chunk.js';
import { createSearchContext } from '../../src/search/search-context.js';
import { boxWords } from '../../src/workload/workload.js';

const options: SearchOptions = {
  objective: ['edp'],
  algorithm: 'random',
  top: 1,
  frontier: false,
  threads: 1,
  seed: 'seams',
  timeLimitSeconds: null,
  maxEvaluations: null,
  victoryCondition: null,
  imperfect: false,
  memoryLimitBytes: 2 ** 28,
};

/** Sums of floating-point terms may differ by rounding. */
const rounding = 1e-9;

/** Checks every contract on up to `samples` random valid mappings; returns how many there were (fails where there are none). */
export function checkSeams(problem: Problem, samples: number, given?: MachineModel): number {
  const { workload, architecture, constraints } = problem;
  const model = given ?? machineModel(problem);
  expect(model, 'the architecture names a machine that has a model').not.toBeNull();
  const plan = compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
  let nests = 0;
  const watched: MachineModel = {
    ...model!,
    footprint: model!.footprint,
    transfer: model!.transfer,
    report: (nest) => model!.report(nest),
    schedule: {
      ...model!.schedule,
      cycles: (nest, parts) => {
        const cycles = model!.schedule.cycles(nest, parts);
        checkNest(problem, model!, nest, cycles);
        expect(parts.every((part) => Number.isFinite(part) && part >= 0)).toBe(true);
        nests += 1;
        return cycles;
      },
    },
  };
  const context = createSearchContext({ plan, constraints, options }, undefined, watched);
  const order = { chunk: 0, of: null, maxEvaluations: 400 * samples, maxValid: samples, scheduled: null, known: [] };
  searchChunk(context, 'random-pruned', { order, hooks: noHooks });
  expect(nests, 'random mappings that are valid').toBeGreaterThan(0);
  const again = new Evaluator(plan, model);
  expect(again.kernel.machine!.model.name).toBe(architecture.machine);
  return nests;
}

function checkNest({ workload, architecture }: Problem, model: MachineModel, nest: CountedNest, cycles: number): void {
  const { levels, dataspaces, dimensions } = nest;
  const { floor } = model.schedule;
  expect(Number.isFinite(cycles)).toBe(true);
  const computes = workload.bounds.reduce((product, bound) => product * bound, 1);
  expect(floor.work).toBeGreaterThanOrEqual(computes * (1 - rounding));
  for (const roofline of model.rooflines)
    expect(cycles * (1 + rounding), roofline.name).toBeGreaterThanOrEqual(roofline.cycles);
  const { ofTile } = floor;
  const at = ofTile === undefined ? 0 : (ofTile.level + 1) * dimensions;
  const idleCycles = ofTile?.idleCycles(nest.fed, at) ?? 0;
  const workCycles = ofTile?.workCycles(nest.fed, at) ?? 0;
  expect(Math.min(idleCycles, workCycles)).toBeGreaterThanOrEqual(0);
  let least = Math.max(floor.work / nest.computeInstances, workCycles) + (floor.idleCycles ?? 0) + idleCycles;
  expect(cycles * (1 + rounding)).toBeGreaterThanOrEqual(least);
  for (let i = -1; i < levels; i += 1) {
    if (i >= 0 && architecture.levels[i]!.kind !== 'storage') continue;
    const from = (i + 1) * dimensions;
    for (let t = 0; t < dataspaces; t += 1) {
      if (i >= 0 && !((nest.keep[i]! >> t) & 1)) continue;
      if (i >= 0) {
        const held = model.footprint.bytes(i, t, nest.held, from);
        expect(held).toBeGreaterThanOrEqual(boxWords(workload.dataspaces[t]!, nest.held, from));
      }
      const moved = model.transfer.bytesPerWord(i, t, nest.fed, from);
      expect(moved).toBeGreaterThanOrEqual(1 - rounding);
      const moving = workload.dataspaces[t]!.projection.flat().map(({ dimension }) => dimension);
      const wider = Array.from(nest.fed.subarray(from, from + dimensions), (extent, d) =>
        moving.includes(d) ? extent : extent * 2,
      );
      expect(model.transfer.bytesPerWord(i, t, wider, 0), 'of dimensions that move the dataspace alone').toBe(moved);
    }
    if (i < 0) continue;
    const level = architecture.levels[i]!;
    let read = 0;
    let write = 0;
    for (let t = 0; t < dataspaces; t += 1) {
      if (!((nest.keep[i]! >> t) & 1)) continue;
      const at = t * levels + i;
      const scale = level.bandwidthScale.get(workload.dataspaces[t]!.name) ?? 1;
      read += nest.reads[at]! * scale;
      write += (nest.fills[at]! + nest.updates[at]!) * scale;
      if (floor.composition === 'overlapped') continue;
      const price = floor.prices![i]![t]!;
      const own = nest.reads[at]! * price.read + nest.fills[at]! * price.fill + nest.updates[at]! * price.update;
      least += own * nest.instances[i]!;
    }
    const { readBandwidth, writeBandwidth, sharedBandwidth } = level;
    const busy = Math.max(
      readBandwidth === null ? 0 : read / readBandwidth,
      writeBandwidth === null ? 0 : write / writeBandwidth,
      sharedBandwidth === null ? 0 : (read + write) / sharedBandwidth,
    );
    expect(cycles * (1 + rounding)).toBeGreaterThanOrEqual(busy);
  }
  expect(cycles * (1 + rounding)).toBeGreaterThanOrEqual(nest.computeCycles);
  if (floor.composition === 'serial') expect(cycles * (1 + rounding)).toBeGreaterThanOrEqual(least);
}
