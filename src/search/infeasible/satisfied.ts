// What a witness makes of requirements, also of those that it was not found for.

import { fitsSomehow } from '../../mapspace/parallelism.js';
import { positionsOf } from '../../mapspace/tiling.js';
import { productOf } from '../../math/product.js';
import { boxWords } from '../../workload/workload.js';
import type { Feasibility, Witness } from './feasibility.js';
import type { Relation, Requirement, RequirementOf } from './requirement.js';

/** A requirement of some number. */
export type Measured = RequirementOf<'bound' | 'factor' | 'capacity' | 'utilization' | 'parallelism' | 'loops'>;

export function isSatisfied(one: Requirement, witness: Witness, feasibility: Feasibility): boolean {
  const { factors, keep } = witness;
  const at = (position: number): number[] => factors.map((vector) => vector[position]!);
  switch (one.kind) {
    case 'fanout':
    case 'split':
    case 'order':
      return fitsSomehow(feasibility.tiling.spatial[one.position]!, at(one.position));
    case 'keep':
    case 'bypass':
      return (((keep[one.dataspace]! >> one.level) & 1) === 1) === (one.kind === 'keep');
    default: {
      const reached = reachedBy(witness, one, feasibility);
      const relation = relationOf(one);
      return reached === one.value || (relation !== '=' && (relation === '<=') === reached < one.value);
    }
  }
}

/** What the number is required to be. */
export function relationOf(one: Measured | RequirementOf<'fanout'>): Relation {
  if (one.kind === 'factor') return one.relation;
  if (one.kind === 'bound') return '=';
  return one.kind === 'utilization' || one.kind === 'parallelism' ? '>=' : '<=';
}

/** What a witness makes of the number. */
export function reachedBy(witness: Witness, one: Measured, feasibility: Feasibility): number {
  const { factors } = witness;
  const spatial = feasibility.tiling.spatial.length;
  switch (one.kind) {
    case 'bound':
      return productOf(factors[one.dimension]!);
    case 'factor':
      return factors[one.dimension]![one.position]!;
    case 'capacity':
    case 'utilization':
      return wordsAt(witness, one.level, feasibility).reduce((sum, words) => sum + words, 0);
    case 'parallelism':
      return productOf(factors.flatMap((vector) => vector.slice(0, spatial)));
    case 'loops':
      return factors.flatMap((vector) => vector.slice(spatial)).filter((factor) => factor > 1).length;
  }
}

/** Words of each dataspace that a level holds. */
export function wordsAt(witness: Witness, level: number, feasibility: Feasibility): readonly number[] {
  const { problem } = feasibility;
  const extents = extentsAt(witness, level, feasibility);
  return witness.keep.map((mask, t) =>
    holds(mask, level, { problem, t }) ? boxWords(problem.workload.dataspaces[t]!, extents) : 0,
  );
}

/** Iterations of each dimension in the tile of a level. */
export function extentsAt(
  { factors, bounded }: Witness,
  level: number,
  { tiling, problem }: Feasibility,
): readonly number[] {
  const { depth } = tiling.temporal.find((position) => position.level === level)!;
  const positions = positionsOf(tiling);
  return factors.map((vector, d) => {
    const inside = productOf(vector.filter((_, p) => positions[p]!.depth <= depth));
    return bounded[d] ? Math.min(inside, problem.workload.bounds[d]!) : inside;
  });
}

/** F.7.5: beyond the outermost level that keeps and coalesces it, a dataspace takes no room. */
function holds(mask: number, level: number, { problem, t }: { problem: Feasibility['problem']; t: number }): boolean {
  if (!((mask >> level) & 1)) return false;
  return problem.constraints.levels.some(
    ({ noCoalesce }, outer) => outer >= level && (mask >> outer) & 1 && !((noCoalesce >> t) & 1),
  );
}
