// The one key of the `mapper:` section that restricts mappings, and the one that the reference misreads (E.1).

import { type Diagnostic, error, warning } from '../diagnostics/diagnostic.js';
import { entryOf, type MapNode } from '../spec/node.js';

/** Most temporal loops with a bound above 1; null = no limit. */
export function readMaxTemporalLoops(mapper: MapNode | undefined, diagnostics: Diagnostic[]): number | null {
  const entry = entryOf(mapper, 'max_temporal_loops_in_a_mapping');
  if (!entry) return null;
  const value = entry.value.kind === 'scalar' ? entry.value.value : undefined;
  if (value === null || value === -1) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  const message = 'max_temporal_loops_in_a_mapping is no count';
  diagnostics.push(error('E-OPTION', message, { span: entry.value.span, expected: 'an integer, or -1 for no limit' }));
  return null;
}

export function checkMapperSection(mapper: MapNode | undefined): Diagnostic[] {
  const metric = entryOf(mapper, 'optimization_metric');
  // An empty one is what the reference's front end puts into its dumps beside the right key.
  if (metric?.value.kind !== 'list' || metric.value.items.length === 0) return [];
  const message = 'optimization_metric is a list, which the reference ignores in favour of edp';
  return [warning('W-LEGACY', message, { span: metric.keySpan, hint: 'the key for a list is optimization_metrics' })];
}
