// Sparse counts against what they mean: a machine that executes nests on random tensors, the dense model where nothing is
// zero, and that more nonzeros never cost less.

import { describe, expect, test } from 'vitest';
import { evaluateMapping } from '../../src/model/evaluate.js';
import type { Evaluation } from '../../src/model/evaluation.js';
import type { EvalPlan } from '../../src/model/plan.js';
import type { Density } from '../../src/workload/density.js';
import { countNames, runSparseNest, type SparseNest } from '../judges/sparse-nest.js';
import { type Choices, pick, seededChoices } from '../support/choices.js';
import { gemm } from '../support/gemm.js';
import { runPipeline } from '../support/pipeline.js';
import { checkCases, propertySeed, runsOf, timeoutOf } from '../support/properties.js';
import type { CaseOptions, RandomCase } from '../support/random-case.js';
import { plainFamilies } from '../support/random-workload.js';
import { sparsified } from '../support/sparsified.js';

const small: CaseOptions = {
  families: plainFamilies,
  maxBound: 6,
  attributes: 'plain',
  maxStorageLevels: 3,
  maxMesh: 3,
  imperfect: 'none',
  bypassPercent: 25,
  flags: 'none',
};

/** The case with random sparsity, and one density for both inputs. */
function sparse({ plan }: RandomCase, key: number, density: Density): EvalPlan | null {
  const problem = sparsified(seededChoices(`${propertySeed} ${key}`), plan);
  if (problem === null) return null;
  const dataspaces = problem.workload.dataspaces.map((one) => (one.readWrite ? one : { ...one, density }));
  return { ...plan, workload: { ...problem.workload, dataspaces }, architecture: problem.architecture };
}

const dense: Density = { kind: 'fixed_structured', density: 1 };

test('density 1 is the dense model', { timeout: timeoutOf(400) }, () => {
  let compared = 0;
  let key = 0;
  checkCases(400, small, (one) => {
    key += 1;
    const plan = sparse(one, key, dense);
    if (plan === null) return [];
    const plain = evaluateMapping(one.plan, one.mapping);
    const evaluation = evaluateMapping(plan, one.mapping);
    if (!plain.valid || !evaluation.valid) return [];
    compared += 1;
    const found: string[] = [];
    const same = (what: string, got: unknown, want: unknown): void => {
      if (JSON.stringify(got) !== JSON.stringify(want)) found.push(`${what}: ${got}, dense ${want}`);
    };
    const { actual, gated, skipped } = evaluation.compute.sparse!;
    same('computes', [actual, gated, skipped], [plain.computes, 0, 0]);
    let extraPj = 0;
    evaluation.levels.forEach((level, i) => {
      for (const [name, counts] of Object.entries(level.dataspaces)) {
        const want = plain.levels[i]!.dataspaces[name]!;
        const split = counts.sparse!;
        for (const kind of ['scalarReads', 'scalarFills', 'scalarUpdates'] as const)
          same(`${level.name} ${name} ${kind}`, [split.actual[kind], split.gated[kind]], [want[kind], 0]);
        extraPj += counts.energyPj - want.energyPj;
      }
    });
    // Metadata comes on top, and nothing is ever cheaper.
    const formats = plan.architecture.levels.some(({ sparsity }) => (sparsity?.formats.length ?? 0) > 0);
    if (!formats) same('cycles', evaluation.cycles, plain.cycles);
    if (evaluation.cycles < plain.cycles) found.push(`${evaluation.cycles} cycles, dense ${plain.cycles}`);
    const energyPj = plain.energyPj + (formats ? extraPj : 0);
    if (Math.abs(evaluation.energyPj - energyPj) > 1e-9 * energyPj)
      found.push(`${evaluation.energyPj} pJ, ${energyPj}`);
    if (extraPj < -1e-9 * energyPj) found.push(`${-extraPj} pJ less than dense`);
    return found;
  });
  expect(compared).toBeGreaterThan(runsOf(400) / 10);
});

/** What is left to do, by level and dataspace: words of all instances, on average. */
function work(evaluation: Evaluation): readonly (readonly [string, number, number])[] {
  const { compute, levels } = evaluation;
  const storage = levels.flatMap(({ name, dataspaces }) =>
    Object.entries(dataspaces).map(([dataspace, { sparse: split }]) => {
      const { averageInstances, actual } = split!;
      const words = actual.scalarReads + actual.scalarFills + actual.scalarUpdates;
      return [`${name} ${dataspace}`, words * averageInstances, averageInstances] as const;
    }),
  );
  return [['computes', compute.sparse!.actual, 1], ...storage];
}

/** Each count is rounded where the reference rounds, once per format, optimization and level outside. */
const roundings = 8;

test('more nonzeros never mean less work', { timeout: timeoutOf(400) }, () => {
  let compared = 0;
  let key = 0;
  checkCases(400, small, (one) => {
    key += 1;
    const runs = [0.25, 0.5, 0.75, 1].map((density) => {
      const plan = sparse(one, key, { kind: 'hypergeometric', density, tensorWords: null });
      // Of several options the best is taken, which may be another one at another density.
      const options = plan?.architecture.levels.flatMap(({ sparsity }) => sparsity?.actions ?? []) ?? [];
      if (plan === null || options.length > 1 || options.some((action) => action.options.length > 1)) return null;
      const evaluation = evaluateMapping(plan, one.mapping);
      return evaluation.valid ? work(evaluation) : null;
    });
    const found: string[] = [];
    for (let at = 1; at < runs.length; at += 1) {
      const [less, more] = [runs[at - 1], runs[at]];
      if (!less || !more) continue;
      compared += 1;
      less.forEach(([what, words, instances], place) => {
        const least = words - roundings * Math.max(1, instances);
        if (more[place]![1] < least) found.push(`${what}: ${words}, then ${more[place]![1]}`);
      });
    }
    return found;
  });
  expect(compared).toBeGreaterThan(runsOf(400) / 10);
});

/** Trials, and how many standard errors of their mean the model may be off, besides one rounding per format and optimization. */
const trials = 400;
const standardErrors = 4;
const rounded = 3;

describe('expected counts are the mean of a machine on random tensors', () => {
  test.each(Array.from({ length: 24 }, (_, at) => at))('nest %i', (at) => {
    const nest = randomNest(seededChoices(`${propertySeed} nest ${at}`));
    const expected = modelled(nest);
    const choices = seededChoices(`${propertySeed} tensors ${at}`);
    const sums = countNames.map(() => ({ sum: 0, squares: 0 }));
    for (let trial = 0; trial < trials; trial += 1) {
      runSparseNest(nest, choices).forEach((count, place) => {
        sums[place]!.sum += count;
        sums[place]!.squares += count * count;
      });
    }
    const far = countNames.flatMap((name, place) => {
      const { sum, squares } = sums[place]!;
      const mean = sum / trials;
      const error = Math.sqrt(Math.max(0, squares / trials - mean * mean) / trials);
      const off = Math.abs(expected[place]! - mean);
      return off <= standardErrors * error + rounded
        ? []
        : [`${name}: ${expected[place]}, machine ${mean} +- ${error}`];
    });
    expect(far, JSON.stringify(nest)).toEqual([]);
  });
});

function randomNest(choices: Choices): SparseNest {
  const bound = (): number => pick(choices, [1, 2, 3, 4, 6]);
  const [m2, n1, k1, m0, k0] = [bound() * 2, bound() * 2, bound(), bound(), bound()];
  const part = (words: number): number => Math.ceil(words * pick(choices, [0.5, 0.2, 0.1, 0.35, 0.7]));
  return { m2, n1, k1, m0, k0, nonzeros: [part(m2 * m0 * k1 * k0), part(k1 * k0 * n1)] };
}

function modelled({ m2, n1, k1, m0, k0, nonzeros }: SparseNest): readonly number[] {
  const [a, b] = [nonzeros[0] / (m2 * m0 * k1 * k0), nonzeros[1] / (k1 * k0 * n1)];
  const store = (kind: string, uops: number) =>
    `representation_format: {data_spaces: [{name: A, ranks: [${'{format: UOP, flattened_rankIDs: [[All]]}, '.repeat(uops)}{format: ${kind}, flattened_rankIDs: [[All]]}]}]}`;
  const attributes = 'width: 8, datawidth: 8, metadata_datawidth: 4, metadata_storage_width: 8';
  const architecture = `architecture:
  version: 0.4
  nodes:
  - !Component {name: DRAM, class: DRAM, attributes: {${attributes}}, sparse_optimizations: {${store('CP', 2)}}}
  - !Component {name: L2, class: SRAM, attributes: {${attributes}, depth: 100000}, sparse_optimizations: {${store('CP', 1)},
      action_optimization: [{type: skipping, target: B, condition_on: [A]}]}}
  - !Component {name: RF, class: SRAM, attributes: {${attributes}, depth: 100000}, sparse_optimizations: {${store('CP', 0)},
      action_optimization: [{type: gating, target: Z, condition_on: [A]}]}}
  - !Component {name: MAC, class: mac, sparse_optimizations: {compute_optimization: [{type: gating}]}}
`;
  const densities = `A: {distribution: hypergeometric, density: ${a}}, B: {distribution: hypergeometric, density: ${b}}`;
  const problem = gemm(`M: ${m2 * m0}, N: ${n1}, K: ${k1 * k0}, densities: {${densities}}`);
  const mapping = `mapping:
  - {target: DRAM, type: temporal, factors: [M=${m2}, N=1, K=1], permutation: [M, N, K]}
  - {target: L2, type: temporal, factors: [M=1, N=${n1}, K=${k1}], permutation: [N, K, M]}
  - {target: RF, type: temporal, factors: [M=${m0}, N=1, K=${k0}], permutation: [K, M, N]}
`;
  const { evaluation, diagnostics } = runPipeline({ architecture, problem, mapping }, { compat: 'none' });
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  const of = (level: string, dataspace: string) =>
    evaluation!.levels.find(({ name }) => name === level)!.dataspaces[dataspace]!.sparse!;
  const { averageInstances: l2, actual: intoL2 } = of('L2', 'A');
  const { averageInstances: rf, actual: intoRf } = of('RF', 'A');
  return [
    intoL2.scalarFills * l2,
    intoRf.scalarFills * rf,
    intoRf.scalarReads * rf,
    of('RF', 'B').actual.scalarFills,
    of('L2', 'B').skipped.scalarReads,
    of('RF', 'Z').gated.scalarUpdates,
    evaluation!.compute.sparse!.actual,
  ];
}
