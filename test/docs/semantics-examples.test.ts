// The worked examples of docs/semantics.md that no other test evaluates: the page's figures are the model's.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildProblem, type Problem } from '../../src/mapping/problem.js';
import { createMapspace } from '../../src/mapspace/mapspace.js';
import type { DataspaceCounts } from '../../src/model/evaluation.js';
import { runSearch } from '../../src/parallel/run-search.js';
import type { Algorithm } from '../../src/search/result.js';
import type { Compat } from '../../src/spec/compat.js';
import { readSpec } from '../../src/spec/read-spec.js';
import { planOf } from '../parallel/product.js';
import { usualOptions } from '../search/random-search.js';
import { runPipeline } from '../support/pipeline.js';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const small = {
  architecture: read('arch/teaching-two-level.yaml'),
  problem: read('workloads/conv/conv1d-example.yaml'),
};
const array = {
  architecture: read('arch/teaching-three-level.yaml'),
  problem: read('workloads/gemm/gemm-example.yaml'),
};
const arrayMapping = read('workloads/mappings/gemm-example.yaml');

function evaluated(texts: { architecture: string; problem: string; mapping: string }, compat: Compat = 'none') {
  const { evaluation, diagnostics } = runPipeline(texts, { compat });
  expect(evaluation?.diagnostics ?? diagnostics).toEqual([]);
  return evaluation!;
}

/** `reads / fills / updates` per instance. */
function counts(evaluation: ReturnType<typeof evaluated>, level: string, dataspace: string): string {
  const one: DataspaceCounts = evaluation.levels.find(({ name }) => name === level)!.dataspaces[dataspace]!;
  return `${one.scalarReads} / ${one.scalarFills} / ${one.scalarUpdates}`;
}

describe('example 1b', () => {
  const mapping = `mapping:
  - {target: Main, type: temporal, factors: [K=4, P=8], permutation: [R, K, P]}
  - {target: Buf, type: temporal, factors: [R=3]}`;

  it.each([
    ['none', 10],
    ['timeloop-2024', 24],
  ] as const)('under %s Buf takes in %i words of I', (compat, words) => {
    const evaluation = evaluated({ ...small, mapping }, compat);
    expect(counts(evaluation, 'Buf', 'I')).toBe(`96 / ${words} / 0`);
    expect(counts(evaluation, 'Buf', 'W')).toBe('96 / 96 / 0');
  });
});

describe('example 3', () => {
  const bypassing = (dataspace: string, level: string) =>
    evaluated({
      ...array,
      mapping: `${arrayMapping}  - {target: ${level}, type: dataspace, bypass: [${dataspace}]}\n`,
    });

  it('Z bypasses RF', () => {
    const evaluation = bypassing('Z', 'RF');
    expect(counts(evaluation, 'GLB', 'Z')).toBe('96 / 0 / 128');
    const { dataspaces } = evaluation.networks.find(({ name }) => name.endsWith('RF'))!;
    expect(dataspaces.Z!.averageHops).toBe(1.25);
  });

  it('B or A bypasses GLB', () => {
    expect(counts(bypassing('B', 'GLB'), 'DRAM', 'B')).toBe('64 / 0 / 0');
    expect(counts(bypassing('A', 'GLB'), 'DRAM', 'A')).toBe('64 / 0 / 0');
  });
});

it('the two readings of a split differ as section B.4 says', () => {
  const mapping = arrayMapping.replace('permutation: [N, K, M], split: 1', 'permutation: [N, K], split: 1');
  expect(mapping).not.toBe(arrayMapping);
  expect(evaluated({ ...array, mapping }).valid).toBe(true);
  expect(runPipeline({ ...array, mapping }, { compat: 'timeloop-v4' }).evaluation?.valid).toBe(false);
});

function built(texts: Readonly<Record<string, string>>): Problem {
  const inputs = Object.entries(texts).map(([name, text]) => ({
    source: { name, text },
    role: 'any' as const,
    directory: null,
  }));
  return buildProblem(readSpec(inputs, { compat: 'none', overrides: [] }).value!, { compat: 'none' }).value!;
}

it('the mapspace of section E.2 has 520 mappings', () => {
  expect(createMapspace(built(small), { imperfect: false }).value!.size).toBe(520n);
});

it('lists as many mappings as E.3 says', async () => {
  const problem = `problem:
  shape:
    name: weighed
    dimensions: [M, C, R]
    data_spaces:
      - {name: A, projection: [[[M]], [[C]], [[R]]]}
      - {name: B, projection: [[[C]], [[R]]]}
      - {name: Z, projection: [[[M]]], read_write: true}
  instance: {M: 2, C: 2, R: 3}`;
  const weighed = built({ ...small, problem });
  const listed = async (algorithm: Algorithm) =>
    (await runSearch(weighed, planOf(weighed), { ...usualOptions, algorithm, top: 200 })).mappings.length;
  expect(await listed('exhaustive')).toBe(128);
  expect(await listed('optimal')).toBe(104);
});

describe('section G.9', () => {
  const metadata =
    'width: 8, datawidth: 8, metadata_datawidth: 4, metadata_storage_width: 16, metadata_storage_depth: 64';
  const rank = '{format: CP, flattened_rankIDs: [[M, K]]}';
  const stored = (ranks: string) => `representation_format: {data_spaces: [{name: A, ranks: [${ranks}]}]}`;
  const architecture = `architecture:
  version: 0.4
  nodes:
    - !Component {name: DRAM, class: DRAM, attributes: {${metadata}}, sparse_optimizations: {${stored(`${rank}, ${rank}`)}}}
    - !Component
      name: Buf
      class: SRAM
      attributes: {depth: 64, ${metadata}}
      sparse_optimizations:
        ${stored(rank)}
        action_optimization:
          - {type: skipping, options: [{target: B, condition_on: [A]}]}
          - {type: gating, options: [{target: Z, condition_on: [A]}]}
    - !Component
      name: mac
      class: intmac
      attributes: {datawidth: 8}
      sparse_optimizations: {compute_optimization: [{type: gating}]}`;
  const problem = read('workloads/gemm/gemm-example.yaml').replace(
    /instance:.*/,
    'instance: {M: 4, N: 4, K: 4, densities: {A: {distribution: hypergeometric, density: 0.5}}}',
  );
  const mapping = `mapping:
  - {target: DRAM, type: temporal, factors: [M=4, N=4], permutation: [N, M, K]}
  - {target: Buf, type: temporal, factors: [K=4]}`;

  it.each(['none', 'timeloop-v4'] as const)('counts under %s', (compat) => {
    const { levels, cycles, compute } = runPipeline({ architecture, problem, mapping }, { compat }).evaluation!;
    const sparse = (level: string, dataspace: string) =>
      levels.find(({ name }) => name === level)!.dataspaces[dataspace]!.sparse!;
    expect(sparse('DRAM', 'A').actual.scalarReads).toBe(8);
    expect(sparse('Buf', 'A').actual).toMatchObject({ scalarReads: 34, scalarFills: 9 });
    expect(sparse('Buf', 'A').averageInstances).toBeCloseTo(0.96154, 5);
    expect(sparse('Buf', 'A').metadata!.ranks[0]!.reads.actual.metadata).toBe(34);
    expect(sparse('DRAM', 'A').metadata!.ranks.map(({ reads }) => reads.actual.metadata)).toEqual([4, 8]);
    expect(sparse('Buf', 'B')).toMatchObject({
      actual: { scalarReads: 32, scalarFills: 64 },
      skipped: { scalarReads: 32 },
    });
    expect(sparse('Buf', 'Z')).toMatchObject({ gated: { scalarReads: 24, scalarUpdates: 32 } });
    expect(levels.find(({ name }) => name === 'Buf')!.dataspaces.Z!.temporalReductions).toBe(24);
    expect(compute.sparse).toMatchObject({ actual: 32, gated: 0 });
    expect(cycles).toBe(32);
  });
});
