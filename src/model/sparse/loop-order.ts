// Where sparsity tells orders of loops apart that a dense model does not: ranks of formats take loops one by one (G.3), and
// conditions hold for what the innermost loop that moves a tensor spans (G.6).

import type { Constraints } from '../../mapping/constraints.js';
import type { EvalPlan } from '../plan.js';
import { type Format, layOutSparsity, type Optimization, type SparseLayout } from './sparse-layout.js';

/** Per level: whether the order of its loops may matter for another reason than reuse; the same with every mapping. */
export function orderMatters(plan: EvalPlan, constraints: Constraints): readonly boolean[] {
  const layout = layOutSparsity(plan);
  const matters = plan.architecture.levels.map(() => layout?.quirks === true);
  if (layout === null || layout.quirks) return matters;
  const mark = (from: number, to: number): void => {
    matters.fill(true, from, to);
  };
  const { levels, formats, dimensions, optimizations } = layout;
  dimensions.forEach((mask, t) => {
    for (let i = 0; i < levels; i += 1) {
      const format = formats[t * levels + i]!;
      if (format === null || isFlat(format, mask) || isBypassed(constraints, t, i)) continue;
      mark(innermostOf(constraints, t, i), i + 1);
    }
  });
  for (const { kind, level, options } of optimizations) {
    if (kind === 'spatial skipping') mark(0, level);
    for (const { target } of options) {
      for (const i of firstKeepers(constraints, target, level)) {
        if (!isScalar({ layout, constraints }, target, i)) mark(innermostOf(constraints, target, i), i + 1);
      }
    }
  }
  return matters;
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

/** One rank takes all loops, in whatever order. */
function isFlat({ ranks, innerToOuter }: Format, mask: number): boolean {
  const taking = innerToOuter ? ranks : ranks.slice(-1);
  return taking.every(({ flattened }) => ((flattened[0] ?? 0) & mask) === mask);
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
