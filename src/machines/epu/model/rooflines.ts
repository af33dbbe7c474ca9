// Multiplications of all lanes, and each tensor once through DDR.

import type { Roofline } from '../../../model/seams.js';
import { atPeak, leastWords, throughOnce } from '../../rooflines.js';
import { elementBytes } from '../element-type.js';
import { tileElements } from '../tiles.js';
import { typeOf } from './element-types.js';
import { dataspacesOf, type EpuProblem } from './problem.js';

export function leastBytes({ workload }: Pick<EpuProblem, 'workload'>, t: number): number {
  return leastWords(workload, t) * elementBytes(typeOf(workload, t));
}

export function rooflinesOf(problem: EpuProblem): readonly Roofline[] {
  const { workload, core, pop, roles } = problem;
  const units = roles.common < 0 ? { name: 'the ALUs', lanes: 1 } : { name: 'the multipliers', lanes: pop.lanes };
  const moved = dataspacesOf(roles).map((t) => leastBytes(problem, t));
  return [
    atPeak(units.name, workload, tileElements(core) * units.lanes),
    throughOnce('DDR', moved, core.ddrBytesPerCycle),
  ];
}
