// What sets the cycles of a mapping: the compute array, or the bandwidth of one level (F.9).

import type { Evaluation } from './evaluation.js';
import { bandwidthDemand } from './kernel/cost.js';
import type { Kernel } from './kernel/kernel.js';
import type { EvalPlan } from './plan.js';

export function describeBinding(plan: EvalPlan, kernel: Kernel): Evaluation['binding'] {
  if (kernel.machine !== null) {
    const { name, cycles } = kernel.machine.binding();
    return { kind: 'schedule', name, detail: `${Number(cycles.toPrecision(6))} cycles` };
  }
  const { scratch, layout } = kernel;
  let slowest = -1;
  let cycles = scratch.computeCycles;
  for (let i = 0; i < layout.levels; i += 1) {
    if (scratch.levelCycles[i]! > cycles) {
      cycles = scratch.levelCycles[i]!;
      slowest = i;
    }
  }
  const { compute, levels } = plan.architecture;
  if (slowest < 0) {
    return {
      kind: 'compute',
      name: compute.name,
      detail: `${Number(scratch.utilizedComputes.toPrecision(6))} of ${compute.instances} instances`,
    };
  }
  const level = levels[slowest]!;
  let read = 0;
  let write = 0;
  for (let t = 0; t < layout.dataspaces; t += 1) {
    if (!((kernel.nest.keep[slowest]! >> t) & 1)) continue;
    const demand = bandwidthDemand(kernel, t, slowest);
    read += demand.read;
    write += demand.write;
  }
  const ports = [
    { port: 'read', demand: read, limit: level.readBandwidth },
    { port: 'write', demand: write, limit: level.writeBandwidth },
    { port: 'shared', demand: read + write, limit: level.sharedBandwidth },
  ];
  const worst = ports
    .filter((one): one is typeof one & { limit: number } => one.limit !== null)
    .sort((a, b) => b.demand / b.limit - a.demand / a.limit)[0]!;
  return {
    kind: 'bandwidth',
    name: level.name,
    detail: `${worst.port} bandwidth ${worst.limit} words/cycle, wanted ${Number(worst.demand.toPrecision(6))}`,
  };
}
