// `maximize_dims` (B.6): factors as large as a capacity allows, chosen one fan-out or level after the other, all spatial
// ones first, each from the inside out. A dimension that does not fit may take an imperfect factor, which is worth the
// average of its full passes and the short last one.

import { error } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import { primeFactors } from '../math/divisors.js';
import { type Compat, followsReference } from '../spec/compat.js';
import type { Draft, LoopDraft } from './draft.js';
import type { TreeScope } from './factor-text.js';
import { addFactor } from './merge.js';

interface MaximizeContext extends Omit<TreeScope, 'root'> {
  readonly compat: Compat;
}

export function expandMaximizedDims(draft: Draft, context: MaximizeContext): void {
  draft.levels.forEach((level, index) => {
    const { fanoutX, fanoutY, leaf } = context.architecture.levels[index]!;
    const place = { owner: `the fan-out of ${leaf}`, children: [fanoutX, fanoutY] as const };
    if (level.spatial?.maximized) expand(level.spatial, { ...context, draft, place });
  });
  draft.levels.forEach((level, index) => {
    const place = { owner: context.architecture.levels[index]!.name, children: undefined };
    if (level.temporal.maximized) expand(level.temporal, { ...context, draft, place });
  });
}

interface ExpandContext extends MaximizeContext {
  readonly draft: Draft;
  readonly place: {
    readonly owner: string;
    /** Along X and Y, which is what a fan-out has to fill. */
    readonly children: readonly [number, number] | undefined;
  };
}

function expand(loops: LoopDraft, context: ExpandContext): void {
  const { value, span } = loops.maximized!;
  const { owner, children } = context.place;
  const capacity = value.capacity ?? (children && children[0] * children[1]);
  if (capacity === undefined) {
    const message = `maximize_dims of ${owner} has no capacity to fill`;
    const hint = 'write maximize_dims_capacity: 16 or the like beside it; a fan-out fills its children without';
    context.diagnostics.push(error('E-REQUIRED', message, { span, expected: 'maximize_dims_capacity', hint }));
    return;
  }
  const constrained = value.groups.flat().flatMap((dimension) => {
    const stated = loops.exact.get(dimension) ?? loops.min.get(dimension) ?? loops.max.get(dimension);
    return stated ? [{ name: context.workload.dimensions[dimension]!, stated }] : [];
  });
  const [first] = constrained;
  if (first) {
    const { name, stated } = first;
    const message = `maximize_dims of ${owner} names ${name}, which is constrained already`;
    const related = [{ message: `${name} is constrained here`, span: stated.span }];
    const hint = `leave ${name} out of one of them`;
    context.diagnostics.push(error('E-CONFLICT', message, { span, hint, related }));
    return;
  }
  for (const group of value.groups) {
    const fixed = [...loops.exact.values()].map((one) => one.value.factor);
    const least = [...loops.min.values()].map((one) => one.value);
    const room = [...fixed, ...least].reduce((left, factor) => Math.floor(left / factor), capacity);
    const bounds = group.map((dimension) => remainingBound(dimension, context));
    bestFactors(bounds, room).factors.forEach((factor, at) => {
      checkSide(factor, group[at]!, { ...context, capacity, span });
      addFactor(loops, { dimension: group[at]!, relation: '=', value: factor, span }, context);
    });
  }
}

/** The factor of a dimension lies along one axis, whose children may be fewer than the fan-out has. */
function checkSide(
  factor: number,
  dimension: number,
  { place, workload, capacity, span, compat, diagnostics }: ExpandContext & { readonly capacity: number; span: Span },
): void {
  const { owner, children } = place;
  const side = children && Math.max(...children);
  // The reference asks for the products along an axis over all fan-outs.
  if (side === undefined || factor <= side || followsReference(compat)) return;
  const name = workload.dimensions[dimension]!;
  const message = `maximize_dims chooses ${name}=${factor} for a capacity of ${capacity}, and ${owner} is ${children![0]} x ${children![1]}`;
  const expected = `${side} at most, as one dimension lies along one axis`;
  const hint = `write maximize_dims_capacity: ${side} beside it, or the factors themselves`;
  diagnostics.push(error('E-FACTOR', message, { span, expected, hint }));
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
function bestFactors(bounds: readonly number[], room: number, known = new Map<string, Choice>()): Choice {
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
