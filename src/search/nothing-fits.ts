// Why no mapping is valid although the constraints leave some: the levels that are too small for the least they must
// hold, in words and numbers.

import { type Diagnostic, error } from '../diagnostics/diagnostic.js';
import type { Mapspace } from '../mapspace/mapspace.js';
import { Footprint } from './footprint.js';

export function nothingFits(mapspace: Mapspace): readonly Diagnostic[] {
  const { tiling, problem, keeps } = mapspace;
  const { dataspaces } = problem.workload;
  const footprint = new Footprint(problem.workload);
  const found = tiling.temporal.flatMap(({ level, depth }) => {
    const { name, effectiveCapacityWords } = problem.architecture.levels[level]!;
    const passive = problem.constraints.levels[level]!.noCoalesce;
    const forced = keeps.flatMap((space, t) => ((space.forced >> level) & ~(passive >> t) & 1 ? [t] : []));
    if (effectiveCapacityWords === null || forced.length === 0) return [];
    const least = leastTile(mapspace, depth);
    const words = forced.map((t) => footprint.words(t, least, 0));
    const needed = words.reduce((sum, one) => sum + one, 0);
    if (needed <= effectiveCapacityWords) return [];
    const parts = forced.map((t, at) => `${words[at]} of ${dataspaces[t]!.name}`).join(', ');
    const parties = least.flatMap((extent, d) => (extent > 1 ? [`${problem.workload.dimensions[d]}=${extent}`] : []));
    const tile = parties.length === 0 ? '' : ` (the factors up to there are at least ${parties.join(', ')})`;
    return [
      error(
        'E-INFEASIBLE',
        `${name} holds ${effectiveCapacityWords} words; the least it must keep is ${needed}: ${parts}${tile}`,
        {
          hint: `let ${name} bypass a dataspace, make it larger, or relax the factors inside it`,
        },
      ),
    ];
  });
  if (found.length > 0) return found;
  return [
    error('E-INFEASIBLE', 'no mapping is valid: every one exceeds a capacity or misses a least utilization', {
      hint: 'relax keep constraints, min_utilization or factors, or make the innermost levels larger',
    }),
  ];
}

/** Extents that every mapping's tile has at least at this depth. */
function leastTile({ tiling, factors }: Mapspace, depth: number): readonly number[] {
  const positions = [...tiling.spatial, ...tiling.temporal];
  return factors.map(({ space, bound }) => {
    const least = positions.reduce(
      (product, position, p) => (position.depth <= depth ? product * Math.min(...space.factor[p]!) : product),
      1,
    );
    return Math.min(bound, least);
  });
}
