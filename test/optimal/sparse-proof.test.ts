// The proving search where nonzeros stand at known places, and where instances without work are skipped: what it finds is what a walk
// over every mapping finds, and what it bounds with never exceeds what a mapping costs.

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StorageLevel } from '../../src/arch/architecture.js';
import { checkSparsity } from '../../src/mapping/check-sparsity.js';
import type { Problem } from '../../src/mapping/problem.js';
import type { Candidate } from '../../src/search/candidate-pool.js';
import { noHooks } from '../../src/search/chunk.js';
import { compareFigures } from '../../src/search/objective.js';
import { type Dataspace, dataspaceExtents } from '../../src/workload/workload.js';
import { chance, pick } from '../support/choices.js';
import { timeoutOf } from '../support/properties.js';
import { figuresText } from './chain-run.js';
import { checkInstances, type Instance, type InstanceOptions } from './instance.js';
import { odd, sparseInstances, whole } from './sparse-instance.js';
import { writtenInstance, writtenProduct } from './written-instance.js';

/** Whether tiles at the edge are taken for as dense as the others. */
const mistaken = vi.hoisted(() => ({ edges: false }));
vi.mock('../../src/model/sparse/tile-density.js', async (original) => {
  const actual = await original<typeof import('../../src/model/sparse/tile-density.js')>();
  return {
    ...actual,
    leastTileDensity: (...[layout, t, extents]: Parameters<typeof actual.leastTileDensity>) =>
      mistaken.edges
        ? layout.densities[t]!.expectedNonzeros({ words: 1, extents: [1, 1] })
        : actual.leastTileDensity(layout, t, extents),
  };
});

// Of modules that have what is mistaken, whatever another file of tests has loaded before.
let boundComplaints: typeof import('./bound-checks.js').boundComplaints;
let floorComplaints: typeof import('./sparse-floor.js').floorComplaints;
let contextOf: typeof import('./instance.js').contextOf;
let allCandidates: typeof import('../search/random-search.js').allCandidates;
let searchChunk: typeof import('../../src/search/search-chunk.js').searchChunk;
let bestComplaintsOf: typeof import('./sparse-instance.js').bestComplaintsOf;
let sparseInstance: typeof import('./sparse-instance.js').sparseInstance;
let isFoundOut: typeof import('./sparse-instance.js').isFoundOut;
beforeAll(async () => {
  vi.resetModules();
  ({ boundComplaints } = await import('./bound-checks.js'));
  ({ floorComplaints } = await import('./sparse-floor.js'));
  ({ contextOf } = await import('./instance.js'));
  ({ allCandidates } = await import('../search/random-search.js'));
  ({ searchChunk } = await import('../../src/search/search-chunk.js'));
  ({ bestComplaintsOf, sparseInstance, isFoundOut } = await import('./sparse-instance.js'));
});
afterEach(() => {
  mistaken.edges = false;
});
afterAll(() => {
  vi.resetModules();
});

/** Inputs that are matrices, windows among them. */
const matrices: InstanceOptions = { ...sparseInstances, families: ['gemm', 'conv1d', 'elementwise'] };

/** Both inputs banded or measured where they are matrices, and more spatial skipping; null where zeros would count twice. */
function knownPlaces(instance: Instance): Problem | null {
  const problem = odd(instance);
  if (problem === null) return null;
  const { choices } = instance;
  const { bounds, dataspaces } = problem.workload;
  const placed = dataspaces.map((one): Dataspace => {
    const extents = dataspaceExtents(one, bounds);
    if (one.readWrite || extents.length !== 2) return one;
    if (chance(choices, 40)) return { ...one, density: { kind: 'banded', bandWidth: choices.below(4) } };
    const [rows, columns] = extents as [number, number];
    const filled = pick(choices, [40, 10, 80]);
    const places = Array.from({ length: rows * columns }, (_, at) => at).filter(() => chance(choices, filled));
    const row = Int32Array.from(places, (at) => Math.floor(at / columns));
    const column = Int32Array.from(places, (at) => at % columns);
    return { ...one, density: { kind: 'measured', pattern: { rows, columns, row, column } } };
  });
  const { levels } = problem.architecture;
  const spatially = chance(choices, 40);
  const skipping = levels.map((level, i): StorageLevel => {
    if (!spatially || level.sparsity === undefined || i === 0 || levels[i - 1]!.kind !== 'fanout') return level;
    const actions = level.sparsity.actions.map(({ options }) => ({
      kind: 'spatial skipping' as const,
      options: options.slice(0, 1),
    }));
    return { ...level, sparsity: { ...level.sparsity, actions } };
  });
  const workload = { ...problem.workload, dataspaces: placed };
  const architecture = { ...problem.architecture, levels: skipping };
  return checkSparsity(workload, architecture).length > 0 ? null : { ...problem, workload, architecture };
}

/** What bounds and pruned walk say wrong of mappings whose factors need not divide. */
function shortComplaints(instance: Pick<Instance, 'problem' | 'model'>): string[] {
  const all = allCandidates(contextOf(instance, { imperfect: true }));
  return (['cycles', 'utilization', 'edp'] as const).flatMap((metric) => {
    const context = contextOf(instance, { imperfect: true, objective: [metric] });
    const least = Math.min(...all.map(({ cycles }) => cycles));
    const { cycles } = context.floors.whole;
    const best = all.reduce<Candidate | undefined>(
      (first, one) => (first === undefined || compareFigures([metric], one, first) < 0 ? one : first),
      undefined,
    );
    const found = searchChunk(context, 'linear-pruned', { order: whole, hooks: noHooks }).best[0];
    const text = (candidate: Candidate | undefined): string => (candidate ? figuresText(candidate) : 'nothing');
    return [
      ...(cycles > least ? [`at least ${cycles} cycles, and ${least} are taken`] : []),
      ...(text(found) === text(best) ? [] : [`by ${metric}: ${text(found)} instead of ${text(best)}`]),
    ];
  });
}

/** Of the 4 + 2 - 1 words of a window tiles of 3 are two, the second of which is hardly there: each holds half of the three nonzeros. */
const window = `
architecture:
  nodes:
    - !Component
      name: Outer
      class: DRAM
      attributes: {width: 8, datawidth: 8, metadata_datawidth: 4}
      sparse_optimizations:
        representation_format:
          data_spaces:
            - name: I
              ranks: [{format: UOP, flattened_rankIDs: [[All]]}, {format: CP, flattened_rankIDs: [[All]]}]
    - !Component
      name: Inner
      class: SRAM
      attributes: {depth: 64, width: 8, datawidth: 8, decompression_supported: true}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Inner, actions: [{name: read, energy: 0}, {name: fill, energy: 1}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
problem:
  shape:
    name: convolution
    dimensions: [C, P, R, M]
    data_spaces:
      - {name: W, projection: [[[C]], [[R]], [[M]]]}
      - {name: I, projection: [[[C]], [[P], [R]]]}
      - {name: O, projection: [[[M]], [[P]]], read_write: true}
  instance: {C: 1, P: 4, R: 2, M: 16, densities: {I: {distribution: banded, band_width: 2}}}
constraints:
  targets:
    - {target: Outer, type: dataspace, keep: [W, I, O]}
    - {target: Outer, type: temporal, factors: [C=1, P=2, R=1, M=16], permutation: [P, M, C, R]}
    - {target: Inner, type: dataspace, keep: [W, I, O]}
`;

/** Vectors of four words along K meet as many of A: of its six, four of which are nonzero, every other four. */
const blocks = `
architecture:
  nodes:
    - !Component {name: Outer, class: DRAM, attributes: {width: 8, datawidth: 8}}
    - !Component
      name: Inner
      class: SRAM
      attributes: {depth: 640, width: 32, datawidth: 8}
      sparse_optimizations: {action_optimization: [{type: skipping, target: B, condition_on: [A]}]}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 0}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: Inner, actions: [{name: read, energy: 1}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 4}]}${writtenProduct(1, 64, 6, 'A: {distribution: banded, band_width: 3}')}constraints:
  targets:
    - {target: Outer, type: dataspace, keep: [A, B, Z]}
    - {target: Outer, type: temporal, factors: [M=1, N=64, K=1]}
    - {target: Inner, type: dataspace, keep: [A, B, Z]}
`;

/** Two rows side by side, then one: two times two rows of 16 words hold the 24 nonzeros of three. */
const short = `
architecture:
  nodes:
    - !Component
      name: Outer
      class: DRAM
      attributes: {width: 8, datawidth: 8, read_bandwidth: 0.25}
      sparse_optimizations:
        representation_format: {data_spaces: [{name: A, ranks: [{format: CP, flattened_rankIDs: [[All]]}]}]}
    - !Component {name: mac, class: intmac, attributes: {datawidth: 8}, spatial: {meshX: 2}}
ERT:
  tables:
    - {name: Outer, actions: [{name: read, energy: 1}, {name: write, energy: 0}, {name: update, energy: 0}]}
    - {name: mac, actions: [{name: compute, energy: 0}]}
problem:
  shape:
    name: elementwise
    dimensions: [M, K]
    data_spaces:
      - {name: A, projection: [[[M]], [[K]]]}
      - {name: B, projection: [[[M]], [[K]]]}
      - {name: Z, projection: [[[M]], [[K]]], read_write: true}
  instance: {M: 3, K: 16, densities: {A: {distribution: hypergeometric, density: 0.5}}}
constraints:
  targets:
    - {target: mac, type: spatial, factors: [M=2, K=1]}
`;

describe('known places of nonzeros, and instances without work', () => {
  it('the chain search and the pruned walk find the best mapping of all', { timeout: timeoutOf(25) }, () => {
    checkInstances(25, matrices, (instance) => {
      const sparse = sparseInstance(instance, knownPlaces);
      return sparse && [...bestComplaintsOf(sparse), ...floorComplaints(sparse).complaints.slice(0, 3)];
    });
  });

  it.each([
    ['a window', window],
    ['what vectors meet', blocks],
  ])('the tiles of %s that reach beyond the matrix hold less than it does', (_, text) => {
    expect(boundComplaints(writtenInstance(text))).toEqual([]);
    mistaken.edges = true;
    expect(boundComplaints(writtenInstance(text))).not.toEqual([]);
  });

  it('so do tiles of loops with a short last iteration', () => {
    const { problem, model } = writtenInstance(short);
    expect(shortComplaints({ problem, model })).toEqual([]);
    mistaken.edges = true;
    expect(shortComplaints({ problem, model })).not.toEqual([]);
  });

  it('where factors need not divide the pruned walk finds the best mapping of all', { timeout: timeoutOf(15) }, () => {
    let imperfect = 0;
    checkInstances(15, matrices, (instance) => {
      const sparse = sparseInstance(instance, knownPlaces, 60);
      if (sparse === undefined || contextOf(sparse, { imperfect: true }).mapspace.size > 2500n) return undefined;
      imperfect += 1;
      return shortComplaints(sparse);
    });
    expect(imperfect).toBeGreaterThan(5);
  });

  it('a floor that takes tiles at the edge for as dense as others is found out', { timeout: timeoutOf(100) }, () => {
    mistaken.edges = true;
    expect(isFoundOut(floorComplaints, { draw: knownPlaces, options: matrices })).toBe(true);
  });
});
