// Parallel branches (A.6): what the children keep must be disjoint and together cover what reaches the branch; every
// child then bypasses what it does not keep.

import { leavesOf } from '../arch/tree-checks.js';
import { error } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import { maskOf } from '../math/bits.js';
import type { ArchNode, Branch, Leaf } from '../spec/spec.js';
import { allDataspaces, dataspaceNames } from './dataspace-text.js';
import type { Draft } from './draft.js';
import type { TreeScope } from './factor-text.js';
import { spansOf } from './keep-fields.js';
import { addKeeps } from './merge.js';
import { targetOf } from './target.js';

export interface ParallelContext extends TreeScope {
  /** `deferred` while a mapping may still say which child keeps a dataspace. */
  readonly coverage: 'required' | 'deferred';
}

export function resolveParallels(draft: Draft, context: ParallelContext): void {
  visit(context.root, allDataspaces(context), { ...context, draft });
}

type Resolving = ParallelContext & { readonly draft: Draft };

function visit(node: ArchNode, reaching: number, context: Resolving): void {
  if (!('nodes' in node)) return;
  if (node.kind === 'parallel') resolve(node, reaching, context);
  else for (const child of node.nodes) visit(child, reaching, context);
}

function resolve(branch: Branch, reaching: number, context: Resolving): void {
  const children = branch.nodes.map((node) => ({ node, kept: keptIn(node, context) }));
  const keeper = new Map<number, Span>();
  for (const child of children) {
    for (const [dataspace, span] of child.kept) {
      const earlier = keeper.get(dataspace);
      if (earlier) reportTwice(dataspace, [span, earlier], context);
      else keeper.set(dataspace, span);
    }
  }
  const orphans = reaching & ~maskOf(keeper.keys());
  if (orphans !== 0 && context.coverage === 'required') reportOrphans(branch, orphans, context);
  for (const { node, kept } of children) {
    const mask = maskOf(kept.keys());
    for (const leaf of leavesOf(node)) bypassOthers(leaf, { ...context, branch, kept: mask, orphans });
    visit(node, mask, context);
  }
}

/** Where each dataspace is kept by anything inside the node. */
function keptIn(node: ArchNode, context: Resolving): ReadonlyMap<number, Span> {
  const kept = new Map<number, Span>();
  for (const leaf of leavesOf(node)) {
    const storage = targetOf(leaf, context.architecture).storage;
    const own = storage === undefined ? context.draft.nothings.get(leaf) : context.draft.levels[storage]!.keep;
    for (const [dataspace, span] of own ?? []) if (!kept.has(dataspace)) kept.set(dataspace, span);
  }
  return kept;
}

function bypassOthers(
  leaf: Leaf,
  context: Resolving & { readonly branch: Branch; readonly kept: number; readonly orphans: number },
): void {
  const storage = targetOf(leaf, context.architecture).storage;
  if (storage === undefined) return;
  const deferred = context.coverage === 'deferred' ? context.orphans : 0;
  const others = allDataspaces(context) & ~context.kept & ~deferred;
  addKeeps(context.draft.levels[storage]!, 'bypass', spansOf(others, context.branch.span), context);
}

function reportTwice(dataspace: number, spans: readonly [Span, Span], context: Resolving): void {
  const name = context.workload.dataspaces[dataspace]!.name;
  const message = `two children of a Parallel branch keep ${name}`;
  const related = [{ message: 'also kept here', span: spans[1] }];
  const expected = 'each dataspace in exactly one child';
  context.diagnostics.push(error('E-PARALLEL', message, { span: spans[0], expected, related }));
}

function reportOrphans(branch: Branch, orphans: number, context: Resolving): void {
  const names = dataspaceNames(orphans, context);
  const message = `no child of the Parallel branch keeps ${names}`;
  const hint = `add keep: [${names}] to one child, or a !Nothing with constraints: {dataspace: {keep: [${names}]}}`;
  context.diagnostics.push(error('E-PARALLEL', message, { span: branch.span, hint }));
}
