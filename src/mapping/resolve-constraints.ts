// A draft in its final form: what is not stated gets its default (B.1, B.7), and statements lose their places.

import { maskOf } from '../math/bits.js';
import { type Compat, followsReference, type UnitLoops } from '../spec/compat.js';
import type { Constraints, FactorConstraint, LevelConstraints, LoopConstraints } from './constraints.js';
import { allDataspaces } from './dataspace-text.js';
import type { Draft, LevelDraft, LoopDraft } from './draft.js';
import type { BareProblem } from './implied.js';
import { completed, orderOf } from './loop-order.js';
import { overbooked } from './overbooking.js';

export interface ResolveOptions extends BareProblem {
  readonly compat: Compat;
  readonly unitLoops: UnitLoops;
  readonly maxTemporalLoops: number | null;
}

export function resolveConstraints(draft: Draft, options: ResolveOptions): Constraints {
  const { levels } = options.architecture;
  const backing = levels.findLastIndex((level) => level.kind === 'storage');
  return {
    levels: draft.levels.map((level, index) =>
      levels[index]!.kind === 'fanout'
        ? resolveFanout(level, options)
        : resolveStorage(level, { ...options, isBacking: index === backing }),
    ),
    minParallelism: draft.minParallelism?.value ?? 0,
    maxTemporalLoops: options.maxTemporalLoops,
  };
}

function resolveStorage(
  level: LevelDraft,
  options: ResolveOptions & { readonly isBacking: boolean },
): LevelConstraints {
  const bypass = maskOf(level.bypass.keys());
  // The backing store keeps everything unless told otherwise.
  const keep = options.isBacking ? allDataspaces(options) & ~bypass : maskOf(level.keep.keys());
  const { noReuse, rmwFirstUpdate } = level.temporal;
  const temporal = { ...loopsOf(level.temporal, options), noReuse, rmwFirstUpdate };
  const { noCoalesce, maxOverbooked } = level;
  return { temporal, spatial: null, keep, bypass, noCoalesce, ...overbooked(maxOverbooked) };
}

function resolveFanout(level: LevelDraft, options: ResolveOptions): LevelConstraints {
  const { workload } = options;
  const temporal = {
    factors: workload.dimensions.map(() => ({ exact: 1 })),
    innermost: completed({ innermost: [], outermost: [] }, workload),
    outermost: [],
    declaredOrder: false,
    noReuse: 0,
    rmwFirstUpdate: 0,
  };
  const { split, noReuse, noLinkTransfer } = level.spatial!;
  const spatial = { ...loopsOf(level.spatial!, options), split: split?.value ?? null, noReuse, noLinkTransfer };
  return { temporal, spatial, keep: 0, bypass: allDataspaces(options), noCoalesce: 0 };
}

function loopsOf(loops: LoopDraft, options: ResolveOptions): LoopConstraints {
  return {
    factors: options.workload.dimensions.map((_, dimension) => factorOf(loops, dimension)),
    ...orderOf(loops, { ...options, factors: [loops] }),
    declaredOrder: followsReference(options.compat) && loops.permutation === undefined,
  };
}

/** The default limits hold for dimensions without a statement of their own. */
function factorOf(loops: LoopDraft, dimension: number): FactorConstraint {
  const exact = loops.exact.get(dimension)?.value;
  const own = exact !== undefined || loops.min.has(dimension) || loops.max.has(dimension);
  const min = loops.min.get(dimension)?.value ?? (own ? undefined : loops.defaultMin?.value);
  const max = loops.max.get(dimension)?.value ?? (own ? undefined : loops.defaultMax?.value);
  return {
    ...(exact === undefined ? {} : { exact: exact.factor }),
    ...(exact?.residual === undefined ? {} : { residual: exact.residual }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
}
