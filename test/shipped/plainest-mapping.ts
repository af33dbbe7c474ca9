// The plainest mapping that an architecture's constraints allow: each dimension whole, in time, at the outermost level that
// may loop over it; everything kept that may be.

import type { Constraints } from '../../src/mapping/constraints.js';
import type { LevelMapping, Mapping } from '../../src/mapping/mapping.js';
import type { Problem } from '../../src/mapping/problem.js';

export function plainestMapping({ workload, architecture, constraints }: Problem): Mapping {
  const levels = architecture.levels.map((level, index): LevelMapping => {
    const bypassed = constraints.levels[index]!.bypass;
    const keep = workload.dataspaces.map((_, id) => level.kind === 'storage' && !hasBit(bypassed, id));
    const owned = workload.bounds.flatMap((bound, id) => (bound > 1 && ownerOf(constraints, id) === index ? [id] : []));
    const temporal = owned.map((dimension) => {
      const bound = workload.bounds[dimension]!;
      return { dimension, bound, residual: bound };
    });
    return { spatial: [], temporal, keep };
  });
  return { levels };
}

function ownerOf(constraints: Constraints, dimension: number): number {
  return constraints.levels.findLastIndex(({ temporal }) => temporal.factors[dimension]!.exact === undefined);
}

function hasBit(mask: number, bit: number): boolean {
  return ((mask >> bit) & 1) === 1;
}
