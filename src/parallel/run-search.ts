// Runs one search to its end: builds the mapspace, chooses a strategy, hands chunks to threads and merges what they find.
// Threads, clock and signals are met here and nowhere below.

import { isMainThread } from 'node:worker_threads';
import type { Problem } from '../mapping/problem.js';
import { createMapspace } from '../mapspace/mapspace.js';
import type { EvalPlan } from '../model/plan.js';
import { assembleResult, emptyResult } from '../search/assemble-result.js';
import type { Candidate } from '../search/candidate-pool.js';
import { type ChunkOrder, type ChunkResult, noHooks } from '../search/chunk.js';
import { fewSteps, whatFits, whyEmpty, withReasons } from '../search/nothing-fits.js';
import { metricValue } from '../search/objective.js';
import { OrderedMerge } from '../search/ordered-merge.js';
import type { Progress, SearchOptions, SearchResult } from '../search/result.js';
import { searchChunk, visitsAll } from '../search/search-chunk.js';
import { boundedBy, createSearchContext, type SearchContext } from '../search/search-context.js';
import { chooseStrategy, type StrategyChoice, smallSize, worthProving } from '../search/strategy-choice.js';
import { type ChunkRunner, inlineRunner, poolRunner } from './chunk-runner.js';
import { lastResort } from './last-resort.js';
import { nothingFirst, type PerfectFirst, perfectFirst } from './perfect-first.js';
import { alternativeInputs, proveAlternative, searchAlternatives } from './run-alternatives.js';
import { runChain } from './run-chain.js';
import { SearchEnd } from './search-end.js';
import { createSharedState, requestStop, type SharedState } from './shared-state.js';
import { mostThreads } from './thread-count.js';

export interface RunHooks {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** Of a search in a worker thread. */
export interface ThreadHooks extends RunHooks {
  /** In place of a signal. */
  readonly stopRequested?: () => boolean;
  /** Waits until the tables of a proof may be made, and returns what gives their memory back. */
  readonly takeMemory?: (bytes: number) => () => void;
  /** How long it has waited for memory so far, which is no searching. */
  readonly waitedMs?: () => number;
  /** Whether to leave alone what is better searched by all threads together. */
  readonly declines?: boolean;
}

const progressIntervalMs = 200;

export async function runSearch(
  problem: Problem,
  plan: EvalPlan,
  options: SearchOptions,
  hooks: RunHooks = {},
): Promise<SearchResult> {
  return (await trySearch(problem, plan, options, hooks))!;
}

/** Null for a search that is declined. */
export async function trySearch(
  problem: Problem,
  plan: EvalPlan,
  options: SearchOptions,
  hooks: ThreadHooks,
): Promise<SearchResult | null> {
  if (problem.others === undefined) return searchProblem({ problem, plan }, options, hooks);
  const started = performance.now();
  const elapsedSeconds = (): number => (performance.now() - started - (hooks.waitedMs?.() ?? 0)) / 1000;
  const alternatives = alternativeInputs(problem, plan, options);
  const { onProgress, takeMemory, declines } = hooks;
  const stopRequested = stopOf(hooks);
  const proof = { stopRequested, onProgress, ...(takeMemory && { opened: takeMemory }) };
  const asked = { alternatives, options, elapsedSeconds, stopRequested };
  const result = await searchAlternatives(asked, async (turn) => {
    const proven = await proveAlternative(turn, proof);
    return proven ?? (declines ? null : await searchProblem(alternatives[turn.alternative]!, turn.options, hooks));
  });
  return result && withReasons(result, { problem, options, fitting: null });
}

function stopOf({ signal, stopRequested }: ThreadHooks): () => boolean {
  return stopRequested ?? (() => signal?.aborted ?? false);
}

/** Under the choices of a machine that it is built with. */
async function searchProblem(
  { problem, plan }: { readonly problem: Problem; readonly plan: EvalPlan },
  options: SearchOptions,
  hooks: ThreadHooks,
): Promise<SearchResult | null> {
  const started = performance.now();
  const bounding = boundedBy(problem, plan);
  const mapspace = createMapspace(bounding, options);
  if (mapspace.value === undefined) return emptyResult(whyEmpty(bounding, options, mapspace.diagnostics));
  const spaces = mapspace.value.factors.map(({ space }) => space);
  const fitting = whatFits(bounding, { imperfect: options.imperfect, spaces, steps: fewSteps });
  if (fitting.verdict === 'nothing') return emptyResult(fitting.reasons(), mapspace.value);
  const context = createSearchContext({ plan, constraints: problem.constraints, options }, mapspace.value);
  const { timeLimitSeconds } = options;
  const end = new SearchEnd({ started, timeLimitSeconds, stopRequested: stopOf(hooks) });
  const timed: TimedHooks = { ...hooks, started, end };
  const proving = worthProving(mapspace.value, options)
    ? await runChain(context, { ...timed, opened: hooks.takeMemory })
    : null;
  if (proving !== null && typeof proving !== 'string')
    return withReasons(proving, { problem: bounding, options, fitting });
  const choice = chooseStrategy(mapspace.value, options, proving);
  if (hooks.declines && !isSmall(context, choice)) return null;
  const first = await beforeSampling(context, choice, timed);
  const merge = await runChunked(context, after(choice, first), timed);
  const proven = visitsAll(choice.strategy) && merge.stopReason === 'Exhausted';
  const stopReason = proven && options.algorithm === 'optimal' ? 'Optimal' : merge.stopReason!;
  const result = assembleResult(context, {
    best: merge.pool.best.slice(0, options.top),
    frontier: merge.pool.frontier,
    stopReason,
    proven,
    proof: 'every mapping visited',
    lowerBound: null,
    evaluations: merge.evaluations + first.evaluations,
    valid: merge.valid + first.valid,
    nodes: first.nodes,
    diagnostics: choice.diagnostics,
  });
  return withReasons(result, { problem: bounding, options, fitting });
}

interface TimedHooks extends ThreadHooks {
  /** `performance.now()` when the search began. */
  readonly started: number;
  readonly end: SearchEnd;
}

/** What is known before a strategy without proof begins, where a proof was asked for. */
async function beforeSampling(
  context: SearchContext,
  { strategy }: StrategyChoice,
  { started, end, onProgress }: TimedHooks,
): Promise<PerfectFirst> {
  const { algorithm, imperfect } = context.inputs.options;
  if (algorithm !== 'optimal' || !imperfect || visitsAll(strategy)) return nothingFirst;
  return await perfectFirst(context, { started, end, onProgress });
}

function after(choice: StrategyChoice, { known, evaluations }: PerfectFirst): KnowingChoice {
  const { maxEvaluations } = choice.limits;
  const left = maxEvaluations === null ? null : Math.max(1, maxEvaluations - evaluations);
  return { ...choice, known, limits: { ...choice.limits, maxEvaluations: left } };
}

type KnowingChoice = StrategyChoice & { readonly known: readonly Candidate[] };

/** Runs a strategy that works in chunks to its end. */
async function runChunked(context: SearchContext, choice: KnowingChoice, hooks: TimedHooks): Promise<OrderedMerge> {
  const { end } = hooks;
  const shared = createSharedState();
  const known = choice.warmUp === null ? choice.known : warmUp(context, choice.warmUp, end);
  const merge = new OrderedMerge(context.inputs.options, { ...choice.limits, known });
  const runner = await openRunner(context, choice, { shared, end });
  const unwatch = end.watch(hooks.signal, () => requestStop(shared));
  const ticker = showProgress({ merge, shared, choice, context }, hooks);
  try {
    await runChunks(runner, merge, { shared, end });
  } finally {
    unwatch();
    clearInterval(ticker);
    await runner.close();
  }
  merge.finish();
  if (end.reason === merge.stopReason) lastResort(context, merge.pool);
  return merge;
}

function warmUp(context: SearchContext, order: ChunkOrder, end: SearchEnd): readonly Candidate[] {
  return searchChunk(context, 'hybrid', { order, hooks: { ...noHooks, shouldStop: () => end.over } }).best;
}

interface Ends {
  readonly shared: SharedState;
  readonly end: SearchEnd;
}

async function openRunner(context: SearchContext, choice: StrategyChoice, ends: Ends): Promise<ChunkRunner> {
  const options = { strategy: choice.strategy, ...ends };
  // A worker thread that searches by itself is one of many.
  return isSmall(context, choice) || !isMainThread
    ? inlineRunner(context, options)
    : await poolRunner(context, Math.max(1, Math.min(context.inputs.options.threads, mostThreads())), options);
}

/** Not worth more than one thread. */
function isSmall({ mapspace }: SearchContext, { limits }: StrategyChoice): boolean {
  return limits.chunks !== null && mapspace.perfect && mapspace.size <= smallSize;
}

/** Keeps the runner busy until the search has ended, by itself or from outside, and every chunk is back. */
async function runChunks(runner: ChunkRunner, merge: OrderedMerge, { shared, end }: Ends): Promise<void> {
  const running = new Set<Promise<void>>();
  const start = (order: ChunkOrder): void => {
    const one = runner.run(order).then((result) => {
      running.delete(one);
      take(result);
    });
    one.catch(() => {}); // whoever waits for it hears of it
    running.add(one);
  };
  const take = (result: ChunkResult): void => {
    if (end.reason !== undefined) merge.stop(end.reason);
    const again = merge.stopReason === undefined && result.complete ? merge.accept(result) : merge.salvage(result);
    if (again !== undefined) start(again);
  };
  for (;;) {
    if (end.reason !== undefined) merge.stop(end.reason);
    while (merge.stopReason === undefined && running.size < runner.width) {
      const order = merge.order();
      if (order === undefined) break;
      start(order);
    }
    if (merge.stopReason !== undefined) requestStop(shared);
    if (running.size === 0) break;
    await Promise.race(running);
  }
  if (merge.stopReason === undefined) throw new Error('a search without a chunk left to run has not ended');
}

interface Watched {
  readonly merge: OrderedMerge;
  readonly shared: SharedState;
  readonly choice: StrategyChoice;
  readonly context: SearchContext;
}

function showProgress(watched: Watched, { onProgress }: RunHooks): NodeJS.Timeout | undefined {
  return onProgress && setInterval(() => onProgress(progressOf(watched)), progressIntervalMs);
}

function progressOf({ merge, shared, choice, context }: Watched): Progress {
  const { chunks, maxEvaluations } = choice.limits;
  const evaluations = Number(Atomics.load(shared.counts, 0));
  const [metric] = context.inputs.options.objective;
  const fraction =
    chunks !== null
      ? merge.merged / chunks
      : maxEvaluations !== null
        ? Math.min(1, evaluations / maxEvaluations)
        : null;
  return {
    evaluations,
    valid: Number(Atomics.load(shared.counts, 1)),
    bestObjective: merge.best === undefined ? null : Math.abs(metricValue(metric!, merge.best)),
    lowerBound: null,
    fraction,
  };
}
