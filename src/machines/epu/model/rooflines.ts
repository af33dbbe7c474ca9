// What bounds every mapping whatever its flows: multiplications of all lanes, and each tensor once through DDR.

import type { Roofline } from '../../../model/seams.js';
import { distinctWords } from '../../../workload/distinct-words.js';
import { usefulCount } from '../../../workload/workload.js';
import { elementBytes } from '../element-type.js';
import { tileElements } from '../tiles.js';
import type { EpuProblem } from './problem.js';

export function rooflinesOf({ workload, core, pop, roles, types }: EpuProblem): readonly Roofline[] {
  const { bounds, paddedFrom = bounds, dataspaces } = workload;
  const bytes = (t: number, type: EpuProblem['types']['outputs']): number =>
    distinctWords(paddedFrom, dataspaces[t]!) * elementBytes(type);
  const moved =
    bytes(roles.resident, types.resident) + bytes(roles.common, types.common) + bytes(roles.outputs, types.outputs);
  return [
    { name: 'the multipliers', cycles: usefulCount(workload) / (tileElements(core) * pop.lanes) },
    { name: 'DDR', cycles: moved / core.ddrBytesPerCycle },
  ];
}
