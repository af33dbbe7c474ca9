// Runs the chain search to its end in one go, and says what it found in the terms of the other searches.

import type { Candidate } from '../../src/search/candidate-pool.js';
import { type ChainSearch, type Look, openChainSearch } from '../../src/search/optimal/chain-search.js';
import type { SearchContext } from '../../src/search/search-context.js';

export interface ChainRun {
  readonly best: readonly Candidate[];
  readonly frontier: readonly Candidate[];
  readonly search: ChainSearch;
}

/** Tiles that a search of the small spaces here may look at before it is taken to run wild. */
const mostNodes = 1e6;

/** A search that cannot run here is a failure: the cases are chosen so that it can. */
export function runToEnd(context: SearchContext, known: readonly Candidate[] = [], look?: Look): ChainRun {
  const search = openChainSearch(context, known, look);
  if (typeof search === 'string') throw new Error(`the chain search cannot run: ${search}`);
  for (const _ of search.work)
    if (search.counters().nodes > mostNodes) throw new Error('the chain search does not end');
  return { best: search.pool.best, frontier: search.pool.frontier, search };
}

export function figuresText({ cycles, energyPj, utilization }: Omit<Candidate, 'key'>): string {
  return `${cycles} cycles, ${energyPj} pJ, utilization ${utilization}`;
}
