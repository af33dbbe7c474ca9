// Where factors need not divide their dimension, the proving search still covers the mappings whose factors do: their
// optimum is something to begin from, and to beat. It gets half of every limit.

import { type Candidate, CandidatePool } from '../search/candidate-pool.js';
import type { SearchOptions } from '../search/result.js';
import { perfectContext, type SearchContext } from '../search/search-context.js';
import { type ChainHooks, runChain } from './run-chain.js';
import { SearchEnd } from './search-end.js';

export interface PerfectFirst {
  readonly known: readonly Candidate[];
  readonly evaluations: number;
  readonly valid: number;
  readonly nodes: number;
}

export const nothingFirst: PerfectFirst = { known: [], evaluations: 0, valid: 0, nodes: 0 };

/** Nothing where no mapping has perfect factors, or the proving search cannot run. */
export async function perfectFirst(
  imperfect: SearchContext,
  { started, end, onProgress }: ChainHooks,
): Promise<PerfectFirst> {
  const context = perfectContext(imperfect, halved(imperfect.inputs.options));
  if (context === undefined) return nothingFirst;
  const { options } = context.inputs;
  const { timeLimitSeconds } = options;
  const half = new SearchEnd({ started, timeLimitSeconds, stopRequested: () => end.over });
  const pool = new CandidatePool(options);
  const result = await runChain(context, { started, end: half, onProgress, pool });
  if (typeof result === 'string') return nothingFirst;
  return { known: [...pool.best, ...pool.frontier], ...result.counters };
}

function halved(options: SearchOptions): SearchOptions {
  const half = (limit: number | null): number | null => (limit === null ? null : limit / 2);
  return {
    ...options,
    timeLimitSeconds: half(options.timeLimitSeconds),
    maxEvaluations: options.maxEvaluations === null ? null : Math.ceil(options.maxEvaluations / 2),
  };
}
