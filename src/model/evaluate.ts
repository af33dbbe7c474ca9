// Evaluates one mapping in full detail: the kernel's own counts, laid out for people and scripts. Nothing is computed
// here that the hot path computes too; it only reads the scratch arrays of the same evaluation.

import { outermostStorage, type StorageLevel } from '../arch/architecture.js';
import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import type { Mapping } from '../mapping/mapping.js';
import { printLoopNest } from '../mapping/print.js';
import { remembered } from '../math/remembered.js';
import { computeCount, dataspaceSize, usefulCount } from '../workload/workload.js';
import { describeBinding } from './binding.js';
import type { DataspaceCounts, Evaluation, LevelEvaluation, MachineEvaluation } from './evaluation.js';
import { addressGenerations, bandwidthDemand } from './kernel/cost.js';
import { Evaluator } from './kernel/evaluator.js';
import type { Kernel } from './kernel/kernel.js';
import type { MachineKernel } from './kernel/machine.js';
import { VALID, type Verdict } from './kernel/verdict.js';
import { fillNest } from './nest-buffer.js';
import { evaluateNetworks } from './networks.js';
import type { EvalPlan } from './plan.js';
import { describeRejection } from './rejection.js';
import type { Fact, MachineModel } from './seams.js';
import { sparseCounts } from './sparse/sparse-counts.js';

const evaluators = new WeakMap<EvalPlan, Evaluator>();

/** An evaluator that also fills in what only a reader of the breakdown wants. One per plan. */
function explainingEvaluator(plan: EvalPlan, machine: MachineModel | null): Evaluator {
  return remembered(evaluators, plan, () => {
    const evaluator = new Evaluator(plan, machine);
    evaluator.kernel.full = 1;
    evaluator.kernel.needsMaster = 1;
    evaluator.kernel.needsTile.fill(-1);
    return evaluator;
  });
}

/**
 * Cost of `mapping`, which must have one entry per level of the plan's architecture. An illegal mapping yields
 * `valid: false` with diagnostics that name level, need and limit; its other figures are NaN or empty. `machine`: the model
 * that the plan's architecture names, null for the generic one.
 */
export function evaluateMapping(plan: EvalPlan, mapping: Mapping, machine: MachineModel | null = null): Evaluation {
  const evaluator = explainingEvaluator(plan, machine);
  fillNest(evaluator.nest, mapping);
  const verdict = evaluator.evaluate();
  if (verdict !== VALID) return invalid(plan, evaluator, verdict);
  checkRooflines(machine, evaluator.cycles);
  return valid(plan, evaluator, mapping);
}

function valid(plan: EvalPlan, evaluator: Evaluator, mapping: Mapping): Evaluation {
  const { workload, architecture } = plan;
  const { kernel, cycles, energyPj } = evaluator;
  const { scratch, sparse } = kernel;
  const networks = evaluateNetworks(plan, kernel);
  const levels = architecture.levels
    .map((level, i) => evaluateLevel(plan, evaluator, level, i))
    .filter((_, i) => architecture.levels[i]!.kind === 'storage' || networkPj(plan, evaluator, i) > 0)
    .reverse();
  const compulsoryWords = workload.dataspaces.reduce((sum, dataspace) => sum + dataspaceSize(workload, dataspace), 0);
  const outputs = workload.dataspaces
    .filter((dataspace) => dataspace.readWrite)
    .reduce((sum, dataspace) => sum + dataspaceSize(workload, dataspace), 0);
  const products = sparse?.computes.actual ?? scratch.computes;
  // Each compute is a product; all but the first for an output add up (H.2). A box with holes may outnumber them.
  const operations = products + Math.max(0, products - outputs);
  const outermost = outermostStorage(architecture);
  return {
    valid: true,
    cycles,
    energyPj,
    edpPjCycles: energyPj * cycles,
    utilization: evaluator.utilization,
    computes: scratch.computes,
    areaUm2: totalArea(plan),
    operationalIntensity: {
      operations,
      compulsoryWords,
      opsPerByte: operations / (wholeBytes(plan, kernel) ?? compulsoryWords * (outermost.wordBits / 8)),
    },
    levels,
    compute: {
      name: architecture.compute.name,
      instances: architecture.compute.instances,
      utilizedInstances: scratch.utilizedComputes,
      computes: scratch.computes,
      energyPj: sparse === null ? scratch.computes * architecture.compute.energyPj : sparse.computePj,
      cycles: scratch.computeCycles,
      energySource: architecture.compute.energySource,
      ...(architecture.compute.estimate && { estimate: architecture.compute.estimate }),
      ...(sparse !== null && { sparse: sparse.computes }),
    },
    networks,
    binding: describeBinding(plan, kernel),
    machine: kernel.machine && machineEvaluation(kernel.machine, plan),
    loopNest: printLoopNest(plan, mapping, tileSizes(plan, evaluator)),
    diagnostics: [],
  };
}

/** A schedule that beats the hardware is a mistake of ours, and its figures are worse than none. */
function checkRooflines(machine: MachineModel | null, cycles: number): void {
  const crossed = machine?.rooflines.find((roofline) => cycles < roofline.cycles * (1 - 1e-9));
  if (crossed === undefined) return;
  throw new Error(
    `${machine!.name}: ${cycles} cycles are fewer than the ${crossed.cycles} that ${crossed.name} takes at least`,
  );
}

/** Bytes of all dataspaces where a machine keeps them furthest outside, padding included; null for the generic model. */
function wholeBytes({ workload, architecture }: EvalPlan, { machine, nest }: Kernel): number | null {
  if (machine === null) return null;
  const levels = architecture.levels.length;
  return workload.dataspaces.reduce((sum, _, t) => {
    const backing = architecture.levels.findLastIndex((_level, i) => ((nest.keep[i]! >> t) & 1) === 1);
    return sum + machine.footprints[t * levels + backing]!;
  }, 0);
}

function machineEvaluation(machine: MachineKernel, { workload }: EvalPlan): MachineEvaluation {
  const { name, schedule, choices, rooflines } = machine.model;
  const parts = schedule.parts.map((part, at) => ({ name: part, cycles: machine.parts[at]! }));
  const added = computeCount(workload) / usefulCount(workload) - 1;
  const facts: Fact[] = [
    ...machine.report(),
    ...(added === 0 ? [] : [{ name: 'iterations that are padding', value: added / (1 + added), unit: '1' }]),
    ...rooflines.map((roofline) => ({ name: `roofline of ${roofline.name}`, value: roofline.cycles, unit: 'cycles' })),
  ];
  return { name, parts, energies: machine.extras(), facts, choices };
}

function evaluateLevel(plan: EvalPlan, evaluator: Evaluator, level: StorageLevel, i: number): LevelEvaluation {
  const { kernel } = evaluator;
  const { scratch, nest } = kernel;
  const dataspaces = plan.workload.dataspaces.flatMap(({ name }, t) =>
    (nest.keep[i]! >> t) & 1 ? [[name, countsOf(evaluator, t, i)] as const] : [],
  );
  const utilization = evaluator.bufferUtilization[i]!;
  return {
    name: level.name,
    instances: level.instances,
    utilizedInstances: scratch.utilizedInstances[i]!,
    cycles: scratch.levelCycles[i]!,
    slowdown: scratch.slowdown[i]!,
    energyPj: scratch.levelPj[i]!,
    leakageEnergyPj: scratch.leakagePj[i]!,
    capacityWords: level.kind === 'fanout' ? null : level.effectiveCapacityWords,
    bufferUtilization: Number.isNaN(utilization) ? null : utilization,
    dataspaces: Object.fromEntries(dataspaces),
    kind: level.kind,
    networkEnergyPj: networkPj(plan, evaluator, i),
    energySource: level.energy.source,
    ...(level.energy.estimate && { estimate: level.energy.estimate }),
    utilizedCapacityWords: scratch.occupancy[i]!,
    areaUm2: level.areaUm2 === null ? null : level.areaUm2 * level.instances,
  };
}

function countsOf(evaluator: Evaluator, t: number, i: number): DataspaceCounts {
  const { kernel } = evaluator;
  const { layout, scratch } = kernel;
  const at = t * layout.levels + i;
  const clusters = Math.min(scratch.expansion[i]!, layout.clusters[i]!);
  const generations = addressGenerations(kernel, t, i);
  const held = kernel.sparse?.of(t, i);
  const { reads, fills, updates } = held?.dense ?? {
    reads: scratch.reads[at]!,
    fills: scratch.fills[at]!,
    updates: scratch.updates[at]!,
  };
  const reductions = held?.temporalReductions ?? scratch.temporalReductions[at]!;
  const instances = held?.averageInstances ?? scratch.utilizedInstances[i]!;
  const demand = bandwidthDemand(kernel, t, i);
  const sparse = kernel.sparse === null ? undefined : sparseCounts(kernel.sparse, t, i);
  return {
    utilizedCapacity: held?.capacity.words ?? kernel.machine?.footprints[at] ?? scratch.tile[at]!,
    partitionSize: scratch.partition[at]!,
    scalarReads: reads,
    scalarFills: fills,
    scalarUpdates: updates,
    temporalReductions: reductions,
    addressGenerations: generations,
    energyPj: scratch.accessPj[at]!,
    temporalReductionEnergyPj: reductions * layout.reductionPj[i]! * instances,
    addressGenerationEnergyPj: generations * layout.addressPj[i]! * clusters,
    readBandwidthWordsPerCycle: demand.read * scratch.slowdown[i]!,
    writeBandwidthWordsPerCycle: demand.write * scratch.slowdown[i]!,
    ...(sparse && { sparse }),
  };
}

function networkPj(plan: EvalPlan, evaluator: Evaluator, i: number): number {
  const { layout, scratch } = evaluator.kernel;
  if (layout.hasNetworkEnergy[i] === 0) return 0;
  let sum = 0;
  for (let t = 0; t < plan.workload.dataspaces.length; t += 1) sum += scratch.networkPj[t * layout.levels + i]!;
  return sum;
}

/** `[level][dataspace]` = tile words, and the capacity they take up where the level keeps them. */
function tileSizes(plan: EvalPlan, { kernel }: Evaluator): readonly (readonly [number, number])[][] {
  const { levels } = kernel.layout;
  return plan.architecture.levels.map((_, i) =>
    plan.workload.dataspaces.map((_dataspace, t): readonly [number, number] => {
      const words = kernel.scratch.tile[t * levels + i]!;
      const held = kernel.sparse?.of(t, i)?.capacity.words ?? words;
      return (kernel.nest.keep[i]! >> t) & 1 ? [words, held] : [0, 0];
    }),
  );
}

/** F.11: physical instances, used or not; null when none is known but those off chip, which are 0. */
function totalArea(plan: EvalPlan): number | null {
  const { levels, compute } = plan.architecture;
  const parts = [...levels.filter(({ kind }) => kind === 'storage'), compute];
  const total = [...levels, compute].reduce((sum, one) => sum + (one.areaUm2 ?? 0) * one.instances, 0);
  return total === 0 && parts.some(({ areaUm2 }) => areaUm2 === null) ? null : total;
}

function invalid(plan: EvalPlan, evaluator: Evaluator, verdict: Verdict): Evaluation {
  const diagnostics: readonly Diagnostic[] = describeRejection(plan, evaluator.kernel, verdict);
  const { name, instances, energySource } = plan.architecture.compute;
  return {
    valid: false,
    cycles: Number.NaN,
    energyPj: Number.NaN,
    edpPjCycles: Number.NaN,
    utilization: Number.NaN,
    computes: Number.NaN,
    areaUm2: totalArea(plan),
    operationalIntensity: { operations: Number.NaN, compulsoryWords: Number.NaN, opsPerByte: Number.NaN },
    levels: [],
    compute: { name, instances, utilizedInstances: 0, computes: 0, cycles: 0, energyPj: 0, energySource },
    networks: [],
    binding: { kind: 'compute', name, detail: 'the mapping is not valid' },
    machine: null,
    loopNest: '',
    diagnostics: diagnostics.length > 0 ? diagnostics : [error('E-MAPPING', 'the mapping is not valid')],
  };
}
