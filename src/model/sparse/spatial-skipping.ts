// Spatial skipping (G.1): instances of a fan-out whose tile of the condition is empty get no work. It saves instances, not
// cycles: what is left is computed by as many fewer.

import { productOf } from '../../math/product.js';
import type { Held } from './held.js';
import type { NestLoops } from './nest-loops.js';
import type { Option, SparseLayout } from './sparse-layout.js';
import type { Tiles } from './tiles.js';

export interface SpatialConditions {
  readonly layout: SparseLayout;
  readonly nest: NestLoops;
  readonly tiles: Tiles;
  readonly held: readonly (readonly Held[])[];
}

/**
 * Lowers the average instances of what is skipped; returns by condition the part of the instances that its zeros leave work. Several
 * optimizations on one condition see the same zeros: where the largest tile is empty, those inside it are.
 */
export function skipInstances(conditions: SpatialConditions): readonly number[] {
  const { layout, held } = conditions;
  const parts = held.map(() => 1);
  if (layout.optimizations.at(-1)?.kind !== 'spatial skipping') return parts; // these come last
  for (const [t, chain] of held.entries()) {
    const own = held.map(() => 1);
    // From the outermost in, so that each level is inside those that have been looked at.
    for (let i = layout.levels - 1; i >= 0; i -= 1) {
      const here = chain.find(({ level }) => level === i);
      if (here !== undefined) here.averageInstances *= productOf(own);
      for (const { kind, level, options } of layout.optimizations) {
        const [{ target, conditionOn }] = options as [Option];
        if (kind !== 'spatial skipping' || level !== i || target !== t) continue;
        for (const other of conditionOn) own[other] = Math.min(own[other]!, workingPart(i, other, conditions));
      }
    }
    for (const [other, part] of own.entries()) parts[other] = Math.min(parts[other]!, part);
  }
  return parts;
}

/** Part of the elements of the fan-outs just inside the level for which a condition is not empty. */
function workingPart(outer: number, other: number, { layout, nest, tiles, held }: SpatialConditions): number {
  const { levels } = layout.plan.architecture;
  let inside = outer;
  while (inside > 0 && levels[inside - 1]!.kind === 'fanout') inside -= 1;
  // Without metadata nobody knows what is empty.
  const source = held[other]!.find(({ level }) => level >= outer);
  if (source?.format == null) return 1;
  for (let l = nest.start[inside]!; l < nest.start[outer]!; l += 1) {
    const { bound, spatial, dimension } = nest.loops[l]!;
    if (bound === 1 || !spatial || ((layout.dimensions[other]! >> dimension) & 1) === 0) continue;
    const box = l === 0 ? new Float64Array(nest.loops[0]!.box.length).fill(1) : nest.loops[l - 1]!.box;
    return 1 - layout.densities[other]!.empty(tiles.probe(other, box));
  }
  return 1;
}
