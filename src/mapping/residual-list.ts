// Last-iteration trip counts given beside a mapping: a list of {target, type, residuals: {P: 3}} (D.3).

import { error } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import { childOf, entryOf, type MapNode, type Node, textOf } from '../spec/node.js';
import type { Draft, LoopDraft } from './draft.js';
import type { TreeScope } from './factor-text.js';
import { addResiduals } from './residuals.js';
import { targetsOf } from './target.js';

export interface ResidualContext extends TreeScope {
  readonly draft: Draft;
}

/** Accepts the list itself or a map that holds it under `imperfect`. */
export function readResidualList(node: Node, context: ResidualContext): void {
  const list = node.kind === 'map' ? entryOf(node, 'imperfect')?.value : node;
  if (!list || (list.kind === 'scalar' && list.value === null)) return;
  if (list.kind !== 'list') {
    const expected = 'a list of {target, type, residuals}';
    context.diagnostics.push(error('E-TYPE', 'imperfect is no list', { span: list.span, expected }));
    return;
  }
  for (const item of list.items) {
    const residuals = childOf(item, 'residuals');
    if (item.kind !== 'map' || !residuals) {
      const expected = '{target, type, residuals: {dimension: trips}}';
      const message = 'an imperfect entry gives no residuals';
      context.diagnostics.push(error('E-REQUIRED', message, { span: item.span, expected }));
      continue;
    }
    const loops = loopsOf(item, context);
    if (loops) addResiduals(loops, residuals, context);
  }
}

function loopsOf(item: MapNode, context: ResidualContext): LoopDraft | undefined {
  const targets = targetsOf(context.root, context.architecture);
  const name = textOf(item, 'target') ?? '';
  const target = targets.get(name);
  if (!target) {
    const details = { span: item.span, hint: didYouMean(name, targets.keys()) };
    context.diagnostics.push(error('E-NAME', `an imperfect entry targets unknown ${name || 'nothing'}`, details));
    return undefined;
  }
  const spatial = textOf(item, 'type') === 'spatial';
  const index = spatial ? target.fanout : target.storage;
  const level = index === undefined ? undefined : context.draft.levels[index];
  const loops = spatial ? level?.spatial : level?.temporal;
  if (!loops) {
    const message = `${name} has no ${spatial ? 'spatial' : 'temporal'} loops to make imperfect`;
    context.diagnostics.push(error('E-MAPPING', message, { span: item.span }));
  }
  return loops;
}
