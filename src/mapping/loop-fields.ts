// The keys of a temporal or spatial directive (B.1 to B.5) written into a draft.

import { error, warning } from '../diagnostics/diagnostic.js';
import { bitsOf } from '../math/bits.js';
import { locatedNumber } from '../spec/build/values.js';
import { entryOf, type Node } from '../spec/node.js';
import { readDataspaces } from './dataspace-text.js';
import type { LoopDraft } from './draft.js';
import { dimensionNames, type NameScope, readFactors } from './factor-text.js';
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

/**
 * Keys of a directive that abbreviate factors (B.6). Those that name what they fix at 1 are expanded at once. Noted down
 * are `factors_only`, because any other directive may state a factor, and `maximize_dims`, which depends on those of all levels.
 */
const factorMacros: Readonly<Record<string, LoopHandler>> = {
  factors_only: (loops, node, context) => {
    const entries = readFactors(node, context);
    addFactors(loops, entries, context);
    const named = [...(loops.only?.value ?? []), ...entries.map((entry) => entry.dimension)];
    loops.only = { value: new Set(named), span: node.span };
  },
  no_iteration_over_dataspaces: (loops, node, context) => fixProjected(loops, node, { ...context, projected: true }),
  must_iterate_over_dataspaces: (loops, node, context) => fixProjected(loops, node, { ...context, projected: false }),
  maximize_dims: (loops, node, context) => {
    const groups = dimensionGroups(node, context);
    const given = entryOf(context.fields, 'maximize_dims_capacity');
    const capacity = given && locatedNumber(given.value).value;
    const earlier = loops.maximized;
    if (earlier) {
      context.diagnostics.push(conflict('maximize_dims', 'another maximize_dims', [node.span, earlier.span]));
    }
    loops.maximized = { value: { groups: groups.filter((group) => group.length > 0), capacity }, span: node.span };
  },
  // Read together with maximize_dims.
  maximize_dims_capacity: (_, node, context) => {
    if (entryOf(context.fields, 'maximize_dims')) return;
    const message = `maximize_dims_capacity has no effect at ${context.target} without maximize_dims`;
    context.diagnostics.push(warning('W-DROPPED', message, { span: node.span }));
  },
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

/** What `factors_only` leaves without a factor, once every directive has been read. */
export function fixOthers(loops: LoopDraft, { workload }: NameScope): void {
  const { only } = loops;
  if (only === undefined) return;
  for (const dimension of workload.dimensions.keys()) {
    if (!isLeftOver(loops, dimension)) continue;
    loops.exact.set(dimension, { value: { factor: 1, residual: undefined }, span: only.span });
  }
}

function isLeftOver({ only, exact, min, max }: LoopDraft, dimension: number): boolean {
  return only !== undefined && ![only.value, exact, min, max].some((stated) => stated.has(dimension));
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
  for (const id of context.workload.dimensions.keys()) if (isLeftOver(loops, id)) units.add(id);
  const beside = entryOf(context.fields, 'factors')?.value;
  for (const factor of beside ? readFactors(beside, { ...context, diagnostics: [] }) : [])
    if (factor.relation === '=' && factor.value === 1) units.add(factor.dimension);
  return units;
}

function longerPrefix(a: readonly number[], b: readonly number[]): readonly number[] | undefined {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.every((id, at) => id === long[at]) ? long : undefined;
}

function dimensionGroups(node: Node, context: LoopContext): readonly (readonly number[])[] {
  const items = node.kind === 'list' ? node.items : [];
  const lists = items.filter((item) => item.kind === 'list');
  const isGrouped = lists.length > 0;
  if (isGrouped && lists.length < items.length) {
    const message = 'maximize_dims has groups of dimensions and dimensions by themselves';
    const expected = 'a list of groups, such as [[M, N], [K]], or one group, [M, N]';
    context.diagnostics.push(error('E-FACTOR', message, { span: node.span, expected }));
    return [];
  }
  const groups = (isGrouped ? items : [node]).map((group) => readPermutation(group, context)?.innermost ?? []);
  const all = groups.flat();
  const twice = all.find((dimension, at) => all.indexOf(dimension) < at);
  if (twice === undefined) return groups;
  const message = `${context.workload.dimensions[twice]!} stands twice in maximize_dims`;
  context.diagnostics.push(error('E-FACTOR', message, { span: node.span, hint: 'name each dimension once' }));
  return [];
}

function fixAtOne(
  loops: LoopDraft,
  applies: (dimension: number) => boolean,
  context: LoopContext & { readonly at: LoopContext['fields']['span'] },
): void {
  const ids = context.workload.dimensions.map((_, dimension) => dimension).filter(applies);
  const entries = ids.map((dimension) => ({ dimension, relation: '=' as const, value: 1, span: context.at }));
  addFactors(loops, entries, context);
}

/** Dimensions that move one of the dataspaces, or those that move none. */
function fixProjected(loops: LoopDraft, node: Node, context: LoopContext & { readonly projected: boolean }): void {
  const terms = bitsOf(readDataspaces(node, context)).flatMap((id) =>
    context.workload.dataspaces[id]!.projection.flat(),
  );
  const moving = new Set(terms.map((term) => term.dimension));
  fixAtOne(loops, (dimension) => moving.has(dimension) === context.projected, { ...context, at: node.span });
}
