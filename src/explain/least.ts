// How far a mapping is from what nobody can get below: every compute in the first free place, every word moved once.

import { outermostStorage } from '../arch/architecture.js';
import { machineModel } from '../machines/models.js';
import { transferCycles } from '../model/charge/bandwidth.js';
import type { Evaluation } from '../model/evaluation.js';
import type { EvalPlan } from '../model/plan.js';
import { compulsoryParts } from '../results/network-figures.js';

export interface Least {
  readonly what: 'cycles' | 'energyPj' | 'words' | 'bytes';
  /** Of which level and dataspace words are; null for cycles and energy. */
  readonly level: string | null;
  readonly dataspace: string | null;
  readonly found: number;
  readonly least: number;
}

export function leastOf(plan: EvalPlan, evaluation: Evaluation): readonly Least[] {
  const { workload, architecture } = plan;
  const outermost = outermostStorage(architecture);
  const { compute, cycles, energyPj } = evaluation;
  const compulsory = compulsoryParts(plan);
  const level = evaluation.levels.find(({ name }) => name === outermost.name);
  const moved = workload.dataspaces.flatMap(({ name, readWrite }, t) => {
    const counts = level?.dataspaces[name];
    if (!level || !counts) return [];
    const words = (counts.scalarReads + counts.scalarFills + counts.scalarUpdates) * level.utilizedInstances;
    const actionPj = readWrite ? outermost.energy.updatePj : outermost.energy.readPj;
    // What other words of a mapping cost says nothing of those that have to move; sparse ones have no price of their own.
    const wordPj = compute.sparse ? counts.energyPj / words : actionPj / (outermost.blockSize * outermost.clusterSize);
    return [{ name, words, least: compulsory[t]!, wordPj }];
  });
  const machine = machineModel(plan);
  const ideal = [
    (compute.sparse ? compute.sparse.actual + compute.sparse.gated : compute.computes) / compute.instances,
    ...(machine?.rooflines.map((one) => one.cycles) ?? []),
    ...(machine === null ? [bandwidthCycles(plan, compulsory)] : []),
  ];
  const once = moved.reduce((sum, one) => sum + (one.words > 0 ? one.least * one.wordPj : 0), 0);
  const none = { level: null, dataspace: null };
  return [
    // Sparse storage moves less than there is.
    { ...none, what: 'cycles', found: cycles, least: Math.min(cycles, Math.ceil(Math.max(...ideal))) },
    { ...none, what: 'energyPj', found: energyPj, least: Math.min(energyPj, compute.energyPj + once) },
    ...moved.map(({ name, words, least }): Least => {
      const what = machine === null ? 'words' : 'bytes';
      return { what, level: outermost.name, dataspace: name, found: words, least };
    }),
  ];
}

/** For the outermost level to move everything once. */
function bandwidthCycles({ workload, architecture }: EvalPlan, compulsory: readonly number[]): number {
  const outermost = outermostStorage(architecture);
  const words = (written: boolean): number =>
    workload.dataspaces.reduce((sum, { name, readWrite }, t) => {
      const scale = outermost.bandwidthScale.get(name) ?? 1;
      return readWrite === written ? sum + compulsory[t]! * scale : sum;
    }, 0);
  return transferCycles(outermost, words(false) / outermost.instances, words(true) / outermost.instances);
}
