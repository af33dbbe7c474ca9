// What cannot matter to an optimum does not: orders in the files, a dimension of one, a level that keeps nothing, the unit of
// energy. On trees of the kinds that users write, with bandwidths that bind and keeps that are free.

import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { runSearch } from '../../src/parallel/run-search.js';
import type { Metric } from '../../src/search/result.js';
import { planOf } from '../parallel/product.js';
import { usualOptions } from '../search/random-search.js';
import { problemOf } from '../support/tall-texts.js';

interface Storage {
  readonly name: string;
  readonly depth: number | null;
  readonly pj: number;
  readonly bandwidth?: number;
  readonly keep?: readonly string[];
  readonly bypass?: readonly string[];
  /** Elements of the fan-out below, along X and Y. */
  readonly fanout?: readonly [number, number];
}

interface Workload {
  readonly bounds: Readonly<Record<string, number>>;
  /** By dataspace: its projection; the last one is the output. */
  readonly spaces: Readonly<Record<string, readonly (readonly string[])[]>>;
}

interface Case {
  readonly tree: readonly Storage[];
  readonly workload: Workload;
}

const computePj = 0.7;

function treeText(tree: readonly Storage[], times = 1): string {
  const nodes = tree.flatMap(({ name, depth, pj, bandwidth, keep, bypass, fanout }, at) => {
    const port = bandwidth === undefined ? {} : { read_bandwidth: bandwidth, write_bandwidth: bandwidth };
    const attributes = { width: 16, datawidth: 16, vector_access_energy: pj * times, ...port };
    const sized = depth === null ? attributes : { ...attributes, depth };
    const dataspace = { ...(keep && { keep }), ...(bypass && { bypass }) };
    const storage = { name, class: depth === null ? 'DRAM' : 'SRAM', attributes: sized, constraints: { dataspace } };
    if (fanout === undefined) return [storage];
    return [storage, { name: `array${at}`, spatial: { meshX: fanout[0], meshY: fanout[1] } }];
  });
  const mac = { name: 'mac', class: 'intmac', attributes: { datawidth: 16, energy: computePj * times } };
  const text = stringify({ architecture: { version: 0.4, nodes: [...nodes, mac] } });
  return text
    .replaceAll(/^( *)- name: (array\d+)$/gm, '$1- !Container\n$1  name: $2')
    .replaceAll(/^( *)- name: (?!array)/gm, '$1- !Component\n$1  name: ');
}

function workloadText({ bounds, spaces }: Workload): string {
  const names = Object.keys(spaces);
  const output = outputOf(spaces);
  const dataSpaces = names.map((name) => ({
    name,
    projection: spaces[name]!.map((rank) => rank.map((dimension) => [dimension])),
    ...(name === output && { read_write: true }),
  }));
  const shape = { name: 'layer', dimensions: Object.keys(bounds), data_spaces: dataSpaces };
  return stringify({ problem: { version: 0.4, shape, instance: bounds } });
}

function outputOf(spaces: Workload['spaces']): string {
  return Object.keys(spaces).find((name) => name.startsWith('Out'))!;
}

const product: Workload = {
  bounds: { M: 24, N: 16, K: 36 },
  spaces: { A: [['M'], ['K']], B: [['K'], ['N']], Out: [['M'], ['N']] },
};

const convolution: Workload = {
  bounds: { C: 6, M: 8, P: 7, Q: 6, R: 3, S: 3 },
  spaces: {
    Weights: [['C'], ['M'], ['R'], ['S']],
    Inputs: [['C'], ['P', 'R'], ['Q', 'S']],
    Outs: [['M'], ['P'], ['Q']],
  },
};

const dram: Storage = { name: 'DRAM', depth: null, pj: 180, bandwidth: 4 };

const cases: readonly (readonly [string, Case])[] = [
  [
    'a buffer and an array of registers, all free',
    {
      tree: [
        dram,
        { name: 'GLB', depth: 700, pj: 6, bandwidth: 3, fanout: [4, 3] },
        { name: 'RF', depth: 12, pj: 0.4 },
      ],
      workload: product,
    },
  ],
  [
    'two fan-outs, one operand past the inner storage',
    {
      tree: [
        dram,
        { name: 'GLB', depth: 900, pj: 5, fanout: [4, 2] },
        { name: 'RF', depth: 9, pj: 0.3, bandwidth: 2, keep: ['B'], bypass: ['A', 'Out'], fanout: [3, 1] },
      ],
      workload: product,
    },
  ],
  [
    'a convolution on a narrow inner port',
    {
      tree: [
        dram,
        { name: 'GLB', depth: 300, pj: 4, bandwidth: 2, keep: ['Inputs', 'Outs'], bypass: ['Weights'], fanout: [4, 1] },
        { name: 'RF', depth: 14, pj: 0.3, bandwidth: 1, keep: ['Weights', 'Outs'] },
      ],
      workload: convolution,
    },
  ],
];

const objectives: readonly (readonly Metric[])[] = [['edp'], ['energy'], ['cycles', 'energy']];

async function optimum({ tree, workload }: Case, objective: readonly Metric[], times = 1) {
  const problem = problemOf(treeText(tree, times), workloadText(workload));
  const options = { ...usualOptions, algorithm: 'optimal' as const, memoryLimitBytes: 2 ** 31, objective };
  const result = await runSearch(problem, planOf(problem), options);
  expect(result.optimal).toBe(true);
  const { cycles, energyPj } = result.mappings[0]!;
  return { cycles, energyPj };
}

function turned<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).reverse());
}

const idle: Storage = { name: 'Idle', depth: 64, pj: 2, bandwidth: 1 };

/** What is changed, and how much more energy the optimum then takes. */
const changes: readonly (readonly [string, (one: Case) => Case, number])[] = [
  [
    'another order of dimensions',
    (one) => ({ ...one, workload: { ...one.workload, bounds: turned(one.workload.bounds) } }),
    1,
  ],
  [
    'another order of dataspaces',
    (one) => ({ ...one, workload: { ...one.workload, spaces: turned(one.workload.spaces) } }),
    1,
  ],
  [
    'a dimension of one',
    (one) => ({ ...one, workload: { ...one.workload, bounds: { Z: 1, ...one.workload.bounds } } }),
    1,
  ],
  [
    'a level that keeps nothing',
    ({ tree: [outermost, ...rest], workload }) => ({
      tree: [outermost!, { ...idle, bypass: Object.keys(workload.spaces) }, ...rest],
      workload,
    }),
    1,
  ],
  ['energies times two', (one) => one, 2],
];

describe.each(cases)('%s', (_, one) => {
  const known = Promise.all(objectives.map((objective) => optimum(one, objective)));

  it.each(changes)('has the same optimum with %s', { timeout: 120_000 }, async (_what, change, times) => {
    for (const [at, objective] of objectives.entries()) {
      const { cycles, energyPj } = (await known)[at]!;
      const other = await optimum(change(one), objective, times);
      // Quotients of bandwidth are summed in the order of the file and rounded up: a cycle more or less.
      expect(Math.abs(other.cycles - cycles)).toBeLessThanOrEqual(1);
      expect(other.energyPj / times / energyPj).toBeCloseTo(1, 9);
    }
  });
});
