// Runs the provably optimal search to its end, a slice at a time, so that signals, time limits and progress get their turn.

import { warning } from '../diagnostics/diagnostic.js';
import { assembleResult } from '../search/assemble-result.js';
import type { Candidate } from '../search/candidate-pool.js';
import { metricValue } from '../search/objective.js';
import type { ChainSearch } from '../search/optimal/chain-search.js';
import type { SearchResult, StopReason } from '../search/result.js';
import type { SearchContext } from '../search/search-context.js';
import type { RunHooks, TimedHooks } from './run-search.js';

const sliceMs = 20;
const progressIntervalMs = 200;

/** Steps (tiles looked at and mappings evaluated) after which a sampling search is asked for something to beat. */
const scoutAfter = 200_000;

/** Spatial choices after which the preparation alone is long enough to have a mapping in hand first. */
const largePreparation = 500_000;

/** Steps after which a search that was given no limit of its own gives up the proof and reports its gap. */
const patience = 1_000_000;

export interface ChainHooks extends TimedHooks {
  readonly scout: (context: SearchContext, hooks: TimedHooks) => Promise<readonly Candidate[]>;
}

export async function runChain(context: SearchContext, search: ChainSearch, hooks: ChainHooks): Promise<SearchResult> {
  const { options } = context.inputs;
  let reported = performance.now();
  let slice = reported;
  let stopped: StopReason | undefined;
  let scouted = false;
  for (const _ of search.work) {
    const { evaluations, nodes } = search.counters();
    if (!scouted && (evaluations + nodes >= scoutAfter || search.prepared() >= largePreparation)) {
      scouted = true;
      for (const candidate of await hooks.scout(context, hooks)) search.pool.offer(candidate);
    }
    stopped = limitReached(context, search);
    const now = performance.now();
    if (stopped === undefined && now - slice < sliceMs) continue;
    if (now - reported >= progressIntervalMs) {
      reported = now;
      report(context, search, hooks);
    }
    await new Promise((resolve) => setImmediate(resolve));
    slice = performance.now();
    if (hooks.signal?.aborted) stopped = 'Interrupted';
    else if (options.timeLimitSeconds !== null && slice >= hooks.started + 1000 * options.timeLimitSeconds) {
      stopped = 'TimeLimit';
    }
    if (stopped !== undefined) break;
  }
  const bound = search.lowerBound();
  const diagnostics =
    stopped === 'SampleLimit' && options.maxEvaluations === null
      ? [
          warning('W-ALGORITHM', `the proof is not complete after ${patience} steps`, {
            hint: 'the gap tells how far the best found may be from the optimum; --time-limit lets the search go on',
          }),
        ]
      : [];
  return assembleResult(context, {
    best: search.pool.best,
    frontier: search.pool.frontier,
    stopReason: stopped ?? 'Optimal',
    proven: stopped === undefined,
    proof: 'no tile of the chain can hold a better mapping',
    lowerBound: bound > 0 ? { value: bound, kind: 'relaxed chain over tiles' } : null,
    ...search.counters(),
    diagnostics,
  });
}

/** Limits that are counted, and so fall at the same place on every run. */
function limitReached(context: SearchContext, search: ChainSearch): StopReason | undefined {
  const { maxEvaluations, timeLimitSeconds } = context.inputs.options;
  const { evaluations, nodes } = search.counters();
  if (maxEvaluations !== null) return evaluations >= maxEvaluations ? 'SampleLimit' : undefined;
  return timeLimitSeconds === null && evaluations + nodes >= patience ? 'SampleLimit' : undefined;
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
