// What bounds every mapping whatever its flows: multiplications of all lanes, and each tensor once through DDR.

import type { Roofline } from '../../../model/seams.js';
import { distinctWords } from '../../../workload/distinct-words.js';
import { usefulCount } from '../../../workload/workload.js';
import { elementBytes } from '../element-type.js';
import { tileElements } from '../tiles.js';
import { typeOf } from './element-types.js';
import { dataspacesOf, type EpuProblem } from './problem.js';

export function leastBytes({ workload }: Pick<EpuProblem, 'workload'>, t: number): number {
  const { bounds, paddedFrom = bounds, dataspaces } = workload;
  return distinctWords(paddedFrom, dataspaces[t]!) * elementBytes(typeOf(workload, t));
}

export function rooflinesOf(problem: EpuProblem): readonly Roofline[] {
  const { workload, core, pop, roles } = problem;
  const moved = dataspacesOf(roles).reduce((bytes, t) => bytes + leastBytes(problem, t), 0);
  const units = roles.common < 0 ? { name: 'the ALUs', lanes: 1 } : { name: 'the multipliers', lanes: pop.lanes };
  return [
    { name: units.name, cycles: usefulCount(workload) / (tileElements(core) * units.lanes) },
    { name: 'DDR', cycles: moved / core.ddrBytesPerCycle },
  ];
}
