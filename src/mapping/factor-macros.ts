// Keys of a directive that abbreviate factors (B.6). Those that only fix factors at 1 are expanded at once;
// `maximize_dims` is noted down, because it depends on the factors of all other levels.

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
    const nested = node.kind === 'list' && node.items.every((item) => item.kind === 'list');
    const groups = (nested ? node.items : [node]).map((group) => readPermutation(group, context)?.innermost ?? []);
    const given = entryOf(context.fields, 'maximize_dims_capacity');
    const capacity = given && locatedNumber(given.value).value;
    const earlier = loops.maximized;
    if (earlier) {
      context.diagnostics.push(conflict('maximize_dims', 'another maximize_dims', [node.span, earlier.span]));
    }
    loops.maximized = { value: { groups: groups.filter((group) => group.length > 0), capacity }, span: node.span };
  },
  // Read together with maximize_dims.
  maximize_dims_capacity: () => undefined,
};

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
