// Last-iteration trip counts given beside a mapping: a list of {target, type, residuals: {P: 3}} (D.3).

import { error } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import { childOf, itemsOf, type Node, textOf } from '../spec/node.js';
import type { Draft, LoopDraft } from './draft.js';
import type { TreeScope } from './factor-text.js';
import { addResiduals } from './residuals.js';
import { targetsOf } from './target.js';

export interface ResidualContext extends TreeScope {
  readonly draft: Draft;
}

export function readResidualList(node: Node, context: ResidualContext): void {
  for (const item of itemsOf(node)) {
    const loops = loopsOf(item, context);
    if (loops) addResiduals(loops, childOf(item, 'residuals')!, context);
  }
}

function loopsOf(item: Node, context: ResidualContext): LoopDraft | undefined {
  const targets = targetsOf(context.root, context.architecture);
  const name = textOf(item, 'target')!;
  const target = targets.get(name);
  if (!target) {
    const details = { span: item.span, hint: didYouMean(name, targets.keys()) };
    context.diagnostics.push(error('E-NAME', `an imperfect entry targets unknown ${name}`, details));
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
