// Sparsity in every combination, sensible or not: an evaluation is refused with a reason, or its counts are finite, never
// negative, and no more than those of the dense model.

import { expect, test } from 'vitest';
import type { LevelSparsity } from '../../src/arch/sparse/sparsity.js';
import { evaluateMapping } from '../../src/model/evaluate.js';
import type { SparseDataspace } from '../../src/model/sparse/sparse-counts.js';
import { seededChoices } from '../support/choices.js';
import { oddSparsity } from '../support/odd-sparsity.js';
import { checkCases, propertySeed, runsOf, timeoutOf } from '../support/properties.js';
import type { CaseOptions } from '../support/random-case.js';
import { plainFamilies } from '../support/random-workload.js';

const small: CaseOptions = {
  families: plainFamilies,
  maxBound: 8,
  attributes: 'plain',
  maxStorageLevels: 4,
  maxMesh: 4,
  imperfect: 'none',
  bypassPercent: 15,
  flags: 'none',
};

test('counts are finite, not negative, and no more than dense ones', { timeout: timeoutOf(600) }, () => {
  let compared = 0;
  const seen = new Set<string>();
  let key = 0;
  checkCases(600, small, (one) => {
    key += 1;
    const choices = seededChoices(`${propertySeed} odd ${key}`);
    const odd = oddSparsity(choices, one.plan);
    const plain = evaluateMapping(one.plan, one.mapping);
    if (odd === null || !plain.valid) return [];
    const plan = { ...odd.problem, overbooking: Float64Array.from(odd.overbooking) };
    const evaluation = evaluateMapping(plan, one.mapping);
    if (!evaluation.valid)
      return evaluation.diagnostics.every(({ message, hint }) => message.length > 10 && hint)
        ? []
        : ['refused without a reason'];
    compared += 1;
    for (const { sparsity } of plan.architecture.levels) for (const feature of featuresOf(sparsity)) seen.add(feature);
    const found: string[] = [];
    const within = (what: string, value: number, most = Number.MAX_VALUE): void => {
      if (!(value >= 0 && value <= most)) found.push(`${what}: ${value}, at most ${most}`);
    };
    const { actual, gated, skipped } = evaluation.compute.sparse!;
    within('computes', actual + gated + skipped, plain.computes);
    for (const [what, count] of Object.entries({ actual, gated, skipped })) within(`computes ${what}`, count);
    within('cycles', evaluation.cycles);
    within('pJ', evaluation.energyPj);
    within('utilization', evaluation.utilization, 1 + 1e-9);
    evaluation.levels.forEach((level, i) => {
      for (const [name, counts] of Object.entries(level.dataspaces)) {
        const dense = plain.levels[i]!.dataspaces[name]!;
        const split = counts.sparse!;
        const what = `${level.name} ${name}`;
        within(`${what} pJ`, counts.energyPj);
        within(`${what} instances`, split.averageInstances, level.instances);
        within(`${what} density`, split.expectedDensity, 1 + 1e-9);
        within(`${what} confidence`, split.confidence, 1);
        for (const kind of ['scalarReads', 'scalarFills', 'scalarUpdates'] as const) {
          const parts = [split.actual[kind], split.gated[kind], split.skipped[kind]];
          for (const part of parts) within(`${what} ${kind}`, part);
          within(
            `${what} ${kind}`,
            parts.reduce((sum, part) => sum + part, 0),
            dense[kind],
          );
        }
        for (const [at, units] of metadataOf(split).entries()) within(`${what} metadata ${at}`, units);
      }
    });
    return found;
  });
  expect(compared).toBeGreaterThan(runsOf(600) / 20);
  if (runsOf(600) >= 600) expect([...seen].sort()).toEqual([...features].sort());
});

const features = [
  'B',
  'CP',
  'RLE',
  'UB',
  'UOP',
  'inner to outer',
  'overbooking',
  'spatial skipping',
  'gating',
  'skipping',
  'no words of metadata',
  'no rows of metadata',
  'outputs packed',
  'metadata capacity',
] as const;
type Feature = (typeof features)[number];

function featuresOf(sparsity: LevelSparsity | undefined): Feature[] {
  if (sparsity === undefined) return [];
  const { formats, actions, metadataRowBits, metadataCapacityBits, allowsOverbooking } = sparsity;
  const ranks = formats.flatMap((format) => format.ranks);
  return [
    ...ranks.map(({ kind }) => kind),
    ...actions.map(({ kind }) => kind),
    ...(formats.some(({ innerToOuter }) => innerToOuter) ? (['inner to outer'] as const) : []),
    ...(allowsOverbooking ? (['overbooking'] as const) : []),
    ...(ranks.some(({ metadataBits }) => metadataBits === 0) ? (['no words of metadata'] as const) : []),
    ...(metadataRowBits === 0 ? (['no rows of metadata'] as const) : []),
    ...(formats.some(({ dataspace }) => /^[=ZOU]/.test(dataspace.value) || dataspace.value === 'Outputs')
      ? (['outputs packed'] as const)
      : []),
    ...(metadataCapacityBits !== null ? (['metadata capacity'] as const) : []),
  ];
}

function metadataOf({ metadata }: SparseDataspace): readonly number[] {
  if (metadata === null) return [];
  const ranks = metadata.ranks.flatMap(({ reads, fills, updates, capacity }) =>
    [capacity, fills, reads.actual, reads.gated, reads.skipped, updates.actual, updates.gated, updates.skipped].flatMap(
      (units) => [units.metadata, units.payload],
    ),
  );
  return [metadata.capacityBits, metadata.energyPj, ...ranks];
}
