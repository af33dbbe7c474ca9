// Spatial skipping (G.1): instances of a fan-out whose tile of the condition is empty get no work. It saves instances, not
// cycles: what is left is computed by as many fewer.

import type { Held } from './held.js';
import type { NestLoops } from './nest-loops.js';
import type { Optimization, SparseLayout } from './sparse-layout.js';
import type { Tiles } from './tiles.js';

export interface SpatialConditions {
  readonly layout: SparseLayout;
  readonly nest: NestLoops;
  readonly tiles: Tiles;
  readonly held: readonly (readonly Held[])[];
}

/** Lowers the average instances of what is skipped; returns the part of the compute instances that have work. */
export function skipInstances(conditions: SpatialConditions): number {
  let working = 1;
  for (const optimization of conditions.layout.optimizations) {
    if (optimization.kind !== 'spatial skipping') continue;
    const ratio = workingPart(optimization, conditions);
    const [{ target }] = optimization.options as [Optimization['options'][number]];
    for (const held of conditions.held[target]!) {
      if (held.level < optimization.level) held.averageInstances *= ratio;
    }
    working *= ratio;
  }
  return working;
}

/** Part of the elements of the fan-outs just inside the level for which no condition is empty. */
function workingPart(optimization: Optimization, { layout, nest, tiles, held }: SpatialConditions): number {
  const { levels } = layout.plan.architecture;
  let inside = optimization.level;
  while (inside > 0 && levels[inside - 1]!.kind === 'fanout') inside -= 1;
  const { conditionOn } = optimization.options[0]!;
  return conditionOn.reduce((part, other) => {
    // Without metadata nobody knows what is empty.
    const source = held[other]!.find(({ level }) => level >= optimization.level);
    if (source?.format == null) return part;
    for (let l = nest.start[inside]!; l < nest.start[optimization.level]!; l += 1) {
      const { bound, spatial, dimension } = nest.loops[l]!;
      if (bound === 1 || !spatial || ((layout.dimensions[other]! >> dimension) & 1) === 0) continue;
      const box = l === 0 ? new Float64Array(nest.loops[0]!.box.length).fill(1) : nest.loops[l - 1]!.box;
      return part * (1 - layout.densities[other]!.empty(tiles.probe(other, box)));
    }
    return part;
  }, 1);
}
