// The keys of a temporal or spatial directive (B.1 to B.5) written into a draft.

import { warning } from '../diagnostics/diagnostic.js';
import { locatedNumber } from '../spec/build/values.js';
import { entryOf, type Node } from '../spec/node.js';
import { readDataspaces } from './dataspace-text.js';
import type { LoopDraft } from './draft.js';
import { factorMacros } from './factor-macros.js';
import { dimensionNames, readFactors } from './factor-text.js';
import { addFactors, type LoopContext, type LoopHandler } from './loop-context.js';
import { addDefault, addSplit, conflict, type DefaultLimit } from './merge.js';
import { readPermutation } from './permutation-text.js';
import { addResiduals } from './residuals.js';

const flagOf =
  (flag: 'noReuse' | 'noLinkTransfer' | 'rmwFirstUpdate'): LoopHandler =>
  (loops, node, context) => {
    loops[flag] |= readDataspaces(node, context);
  };

/** A limit for factors without a statement of their own. */
const defaultOf =
  (limit: DefaultLimit): LoopHandler =>
  (loops, node, context) => {
    addDefault(loops, { limit, stated: locatedNumber(node) }, context);
  };

const shared: Readonly<Record<string, LoopHandler>> = {
  factors: (loops, node, context) => addFactors(loops, readFactors(node, context), context),
  permutation: addPermutation,
  default_max_factor: defaultOf('defaultMax'),
  default_min_factor: defaultOf('defaultMin'),
  ...factorMacros,
  no_reuse: flagOf('noReuse'),
  residuals: addResiduals,
  remainders: (_loops, node, context) => {
    const message = `remainders of ${context.target} have no effect`;
    const hint = 'search imperfect factors with --imperfect';
    context.diagnostics.push(warning('W-DROPPED', message, { span: node.span, hint }));
  },
};

export const temporalHandlers: Readonly<Record<string, LoopHandler>> = {
  ...shared,
  no_temporal_reuse: flagOf('noReuse'),
  rmw_first_update: flagOf('rmwFirstUpdate'),
};

export const spatialHandlers: Readonly<Record<string, LoopHandler>> = {
  ...shared,
  no_multicast_no_reduction: flagOf('noReuse'),
  no_link_transfer: flagOf('noLinkTransfer'),
  split: (loops, node, context) => addSplit(loops, locatedNumber(node), context),
};

export function readLoopFields(
  loops: LoopDraft,
  handlers: Readonly<Record<string, LoopHandler>>,
  context: LoopContext,
): void {
  for (const { key, value } of context.fields.entries) handlers[key]!(loops, value, context);
}

/**
 * Two permutations for one level agree when one begins the other, from the inside and, after a gap, from the outside; or
 * when they do so among the loops that iterate, and then that is said.
 */
function addPermutation(loops: LoopDraft, node: Node, context: LoopContext): void {
  const permutation = readPermutation(node, context);
  if (!permutation) return;
  const earlier = loops.permutation;
  if (!earlier) {
    loops.permutation = permutation;
    return;
  }
  const inner = longerPrefix(earlier.innermost, permutation.innermost);
  const outer = longerPrefix(earlier.outermost.toReversed(), permutation.outermost.toReversed());
  if (inner && outer) {
    loops.permutation = { innermost: inner, outermost: outer.toReversed(), span: permutation.span };
    return;
  }
  const units = unitDimensions(loops, context);
  const [moving, movingEarlier] = [permutation, earlier].map(({ innermost, outermost }) =>
    [...innermost, ...outermost].filter((id) => !units.has(id)),
  );
  const longer = longerPrefix(moving!, movingEarlier!);
  if (longer && permutation.outermost.length + earlier.outermost.length === 0) {
    loops.permutation = longer === moving ? permutation : earlier;
    const message = `two permutations of ${context.target} differ in loops that do not iterate`;
    const related = [{ message: 'the other one', span: earlier.span }];
    context.diagnostics.push(warning('W-COMPAT', message, { span: node.span, related }));
    return;
  }
  const [now, before] = [permutation, earlier].map(
    (one) => `permutation ${dimensionNames([...one.innermost, ...one.outermost], context)}`,
  );
  context.diagnostics.push(conflict(now!, before!, [node.span, earlier.span]));
}

/** Those with one iteration here, whoever says so: their bound, or a factor stated before or in the same directive. */
function unitDimensions(loops: LoopDraft, context: LoopContext): ReadonlySet<number> {
  const units = new Set(context.workload.bounds.flatMap((bound, id) => (bound === 1 ? [id] : [])));
  for (const [id, { value }] of loops.exact) if (value.factor === 1) units.add(id);
  const beside = entryOf(context.fields, 'factors')?.value;
  for (const factor of beside ? readFactors(beside, { ...context, diagnostics: [] }) : [])
    if (factor.relation === '=' && factor.value === 1) units.add(factor.dimension);
  return units;
}

function longerPrefix(a: readonly number[], b: readonly number[]): readonly number[] | undefined {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.every((id, at) => id === long[at]) ? long : undefined;
}
