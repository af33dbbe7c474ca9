// Last-iteration trip counts given beside a mapping (`imperfect:`): a list of {target, type, residuals: {P: 3}} (D.3).

import type { Architecture } from '../arch/architecture.js';
import { error } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import { type Entry, entryOf, type MapNode, type Node } from '../spec/node.js';
import type { Branch } from '../spec/spec.js';
import type { Draft, LoopDraft } from './draft.js';
import { type NameScope, unknownDimension } from './factor-text.js';
import { targetsOf } from './target.js';

export interface ResidualContext extends NameScope {
  readonly root: Branch;
  readonly architecture: Architecture;
  readonly draft: Draft;
}

/** Accepts the list itself or a map that holds it under `imperfect`. */
export function applyResiduals(node: Node, context: ResidualContext): void {
  const list = node.kind === 'map' ? entryOf(node, 'imperfect')?.value : node;
  if (list?.kind !== 'list') {
    if (list?.kind === 'scalar' && list.value === null) return;
    const expected = 'a list of {target, type, residuals}';
    context.diagnostics.push(error('E-TYPE', 'imperfect is no list', { span: (list ?? node).span, expected }));
    return;
  }
  for (const item of list.items) {
    const loops = item.kind === 'map' ? loopsOf(item, context) : undefined;
    const residuals = item.kind === 'map' ? entryOf(item, 'residuals')?.value : undefined;
    if (residuals?.kind !== 'map') {
      const expected = '{target, type, residuals: {dimension: trips}}';
      context.diagnostics.push(
        error('E-REQUIRED', 'an imperfect entry gives no residuals', { span: item.span, expected }),
      );
      continue;
    }
    for (const entry of residuals.entries) if (loops) applyOne(loops, entry, context);
  }
}

function loopsOf(item: MapNode, context: ResidualContext): LoopDraft | undefined {
  const text = (key: string): unknown => {
    const value = entryOf(item, key)?.value;
    return value?.kind === 'scalar' ? value.value : undefined;
  };
  const targets = targetsOf(context.root, context.architecture);
  const name = String(text('target') ?? '');
  const target = targets.get(name);
  if (!target) {
    const details = { span: item.span, hint: didYouMean(name, targets.keys()) };
    context.diagnostics.push(error('E-NAME', `an imperfect entry targets unknown ${name || 'nothing'}`, details));
    return undefined;
  }
  const spatial = text('type') === 'spatial';
  const index = spatial ? target.fanout : target.storage;
  const level = index === undefined ? undefined : context.draft.levels[index];
  const loops = spatial ? level?.spatial : level?.temporal;
  if (!loops) {
    const message = `${name} has no ${spatial ? 'spatial' : 'temporal'} loops to make imperfect`;
    context.diagnostics.push(error('E-MAPPING', message, { span: item.span }));
  }
  return loops;
}

function applyOne(loops: LoopDraft, entry: Entry, context: ResidualContext): void {
  const dimension = context.workload.dimensions.indexOf(entry.key);
  if (dimension < 0) {
    context.diagnostics.push(unknownDimension(entry.key, entry.keySpan, context));
    return;
  }
  const { span } = entry.value;
  const residual = entry.value.kind === 'scalar' ? entry.value.value : undefined;
  const fixed = loops.exact.get(dimension);
  const factor = fixed?.value.factor ?? 1;
  const isCount = typeof residual === 'number' && Number.isSafeInteger(residual);
  if (!isCount || residual < 1 || residual > factor) {
    const message = `the last iteration of ${entry.key} runs ${JSON.stringify(residual)} trips, but its factor is ${factor}`;
    context.diagnostics.push(error('E-FACTOR', message, { span, expected: `an integer from 1 to ${factor}` }));
    return;
  }
  if (fixed) loops.exact.set(dimension, { value: { factor, residual }, span: fixed.span });
}
