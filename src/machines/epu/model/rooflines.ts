// What bounds every mapping whatever its flows: multiplications of all lanes, and each tensor once through DDR.

import type { Roofline } from '../../../model/seams.js';
import { distinctWords } from '../../../workload/distinct-words.js';
import { usefulCount } from '../../../workload/workload.js';
import { elementBytes } from '../element-type.js';
import { tileElements } from '../tiles.js';
import { typeOf } from './operand-types.js';
import { dataspacesOf, type EpuProblem } from './problem.js';

export function rooflinesOf({ workload, core, pop, roles }: EpuProblem): readonly Roofline[] {
  const { bounds, paddedFrom = bounds, dataspaces } = workload;
  const moved = dataspacesOf(roles).reduce(
    (bytes, t) => bytes + distinctWords(paddedFrom, dataspaces[t]!) * elementBytes(typeOf(workload, t)),
    0,
  );
  const units = roles.common < 0 ? { name: 'the ALUs', lanes: 1 } : { name: 'the multipliers', lanes: pop.lanes };
  return [
    { name: units.name, cycles: usefulCount(workload) / (tileElements(core) * units.lanes) },
    { name: 'DDR', cycles: moved / core.ddrBytesPerCycle },
  ];
}
