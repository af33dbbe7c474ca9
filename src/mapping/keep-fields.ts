// The keys of a dataspace directive (B.1, B.6): what a level keeps, bypasses and does not coalesce.

import { error, warning } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import { bitsOf } from '../math/bits.js';
import { followsReference } from '../spec/compat.js';
import { allDataspaces, dataspaceNames, readDataspaces } from './dataspace-text.js';
import type { LoopContext } from './loop-context.js';

/** Dataspaces as bit masks, and where they stand. */
export type KeepFields = ReturnType<typeof readKeepFields>;

export function readKeepFields(context: LoopContext) {
  const { fields } = context;
  let [keep, bypass, noCoalesce] = [0, 0, 0];
  let [keepSpan, bypassSpan] = [fields.span, fields.span];
  for (const entry of fields.entries) {
    const mask = readDataspaces(entry.value, context);
    const others = allDataspaces(context) & ~mask;
    if (entry.key === 'no_coalesce') noCoalesce |= mask;
    if (entry.key === 'keep' || entry.key === 'keep_only') [keep, keepSpan] = [keep | mask, entry.value.span];
    if (entry.key === 'bypass' || entry.key === 'bypass_only') [bypass, bypassSpan] = [bypass | mask, entry.value.span];
    if (entry.key === 'keep_only') bypass |= others;
    if (entry.key === 'bypass_only') keep |= others;
  }
  const both = keep & bypass;
  if (both !== 0) reportBoth(both, { keepSpan, bypassSpan }, context);
  return { keep: keep & ~both, bypass, noCoalesce, keepSpan, bypassSpan };
}

/** In the reference bypass wins within one entry, although two entries that say the same are a conflict. */
function reportBoth(both: number, at: Pick<KeepFields, 'keepSpan' | 'bypassSpan'>, context: LoopContext): void {
  const what = `${context.target} both keeps and bypasses ${dataspaceNames(both, context)}`;
  const details = { span: at.bypassSpan, related: [{ message: 'kept here', span: at.keepSpan }] };
  if (!followsReference(context.compat)) {
    context.diagnostics.push(
      error('E-BYPASS', what, { ...details, expected: 'each dataspace in one of the two lists' }),
    );
  } else {
    context.diagnostics.push(warning('W-COMPAT', `${what}, bypass wins`, details));
  }
}

export function spansOf(mask: number, span: Span): ReadonlyMap<number, Span> {
  return new Map(bitsOf(mask).map((id) => [id, span]));
}
