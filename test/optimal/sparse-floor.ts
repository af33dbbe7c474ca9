// Mappings of a sparse problem against the dense floors of the cases that they are in: none may cost less.

import type { Mapping } from '../../src/mapping/mapping.js';
import type { Problem } from '../../src/mapping/problem.js';
import { productOf } from '../../src/math/product.js';
import { Evaluator } from '../../src/model/kernel/evaluator.js';
import type { Kernel } from '../../src/model/kernel/kernel.js';
import { VALID } from '../../src/model/kernel/verdict.js';
import type { EvalPlan } from '../../src/model/plan.js';
import { dividedCase, type Met, type SparseCase, wordsAcross } from '../../src/model/sparse/cases.js';
import { denseFloor } from '../../src/model/sparse/dense-floor.js';
import { NestWriter } from '../../src/search/nest-writer.js';
import { dataspaceExtents } from '../../src/workload/workload.js';
import { allCandidates } from '../search/random-search.js';
import { contextOf, type Instance } from './instance.js';

/** All the cases that the mapspace is divided into, and those cases in turn. */
function casesOf(one: SparseCase, constraints: Problem['constraints'], depth = 3): readonly SparseCase[] {
  const parts = depth === 0 ? [] : dividedCase(one, constraints);
  return parts.length === 0 ? [one] : parts.flatMap((part) => casesOf(part, constraints, depth - 1));
}

/**
 * Mappings that cost less than the floors of all cases they are in; `mistaken`: what these are taken for; `told`: what the floors say
 * of every mapping's energy at least, as a part of it.
 */
export function floorComplaints(sparse: Instance, mistaken: (one: SparseCase) => SparseCase = (one) => one) {
  const context = contextOf(sparse, {});
  const { plan, constraints } = context.inputs;
  const cases = casesOf({ plan, met: [] }, constraints);
  const floors = cases.map((one) => floorOf(mistaken(one), sparse));
  const point = context.mapspace.createPoint();
  const complaints: string[] = [];
  let told = 1;
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
      told = Math.min(told, least.energyPj / energyPj);
      if (least.energyPj > energyPj * (1 + 1e-9) + 1e-9) return [`${least.energyPj} pJ above ${energyPj}`];
      return least.cycles > cycles ? [`${least.cycles} cycles above ${cycles}`] : [];
    });
    if (own.length === 0) complaints.push('a mapping is in no case');
    else if (above.length === own.length) complaints.push(...above);
  }
  return { complaints, cases, told, all: candidates.length };
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
  const { architecture, cycleShare, lostCycles } = denseFloor(plan, problem.constraints, { met, imperfect: false })!;
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
