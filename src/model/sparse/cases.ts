// Parts of a mapspace that are bounded each on its own, because more is known of what zeros leave there. Of several options of
// one optimization the hardware takes one: what each way to choose leaves at least is more than what all options together
// would. And a condition that goes with a child's tile of the target is no smaller than its own tile at that child (G.6): where
// that is large, it is hardly ever empty; where it is small, few tiles can stand there.

import type { StorageLevel } from '../../arch/architecture.js';
import type { Constraints } from '../../mapping/constraints.js';
import type { EvalPlan } from '../plan.js';
import { childKeeper } from './loop-order.js';
import { layOutSparsity, type SparseLayout } from './sparse-layout.js';

/** Mappings whose tile of dataspace `t` at a level has at least so many words, and fewer than others. */
export interface TileRange {
  readonly t: number;
  readonly level: number;
  readonly least: number;
  readonly below: number;
}

export interface SparseCase {
  readonly plan: EvalPlan;
  readonly tiles: readonly TileRange[];
}

/** A condition that is all zero less often than this is as good as none. */
const seldom = 1 / 64;

/** The case as cases that are known better, `most` at most; none where nothing more is to be known. */
export function dividedCase(
  { plan, tiles }: SparseCase,
  { constraints, most }: { readonly constraints: Constraints; readonly most: number },
): readonly SparseCase[] {
  const plans = optionChoices(plan, most);
  if (plans.length > 1) return plans.map((one) => ({ plan: one, tiles }));
  const layout = layOutSparsity(plan);
  const divided = layout === null ? null : dividedRange(layout, constraints, tiles);
  if (divided === null) return [];
  const others = tiles.filter(({ t, level }) => t !== divided[0].t || level !== divided[0].level);
  return divided.map((range) => ({ plan, tiles: [...others, range] }));
}

/** The plan for every way to take one option of each optimization; itself alone where there are more than `most`. */
function optionChoices(plan: EvalPlan, most: number): readonly EvalPlan[] {
  const { architecture } = plan;
  let chosen: readonly (readonly StorageLevel[])[] = [[]];
  for (const level of architecture.levels) {
    const ways = waysOf(level);
    chosen = chosen.flatMap((inside) => ways.map((way) => [...inside, way]));
    if (chosen.length > most) return [plan];
  }
  return chosen.length === 1
    ? [plan]
    : chosen.map((levels) => ({ ...plan, architecture: { ...architecture, levels } }));
}

function waysOf(level: StorageLevel): readonly StorageLevel[] {
  const { sparsity } = level;
  if (sparsity === undefined) return [level];
  let chosen: readonly (typeof sparsity.actions)[] = [[]];
  for (const action of sparsity.actions)
    chosen = chosen.flatMap((before) => action.options.map((option) => [...before, { ...action, options: [option] }]));
  return chosen.map((actions) => ({ ...level, sparsity: { ...sparsity, actions } }));
}

/** The condition on a child's tile whose chance to be empty is known least, in two. */
function dividedRange(
  layout: SparseLayout,
  constraints: Constraints,
  tiles: readonly TileRange[],
): readonly [TileRange, TileRange] | null {
  let widest = 2 * seldom;
  let found: readonly [TileRange, TileRange] | null = null;
  for (const { kind, level: from, options } of layout.optimizations) {
    for (const { target, conditionOn } of kind === 'spatial skipping' ? [] : options) {
      const level = childKeeper(layout.plan.architecture, constraints, target, from);
      if (level === null || layout.quirks) continue;
      for (const t of conditionOn) {
        const density = layout.densities[t]!;
        if (!density.shapeless) continue;
        const whole = { t, level, least: 1, below: Number.POSITIVE_INFINITY };
        const range = tiles.find((one) => one.t === t && one.level === level) ?? whole;
        const empty = (words: number): number => density.empty({ words, extents: [words] });
        const bounded = range.below < Number.POSITIVE_INFINITY;
        const [most, least] = [empty(range.least), bounded ? empty(range.below - 1) : 0];
        if (most - least <= widest) continue;
        widest = most - least;
        const at = firstBelow(range, bounded ? (most + least) / 2 : seldom, empty);
        found = [
          { ...range, least: at },
          { ...range, below: at },
        ];
      }
    }
  }
  return found;
}

/** The least words in a range, but its first, that are empty with no more than a probability. */
function firstBelow({ least, below }: TileRange, probability: number, empty: (words: number) => number): number {
  let from = least;
  let to = Math.min(below - 1, 2 * least);
  while (to < below - 1 && empty(to) > probability) to = Math.min(below - 1, 2 * to);
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (empty(middle) > probability) from = middle;
    else to = middle;
  }
  return to;
}
