// Runs one search to its end: builds the mapspace, chooses a strategy, hands chunks to threads and merges what they find.
// Threads, clock and signals are met here and nowhere below.

import { isMainThread } from 'node:worker_threads';
import type { Problem } from '../mapping/problem.js';
import { createMapspace } from '../mapspace/mapspace.js';
import type { EvalPlan } from '../model/plan.js';
import { assembleResult, emptyResult } from '../search/assemble-result.js';
import { CandidatePool } from '../search/candidate-pool.js';
import type { ChunkOrder, ChunkResult } from '../search/chunk.js';
import { addUp, type Counters, type Finder, finding } from '../search/finder.js';
import { fewSteps, whatFits, whyEmpty, withReasons } from '../search/nothing-fits.js';
import { OrderedMerge } from '../search/ordered-merge.js';
import type { Progress, SearchOptions, SearchResult } from '../search/result.js';
import { visitsAll } from '../search/search-chunk.js';
import { boundedBy, createSearchContext, type SearchContext } from '../search/search-context.js';
import { chooseStrategy, type StrategyChoice, smallSize, worthProving } from '../search/strategy-choice.js';
import { walkSeconds } from '../search/walk-cost.js';
import { type ChunkRunner, inlineRunner, poolRunner } from './chunk-runner.js';
import { lastResort, perfectFirst, warmUp } from './finders.js';
import { alternativeInputs, proveAlternative, searchAlternatives } from './run-alternatives.js';
import { drive, progressIntervalMs, progressOf, runChain } from './run-chain.js';
import { SearchEnd } from './search-end.js';
import { createSharedState, requestStop, type SharedState } from './shared-state.js';
import type { LayerSearch } from './task.js';
import { mostThreads } from './worker-pool.js';

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

export async function runSearch(
  problem: Problem,
  plan: EvalPlan,
  options: SearchOptions,
  hooks: RunHooks = {},
): Promise<SearchResult> {
  return (await trySearch({ problem, plan, options }, hooks))!;
}

/** Null for a search that is declined. */
export async function trySearch(asked: LayerSearch, hooks: ThreadHooks): Promise<SearchResult | null> {
  const { problem, plan, options } = asked;
  if (problem.others === undefined) return searchProblem(asked, hooks);
  const started = performance.now();
  const elapsedSeconds = (): number => (performance.now() - started - (hooks.waitedMs?.() ?? 0)) / 1000;
  const alternatives = alternativeInputs(problem, plan, options);
  const { onProgress, takeMemory, declines } = hooks;
  const stopRequested = stopOf(hooks);
  const proof = { stopRequested, onProgress, ...(takeMemory && { opened: takeMemory }) };
  const all = { alternatives, options, elapsedSeconds, stopRequested };
  const result = await searchAlternatives(all, async (turn) => {
    const proven = await proveAlternative(turn, proof);
    if (proven !== null || declines) return proven;
    return searchProblem({ ...alternatives[turn.alternative]!, options: turn.options }, hooks);
  });
  return result && withReasons(result, { problem, options, fitting: null });
}

function stopOf({ signal, stopRequested }: ThreadHooks): () => boolean {
  return stopRequested ?? (() => signal?.aborted ?? false);
}

/** Under the choices of a machine that it is built with. */
async function searchProblem(asked: LayerSearch, hooks: ThreadHooks): Promise<SearchResult | null> {
  const { problem, plan, options } = asked;
  const started = performance.now();
  const bounding = boundedBy(problem, plan, { met: [], imperfect: options.imperfect });
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
  const choose = (walkSeconds: number | null): StrategyChoice =>
    chooseStrategy(context.mapspace, options, { refusal: proving, walkSeconds });
  const bySize = choose(null);
  if (hooks.declines && !isSmall(context, bySize)) return null;
  const pool = new CandidatePool(options);
  const finders = findersOf(context, bySize, { pool, ...timed });
  const found = (): Counters => addUp(finders.map((finder) => finder.counters()));
  const report = (): void => hooks.onProgress?.(progressOf(context, pool, { ...found(), proven: 0 }));
  await drive(finding(finders), { end, report });
  // How long a walk takes that has to take each nest step by step is known only now, by what it can leave out.
  const isSlow = options.algorithm === 'optimal' && !context.mapspace.perfect;
  const choice =
    isSlow && bySize.strategy === 'linear-pruned' ? choose(walkSeconds(context, pool, () => end.over)) : bySize;
  const merge = await runChunked(context, knowing(choice, pool, found()), { ...timed, before: found() });
  const proven = visitsAll(choice.strategy) && merge.stopReason === 'Exhausted';
  const stopReason = proven && options.algorithm === 'optimal' ? 'Optimal' : merge.stopReason!;
  const result = assembleResult(context, {
    best: merge.pool.best.slice(0, options.top),
    frontier: merge.pool.frontier,
    stopReason,
    proven,
    proof: 'every mapping visited',
    lowerBound: null,
    counters: addUp([found(), merge.counters()]),
    diagnostics: choice.diagnostics,
  });
  return withReasons(result, { problem: bounding, options, fitting });
}

interface TimedHooks extends ThreadHooks {
  /** `performance.now()` when the search began. */
  readonly started: number;
  readonly end: SearchEnd;
}

/** Of something to begin at: where a proof was asked for that cannot be had, and of a walk that can leave out what is worse. */
function findersOf(
  context: SearchContext,
  { warmsUp }: StrategyChoice,
  { pool, ...hooks }: TimedHooks & { readonly pool: CandidatePool },
): readonly Finder[] {
  const { algorithm, imperfect } = context.inputs.options;
  const perfect = algorithm === 'optimal' && imperfect ? [perfectFirst(context, pool, hooks)] : [];
  return warmsUp ? [...perfect, warmUp(context, pool, hooks)] : perfect;
}

/** The evaluations of the finders count. */
function knowing(choice: StrategyChoice, { best, frontier }: CandidatePool, { evaluations }: Counters): StrategyChoice {
  const { maxEvaluations } = choice.limits;
  const left = maxEvaluations === null ? null : Math.max(1, maxEvaluations - evaluations);
  return { ...choice, limits: { ...choice.limits, maxEvaluations: left, known: [...best, ...frontier] } };
}

/** Runs a strategy that works in chunks to its end. */
async function runChunked(
  context: SearchContext,
  choice: StrategyChoice,
  hooks: TimedHooks & { readonly before: Counters },
): Promise<OrderedMerge> {
  const { end, before } = hooks;
  const shared = createSharedState();
  const merge = new OrderedMerge(context.inputs.options, choice.limits);
  const runner = await openRunner(context, choice, { shared, end });
  const unwatch = end.watch(hooks.signal, () => requestStop(shared));
  const report = (): void => {
    const [evaluations, valid] = [0, 1].map((at) => Number(Atomics.load(shared.counts, at))) as [number, number];
    const all = { evaluations: before.evaluations + evaluations, valid: before.valid + valid };
    const progress = progressOf(context, merge.pool, { ...all, proven: 0, found: shared.best[0]! });
    hooks.onProgress?.({ ...progress, fraction: shareDone(merge, choice, evaluations) });
  };
  const ticker = hooks.onProgress && setInterval(report, progressIntervalMs);
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

/** Share of the chunks, or of the evaluations, that have been done. */
function shareDone({ merged }: OrderedMerge, { limits }: StrategyChoice, evaluations: number): number | null {
  const { chunks, maxEvaluations } = limits;
  if (chunks !== null) return merged / chunks;
  return maxEvaluations === null ? null : Math.min(1, evaluations / maxEvaluations);
}
