// What is shown of a mapping's energy adds up to it: by part as in tables of results, and as people read it, on every machine that adds
// energies of its own to those of levels, and on trees without a machine.

import { expect, it } from 'vitest';
import { machineModel } from '../../src/machines/models.js';
import { alternativesOf } from '../../src/mapping/alternatives.js';
import { energyByPart } from '../../src/model/cost-parts.js';
import { evaluateMapping } from '../../src/model/evaluate.js';
import type { Evaluation } from '../../src/model/evaluation.js';
import { compilePlan, defaultModelOptions } from '../../src/model/plan.js';
import { dataspaceTable, levelTable } from '../../src/report/cost-table.js';
import { plainStyle } from '../../src/report/style.js';
import { noHooks } from '../../src/search/chunk.js';
import { searchChunk } from '../../src/search/search-chunk.js';
import { createSearchContext } from '../../src/search/search-context.js';
import { type Asked, problemOf } from '../machines/searched.js';
import { usualOptions } from '../search/random-search.js';

const conv = 'workloads/nets/resnet50/17-conv4_x-3x3.yaml';
/** Wide enough for headers of one line. */
const style = { ...plainStyle, width: 200 };
const product = (type: string): string =>
  `problem:\n  version: 0.4\n  shape: gemm\n  types: {A: ${type}, B: ${type}, Z: ${type}}\n  instance: {M: 512, N: 512, K: 512}\n`;

interface Case extends Asked {
  /** Of the machine, beside levels, networks and computes. */
  readonly extras: readonly string[];
}

const cases: readonly Case[] = [
  { machine: 'ipu-mk2', workload: product('f16'), extras: [] },
  { machine: 'ipu-mk2', workload: product('f32'), extras: ['partial_sums', 'wide_products'] },
  { machine: 'ipu-mk1', workload: product('f32'), extras: ['wide_products'] },
  { machine: 'ipu-mk2', workload: conv, extras: [] },
  { machine: 'epu-q16', workload: conv, extras: ['neighbour_hops', 'full_registers'] },
  { machine: 'epu-q16', workload: product('int16'), extras: ['full_registers', 'wide_products'] },
  { machine: 'tpu-v3', workload: conv, extras: [] },
  { machine: 'tpu-v3', workload: conv, set: { idle_energy_share: 0.1 }, extras: ['idle_cells'] },
  { machine: 'eyeriss-like', workload: conv, extras: [] },
  { machine: 'simba-like', workload: conv, extras: [] },
];

/** The best of a few tries, of everything that the machine may choose. */
function evaluationsOf(asked: Asked): readonly Evaluation[] {
  return alternativesOf(problemOf(asked)).flatMap((one) => {
    const { workload, architecture, constraints } = one;
    const plan = compilePlan(workload, architecture, constraints, { ...defaultModelOptions, cumulativeFanout: false });
    const context = createSearchContext({ plan, constraints, options: { ...usualOptions, top: 5 } });
    const order = { chunk: 0, of: null, maxEvaluations: 150, maxValid: null, scheduled: 150, known: [] };
    return searchChunk(context, 'random-pruned', { order, hooks: noHooks }).best.map(({ key }) => {
      const point = context.mapspace.createPoint();
      context.mapspace.readKey(key, point);
      return evaluateMapping(plan, context.mapspace.toMapping(point), machineModel(one));
    });
  });
}

/** Of all rows but those of sums: the last number is the share, and the one before it the energy. */
function shownEnergy(table: string): number {
  const [, ...rows] = table.trimEnd().split('\n');
  return rows.reduce((sum, row) => {
    const cells = row.trim().split(/\s+/);
    const energy = cells.filter((cell) => /^[\d,.]+$/.test(cell)).at(-2)!;
    return cells.includes('all') ? sum : sum + Number(energy.replaceAll(',', ''));
  }, 0);
}

it.each(cases)('all parts of $machine $set $extras', ({ extras, ...asked }) => {
  const evaluations = evaluationsOf(asked);
  expect(evaluations.length).toBeGreaterThan(0);
  const met = new Set<string>();
  for (const evaluation of evaluations) {
    const { energyPj, machine } = evaluation;
    const parts = energyByPart(evaluation);
    const sum = Object.values(parts).reduce((total, one) => total + one, 0);
    expect(sum / energyPj).toBeCloseTo(1, 9);
    for (const { name } of machine?.energies ?? []) if (name in parts) met.add(name);
    const tables = [levelTable, dataspaceTable].map((table) => table(evaluation, style));
    for (const table of tables) {
      const factor = { pJ: 1, nJ: 1e3, uJ: 1e6, mJ: 1e9, J: 1e12 }[/energy \((\w+)\)/.exec(table)![1]!]!;
      // Every row is rounded.
      expect((shownEnergy(table) * factor) / energyPj, table).toBeCloseTo(1, 3);
    }
  }
  expect([...met]).toEqual(expect.arrayContaining([...extras]));
});
