// The order of a level's loops (B.3, B.4): which dimensions are fixed innermost and outermost, and the completed
// permutation. The reference's front end first inserts, innermost, every dimension missing from a permutation whose
// bound is 1 or whose factor is stated as 1 in whatever relation; a split then counts those too (--compat only).

import type { Compat } from '../spec/compat.js';
import type { Workload } from '../workload/workload.js';
import type { LoopDraft } from './draft.js';

export interface LoopOrder {
  readonly innermost: readonly number[];
  readonly outermost: readonly number[];
}

export interface OrderOptions {
  readonly workload: Workload;
  readonly compat: Compat;
  /** Whose factors decide what is inserted under --compat. */
  readonly factors: readonly LoopDraft[];
}

export function orderOf(loops: LoopDraft, options: OrderOptions): LoopOrder {
  const innermost = loops.permutation?.innermost ?? [];
  const outermost = loops.permutation?.outermost ?? [];
  if (options.compat === 'none') return { innermost, outermost };
  const inserted = dimensionIds(options.workload).filter(
    (id) => !innermost.includes(id) && !outermost.includes(id) && countsAsUnit(id, options),
  );
  return { innermost: [...inserted, ...innermost], outermost };
}

/** Every dimension once: what is fixed, and the free ones in the order of their ids between. */
export function completed(order: LoopOrder, workload: Workload): readonly number[] {
  const fixed = new Set([...order.innermost, ...order.outermost]);
  const free = dimensionIds(workload).filter((id) => !fixed.has(id));
  return [...order.innermost, ...free, ...order.outermost];
}

function dimensionIds(workload: Workload): readonly number[] {
  return workload.dimensions.map((_, id) => id);
}

function countsAsUnit(dimension: number, options: OrderOptions): boolean {
  if (options.workload.bounds[dimension] === 1) return true;
  return options.factors.some(
    (loops) =>
      loops.exact.get(dimension)?.value.factor === 1 ||
      loops.min.get(dimension)?.value === 1 ||
      loops.max.get(dimension)?.value === 1,
  );
}
