// Which requirements a witness complies with besides those that it was found for.

import { fitsSomehow } from '../../mapspace/parallelism.js';
import { productOf } from '../../math/product.js';
import { boxWords } from '../../workload/workload.js';
import type { Feasibility, Witness } from './feasibility.js';
import type { Requirement } from './requirement.js';

export function isSatisfied(one: Requirement, witness: Witness, feasibility: Feasibility): boolean {
  const { factors, keep } = witness;
  const { tiling } = feasibility;
  switch (one.kind) {
    case 'bound':
      return productOf(factors[one.dimension]!) === one.bound;
    case 'factor': {
      const factor = factors[one.dimension]![one.position]!;
      return one.relation === '='
        ? factor === one.value
        : one.relation === '<='
          ? factor <= one.value
          : factor >= one.value;
    }
    case 'fanout':
    case 'split':
    case 'order':
      return fitsSomehow(
        tiling.spatial[one.position]!,
        factors.map((vector) => vector[one.position]!),
      );
    case 'keep':
      return ((keep[one.dataspace]! >> one.level) & 1) === 1;
    case 'bypass':
      return ((keep[one.dataspace]! >> one.level) & 1) === 0;
    case 'capacity':
      return heldAt(witness, one.level, feasibility) <= one.words;
    case 'utilization':
      return heldAt(witness, one.level, feasibility) >= one.words;
    case 'parallelism':
      return instancesOf(witness, feasibility) >= one.instances;
    case 'loops':
      return loopsOf(witness, feasibility) <= one.most;
  }
}

/** Words of all dataspaces that a level holds. */
export function heldAt(witness: Witness, level: number, feasibility: Feasibility): number {
  return wordsAt(witness, level, feasibility).reduce((sum, words) => sum + words, 0);
}

/** Of each of them. */
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
  return factors.map((vector, d) => {
    const inside = [...tiling.spatial, ...tiling.temporal].reduce(
      (product, position, p) => (position.depth <= depth ? product * vector[p]! : product),
      1,
    );
    return bounded[d] ? Math.min(inside, problem.workload.bounds[d]!) : inside;
  });
}

export function instancesOf({ factors }: Witness, { tiling }: Feasibility): number {
  return factors.reduce((product, vector) => tiling.spatial.reduce((all, _, p) => all * vector[p]!, product), 1);
}

export function loopsOf({ factors }: Witness, { tiling }: Feasibility): number {
  return factors.reduce(
    (sum, vector) => sum + vector.slice(tiling.spatial.length).filter((factor) => factor > 1).length,
    0,
  );
}

/** F.7.5: beyond the outermost level that keeps and coalesces it, a dataspace takes no room. */
function holds(mask: number, level: number, { problem, t }: { problem: Feasibility['problem']; t: number }): boolean {
  if (!((mask >> level) & 1)) return false;
  return problem.constraints.levels.some(
    ({ noCoalesce }, outer) => outer >= level && (mask >> outer) & 1 && !((noCoalesce >> t) & 1),
  );
}
