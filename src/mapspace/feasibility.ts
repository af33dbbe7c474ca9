// Whether a mapspace is empty. Which constraints are to blame is told by `search/nothing-fits`, which knows capacities too;
// what is said here is for those who look no further.

import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import type { Mapspace } from './mapspace.js';
import { availableInstances } from './tiling.js';

/** Empty when there is at least one mapping. */
export function contradictions(mapspace: Mapspace): readonly Diagnostic[] {
  const { problem, factors, keeps } = mapspace;
  const { dimensions, dataspaces } = problem.workload;
  const found = [
    ...factors.flatMap(({ space, bound }, d) =>
      space.count === 0 ? [empty(`the factors of ${dimensions[d]} cannot make up its bound ${bound}`)] : [],
    ),
    ...keeps.flatMap(({ count }, t) => (count === 0 ? [empty(`no level keeps ${dataspaces[t]!.name}`)] : [])),
  ];
  return found.length > 0 || !isEmptyTogether(mapspace)
    ? found
    : [empty('the constraints on factors and fan-outs leave no mapping')];
}

function empty(message: string): Diagnostic {
  return error('E-INFEASIBLE', message);
}

/** Though every dimension by itself has factors: fan-outs, least parallelism and most loops bind them together. */
function isEmptyTogether(mapspace: Mapspace): boolean {
  const { problem, tiling } = mapspace;
  const { greatest, exact } = mapspace.parallelism;
  if (exact && greatest === 0) return true;
  const { minParallelism, maxTemporalLoops } = problem.constraints;
  if (minParallelism === 0 && maxTemporalLoops === null) return false;
  if (greatest < minParallelism * availableInstances(tiling)) return true;
  return mapspace.size === 0n;
}
