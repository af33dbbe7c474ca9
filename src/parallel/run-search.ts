// Runs one search to its end: builds the mapspace, chooses a strategy, hands chunks to threads and merges what they find.
// Threads, clock and signals are met here and nowhere below.

import { isMainThread } from 'node:worker_threads';
import type { Problem } from '../mapping/problem.js';
import { createMapspace } from '../mapspace/mapspace.js';
import type { EvalPlan } from '../model/plan.js';
import { assembleResult, emptyResult } from '../search/assemble-result.js';
import type { Candidate } from '../search/candidate-pool.js';
import { type ChunkOrder, noHooks } from '../search/chunk.js';
import { fewSteps, whatFits, whyEmpty, withReasons } from '../search/nothing-fits.js';
import { metricValue } from '../search/objective.js';
import { openChainSearch } from '../search/optimal/chain-search.js';
import { OrderedMerge } from '../search/ordered-merge.js';
import type { Progress, SearchOptions, SearchResult, StopReason } from '../search/result.js';
import { searchChunk, visitsAll } from '../search/search-chunk.js';
import { boundedBy, createSearchContext, type SearchContext } from '../search/search-context.js';
import { chooseStrategy, type StrategyChoice, smallSize, worthProving } from '../search/strategy-choice.js';
import { type ChunkRunner, inlineRunner, poolRunner } from './chunk-runner.js';
import { nothingFirst, type PerfectFirst, perfectFirst } from './perfect-first.js';
import { alternativeInputs, proveAlternative, searchAlternatives } from './run-alternatives.js';
import { runChain } from './run-chain.js';
import { createSharedState, requestStop, type SharedState } from './shared-state.js';

export interface RunHooks {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Waits until the tables of a proof may be made, and returns what gives their memory back. Only for worker threads. */
  readonly takeMemory?: (bytes: number) => () => void;
}

const progressIntervalMs = 200;

export async function runSearch(
  problem: Problem,
  plan: EvalPlan,
  options: SearchOptions,
  hooks: RunHooks = {},
): Promise<SearchResult> {
  if (problem.others === undefined) return searchProblem({ problem, plan }, options, hooks);
  const started = performance.now();
  const elapsedSeconds = (): number => (performance.now() - started) / 1000;
  const alternatives = alternativeInputs(problem, plan, options);
  const { onProgress, takeMemory } = hooks;
  const stopRequested = (): boolean => hooks.signal?.aborted ?? false;
  const proof = { stopRequested, onProgress, ...(takeMemory && { opened: takeMemory }) };
  const result = await searchAlternatives({ count: alternatives.length, options, elapsedSeconds }, async (turn) => {
    const one = alternatives[turn.alternative]!;
    return (await proveAlternative(one, turn, proof)) ?? (await searchProblem(one, turn.options, hooks));
  });
  return withReasons(result!, { problem, options, fitting: null });
}

/** Under the choices of a machine that it is built with. */
async function searchProblem(
  { problem, plan }: { readonly problem: Problem; readonly plan: EvalPlan },
  options: SearchOptions,
  hooks: RunHooks,
): Promise<SearchResult> {
  const started = performance.now();
  const bounding = boundedBy(problem, plan);
  const mapspace = createMapspace(bounding, options);
  if (mapspace.value === undefined) return emptyResult(whyEmpty(bounding, options, mapspace.diagnostics));
  const spaces = mapspace.value.factors.map(({ space }) => space);
  const fitting = whatFits(bounding, { imperfect: options.imperfect, spaces, steps: fewSteps });
  if (fitting.verdict === 'nothing') return { ...emptyResult(fitting.reasons()), mapspaceSize: mapspace.value.size };
  const context = createSearchContext({ plan, constraints: problem.constraints, options }, mapspace.value);
  const chain = worthProving(mapspace.value, options) ? openChainSearch(context) : null;
  if (chain !== null && typeof chain !== 'string') {
    const { signal, onProgress } = hooks;
    const stopRequested = (): boolean => signal?.aborted ?? false;
    const asked = performance.now();
    const giveBack = hooks.takeMemory?.(chain.bytes);
    // Waiting for memory is not searching.
    const waited = performance.now() - asked;
    const result = await runChain(context, chain, { started: started + waited, stopRequested, onProgress });
    giveBack?.();
    return withReasons(result, { problem: bounding, options, fitting });
  }
  const choice = chooseStrategy(mapspace.value, options, chain);
  const first = await beforeSampling(context, choice, { ...hooks, started });
  const merge = await runChunked(context, after(choice, first), { ...hooks, started });
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

interface TimedHooks extends RunHooks {
  /** `performance.now()` when the search began: time limits count from there. */
  readonly started: number;
}

/** What is known before a strategy without proof begins, where a proof was asked for. */
async function beforeSampling(
  context: SearchContext,
  { strategy }: StrategyChoice,
  { started, signal, onProgress }: TimedHooks,
): Promise<PerfectFirst> {
  const { algorithm, imperfect } = context.inputs.options;
  if (algorithm !== 'optimal' || !imperfect || visitsAll(strategy)) return nothingFirst;
  const stopRequested = (): boolean => signal?.aborted ?? false;
  return await perfectFirst(context, { started, stopRequested, onProgress });
}

function after(choice: StrategyChoice, { known, evaluations }: PerfectFirst): KnowingChoice {
  const { maxEvaluations } = choice.limits;
  const left = maxEvaluations === null ? null : Math.max(1, maxEvaluations - evaluations);
  return { ...choice, known, limits: { ...choice.limits, maxEvaluations: left } };
}

type KnowingChoice = StrategyChoice & { readonly known: readonly Candidate[] };

/** Runs a strategy that works in chunks to its end. */
async function runChunked(context: SearchContext, choice: KnowingChoice, hooks: TimedHooks): Promise<OrderedMerge> {
  const { options } = context.inputs;
  const deadline = options.timeLimitSeconds === null ? null : hooks.started + 1000 * options.timeLimitSeconds;
  const shared = createSharedState();
  const known = choice.warmUp === null ? choice.known : warmUp(context, choice.warmUp, deadline);
  const merge = new OrderedMerge(options, { ...choice.limits, known });
  const runner = openRunner(context, choice, { shared, deadline });
  const watch = watchEnd({ merge, shared, deadline, choice, context }, hooks);
  try {
    await runChunks(runner, merge, shared);
  } finally {
    watch.close();
    await runner.close();
  }
  merge.finish();
  return merge;
}

function warmUp(context: SearchContext, order: ChunkOrder, deadline: number | null): readonly Candidate[] {
  const hooks = { ...noHooks, shouldStop: () => deadline !== null && performance.now() >= deadline };
  return searchChunk(context, 'hybrid', { order, hooks }).best;
}

function openRunner(
  context: SearchContext,
  { strategy, limits }: StrategyChoice,
  { shared, deadline }: { readonly shared: SharedState; readonly deadline: number | null },
): ChunkRunner {
  const { mapspace, inputs } = context;
  const small = limits.chunks !== null && mapspace.perfect && mapspace.size <= smallSize;
  const options = { strategy, shared, deadline };
  // A worker thread that searches by itself is one of many.
  return small || !isMainThread
    ? inlineRunner(context, options)
    : poolRunner(context, Math.max(1, inputs.options.threads), options);
}

/** Keeps the runner busy until the merge says stop and every chunk is back. */
async function runChunks(runner: ChunkRunner, merge: OrderedMerge, shared: SharedState): Promise<void> {
  let running = 0;
  await new Promise<void>((resolve, reject) => {
    const start = (order: ReturnType<OrderedMerge['order']>): void => {
      if (order === undefined) return;
      running += 1;
      runner.run(order).then((result) => {
        running -= 1;
        if (merge.stopReason !== undefined || !result.complete) merge.salvage(result);
        else start(merge.accept(result));
        fill();
      }, reject);
    };
    const fill = (): void => {
      while (merge.stopReason === undefined && running < runner.width) {
        const order = merge.order();
        if (order === undefined) break;
        start(order);
      }
      if (merge.stopReason !== undefined) requestStop(shared);
      if (running === 0 && merge.stopReason !== undefined) resolve();
    };
    fill();
  });
}

interface Watched {
  readonly merge: OrderedMerge;
  readonly shared: SharedState;
  readonly deadline: number | null;
  readonly choice: StrategyChoice;
  readonly context: SearchContext;
}

/** Time limit, abort signal and progress. */
function watchEnd(watched: Watched, { signal, onProgress }: RunHooks): { close(): void } {
  const { merge, shared, deadline } = watched;
  const end = (reason: StopReason): void => {
    merge.stop(reason);
    requestStop(shared);
  };
  const interrupt = (): void => end('Interrupted');
  if (signal?.aborted) interrupt();
  signal?.addEventListener('abort', interrupt);
  const timer =
    deadline === null ? undefined : setTimeout(() => end('TimeLimit'), Math.max(0, deadline - performance.now()));
  const ticker = onProgress && setInterval(() => onProgress(progressOf(watched)), progressIntervalMs);
  return {
    close: () => {
      signal?.removeEventListener('abort', interrupt);
      clearTimeout(timer);
      clearInterval(ticker);
    },
  };
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
