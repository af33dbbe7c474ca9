// The order of a level's loops (B.3, B.4): which dimensions are fixed innermost and outermost, and the completed
// permutation. The reference's front end first inserts, innermost, every dimension missing from a permutation whose
// bound is 1 or whose factor is stated as 1 in whatever relation; a split then counts those too (`unitLoops`, see spec/compat).

import type { UnitLoops } from '../spec/compat.js';
import type { Workload } from '../workload/workload.js';
import type { LoopDraft } from './draft.js';

export interface LoopOrder {
  readonly innermost: readonly number[];
  readonly outermost: readonly number[];
}

export interface OrderOptions {
  readonly workload: Workload;
  /** Where the unit loops that the reference inserts count. */
  readonly unitLoops: UnitLoops;
  /** Whose factors decide what is inserted, and whether there is a split. */
  readonly factors: readonly LoopDraft[];
}

export function orderOf(loops: LoopDraft, options: OrderOptions): LoopOrder {
  const innermost = loops.permutation?.innermost ?? [];
  const outermost = loops.permutation?.outermost ?? [];
  const { unitLoops, factors } = options;
  const isSplit = [loops, ...factors].some(({ split }) => split !== undefined);
  if (unitLoops === 'nowhere' || (unitLoops === 'in splits' && !isSplit)) return { innermost, outermost };
  // One by one at the front: the last one ends up innermost.
  const units = [
    ...unitFactors(factors),
    ...dimensionIds(options.workload).filter((id) => options.workload.bounds[id] === 1),
  ];
  const inserted = [...new Set(units)].filter((id) => !innermost.includes(id) && !outermost.includes(id)).reverse();
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

function unitFactors(factors: readonly LoopDraft[]): readonly number[] {
  return factors.flatMap(({ exact, min, max }) => [
    ...[...exact].filter(([, { value }]) => value.factor === 1).map(([id]) => id),
    ...[...min, ...max].filter(([, { value }]) => value === 1).map(([id]) => id),
  ]);
}
