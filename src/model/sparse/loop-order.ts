// Where sparsity tells orders of loops apart that a dense model does not: ranks of formats take loops one by one (G.3), and
// conditions hold for what the innermost loop that moves a tensor spans (G.6).

import type { Architecture } from '../../arch/architecture.js';
import type { Constraints } from '../../mapping/constraints.js';
import type { EvalPlan } from '../plan.js';
import { isFlat, layOutSparsity, type Optimization, type SparseLayout } from './sparse-layout.js';

/** One access of a target, and what it meets of one condition: masks of the dimensions that move them. */
export interface Meeting {
  readonly target: number;
  readonly condition: number;
}

/** What matters of the order of one level's spatial loops: nothing where both are empty. */
export interface SequenceNeeds {
  /** Masks of dimensions whose loops matter in their order. */
  readonly sequences: readonly number[];
  readonly meetings: readonly Meeting[];
}

/** Where orders matter for other reasons than reuse, whatever the mapping; per level. */
export interface OrderNeeds {
  readonly arrangements: readonly SequenceNeeds[];
  /**
   * Of its temporal loops: null where every order is one of its own; else masks of dimensions, of which it matters which is the first
   * to loop and what loops inside it.
   */
  readonly orders: readonly (readonly number[] | null)[];
  /** The same where some loop inside all storage is spatial. */
  readonly ordersOutsideSpread: readonly (readonly number[] | null)[];
}

export function matters({ sequences, meetings }: SequenceNeeds): boolean {
  return sequences.length > 0 || meetings.length > 0;
}

/**
 * The same for orders of a level's spatial loops, inner to outer, that sparsity does not tell apart. Conditions hold for
 * all that spatial loops span, in whatever order; but a block of the target lies along the first loop that moves it (or all
 * of them, if none does), and the condition is met out of order where it is moved again outside the first loop that both share.
 */
export function sequenceSignature({ sequences, meetings }: SequenceNeeds, order: readonly number[]): string {
  const within = (mask: number): number[] => order.filter((d) => (mask >> d) & 1);
  const seen = sequences.map((mask) => within(mask).join());
  const met = meetings.map(({ target, condition }) => {
    const moving = within(condition);
    const shared = moving.findIndex((d) => (target >> d) & 1);
    return `${within(target)[0] ?? order.at(-1)}${shared >= 0 && shared < moving.length - 1 ? '!' : ''}`;
  });
  return [...seen, ...met].join(';');
}

export function orderNeeds(plan: EvalPlan, constraints: Constraints): OrderNeeds {
  const layout = layOutSparsity(plan);
  const { levels } = plan.architecture;
  const arrangements = levels.map(() => ({ sequences: layout?.quirks ? [-1] : [], meetings: [] as Meeting[] }));
  const orders: (number[] | null)[] = levels.map(() => (layout?.quirks ? null : []));
  if (layout === null || layout.quirks) return { arrangements, orders, ordersOutsideSpread: orders };
  const { formats, dimensions, optimizations } = layout;
  dimensions.forEach((mask, t) => {
    for (let i = 0; i < levels.length; i += 1) {
      const format = formats[t * levels.length + i]!;
      if (format === null || isFlat(format, mask) || isBypassed(constraints, t, i)) continue;
      const from = innermostOf(constraints, t, i);
      for (const { sequences } of arrangements.slice(from, i + 1)) sequences.push(mask);
      orders.fill(null, from, i + 1);
    }
  });
  const firstOf = (mask: number, from: number, to: number): void => {
    for (let i = from; i < to; i += 1) if (orders[i]?.includes(mask) === false) orders[i]!.push(mask);
  };
  const blocked = levels.map(() => false);
  for (const { kind, level, options } of optimizations) {
    // Of what is inside the first loop that moves a condition nothing moves it.
    if (kind === 'spatial skipping') continue;
    for (const { target, conditionOn } of options) {
      for (const i of firstKeepers(constraints, target, level)) {
        if (isScalar({ layout, constraints }, target, i)) continue;
        const from = innermostOf(constraints, target, i);
        const met = conditionOn.map((t) => ({ target: dimensions[target]!, condition: dimensions[t]! }));
        for (const { meetings } of arrangements.slice(from, i + 1)) meetings.push(...met);
        // Words go to compute as the spatial loops next to it say; without any, a block lies along the innermost loop of all.
        if (from === 0 && levels[i]!.blockSize > 1) blocked.fill(true, 0, i + 1);
        if (levels.some((_, inner) => inner < i && !isBypassed(constraints, target, inner)))
          firstOf(dimensions[target]!, from, i + 1);
      }
    }
  }
  const any = orders.map((masks, i) => (masks !== null && blocked[i] ? [...masks, -1] : masks));
  return { arrangements, orders: any, ordersOutsideSpread: orders };
}

/**
 * The same constraints, which say so where sparsity tells orders of the loops directly above compute apart: ranks take
 * them (G.3), or a block of words lies along the innermost one (G.6). The reference's mapper knows one order there.
 */
export function withInnermostOrders(plan: EvalPlan, constraints: Constraints): Constraints {
  const [innermost, ...outer] = constraints.levels;
  const hasOrders = !plan.options.referenceQuirks && plan.architecture.levels[0]!.kind === 'storage';
  if (!hasOrders || orderNeeds(plan, constraints).orders[0]?.length === 0) return constraints;
  const temporal = { ...innermost!.temporal, ordersDiffer: true as const };
  return { ...constraints, levels: [{ ...innermost!, temporal }, ...outer] };
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

/**
 * The storage that an optimization of `t` sends tiles to, where every mapping has the same, and nothing but fan-outs between
 * the two; null where compute is served, or it is not known who.
 */
export function childKeeper(
  { levels }: Pick<Architecture, 'levels'>,
  constraints: Constraints,
  t: number,
  from: Optimization['level'],
): number | null {
  const [keeper, ...others] = firstKeepers(constraints, t, from);
  if (keeper === undefined || others.length > 0) return null;
  return keeperInside(constraints, t, { i: keeper, passes: (j) => levels[j]!.kind === 'fanout' });
}

/** The next level inside level i that is not passed, if every mapping keeps the dataspace there; null otherwise. */
export function keeperInside(
  { levels }: Constraints,
  t: number,
  { i, passes }: { readonly i: number; readonly passes: (j: number) => boolean },
): number | null {
  let child = i - 1;
  while (child >= 0 && passes(child)) child -= 1;
  return child >= 0 && (levels[child]!.keep >> t) & 1 ? child : null;
}

export function isBypassed({ levels }: Constraints, t: number, i: number): boolean {
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
