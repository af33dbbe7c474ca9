// The networks between levels, for the breakdown: multicast signatures, hops, link transfers, energy (F.5, F.6, F.10).

import type { NetworkDataspace, NetworkEvaluation } from './evaluation.js';
import type { Kernel } from './kernel/kernel.js';
import { ingressRecords, networkEnergy } from './kernel/network.js';
import type { EvalPlan } from './plan.js';

/** Outermost first; only networks that fan out or have energy. */
export function evaluateNetworks(plan: EvalPlan, kernel: Kernel): NetworkEvaluation[] {
  const { architecture } = plan;
  const networks: NetworkEvaluation[] = [];
  for (let i = architecture.levels.length - 1; i >= 0; i -= 1) {
    if (kernel.scratch.elements[i] === 1 && kernel.layout.hasNetworkEnergy[i] === 0) continue;
    const inner = i === 0 ? architecture.compute.name : architecture.levels[i - 1]!.name;
    const crossing = plan.workload.dataspaces
      .map(({ name }, t) => [name, evaluateDataspace(kernel, t, i)] as const)
      .filter(([, one]) => one.ingresses > 0 || one.linkTransfers > 0);
    const energyPj = crossing.reduce((sum, [, one]) => sum + one.energyPj, 0);
    const dataspaces = Object.fromEntries(crossing);
    networks.push({ name: `${architecture.levels[i]!.name} <==> ${inner}`, energyPj, dataspaces });
  }
  return networks;
}

function evaluateDataspace(kernel: Kernel, t: number, i: number): NetworkDataspace {
  const { layout, scratch } = kernel;
  const records = ingressRecords(kernel, t, i);
  const { energyPj, ingresses, averageHops } = networkEnergy(kernel, t, i, records);
  const reductions = records.reduce((sum, record) => sum + (record.multicast - 1) * record.accesses, 0);
  return {
    fanout: scratch.elements[i]!,
    ingresses,
    accesses: records.map(({ multicast, scatter, accesses, hops }) => ({ multicast, scatter, accesses, hops })),
    linkTransfers: scratch.linkTransfers[t * layout.levels + i]!,
    spatialReductions: layout.readWrite[t] !== 0 ? reductions : 0,
    averageHops,
    energyPj,
  };
}
