// The proving search where nonzeros stand at known places, and where instances without work are skipped: what it finds is what a walk
// over every mapping finds, and what it bounds with never exceeds what a mapping costs.

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StorageLevel } from '../../src/arch/architecture.js';
import { checkSparsity } from '../../src/mapping/check-sparsity.js';
import type { Problem } from '../../src/mapping/problem.js';
import { type Dataspace, dataspaceExtents } from '../../src/workload/workload.js';
import { chance, pick } from '../support/choices.js';
import { timeoutOf } from '../support/properties.js';
import { boundComplaints } from './bound-checks.js';
import { checkInstances, type Instance, type InstanceOptions } from './instance.js';
import { floorComplaints } from './sparse-floor.js';
import { bestComplaintsOf, isFoundOut, odd, sparseInstance, sparseInstances } from './sparse-instance.js';
import { writtenInstance } from './written-instance.js';

/** Whether tiles at the edge are taken for as dense as the others. */
const mistaken = vi.hoisted(() => ({ edges: false }));
vi.mock('../../src/model/sparse/tile-density.js', async (original) => {
  const actual = await original<typeof import('../../src/model/sparse/tile-density.js')>();
  return {
    leastTileDensity: (...[layout, t, extents]: Parameters<typeof actual.leastTileDensity>) =>
      mistaken.edges
        ? layout.densities[t]!.expectedNonzeros({ words: 1, extents: [1, 1] })
        : actual.leastTileDensity(layout, t, extents),
  };
});
afterEach(() => {
  mistaken.edges = false;
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
    - {name: mac, actions: [{name: compute, energy: 4}]}
problem:
  shape:
    name: product
    dimensions: [M, N, K]
    data_spaces:
      - {name: A, projection: [[[M]], [[K]]]}
      - {name: B, projection: [[[K]], [[N]]]}
      - {name: Z, projection: [[[M]], [[N]]], read_write: true}
  instance: {M: 1, N: 64, K: 6, densities: {A: {distribution: banded, band_width: 3}}}
constraints:
  targets:
    - {target: Outer, type: dataspace, keep: [A, B, Z]}
    - {target: Outer, type: temporal, factors: [M=1, N=64, K=1]}
    - {target: Inner, type: dataspace, keep: [A, B, Z]}
`;

describe('known places of nonzeros, and instances without work', () => {
  it('the chain search and the pruned walk find the best mapping of all', { timeout: timeoutOf(30) }, () => {
    checkInstances(30, matrices, (instance) => {
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

  it('a floor that takes tiles at the edge for as dense as others is found out', { timeout: timeoutOf(100) }, () => {
    mistaken.edges = true;
    expect(isFoundOut(floorComplaints, { draw: knownPlaces, options: matrices })).toBe(true);
  });
});
