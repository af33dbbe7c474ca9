// Constraints per tiling level in their resolved form (section B): names replaced by ids, macros expanded, Parallel
// branches resolved, conflicts already reported. A mapping file's directives end up in the same form, fully fixed.

import type { FactorLimit } from '../math/factorization.js';

/** Limits on one dimension's factor at one level. `exact` fixes it; a factor of 0 has been replaced by the full bound. */
export interface FactorConstraint extends FactorLimit {
  /** Trip count of the last iteration, from `X=e,r`; only with `exact`. */
  readonly residual?: number;
}

export interface LoopConstraints {
  /** Indexed by dimension id. */
  readonly factors: readonly FactorConstraint[];
  /** Dimension ids fixed innermost, first = innermost. */
  readonly innermost: readonly number[];
  /** Dimension ids fixed outermost, last = outermost (what stands after `_` in a permutation string). */
  readonly outermost: readonly number[];
  /**
   * Along one axis of a fan-out the free loops stand in the order in which the workload declares its dimensions, as the
   * reference's mapper has it where no permutation is given (E.2, --compat); false: any order.
   */
  readonly declaredOrder: boolean;
}

export interface TemporalConstraints extends LoopConstraints {
  /** Directly above compute one order stands for all, unless sparsity tells them apart (E.2): then this is set. */
  readonly ordersDiffer?: true;
  /** Dataspace bit masks. */
  readonly noReuse: number;
  readonly rmwFirstUpdate: number;
}

export interface SpatialConstraints extends LoopConstraints {
  /**
   * Loops of the first `split` dimensions of the completed permutation (`innermost`, then the free dimensions, then
   * `outermost`) go to X, the others to Y. null = free (mapper) or all X (model).
   */
  readonly split: number | null;
  readonly noReuse: number;
  readonly noLinkTransfer: number;
}

export interface LevelConstraints {
  readonly temporal: TemporalConstraints;
  /** null where the level has no fan-out below it. */
  readonly spatial: SpatialConstraints | null;
  /** Dataspace bit masks; a dataspace in neither is free (mapper) or kept (model). Fan-out levels bypass everything. */
  readonly keep: number;
  readonly bypass: number;
  readonly noCoalesce: number;
  /** G.8: the part of the tiles that may overflow where the level allows it; absent = any. */
  readonly maxOverbooked?: number;
}

export interface Constraints {
  /** Innermost first, aligned with `Architecture.levels`. */
  readonly levels: readonly LevelConstraints[];
  /** Least product over the spatial levels of used / available fan-out; 0 = none. */
  readonly minParallelism: number;
  /** Most temporal loops with bound > 1; null = no limit. */
  readonly maxTemporalLoops: number | null;
}

/** Dataspaces, a mask, of which some level takes in all again at every visit (temporal `no_reuse`, B.5). */
export function broughtAgain({ levels }: Pick<Constraints, 'levels'>): number {
  return levels.reduce((mask, { temporal }) => mask | temporal.noReuse, 0);
}
