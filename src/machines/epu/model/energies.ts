// Energy of a multiplication by the wider of its operands. Every figure is an estimate.

import { wider } from './element-types.js';
import type { EpuProblem } from './problem.js';

/** Of 8 bits it is the compute's own, which stands in the tree. */
export function macEnergyPj({ architecture, core, types }: EpuProblem): number {
  const type = wider(types.resident, types.common);
  if (type === 'int8') return architecture.compute.energyPj;
  return type === 'int16' ? core.macInt16EnergyPj : core.macInt32EnergyPj;
}
