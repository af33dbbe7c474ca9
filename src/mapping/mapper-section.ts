// The one key of the `mapper:` section that restricts mappings, the one that the reference misreads, and misspelt ones
// (E.1).

import { type Diagnostic, warning } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggestion.js';
import { own } from '../math/own.js';
import { numberOf } from '../spec/build/values.js';
import { childOf, type Entry, entryOf, type MapNode } from '../spec/node.js';

/** Most temporal loops with a bound above 1; null = no limit. */
export function readMaxTemporalLoops(mapper: MapNode | undefined): number | null {
  const most = numberOf(childOf(mapper, 'max_temporal_loops_in_a_mapping')) ?? -1;
  return most < 0 ? null : most;
}

export function checkMapperSection(mapper: MapNode | undefined): Diagnostic[] {
  const misspelt = (mapper?.entries ?? []).flatMap(misspeltKey);
  const metric = entryOf(mapper, 'optimization_metric');
  // An empty one is what the reference's front end puts into its dumps beside the right key.
  if (metric?.value.kind !== 'list' || metric.value.items.length === 0) return misspelt;
  const message = 'optimization_metric is a list, which the reference ignores in favour of edp';
  const details = { span: metric.keySpan, hint: 'the key for a list is optimization_metrics' };
  return [...misspelt, warning('W-LEGACY', message, details)];
}

/** Keys of the reference, and those of ours that a section may have. */
const KEYS = [
  ...['optimization_metrics', 'optimization_metric', 'algorithm', 'num_threads', 'search_size', 'timeout', 'heartbeat'],
  ...['victory_condition', 'sync_interval', 'log_interval', 'max_temporal_loops_in_a_mapping', 'filter_revisits'],
  ...['max_permutations_per_if_visit', 'penalize_consecutive_bypass_fails', 'live_status', 'diagnostics', 'out_prefix'],
  ...['log_stats', 'log_suboptimal', 'log_all_mappings', 'log_mappings_yaml', 'log_mappings_verbose', 'log_oaves'],
  ...['log_oaves_mappings', 'log_orojenesis_mappings', 'emit_whoop_nest', 'version', 'template', 'layout'],
  ...['objective', 'top', 'frontier', 'seed', 'threads', 'time_limit', 'max_evaluations', 'imperfect', 'memory_limit'],
];

/** What people write for them that no slip of the hand explains. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  metric: 'optimization_metric',
  metrics: 'optimization_metrics',
  optimize: 'optimization_metrics',
  optimise: 'optimization_metrics',
  optimization: 'optimization_metrics',
  optimization_target: 'optimization_metrics',
  max_temporal_loops: 'max_temporal_loops_in_a_mapping',
  type: 'algorithm',
  constraints: 'a constraints section beside it',
  mapspace: 'a mapspace section beside it',
  mapspace_constraints: 'a constraints section beside it',
};

/** Keys that nobody knows are passed through, as the reference does; one that is nearly known was meant to be read. */
function misspeltKey({ key, keySpan }: Entry): Diagnostic[] {
  const spelled = key.replaceAll('-', '_');
  if (KEYS.includes(spelled)) return [];
  const meant = own(OTHER_WORDS, spelled);
  const hint = meant === undefined ? didYouMean(spelled, KEYS) : `did you mean ${meant}?`;
  if (hint === undefined) return [];
  return [warning('W-UNUSED', `the mapper section has no key ${key}: it says nothing`, { span: keySpan, hint })];
}
