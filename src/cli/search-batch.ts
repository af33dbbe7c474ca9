// `mapper search --batch`: one search a line, one after the other; small mapspaces are searched without starting threads.
// Files given beside it are shared by all cases.

import { type Diagnostic, error, failure, hasErrors, type Outcome } from '../diagnostics/diagnostic.js';
import { runSearch } from '../parallel/run-search.js';
import { failedSearchJson } from '../results/search-json.js';
import type { Metric } from '../search/result.js';
import { type BatchCase, type CaseResult, runBatch } from './batch.js';
import type { Context } from './context.js';
import type { Ending } from './ending.js';
import type { Reading } from './inputs.js';
import { buildLayer } from './layers.js';
import { type Options, withValue } from './options.js';
import { metricOf } from './search-options.js';
import { layerJson } from './search-output.js';

export function searchBatch(context: Context): Promise<Ending> {
  const { options } = context;
  return runBatch(context, (shared) => ({
    perform: (one, signal) => performCase(one, { ...shared, options, signal }),
    refuse,
  }));
}

async function performCase(
  one: BatchCase,
  { inputs, options, read, signal }: Reading & { readonly options: Options; readonly signal: AbortSignal },
): Promise<CaseResult> {
  const objective = objectiveOf(one.fields);
  if (objective && hasErrors(objective.diagnostics)) return refuse(objective.diagnostics);
  // The case knows better than the command line: it is one of many.
  const asked = objective?.value ? withValue(options, 'objective', objective.value) : options;
  const built = buildLayer([...inputs, ...one.inputs], asked, read);
  if (!built.value) return refuse(built.diagnostics);
  const layer = built.value;
  const started = performance.now();
  const result = await runSearch(layer.problem, layer.plan, layer.options, { signal });
  const elapsedSeconds = (performance.now() - started) / 1000;
  return { ...layerJson({ layer, result, elapsedSeconds }), valid: result.mappings.length > 0 };
}

/** `objective`, or `metric` as the optimum corpora call it: a name or several, also with the reference's `delay`. */
function objectiveOf(fields: BatchCase['fields']): Outcome<readonly Metric[]> | undefined {
  const key = ['objective', 'metric'].find((name) => fields[name] !== undefined && fields[name] !== null);
  if (key === undefined) return undefined;
  const given = fields[key];
  const words = Array.isArray(given) ? given.map(String) : String(given).split(',');
  const metrics = words.map(metricOf);
  const unknown = words.filter((_, at) => metrics[at] === undefined);
  if (words.length === 0 || unknown.length > 0) {
    const expected = 'edp, energy, cycles, utilization or ed2p';
    return failure(error('E-OPTION', `unknown ${key} ${unknown.join(', ')}`, { expected }));
  }
  return { value: metrics.filter((metric) => metric !== undefined), diagnostics: [] };
}

function refuse(diagnostics: readonly Diagnostic[]): CaseResult {
  return { ...failedSearchJson(diagnostics), valid: false };
}
