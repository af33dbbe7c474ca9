// Runs the chain search to its end in one go, and says what it found in the terms of the other searches.

import { type Candidate, CandidatePool } from '../../src/search/candidate-pool.js';
import { withFinders } from '../../src/search/finder.js';
import { type ChainSearch, type Look, openChainSearch } from '../../src/search/optimal/chain-search.js';
import type { SearchContext } from '../../src/search/search-context.js';

export interface ChainRun {
  readonly best: readonly Candidate[];
  readonly frontier: readonly Candidate[];
  readonly search: ChainSearch;
}

/** Tiles that a search of the small spaces here may look at before it is taken to run wild. */
const mostNodes = 1e6;

/** The search, ready to run. That it cannot run here is a failure: the cases are chosen so that it can. */
export function openToRun(context: SearchContext, pool: CandidatePool, look?: Look): ChainSearch {
  const opening = openChainSearch(context, pool, look);
  for (;;) {
    const { done, value } = opening.next();
    if (!done) continue;
    if (typeof value === 'string') throw new Error(`the chain search cannot run: ${value}`);
    return value;
  }
}

export function runToEnd(context: SearchContext, known: readonly Candidate[] = [], look?: Look): ChainRun {
  const pool = new CandidatePool(context.inputs.options);
  for (const candidate of known) pool.offer(candidate);
  const search = openToRun(context, pool, look);
  for (const _ of withFinders(search.work, search.finders))
    if (search.counters().nodes > mostNodes) throw new Error('the chain search does not end');
  return { best: pool.best, frontier: pool.frontier, search };
}

export function figuresText({ cycles, energyPj, utilization }: Omit<Candidate, 'key'>): string {
  return `${cycles} cycles, ${energyPj} pJ, utilization ${utilization}`;
}
