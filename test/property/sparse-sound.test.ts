// Sparsity in every combination, sensible or not: an evaluation is refused with a reason, or its counts are finite, never
// negative, and no more than those of the dense model.

import { expect, test } from 'vitest';
import type { StorageLevel } from '../../src/arch/architecture.js';
import type { LevelSparsity, RankFormat, StoredFormat } from '../../src/arch/sparse/sparsity.js';
import type { Problem } from '../../src/mapping/problem.js';
import { evaluateMapping } from '../../src/model/evaluate.js';
import type { EvalPlan } from '../../src/model/plan.js';
import type { SparseDataspace } from '../../src/model/sparse/sparse-counts.js';
import { type Choices, chance, pick, seededChoices } from '../support/choices.js';
import { checkCases, propertySeed, runsOf, timeoutOf } from '../support/properties.js';
import type { CaseOptions } from '../support/random-case.js';
import { plainFamilies } from '../support/random-workload.js';
import { sparsified } from '../support/sparsified.js';

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
    const plan = odd(choices, one.plan);
    const plain = evaluateMapping(one.plan, one.mapping);
    if (plan === null || !plain.valid) return [];
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

function odd(choices: Choices, plan: EvalPlan): EvalPlan | null {
  const problem = sparsified(choices, plan as unknown as Problem);
  if (problem === null) return null;
  const { levels } = problem.architecture;
  const packed = chance(choices, 25);
  const outer = problem.workload.dataspaces.find(({ readWrite }) => readWrite)!.name;
  const oddLevels = levels.map((level, i): StorageLevel => {
    if (level.sparsity === undefined) return level;
    const own = oddFormats(choices, level.sparsity.formats);
    const output =
      own[0] !== undefined && packed && i > 0 ? [{ ...own[0], dataspace: { ...own[0].dataspace, value: outer } }] : [];
    const spread = i > 0 && levels[i - 1]!.kind === 'fanout' && chance(choices, 30);
    const actions = spread
      ? level.sparsity.actions.map(({ options }) => ({
          kind: 'spatial skipping' as const,
          options: options.slice(0, 1),
        }))
      : level.sparsity.actions;
    return {
      ...level,
      sparsity: {
        ...level.sparsity,
        formats: [...own, ...output],
        actions,
        metadataRowBits: pick(choices, [0, 8, 16]),
        metadataCapacityBits: chance(choices, 20) ? pick(choices, [40, 400, 4000]) : null,
        allowsOverbooking: chance(choices, 20),
      },
    };
  });
  const none = { kind: 'hypergeometric', density: 0, tensorWords: null } as const;
  const dataspaces = problem.workload.dataspaces.map((one) =>
    one.density !== undefined && chance(choices, 10) ? { ...one, density: none } : one,
  );
  const overbooking = Float64Array.from(oddLevels, () => pick(choices, [1, 0.5, 0.1]));
  return {
    ...plan,
    workload: { ...problem.workload, dataspaces },
    architecture: { ...problem.architecture, levels: oddLevels },
    overbooking,
  };
}

function oddFormats(choices: Choices, formats: readonly StoredFormat[]): StoredFormat[] {
  return formats.map((format) => {
    const ranks = format.ranks.map((rank, r): RankFormat => {
      const kinds =
        r < format.ranks.length - 1
          ? (['UOP', 'UB', rank.kind] as const)
          : (['UB', 'B', rank.kind, rank.kind] as const);
      const metadataBits = pick(choices, [0, 1, 4]);
      return { ...rank, kind: pick(choices, kinds), metadataBits, payloadBits: pick(choices, [0, 4]) };
    });
    return { ...format, ranks, innerToOuter: chance(choices, 20) };
  });
}
