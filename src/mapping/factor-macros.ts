// Keys of a directive that abbreviate factors (B.6). Those that only fix factors at 1 are expanded at once;
// `maximize_dims` is noted down, because it depends on the factors of all other levels.

import { error, warning } from '../diagnostics/diagnostic.js';
import { bitsOf } from '../math/bits.js';
import { locatedNumber } from '../spec/build/values.js';
import { entryOf, type Node } from '../spec/node.js';
import { readDataspaces } from './dataspace-text.js';
import type { LoopDraft } from './draft.js';
import { readFactors } from './factor-text.js';
import { addFactors, type LoopContext, type LoopHandler } from './loop-context.js';
import { conflict } from './merge.js';
import { readPermutation } from './permutation-text.js';

export const factorMacros: Readonly<Record<string, LoopHandler>> = {
  factors_only: (loops, node, context) => {
    const entries = readFactors(node, context);
    addFactors(loops, entries, context);
    const named = new Set(entries.map((entry) => entry.dimension));
    fixAtOne(loops, (dimension) => !named.has(dimension), { ...context, at: node.span });
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
