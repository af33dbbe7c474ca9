// Searches of sparse problems: the proving search finds what a walk over every mapping finds, and what it bounds with never
// exceeds what a mapping costs.

import { describe, expect, it } from 'vitest';
import type { Mapping } from '../../src/mapping/mapping.js';
import type { Problem } from '../../src/mapping/problem.js';
import { compareKeys } from '../../src/mapspace/canonical-key.js';
import { productOf } from '../../src/math/product.js';
import { Evaluator } from '../../src/model/kernel/evaluator.js';
import type { Kernel } from '../../src/model/kernel/kernel.js';
import { VALID } from '../../src/model/kernel/verdict.js';
import type { EvalPlan } from '../../src/model/plan.js';
import { dividedCase, type Met, type Range, type SparseCase, wordsAcross } from '../../src/model/sparse/cases.js';
import { denseFloor } from '../../src/model/sparse/dense-floor.js';
import type { Candidate } from '../../src/search/candidate-pool.js';
import { noHooks } from '../../src/search/chunk.js';
import { NestWriter } from '../../src/search/nest-writer.js';
import { compareFigures } from '../../src/search/objective.js';
import { searchChunk } from '../../src/search/search-chunk.js';
import { dataspaceExtents } from '../../src/workload/workload.js';
import { allCandidates } from '../search/random-search.js';
import { chance, listedChoices } from '../support/choices.js';
import { timeoutOf } from '../support/properties.js';
import { seededNumbers } from '../support/seeded-numbers.js';
import { sparsified } from '../support/sparsified.js';
import { boundComplaints } from './bound-checks.js';
import { figuresText, runToEnd } from './chain-run.js';
import { fittedInstance, pinnedInstance } from './drawn-mapping.js';
import { coarseFirst } from './exact-checks.js';
import {
  checkInstances,
  contextOf,
  type Instance,
  type InstanceOptions,
  randomInstance,
  smallInstances,
} from './instance.js';
import { everything } from './pinned.js';
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
      actions: [{name: read, energy: 4}, {name: write, energy: 4}, {name: update, energy: 4}, {name: metadata_read, energy: 1}]
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

const sparseInstances: InstanceOptions = { ...smallInstances, maxStorageLevels: 3, maxDimensions: 3 };

function sparseInstance(instance: Instance): Instance | undefined {
  const problem = sparsified(instance.choices, instance.problem);
  if (problem === null) return undefined;
  const model = { ...instance.model, referenceQuirks: instance.choices.below(4) === 3 };
  const kept = chance(instance.choices, 50) ? keptEverywhere(problem) : problem;
  return fittedInstance({ ...instance, problem: kept, model }, 1500);
}

/** Who is whose child is known where nothing is bypassed. */
function keptEverywhere(problem: Problem): Problem {
  const { levels } = problem.architecture;
  const constraints = problem.constraints.levels.map((level, i) =>
    levels[i]!.kind === 'fanout' ? level : { ...level, keep: (1 << problem.workload.dataspaces.length) - 1, bypass: 0 },
  );
  return { ...problem, constraints: { ...problem.constraints, levels: constraints } };
}

function bestOf(instance: Instance): { readonly found: string; readonly wanted: string } {
  const { objective } = instance;
  const context = contextOf(instance, { objective });
  const all = allCandidates(context).sort((a, b) => compareFigures(objective, a, b) || compareKeys(a.key, b.key));
  const text = (candidate: Candidate | undefined): string =>
    candidate === undefined
      ? 'nothing'
      : `${figuresText(candidate)}, index ${context.mapspace.indexOfKey(candidate.key)}`;
  const run = runToEnd(context, [], coarseFirst);
  const whole = { chunk: 0, of: 1, maxEvaluations: null, maxValid: null, scheduled: null, known: [] };
  const { best } = searchChunk(context, 'exhaustive', { order: whole, hooks: noHooks });
  return { found: `${text(run.best[0])}; ${text(best[0])}`, wanted: `${text(all[0])}; ${text(all[0])}` };
}

describe('sparse problems', () => {
  it('the chain search and the pruned walk find the best mapping of all', { timeout: timeoutOf(60) }, () => {
    checkInstances(60, sparseInstances, (instance) => {
      const sparse = sparseInstance(instance);
      if (sparse === undefined) return undefined;
      const { found, wanted } = bestOf(sparse);
      return found === wanted ? [] : [`${found} instead of ${wanted}`];
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

  it('a floor of cases that takes a condition for larger than it is is found out', () => {
    const larger = (range: Range): Range => ({ ...range, least: 3 * range.least });
    for (const raised of [
      (one: Met): Met => ({ ...one, tile: larger(one.tile) }),
      (one: Met): Met => ({ ...one, across: larger(one.across) }),
    ]) {
      const found = Array.from({ length: 4000 }, (_, seed) => seed).some((seed) => {
        const choices = listedChoices(seededNumbers(`met ${seed}`, 500));
        const sparse = sparseInstance(randomInstance(choices, sparseInstances));
        return sparse !== undefined && floorComplaints(sparse, raised).complaints.length > 0;
      });
      expect(found).toBe(true);
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

/** All the cases that the mapspace is divided into, and those cases in turn. */
function casesOf(one: SparseCase, constraints: Problem['constraints'], depth = 3): readonly SparseCase[] {
  const parts = depth === 0 ? [] : dividedCase(one, constraints);
  return parts.length === 0 ? [one] : parts.flatMap((part) => casesOf(part, constraints, depth - 1));
}

/** Mappings that cost less than the floors of all cases they are in; `raised`: what is mistaken for what they meet. */
function floorComplaints(sparse: Instance, raised: (met: Met) => Met = (met) => met) {
  const context = contextOf(sparse, {});
  const { plan, constraints } = context.inputs;
  const cases = casesOf({ plan, met: [] }, constraints);
  const floors = cases.map((one) => floorOf({ ...one, met: one.met.map(raised) }, sparse));
  const point = context.mapspace.createPoint();
  const complaints: string[] = [];
  const candidates = allCandidates(context);
  for (const { key, cycles, energyPj } of candidates) {
    context.mapspace.readKey(key, point);
    const mapping = context.mapspace.toMapping(point);
    const own = floors.filter((_, at) => cases[at]!.met.every((met) => isWithin(plan, mapping, met)));
    // Of the options of an optimization the hardware takes one: some choice of them bounds each mapping.
    const above = own.flatMap((floor) => {
      new NestWriter(context.mapspace, floor.evaluator.nest, point).write();
      if (floor.evaluator.evaluate() !== VALID) return ['the floor refuses a mapping that fits'];
      const least = floor.figures();
      if (least.energyPj > energyPj * (1 + 1e-9) + 1e-9) return [`${least.energyPj} pJ above ${energyPj}`];
      return least.cycles > cycles ? [`${least.cycles} cycles above ${cycles}`] : [];
    });
    if (own.length === 0) complaints.push('a mapping is in no case');
    else if (above.length === own.length) complaints.push(...above);
  }
  return { complaints, cases, all: candidates.length };
}

/** Whether a mapping meets so much of a condition. */
function isWithin(
  { workload, architecture }: EvalPlan,
  { levels }: Mapping,
  { target, t, child, tile, across }: Met,
): boolean {
  const box = workload.bounds.map(() => 1);
  const fanouts = workload.bounds.map(() => 1);
  levels.forEach(({ spatial, temporal }, i) => {
    if (i <= child) for (const { dimension, bound } of [...spatial, ...temporal]) box[dimension]! *= bound;
    const between =
      i > child && levels.slice(child + 1, i).every((_, at) => architecture.levels[child + 1 + at]!.kind === 'fanout');
    if (between) for (const { dimension, bound } of spatial) fanouts[dimension]! *= bound;
  });
  const words = productOf(dataspaceExtents(workload.dataspaces[t]!, box));
  const made = wordsAcross(workload, { target, t, child }, fanouts);
  return words >= tile.least && words < tile.below && made >= across.least && made < across.below;
}

/** The floor as a dense evaluation whose accesses are charged their shares. */
function floorOf({ plan, met }: SparseCase, { problem }: Instance) {
  const { architecture, cycleShare, lostCycles } = denseFloor(plan, problem.constraints, met)!;
  const { sparsity: _, ...compute } = architecture.compute;
  const dense: EvalPlan = { ...plan, architecture: { ...architecture, compute } };
  const evaluator = new Evaluator(dense);
  evaluator.kernel.full = 1;
  evaluator.kernel.needsMaster = 1;
  evaluator.kernel.needsTile.fill(-1);
  const figures = () => {
    const { scratch } = evaluator.kernel;
    const busy = Math.max(
      Math.ceil(scratch.computeCycles * cycleShare - 1e-9),
      Math.ceil(slowest(dense, evaluator.kernel) - lostCycles),
    );
    const energyPj = accessPj(dense, evaluator.kernel) + scratch.computes * compute.energyPj;
    return { energyPj, cycles: busy + evaluator.kernel.layout.networkLatencyCycles };
  };
  return { evaluator, figures };
}

function accessPj({ workload, architecture }: EvalPlan, { nest, scratch, layout }: Kernel): number {
  return architecture.levels.reduce((sum, { energy, charges, blockSize, clusterSize }, i) => {
    const own = workload.dataspaces.reduce((level, { name }, t) => {
      const at = t * layout.levels + i;
      const moved = layout.hasNetworkEnergy[i] === 0 ? 0 : scratch.networkPj[at]!;
      if (((nest.keep[i]! >> t) & 1) === 0) return level + moved;
      const { read = 1, fill = 1, update = 1 } = charges?.[name] ?? {};
      const pj =
        scratch.reads[at]! * energy.readPj * read +
        scratch.fills[at]! * energy.fillPj * fill +
        scratch.updates[at]! * energy.updatePj * update;
      return level + moved + (pj * scratch.expansion[i]!) / (blockSize * clusterSize);
    }, 0);
    return sum + own;
  }, 0);
}

/** Cycles of the slowest bandwidth. */
function slowest({ workload, architecture }: EvalPlan, { nest, scratch, layout }: Kernel): number {
  const cycles = architecture.levels.map((level, i) => {
    let read = 0;
    let write = 0;
    workload.dataspaces.forEach(({ name }, t) => {
      if (((nest.keep[i]! >> t) & 1) === 0) return;
      const at = t * layout.levels + i;
      const scale = level.bandwidthScale.get(name) ?? 1;
      read += scratch.reads[at]! * scale;
      write += (scratch.fills[at]! + scratch.updates[at]!) * scale;
    });
    const at = (words: number, bandwidth: number | null): number => (bandwidth === null ? 0 : words / bandwidth);
    return Math.max(
      at(read, level.readBandwidth),
      at(write, level.writeBandwidth),
      at(read + write, level.sharedBandwidth),
    );
  });
  return Math.max(0, ...cycles) * (1 - 1e-9) - 1e-9;
}
