// What a search that was stopped with empty hands still does: it tries its luck for a moment.

import type { CandidatePool } from '../search/candidate-pool.js';
import { Scout } from '../search/scout.js';
import { perfectContext, type SearchContext } from '../search/search-context.js';

const lastResortMs = 300;

/** Nothing where the pool holds a mapping already. Perfect factors are quickly costed. */
export function lastResort(context: SearchContext, pool: CandidatePool, beside?: Scout): void {
  if (pool.best.length > 0) return;
  const scout = beside ?? new Scout((context.mapspace.perfect ? undefined : perfectContext(context)) ?? context, pool);
  const last = performance.now() + lastResortMs;
  scout.advance({ most: Number.POSITIVE_INFINITY, shouldStop: () => performance.now() >= last });
}
