// Runs the provably optimal search to its end, a slice at a time, so that signals, time limits and progress get their turn.

import { assembleResult } from '../search/assemble-result.js';
import { metricValue } from '../search/objective.js';
import type { ChainSearch } from '../search/optimal/chain-search.js';
import type { SearchResult, StopReason } from '../search/result.js';
import type { SearchContext } from '../search/search-context.js';
import type { RunHooks } from './run-search.js';

const sliceMs = 20;
const progressIntervalMs = 200;

export async function runChain(
  context: SearchContext,
  search: ChainSearch,
  hooks: RunHooks & { readonly started: number },
): Promise<SearchResult> {
  const { options } = context.inputs;
  const deadline = options.timeLimitSeconds === null ? null : hooks.started + 1000 * options.timeLimitSeconds;
  let stopped: StopReason | undefined;
  let reported = performance.now();
  let slice = performance.now();
  for (const _ of search.work) {
    const now = performance.now();
    if (now - slice < sliceMs) continue;
    if (now - reported >= progressIntervalMs) {
      reported = now;
      report(context, search, hooks);
    }
    await new Promise((resolve) => setImmediate(resolve));
    slice = performance.now();
    if (hooks.signal?.aborted) stopped = 'Interrupted';
    else if (deadline !== null && slice >= deadline) stopped = 'TimeLimit';
    else if (options.maxEvaluations !== null && search.counters().evaluations >= options.maxEvaluations) {
      stopped = 'SampleLimit';
    }
    if (stopped !== undefined) break;
  }
  const { evaluations, valid, nodes } = search.counters();
  const bound = search.lowerBound();
  return assembleResult(context, {
    best: search.pool.best,
    frontier: search.pool.frontier,
    stopReason: stopped ?? 'Optimal',
    proven: stopped === undefined,
    proof: 'no tile of the chain can hold a better mapping',
    lowerBound: bound > 0 ? { value: bound, kind: 'relaxed chain over tiles' } : null,
    evaluations,
    valid,
    nodes,
    diagnostics: [],
  });
}

function report(context: SearchContext, search: ChainSearch, { onProgress }: RunHooks): void {
  const [metric] = context.inputs.options.objective;
  const [best] = search.pool.best;
  const { evaluations, valid } = search.counters();
  onProgress?.({
    evaluations,
    valid,
    bestObjective: best === undefined ? null : Math.abs(metricValue(metric!, best)),
    lowerBound: search.lowerBound() || null,
    fraction: null,
  });
}
