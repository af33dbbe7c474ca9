// Searches of sparse problems: the proving search finds what a walk over every mapping finds, and what it bounds with never
// exceeds what a mapping costs.

import { describe, expect, it } from 'vitest';
import type { StorageLevel } from '../../src/arch/architecture.js';
import { Evaluator } from '../../src/model/kernel/evaluator.js';
import type { Met, Range, SparseCase } from '../../src/model/sparse/cases.js';
import { NestWriter } from '../../src/search/nest-writer.js';
import { allCandidates } from '../search/random-search.js';
import { timeoutOf } from '../support/properties.js';
import { boundComplaints } from './bound-checks.js';
import { runToEnd } from './chain-run.js';
import { pinnedInstance } from './drawn-mapping.js';
import { coarseFirst } from './exact-checks.js';
import { checkInstances, contextOf } from './instance.js';
import { everything } from './pinned.js';
import { floorComplaints } from './sparse-floor.js';
import { bestComplaintsOf, bestOf, isFoundOut, odd, sparseInstance, sparseInstances } from './sparse-instance.js';
import { writtenInstance } from './written-instance.js';

/** Cases of it take the fewer cycles the smaller the tile is that K has inside, each with a floor of its own. */
const fewerComputes = `
architecture:
  nodes:
    - !Component
      name: Outer
      class: DRAM
      attributes: {depth: 35, width: 8, datawidth: 8, shared_bandwidth: 4}
      sparse_optimizations:
        action_optimization: [{type: gating, target: Q, condition_on: [K]}]
    - !Component {name: Inner, class: SRAM, attributes: {depth: 64, width: 8, datawidth: 8}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - name: Outer
      actions: [{name: read, energy: 0.125}, {name: write, energy: 0}, {name: update, energy: 27}]
    - {name: Inner, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 0.375}]}
problem:
  shape:
    name: scores
    dimensions: [E, F]
    data_spaces:
      - {name: Q, projection: [[[E]]]}
      - {name: K, projection: [[[F]], [[E]]]}
      - {name: S, projection: [[[F]]], read_write: true}
  instance: {E: 3, F: 8, densities: {K: {distribution: fixed_structured, density: 0.1}}}
constraints:
  targets:
    - {target: Inner, type: dataspace, keep: [Q, K, S]}
`;

/** All loops stand directly above compute; `optimization`: what is made of the zeros of A. */
const oneLevel = (dimensions: string, optimization: string): string => `
architecture:
  nodes:
    - !Component
      name: Only
      class: DRAM
      attributes: {width: 16, datawidth: 8, metadata_datawidth: 4, metadata_storage_width: 4}
      sparse_optimizations: {${optimization}}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - name: Only
      actions: [{name: read, energy: 4}, {name: write, energy: 4}, {name: update, energy: 4}, {name: metadata_read, energy: 1}, {name: metadata_update, energy: 1}]
    - {name: mac, actions: [{name: compute, energy: 1}]}
problem:
  shape:
    name: product
    dimensions: [${dimensions}]
    data_spaces:
      - {name: A, projection: [[[M]], [[K]]]}
      - {name: B, projection: [[[K]], [[N]]]}
      - {name: Z, projection: [[[M]], [[N]]], read_write: true}
  instance: {M: 4, N: 3, K: 2, densities: {A: {distribution: hypergeometric, density: 0.3}}}
`;

/** The emptiest tiles are never sent: a mapping has fewer computes than another one, and as many fewer cycles. */
const fewerOfBoth = `
architecture:
  nodes:
    - !Component
      name: Outer
      class: DRAM
      attributes: {width: 32, datawidth: 8, metadata_datawidth: 4, metadata_storage_width: 4}
      sparse_optimizations:
        representation_format:
          data_spaces:
            - {name: A, ranks: [{format: UOP}, {format: CP, flattened_rankIDs: [[All]]}]}
            - {name: B, ranks: [{format: CP, flattened_rankIDs: [[All]]}]}
    - !Component
      name: Inner
      class: SRAM
      attributes: {depth: 16, width: 8, datawidth: 8, metadata_datawidth: 1, metadata_storage_width: 8, decompression_supported: true}
      spatial: {meshX: 2, meshY: 2}
      sparse_optimizations:
        representation_format:
          data_spaces:
            - {name: B, ranks: [{format: UOP, flattened_rankIDs: [[All]]}, {format: RLE, flattened_rankIDs: [[All]]}]}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}, spatial: {meshX: 2, meshY: 3}}
ERT:
  tables:
    - name: Outer
      actions: [{name: read, energy: 1}, {name: write, energy: 1}, {name: update, energy: 100}, {name: metadata_read, energy: 25}]
    - {name: Inner, actions: [{name: read, energy: 0}, {name: write, energy: 1}, {name: update, energy: 2}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
problem:
  shape:
    name: product
    dimensions: [K, M, L]
    data_spaces:
      - {name: A, projection: [[[M]], [[K]], [[L]]]}
      - {name: B, projection: [[[K]]]}
      - {name: Z, projection: [[[M]]], read_write: true}
  instance:
    K: 2
    M: 7
    L: 2
    densities:
      A: {distribution: fixed_structured, density: 0.1}
      B: {distribution: hypergeometric, density: 0.02}
constraints:
  targets:
    - {target: Outer, type: dataspace, keep_only: [A, Z]}
    - {target: mac, type: spatial, factors: K>=2}
`;

describe('sparse problems', () => {
  it('the chain search and the pruned walk find the best mapping of all', { timeout: timeoutOf(60) }, () => {
    checkInstances(60, sparseInstances, (instance) => {
      const sparse = sparseInstance(instance);
      return sparse && bestComplaintsOf(sparse);
    });
  });

  it('so they do of what hardly anyone builds', { timeout: timeoutOf(40) }, () => {
    const objectives = [['edp'], ['energy'], ['cycles']] as const;
    checkInstances(40, { ...sparseInstances, objectives }, (instance) => {
      const sparse = sparseInstance(instance, odd);
      return sparse && bestComplaintsOf(sparse);
    });
  });

  it('no bound is above what a mapping costs that is the only one', { timeout: timeoutOf(60) }, () => {
    checkInstances(60, sparseInstances, (instance) => {
      const sparse = sparseInstance(instance);
      const only = sparse && pinnedInstance(sparse, everything);
      return only && boundComplaints(only);
    });
  });

  it('what one case can do with its bandwidths is not held against another', () => {
    const { found, wanted } = bestOf(writtenInstance(fewerComputes, ['edp']));
    expect(found).toBe(wanted);
  });

  it('shares of the instances that are equal are so to the last digit, whatever the cycles', () => {
    const instance = writtenInstance(fewerOfBoth, ['utilization', 'energy']);
    const all = allCandidates(contextOf(instance, {}));
    const greatest = Math.max(...all.map(({ utilization }) => utilization));
    const equal = all.filter(({ utilization }) => utilization > greatest * (1 - 1e-12));
    expect(new Set(equal.map(({ cycles }) => cycles)).size).toBeGreaterThan(1);
    const [best] = runToEnd(contextOf(instance, { objective: instance.objective }), [], coarseFirst).best;
    expect(best!.energyPj).toBe(Math.min(...equal.map(({ energyPj }) => energyPj)));
  });

  it.each([
    ['ranks take', 'N, K, M', 'representation_format: {data_spaces: [{name: A, ranks: [{format: CP}, {format: B}]}]}'],
    ['a block lies along', 'M, K, N', 'action_optimization: [{type: skipping, target: B, condition_on: [A]}]'],
  ])('of loops directly above compute that %s every order is looked at (E.2)', (_, dimensions, optimization) => {
    const leastPj = (text: string): number => {
      const { best } = runToEnd(contextOf(writtenInstance(text), {}), [], coarseFirst);
      return best[0]!.energyPj;
    };
    const inOrder = (order: string): string => `
constraints:
  targets:
    - {target: Only, type: temporal, permutation: ${order}}
`;
    const one = oneLevel(dimensions, optimization);
    const declared = leastPj(one + inOrder(dimensions.replaceAll(', ', '')));
    const each = ['MKN', 'MNK', 'KMN', 'KNM', 'NMK', 'NKM'].map((order) => leastPj(one + inOrder(order)));
    expect(Math.min(...each)).toBeLessThan(declared);
    expect(leastPj(one)).toBe(Math.min(...each));
  });

  it('no mapping costs less than the dense floor of some case it is in, nor fits where the floor does not', {
    timeout: timeoutOf(240),
  }, () => {
    let mappings = 0;
    let divided = 0;
    let met = 0;
    let cut = 0;
    checkInstances(240, sparseInstances, (instance) => {
      const sparse = sparseInstance(instance);
      if (sparse === undefined) return undefined;
      const { complaints, cases, all } = floorComplaints(sparse);
      mappings += all;
      if (cases.length > 1) divided += all;
      if (cases.some((one) => one.met.length > 0)) met += all;
      if (cases.some((one) => one.met.some(({ target, t }) => target === t))) cut += all;
      return complaints.slice(0, 3);
    });
    expect(mappings).toBeGreaterThan(1000);
    expect(divided).toBeGreaterThan(100);
    expect(met).toBeGreaterThan(100);
    expect(cut).toBeGreaterThan(50);
  });

  it.each(['A', 'Z'])('where all words are listed and none is zero the floor is what a mapping costs: %s', (stored) => {
    const listed = `representation_format: {data_spaces: [{name: ${stored}, ranks: [{format: CP, flattened_rankIDs: [[All]]}]}]}`;
    const dense = oneLevel('M, N, K', listed).replace('density: 0.3', 'density: 1.0');
    const { complaints, told, all } = floorComplaints(writtenInstance(dense));
    expect(complaints).toEqual([]);
    expect(all).toBeGreaterThan(0);
    expect(told).toBeCloseTo(1, 9);
  });

  it('nor less than the floor of what hardly anyone builds', { timeout: timeoutOf(80) }, () => {
    let mappings = 0;
    checkInstances(80, sparseInstances, (instance) => {
      const sparse = sparseInstance(instance, odd);
      if (sparse === undefined) return undefined;
      const { complaints, all } = floorComplaints(sparse);
      mappings += all;
      return complaints.slice(0, 3);
    });
    expect(mappings).toBeGreaterThan(1000);
  });

  it('a floor that forgets the instances without work is found out', () => {
    const busy = (level: StorageLevel): StorageLevel => {
      const actions = level.sparsity?.actions.filter(({ kind }) => kind !== 'spatial skipping');
      return level.sparsity && actions ? { ...level, sparsity: { ...level.sparsity, actions } } : level;
    };
    const forgetful = ({ plan, met }: SparseCase): SparseCase => {
      const levels = plan.architecture.levels.map(busy);
      return { plan: { ...plan, architecture: { ...plan.architecture, levels } }, met };
    };
    expect(isFoundOut((sparse) => floorComplaints(sparse, forgetful), { draw: odd })).toBe(true);
  });

  it('a floor of cases that takes a condition for larger than it is is found out', () => {
    const larger = (range: Range): Range => ({ ...range, least: 3 * range.least });
    for (const raised of [
      (one: Met): Met => ({ ...one, tile: larger(one.tile) }),
      (one: Met): Met => ({ ...one, across: larger(one.across) }),
    ]) {
      const mistaken = ({ plan, met }: SparseCase): SparseCase => ({ plan, met: met.map(raised) });
      expect(isFoundOut((sparse) => floorComplaints(sparse, mistaken))).toBe(true);
    }
  });

  it('what an evaluator keeps of mappings before changes nothing', { timeout: timeoutOf(40) }, () => {
    let mappings = 0;
    checkInstances(40, sparseInstances, (instance) => {
      const sparse = sparseInstance(instance);
      if (sparse === undefined) return undefined;
      const context = contextOf(sparse, {});
      const { plan } = context.inputs;
      const used = new Evaluator(plan);
      const point = context.mapspace.createPoint();
      const figuresOf = (evaluator: Evaluator): string => {
        new NestWriter(context.mapspace, evaluator.nest, point).write();
        const verdict = evaluator.evaluate();
        return `${verdict} ${evaluator.cycles} cycles, ${evaluator.energyPj} pJ`;
      };
      const complaints: string[] = [];
      const all = allCandidates(context);
      for (let n = 0; n < Math.min(all.length, 60); n += 1) {
        mappings += 1;
        context.mapspace.readKey(all[instance.choices.below(all.length)]!.key, point);
        const [found, wanted] = [figuresOf(used), figuresOf(new Evaluator(plan))];
        if (found !== wanted) complaints.push(`${found} instead of ${wanted}`);
      }
      return complaints.slice(0, 3);
    });
    expect(mappings).toBeGreaterThan(500);
  });
});
