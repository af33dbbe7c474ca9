// Where sparsity tells orders of loops apart that a dense model does not: ranks of formats take loops one by one (G.3), and
// conditions hold for what the innermost loop that moves a tensor spans (G.6).

import type { Constraints } from '../../mapping/constraints.js';
import type { EvalPlan } from '../plan.js';
import { isFlat, layOutSparsity, type Optimization, type SparseLayout } from './sparse-layout.js';

/** Where orders matter for other reasons than reuse, whatever the mapping; per level. */
export interface OrderNeeds {
  /** Whether every arrangement of its spatial loops is one of its own. */
  readonly arrangements: readonly boolean[];
  /**
   * Of its temporal loops: null where every order is one of its own; else masks of dimensions, of which it matters which is the first
   * to loop and what loops inside it.
   */
  readonly orders: readonly (readonly number[] | null)[];
}

export function orderNeeds(plan: EvalPlan, constraints: Constraints): OrderNeeds {
  const layout = layOutSparsity(plan);
  const { levels } = plan.architecture;
  const arrangements = levels.map(() => layout?.quirks === true);
  const orders: (number[] | null)[] = levels.map(() => (layout?.quirks ? null : []));
  if (layout === null || layout.quirks) return { arrangements, orders };
  const { formats, dimensions, optimizations } = layout;
  dimensions.forEach((mask, t) => {
    for (let i = 0; i < levels.length; i += 1) {
      const format = formats[t * levels.length + i]!;
      if (format === null || isFlat(format, mask) || isBypassed(constraints, t, i)) continue;
      const from = innermostOf(constraints, t, i);
      arrangements.fill(true, from, i + 1);
      orders.fill(null, from, i + 1);
    }
  });
  const firstOf = (mask: number, from: number, to: number): void => {
    for (let i = from; i < to; i += 1) if (orders[i]?.includes(mask) === false) orders[i]!.push(mask);
  };
  for (const { kind, level, options } of optimizations) {
    if (kind === 'spatial skipping') arrangements.fill(true, 0, level);
    for (const { target } of options) {
      for (const i of firstKeepers(constraints, target, level)) {
        if (isScalar({ layout, constraints }, target, i)) continue;
        const from = innermostOf(constraints, target, i);
        arrangements.fill(true, from, i + 1);
        // Words go to compute as the spatial loops next to it say; without any, a block lies along the innermost loop of all.
        if (from === 0 && levels[i]!.blockSize > 1) firstOf(-1, 0, i + 1);
        if (levels.some((_, inner) => inner < i && !isBypassed(constraints, target, inner)))
          firstOf(dimensions[target]!, from, i + 1);
      }
    }
  }
  return { arrangements, orders };
}

/** An optimization acts at the first level from its own outwards that keeps the dataspace: these may be it. */
export function firstKeepers(constraints: Constraints, t: number, from: Optimization['level']): readonly number[] {
  const found: number[] = [];
  for (let i = from; i < constraints.levels.length; i += 1) {
    if (!isBypassed(constraints, t, i)) found.push(i);
    if ((constraints.levels[i]!.keep >> t) & 1) break;
  }
  return found;
}

function isBypassed({ levels }: Constraints, t: number, i: number): boolean {
  return ((levels[i]!.bypass >> t) & 1) === 1;
}

/** The innermost level whose loops level i may stand for: outside the next one that always keeps the dataspace. */
function innermostOf({ levels }: Constraints, t: number, i: number): number {
  return levels.slice(0, i).findLastIndex(({ keep }) => (keep >> t) & 1) + 1;
}

/** Words go to compute one by one, and each meets one word of the condition. */
function isScalar(
  { layout, constraints }: { readonly layout: SparseLayout; readonly constraints: Constraints },
  t: number,
  i: number,
): boolean {
  const { levels } = layout.plan.architecture;
  const innermost = levels.slice(0, i).every((_, inner) => isBypassed(constraints, t, inner));
  return innermost && levels[i]!.blockSize === 1 && levels[0]!.kind !== 'fanout';
}
