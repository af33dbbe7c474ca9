// `maximize_dims` (B.6): factors as large as a capacity allows, chosen one fan-out or level after the other, all spatial
// ones first, each from the inside out. A dimension that does not fit may take an imperfect factor, which is worth the
// average of its full passes and the short last one.

import { error } from '../diagnostics/diagnostic.js';
import { primeFactors } from '../math/divisors.js';
import type { Draft, LoopDraft } from './draft.js';
import type { TreeScope } from './factor-text.js';
import { addFactor } from './merge.js';

type MaximizeContext = Omit<TreeScope, 'root'>;

export function expandMaximizedDims(draft: Draft, context: MaximizeContext): void {
  draft.levels.forEach((level, index) => {
    const { fanoutX, fanoutY } = context.architecture.levels[index]!;
    if (level.spatial?.maximized) expand(level.spatial, { ...context, draft, index, available: fanoutX * fanoutY });
  });
  draft.levels.forEach((level, index) => {
    if (level.temporal.maximized) expand(level.temporal, { ...context, draft, index, available: undefined });
  });
}

interface ExpandContext extends MaximizeContext {
  readonly draft: Draft;
  readonly index: number;
  readonly available: number | undefined;
}

function expand(loops: LoopDraft, context: ExpandContext): void {
  const { value, span } = loops.maximized!;
  const owner = context.architecture.levels[context.index]!.name;
  const capacity = value.capacity ?? context.available;
  if (capacity === undefined) {
    const message = `maximize_dims of ${owner} has no capacity to fill`;
    context.diagnostics.push(error('E-REQUIRED', message, { span, expected: 'maximize_dims_capacity' }));
    return;
  }
  for (const dimension of value.groups.flat()) {
    if (!loops.exact.has(dimension) && !loops.min.has(dimension) && !loops.max.has(dimension)) continue;
    const message = `maximize_dims of ${owner} names ${context.workload.dimensions[dimension]!}, which is constrained already`;
    context.diagnostics.push(error('E-CONFLICT', message, { span }));
    return;
  }
  for (const group of value.groups) {
    const fixed = [...loops.exact.values()].map((one) => one.value.factor);
    const least = [...loops.min.values()].map((one) => one.value);
    const room = [...fixed, ...least].reduce((left, factor) => Math.floor(left / factor), capacity);
    const bounds = group.map((dimension) => remainingBound(dimension, context));
    bestFactors(bounds, room).factors.forEach((factor, at) => {
      addFactor(loops, { dimension: group[at]!, relation: '=', value: factor, span }, context);
    });
  }
}

/** What all fixed factors of the dimension, at any level, leave over. */
function remainingBound(dimension: number, context: ExpandContext): number {
  const everywhere = context.draft.levels.flatMap((level) => [level.temporal, level.spatial]);
  return everywhere.reduce((left, loops) => {
    const fixed = loops?.exact.get(dimension)?.value.factor ?? 1;
    return Math.ceil(left / fixed);
  }, context.workload.bounds[dimension]!);
}

export interface Choice {
  readonly factors: readonly number[];
  /** Average work per pass. */
  readonly worth: number;
}

/**
 * One factor per bound with a product of at most `room`: prime after prime, and where a bound does not fit one imperfect
 * factor at the end. The steps and the order of comparisons are the reference's, so that ties fall as they do there: to
 * the dimension named first.
 */
export function bestFactors(bounds: readonly number[], room: number, known = new Map<string, Choice>()): Choice {
  const key = `${bounds.join()};${room}`;
  const before = known.get(key);
  if (before) return before;
  let best: Choice = { factors: bounds.map(() => 1), worth: 1 };
  bounds.forEach((bound, at) => {
    if (room <= 1) return;
    if (bound > room) {
      const passes = Math.ceil(bound / room);
      const factor = Math.ceil(bound / passes);
      const worth = (factor * (passes - 1) + (bound % factor)) / passes;
      if (worth > best.worth) best = { factors: bounds.map((_, id) => (id === at ? factor : 1)), worth };
    }
    for (const prime of primeFactors(bound)) {
      if (prime > room) continue;
      const rest = bestFactors(bounds.with(at, bound / prime), Math.floor(room / prime), known);
      const worth = rest.worth * prime;
      if (worth > best.worth) best = { factors: rest.factors.with(at, rest.factors[at]! * prime), worth };
    }
  });
  known.set(key, best);
  return best;
}
