// `{type: utilization, min: f}` (B.1): the least product over the fan-outs of used by available children.

import { error } from '../diagnostics/diagnostic.js';
import { numberOf } from '../spec/build/values.js';
import { entryOf } from '../spec/node.js';
import type { Directive } from '../spec/spec.js';
import type { Draft } from './draft.js';
import type { NameScope } from './factor-text.js';
import { addMinParallelism } from './merge.js';

export function readMinParallelism(directive: Directive, context: NameScope & { readonly draft: Draft }): void {
  const node = entryOf(directive.fields, 'min')?.value;
  if (node?.kind === 'scalar' && node.value === null) return;
  const value = numberOf(node);
  if (value !== undefined && value >= 0 && value <= 1) {
    addMinParallelism(context.draft, { value, span: node!.span }, context);
    return;
  }
  const message = 'a utilization directive gives no usable min';
  const details = { span: (node ?? directive).span, expected: 'min: a number from 0 to 1' };
  context.diagnostics.push(error('E-UTILIZATION', message, details));
}
