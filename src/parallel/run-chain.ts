// Runs the provably optimal search to its end, a slice at a time, so that signals, time limits and progress get their turn.

import { type Diagnostic, warning } from '../diagnostics/diagnostic.js';
import { countText } from '../math/count-text.js';
import { assembleResult } from '../search/assemble-result.js';
import { boundOf } from '../search/bounds.js';
import { CandidatePool } from '../search/candidate-pool.js';
import { type Counters, type Finder, withFinders } from '../search/finder.js';
import { metricValue } from '../search/objective.js';
import { type ChainSearch, openChainSearch } from '../search/optimal/chain-search.js';
import type { Progress, SearchResult, StopReason } from '../search/result.js';
import { Scout } from '../search/scout.js';
import type { SearchContext } from '../search/search-context.js';
import { lastResort } from './last-resort.js';
import type { SearchEnd } from './search-end.js';

const sliceMs = 20;
const progressIntervalMs = 200;

/** Spatial choices costed in a preparation before it is worth a chunk of sampling, and between further ones. */
const firstChunkAfter = 2000;
const chunkEvery = 300_000;

/** Steps of the descent (tiles looked at and mappings evaluated) between two chunks: sampling takes a third of the time at first. */
const chunkEverySteps = 10_000;

/** A hundred thousand samples: no more were needed to come within a percent of the optimum where that is known. */
const mostChunks = 24;

/** Share of a long preparation that goes into sampling under a time limit, and when one is long. */
const scoutShare = 0.15;
const longMs = 2000;

/** Steps after which a search that was given no limit of its own gives up the proof and reports its gap. */
const patience = 6_000_000;

export interface ChainHooks {
  /** `performance.now()` when the search began. */
  readonly started: number;
  readonly end: SearchEnd;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Before the tables are made, which take so much; gives what to call when they are gone. To wait for it is no searching. */
  readonly opened?: ((bytes: number) => () => void) | undefined;
  /** Takes in what is found. */
  readonly pool?: CandidatePool;
}

/** What the search found, or why it cannot run here. */
export async function runChain(context: SearchContext, hooks: ChainHooks): Promise<SearchResult | string> {
  const { options } = context.inputs;
  const { end, pool = new CandidatePool(options) } = hooks;
  const run: ChainRun = {
    context,
    pool,
    scout: new Scout(context, pool),
    finders: [],
    search: undefined,
    close: () => {},
    halfway: undefined,
  };
  try {
    const outcome = await runToEnd(run, hooks);
    if (outcome?.kind === 'refused') return outcome.why;
    const stopped = outcome?.reason;
    if (stopped !== undefined && stopped === end.reason) lastResort(context, pool, run.scout);
    return resultOf(run, stopped);
  } finally {
    run.close();
  }
}

/** `stopped`: undefined when nothing is left to look at. */
function resultOf(run: ChainRun, stopped: StopReason | undefined): SearchResult {
  const { context, pool, search } = run;
  const bound = search?.lowerBound() ?? 0;
  return assembleResult(context, {
    best: pool.best,
    frontier: pool.frontier,
    stopReason: stopped ?? 'Optimal',
    proven: stopped === undefined,
    proof: 'no tile of the chain can hold a better mapping',
    lowerBound: bound > 0 ? { value: bound, kind: 'relaxed chain over tiles' } : null,
    evaluations: total(run, 'evaluations'),
    valid: total(run, 'valid'),
    nodes: total(run, 'nodes'),
    diagnostics: stopped === 'StepLimit' ? [patienceLost(run, bound)] : [],
  });
}

interface ChainRun {
  readonly context: SearchContext;
  readonly pool: CandidatePool;
  readonly scout: Scout;
  /** Of mappings to beat, in the order in which they are asked. */
  readonly finders: Finder[];
  /** Undefined while it is laid out. */
  search: ChainSearch | undefined;
  close: () => void;
  /** Lower bound after half of the steps it may take. */
  halfway: number | undefined;
}

type Outcome =
  | { readonly kind: 'stopped'; readonly reason: StopReason }
  | { readonly kind: 'refused'; readonly why: string };

/** Undefined when nothing is left to look at. */
async function runToEnd(run: ChainRun, { started, end, onProgress, opened }: ChainHooks): Promise<Outcome | undefined> {
  const { context, finders } = run;
  finders.push(sampling(run, { started, end }));
  let refusal: string | undefined;
  const work = function* (): Generator<void, void, void> {
    const search = yield* openChainSearch(context, run.pool);
    if (typeof search === 'string') {
      refusal = search;
      return;
    }
    const asked = performance.now();
    run.close = opened?.(search.bytes) ?? run.close;
    end.postpone(performance.now() - asked);
    run.search = search;
    onProgress?.(progressOf(run)); // there is a bound from the beginning
    finders.unshift(...search.finders);
    yield* search.work;
  };
  let reported = performance.now();
  let slice = reported;
  for (const _ of withFinders(work(), finders)) {
    const limit = limitReached(run);
    const now = performance.now();
    if (limit === undefined && now - slice < sliceMs) continue;
    if (run.search !== undefined && now - reported >= progressIntervalMs) {
      reported = now;
      onProgress?.(progressOf(run));
    }
    await breath();
    slice = performance.now();
    const reason = end.reason ?? limit;
    if (reason !== undefined) return { kind: 'stopped', reason };
  }
  return refusal === undefined ? undefined : { kind: 'refused', why: refusal };
}

/** Signals and timers get their turn. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Chunks of a sampling search beside the proof. */
function sampling(run: ChainRun, { started, end }: Pick<ChainHooks, 'started' | 'end'>): Finder {
  const { scout, context } = run;
  const { maxEvaluations, timeLimitSeconds } = context.inputs.options;
  let spentMs = 0;
  return {
    due: () =>
      (scout.chunks < mostChunks && scout.chunks < chunksWanted(run)) ||
      (timeLimitSeconds !== null && worthATry(run, started, spentMs)),
    *go() {
      const most = (maxEvaluations ?? Number.POSITIVE_INFINITY) - total(run, 'evaluations');
      const began = performance.now();
      if (most > 0) scout.advance({ most, shouldStop: () => end.over });
      spentMs += performance.now() - began;
    },
    counters: () => scout.counters(),
  };
}

/** Counted, not timed, so that every run samples alike. */
function chunksWanted(run: ChainRun): number {
  const prepared = total(run, 'prepared');
  if (prepared < firstChunkAfter) return 0;
  return 1 + Math.floor(prepared / chunkEvery) + Math.floor(total(run, 'steps') / chunkEverySteps);
}

/** Against the clock, a share of a long preparation goes into sampling: there may be no time for anything else. */
function worthATry(run: ChainRun, started: number, scoutMs: number): boolean {
  if (total(run, 'steps') > 0) return false;
  const elapsed = performance.now() - started;
  return elapsed > longMs && scoutMs < scoutShare * elapsed;
}

/** Of the proof and its finders together; asked at every step. */
function total({ search, finders }: ChainRun, what: keyof Counters): number {
  let sum = search?.counters()[what] ?? 0;
  for (const finder of finders) sum += finder.counters()[what];
  return sum;
}

/** Limits that are counted, and so fall at the same place on every run. */
function limitReached(run: ChainRun): StopReason | undefined {
  const { maxEvaluations, timeLimitSeconds } = run.context.inputs.options;
  if (maxEvaluations !== null) return total(run, 'evaluations') >= maxEvaluations ? 'SampleLimit' : undefined;
  if (timeLimitSeconds !== null) return undefined;
  const steps = total(run, 'steps');
  if (steps >= patience / 2) run.halfway ??= run.search?.lowerBound();
  return steps >= patience ? 'StepLimit' : undefined;
}

/** How long it would take by itself is told by what the second half of the steps has done to the bound. */
function patienceLost({ context, pool, halfway = 0 }: ChainRun, bound: number): Diagnostic {
  const [best] = pool.best;
  const open = best === undefined ? 0 : metricValue(context.inputs.options.objective[0]!, best) - bound;
  const times = Math.ceil(open / (bound - halfway) / 2);
  const pace = open > 0 && times > 0 && times < 1000 ? `, and would take about ${times} times as many again` : '';
  return warning('W-ALGORITHM', `the proof is not complete after ${countText(BigInt(patience))} steps${pace}`, {
    hint: 'the gap tells how far the best found may be from the optimum; --time-limit SECONDS lets the search go on',
  });
}

function progressOf(run: ChainRun): Progress {
  const { context, pool, search } = run;
  const [metric] = context.inputs.options.objective;
  const [best] = pool.best;
  return {
    evaluations: total(run, 'evaluations'),
    valid: total(run, 'valid'),
    bestObjective: best === undefined ? null : Math.abs(metricValue(metric!, best)),
    lowerBound: Math.max(search?.lowerBound() ?? 0, boundOf(metric!, context.floors.whole)) || null,
    fraction: null,
  };
}
