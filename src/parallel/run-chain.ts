// Runs the provably optimal search to its end, a slice at a time, so that signals, time limits and progress get their turn.

import { warning } from '../diagnostics/diagnostic.js';
import { assembleResult } from '../search/assemble-result.js';
import { boundOf } from '../search/bounds.js';
import { metricValue } from '../search/objective.js';
import type { ChainSearch } from '../search/optimal/chain-search.js';
import type { Progress, SearchResult, StopReason } from '../search/result.js';
import { Scout } from '../search/scout.js';
import type { SearchContext } from '../search/search-context.js';

const sliceMs = 20;
const progressIntervalMs = 200;

/** Spatial choices costed in the preparation before it is worth a chunk of sampling, and between further ones. */
const firstChunkAfter = 2000;
const chunkEvery = 1_000_000;

/** Share of a long preparation that goes into sampling under a time limit, and when one is long. */
const scoutShare = 0.15;
const longMs = 2000;

/** Steps of the descent (tiles looked at and mappings evaluated) that show a proof to be hard, and what it gets then. */
const hardAfter = 200_000;
const mostChunks = 6;

/** Steps after which a search that was given no limit of its own gives up the proof and reports its gap. */
const patience = 2_000_000;

/** What a search that is stopped with empty hands may still take. */
const lastResortMs = 300;

export interface ChainHooks {
  /** `performance.now()` from which the time limit counts. */
  readonly started: number;
  /** Asked every few milliseconds. */
  readonly stopRequested: () => boolean;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export async function runChain(context: SearchContext, search: ChainSearch, hooks: ChainHooks): Promise<SearchResult> {
  const { options } = context.inputs;
  const deadline =
    options.timeLimitSeconds === null ? Number.POSITIVE_INFINITY : hooks.started + 1000 * options.timeLimitSeconds;
  const scout = new Scout(context, search.pool);
  const shouldStop = (): boolean => hooks.stopRequested() || performance.now() >= deadline;
  let reported = performance.now();
  let slice = reported;
  let stopped: StopReason | undefined;
  let scoutMs = 0;
  const timed = options.timeLimitSeconds !== null;
  hooks.onProgress?.(progressOf(context, search, scout)); // there is a bound from the beginning
  for (const _ of search.work) {
    if (scout.chunks < chunksWanted(search) || (timed && worthATry(search, hooks.started, scoutMs))) {
      const most = (options.maxEvaluations ?? Number.POSITIVE_INFINITY) - evaluationsOf(search, scout);
      const began = performance.now();
      if (most > 0) scout.advance({ most, shouldStop });
      scoutMs += performance.now() - began;
    }
    stopped = limitReached(context, search, scout);
    const now = performance.now();
    if (stopped === undefined && now - slice < sliceMs) continue;
    if (now - reported >= progressIntervalMs) {
      reported = now;
      hooks.onProgress?.(progressOf(context, search, scout));
    }
    await new Promise((resolve) => setImmediate(resolve));
    slice = performance.now();
    if (hooks.stopRequested()) stopped = 'Interrupted';
    else if (slice >= deadline) stopped = 'TimeLimit';
    if (stopped !== undefined) break;
  }
  if ((stopped === 'Interrupted' || stopped === 'TimeLimit') && search.pool.best.length === 0) {
    const end = performance.now() + lastResortMs;
    scout.advance({ most: Number.POSITIVE_INFINITY, shouldStop: () => performance.now() >= end });
  }
  const bound = search.lowerBound();
  const { nodes, valid } = search.counters();
  return assembleResult(context, {
    best: search.pool.best,
    frontier: search.pool.frontier,
    stopReason: stopped ?? 'Optimal',
    proven: stopped === undefined,
    proof: 'no tile of the chain can hold a better mapping',
    lowerBound: bound > 0 ? { value: bound, kind: 'relaxed chain over tiles' } : null,
    evaluations: evaluationsOf(search, scout),
    valid: valid + scout.valid,
    nodes,
    diagnostics: stopped === 'SampleLimit' && options.maxEvaluations === null ? [patienceLost()] : [],
  });
}

/** Counted, not timed, so that every run samples alike. */
function chunksWanted(search: ChainSearch): number {
  if (search.steps() >= hardAfter) return mostChunks;
  const prepared = search.prepared();
  if (prepared < firstChunkAfter) return 0;
  return Math.min(mostChunks, 1 + Math.floor(prepared / chunkEvery));
}

/** Against the clock, a share of a long preparation goes into sampling: there may be no time for anything else. */
function worthATry(search: ChainSearch, started: number, scoutMs: number): boolean {
  const { nodes, evaluations } = search.counters();
  if (nodes + evaluations > 0 || search.prepared() < firstChunkAfter) return false;
  const elapsed = performance.now() - started;
  return elapsed > longMs && scoutMs < scoutShare * elapsed;
}

function evaluationsOf(search: ChainSearch, scout: Scout): number {
  return search.counters().evaluations + scout.evaluations;
}

/** Limits that are counted, and so fall at the same place on every run. */
function limitReached({ inputs }: SearchContext, search: ChainSearch, scout: Scout): StopReason | undefined {
  const { maxEvaluations, timeLimitSeconds } = inputs.options;
  if (maxEvaluations !== null) return evaluationsOf(search, scout) >= maxEvaluations ? 'SampleLimit' : undefined;
  return timeLimitSeconds === null && search.steps() >= patience ? 'SampleLimit' : undefined;
}

function patienceLost(): ReturnType<typeof warning> {
  return warning('W-ALGORITHM', `the proof is not complete after ${patience} steps`, {
    hint: 'the gap tells how far the best found may be from the optimum; --time-limit lets the search go on',
  });
}

function progressOf(context: SearchContext, search: ChainSearch, scout: Scout): Progress {
  const [metric] = context.inputs.options.objective;
  const [best] = search.pool.best;
  return {
    evaluations: evaluationsOf(search, scout),
    valid: search.counters().valid + scout.valid,
    bestObjective: best === undefined ? null : Math.abs(metricValue(metric!, best)),
    lowerBound: Math.max(search.lowerBound(), boundOf(metric!, context.floors.whole)) || null,
    fraction: null,
  };
}
