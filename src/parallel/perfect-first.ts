// Where factors need not divide their dimension, the proving search still covers the mappings whose factors do: their
// optimum is something to begin from, and to beat. It gets half of every limit.

import { createMapspace } from '../mapspace/mapspace.js';
import type { Candidate } from '../search/candidate-pool.js';
import { openChainSearch } from '../search/optimal/chain-search.js';
import type { SearchOptions } from '../search/result.js';
import { createSearchContext, type SearchContext } from '../search/search-context.js';
import { type ChainHooks, runChain } from './run-chain.js';

export interface PerfectFirst {
  readonly known: readonly Candidate[];
  readonly evaluations: number;
  readonly valid: number;
  readonly nodes: number;
}

export const nothingFirst: PerfectFirst = { known: [], evaluations: 0, valid: 0, nodes: 0 };

/** Nothing where no mapping has perfect factors, or the proving search cannot run. */
export async function perfectFirst({ inputs, mapspace }: SearchContext, hooks: ChainHooks): Promise<PerfectFirst> {
  const options = halved(inputs.options);
  const perfect = createMapspace(mapspace.problem, options).value;
  if (perfect === undefined) return nothingFirst;
  const context = createSearchContext({ ...inputs, options }, perfect);
  const search = openChainSearch(context);
  if (typeof search === 'string') return nothingFirst;
  const { counters } = await runChain(context, search, hooks);
  // Keys name factors, so they are the same in both mapspaces.
  return { known: [...search.pool.best, ...search.pool.frontier], ...counters };
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
