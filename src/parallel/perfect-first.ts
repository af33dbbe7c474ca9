// Where factors need not divide their dimension, the proving search still covers the mappings whose factors do: their
// optimum is something to begin from, and to beat. It gets half of every limit.

import { createMapspace } from '../mapspace/mapspace.js';
import { type Candidate, CandidatePool } from '../search/candidate-pool.js';
import type { SearchOptions } from '../search/result.js';
import { createSearchContext, type SearchContext } from '../search/search-context.js';
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
  { inputs, mapspace }: SearchContext,
  { started, end, onProgress }: ChainHooks,
): Promise<PerfectFirst> {
  const options = halved(inputs.options);
  const perfect = createMapspace(mapspace.problem, options).value;
  if (perfect === undefined) return nothingFirst;
  const context = createSearchContext({ ...inputs, options }, perfect);
  const { timeLimitSeconds } = options;
  const half = new SearchEnd({ started, timeLimitSeconds, stopRequested: () => end.over });
  const pool = new CandidatePool(options);
  const result = await runChain(context, { started, end: half, onProgress, pool });
  if (typeof result === 'string') return nothingFirst;
  // Keys name factors, so they are the same in both mapspaces.
  return { known: [...pool.best, ...pool.frontier], ...result.counters };
}

function halved(options: SearchOptions): SearchOptions {
  const half = (limit: number | null): number | null => (limit === null ? null : limit / 2);
  return {
    ...options,
    imperfect: false,
    timeLimitSeconds: half(options.timeLimitSeconds),
    maxEvaluations: options.maxEvaluations === null ? null : Math.ceil(options.maxEvaluations / 2),
  };
}
