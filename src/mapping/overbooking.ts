// `{type: max_overbooked_proportion, proportion: p}` (B.1, G.8): the part of the tiles that may overflow a level.

import { type Diagnostic, error, warning } from '../diagnostics/diagnostic.js';
import { locatedNumber } from '../spec/build/values.js';
import { entryOf } from '../spec/node.js';
import type { Directive } from '../spec/spec.js';
import type { LevelDraft } from './draft.js';

export function readOverbooking(
  directive: Directive,
  level: LevelDraft | undefined,
  context: { readonly name: string; readonly diagnostics: Diagnostic[] },
): void {
  const { name, diagnostics } = context;
  const { value, span } = locatedNumber(entryOf(directive.fields, 'proportion')!.value);
  if (level === undefined) {
    const message = `max_overbooked_proportion of ${name} has no effect, it stores nothing`;
    diagnostics.push(warning('W-DROPPED', message, { span: directive.span }));
  } else if (level.maxOverbooked !== undefined && level.maxOverbooked !== value) {
    const message = `max_overbooked_proportion of ${name} is both ${level.maxOverbooked} and ${value}`;
    diagnostics.push(error('E-CONFLICT', message, { span }));
  } else level.maxOverbooked = value;
}

export function overbooked(value: number | undefined): { readonly maxOverbooked?: number } {
  return value === undefined ? {} : { maxOverbooked: value };
}
