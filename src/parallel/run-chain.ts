// Runs the provably optimal search to its end, a slice at a time, so that signals, time limits and progress get their turn.

import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { assembleResult } from '../search/assemble-result.js';
import { boundOf } from '../search/bounds.js';
import { CandidatePool } from '../search/candidate-pool.js';
import type { Counters } from '../search/finder.js';
import { metricValue } from '../search/objective.js';
import type { Progress, SearchResult, StopReason } from '../search/result.js';
import type { SearchContext } from '../search/search-context.js';
import { computeCount } from '../workload/workload.js';
import { lastResort } from './finders.js';
import { type ProofHooks, proofOf } from './proof.js';
import type { SearchEnd } from './search-end.js';

const sliceMs = 20;
export const progressIntervalMs = 200;

export interface ChainHooks extends ProofHooks {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Takes in what is found. */
  readonly pool?: CandidatePool;
}

/** What the search found, or why it cannot run here. */
export async function runChain(context: SearchContext, hooks: ChainHooks): Promise<SearchResult | string> {
  return isByCycles(context) ? runByCycles(context, hooks) : run(context, hooks);
}

/** Whether utilization is so many computes by cycles, the same of every mapping: bounds and descent know more of cycles. */
function isByCycles({ machine, evaluator, inputs }: SearchContext): boolean {
  return inputs.options.objective[0] === 'utilization' && machine === null && evaluator.kernel.sparse === null;
}

async function runByCycles(context: SearchContext, hooks: ChainHooks): Promise<SearchResult | string> {
  const { inputs, evaluator } = context;
  const objective = ['cycles', ...inputs.options.objective.slice(1)] as const;
  const computes = computeCount(inputs.plan.workload);
  const { computeInstances } = evaluator.kernel.layout;
  const used = (cycles: number | null): number | null =>
    cycles === null ? null : computes / (computeInstances * cycles);
  const { onProgress } = hooks;
  const report = (progress: Progress): void => {
    const { bestObjective, lowerBound } = progress;
    onProgress?.({ ...progress, bestObjective: used(bestObjective), lowerBound: used(lowerBound) });
  };
  const asked = { ...context, inputs: { ...inputs, options: { ...inputs.options, objective } } };
  const found = await run(asked, { ...hooks, onProgress: report });
  return typeof found === 'string' ? found : { ...found, lowerBound: used(found.lowerBound) };
}

async function run(context: SearchContext, hooks: ChainHooks): Promise<SearchResult | string> {
  const { options } = context.inputs;
  const { end, onProgress, pool = new CandidatePool(options) } = hooks;
  const proof = proofOf(context, pool, hooks);
  const report = (): void => {
    if (proof.isOpen()) onProgress?.(progressOf(context, pool, { ...proof.counters(), proven: proof.lowerBound() }));
  };
  const stopped = await drive(proof.work(report), { end, limit: proof.limit, report });
  const refusal = proof.refusal();
  if (refusal !== undefined) return refusal;
  if (stopped !== undefined && stopped === end.reason) lastResort(context, pool, proof.scout);
  const lowerBound = proof.lowerBound();
  return assembleResult(context, {
    best: pool.best,
    frontier: pool.frontier,
    stopReason: stopped ?? 'Optimal',
    proven: stopped === undefined,
    proof: 'no tile of the chain can hold a better mapping',
    lowerBound: lowerBound > 0 ? { value: lowerBound, kind: 'relaxed chain over tiles' } : null,
    counters: proof.counters(),
    diagnostics: stopped === 'StepLimit' ? [proof.patienceLost()] : [],
  });
}

export interface Driving {
  readonly end: SearchEnd;
  /** Asked after every unit of work. */
  readonly limit?: () => StopReason | undefined;
  /** Called now and then. */
  readonly report?: () => void;
}

/** Does the work slice by slice; undefined when it has come to its end, else why it was stopped. */
export async function drive(
  work: Generator<void, void, void>,
  { end, limit, report }: Driving,
): Promise<StopReason | undefined> {
  let reported = Number.NEGATIVE_INFINITY;
  let slice = performance.now();
  for (const _ of work) {
    const reached = limit?.();
    const now = performance.now();
    if (reached === undefined && now - slice < sliceMs) continue;
    if (now - reported >= progressIntervalMs) {
      reported = now;
      report?.();
    }
    // Signals and timers get their turn.
    await turnOfOthers();
    slice = performance.now();
    const reason = end.reason ?? reached;
    if (reason !== undefined) return reason;
  }
  return undefined;
}

interface Shown {
  readonly proven: number;
  readonly found?: number;
}

/** `proven`: a lower bound of the first metric; `found`: what it has come to in chunks that are not over. */
export function progressOf(
  { inputs, floors }: SearchContext,
  { best }: CandidatePool,
  { evaluations, valid, proven, found = Number.POSITIVE_INFINITY }: Pick<Counters, 'evaluations' | 'valid'> & Shown,
): Progress {
  const [metric] = inputs.options.objective;
  const least = Math.min(found, best[0] === undefined ? Number.POSITIVE_INFINITY : metricValue(metric!, best[0]));
  const bestObjective = least === Number.POSITIVE_INFINITY ? null : Math.abs(least);
  const lowerBound = Math.max(proven, boundOf(metric!, floors.whole)) || null;
  return { evaluations, valid, bestObjective, lowerBound, fraction: null };
}
