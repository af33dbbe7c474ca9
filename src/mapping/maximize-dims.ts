// `maximize_dims` (B.6): factors as large as a capacity allows, chosen one fan-out or level after the other, all spatial
// ones first, each from the inside out. A dimension that does not fit may take an imperfect factor, which is worth the
// average of its full passes and the short last one.

import type { Architecture } from '../arch/architecture.js';
import { error } from '../diagnostics/diagnostic.js';
import type { Draft, LoopDraft } from './draft.js';
import type { NameScope } from './factor-text.js';
import { addFactor } from './merge.js';

export interface MaximizeContext extends NameScope {
  readonly architecture: Architecture;
}

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

/** One factor per bound with a product of at most `room`; of equally good choices the one found first. */
export function bestFactors(bounds: readonly number[], room: number): Choice {
  const [bound, ...others] = bounds;
  if (bound === undefined) return { factors: [], worth: 1 };
  let best: Choice = { factors: bounds.map(() => 1), worth: 0 };
  for (const option of candidates(bound, room)) {
    const rest = bestFactors(others, Math.floor(room / option.factor));
    const worth = option.worth * rest.worth;
    // A relative margin, so that rounding does not decide between equals.
    if (worth > best.worth * (1 + 1e-12)) best = { factors: [option.factor, ...rest.factors], worth };
  }
  return best;
}

function candidates(bound: number, room: number): readonly { readonly factor: number; readonly worth: number }[] {
  const perfect = divisors(bound).filter((factor) => factor <= Math.max(1, room));
  const options = perfect.map((factor) => ({ factor, worth: factor }));
  if (bound <= room || room < 1) return options;
  const passes = Math.ceil(bound / room);
  const factor = Math.ceil(bound / passes);
  const last = bound % factor;
  const worth = (factor * (passes - 1) + (last === 0 ? factor : last)) / passes;
  return [...options, { factor, worth }];
}

function divisors(bound: number): readonly number[] {
  const found: number[] = [];
  for (let low = 1; low * low <= bound; low += 1) {
    if (bound % low !== 0) continue;
    found.push(low);
    if (low * low !== bound) found.push(bound / low);
  }
  return found.sort((a, b) => a - b);
}
