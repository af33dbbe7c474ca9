// Tables are planned for more memory than there is, because most of their entries take none; where they turn out to take more, they
// are given up and made anew, coarser or apart: the same best mapping is found.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { CandidatePool } from '../../src/search/candidate-pool.js';
import { openChainSearch } from '../../src/search/optimal/chain-search.js';
import { Relaxation } from '../../src/search/optimal/relaxation/relaxation.js';
import type { SearchContext } from '../../src/search/search-context.js';
import { pick } from '../support/choices.js';
import { timeoutOf } from '../support/properties.js';
import { runToEnd } from './chain-run.js';
import { fittedInstance } from './drawn-mapping.js';
import { coarseFirst, differences } from './exact-checks.js';
import { checkInstances, contextOf, smallInstances } from './instance.js';

const mostMappings = 2500;

/** How many tables were filled, and how many given up for their size. */
function counted(): { full: number; given: number } {
  const tables = { full: 0, given: 0 };
  const { prepare } = Relaxation.prototype;
  vi.spyOn(Relaxation.prototype, 'prepare').mockImplementation(function* (this: Relaxation) {
    const isFull = yield* prepare.call(this);
    tables[isFull ? 'full' : 'given'] += 1;
    return isFull;
  });
  return tables;
}

function within(context: SearchContext, memoryLimitBytes: number): SearchContext {
  const { inputs } = context;
  return { ...context, inputs: { ...inputs, options: { ...inputs.options, memoryLimitBytes } } };
}

/** Even the smallest part of the mapspace must fit. */
function fits(context: SearchContext): boolean {
  const opening = openChainSearch(context, new CandidatePool(context.inputs.options), coarseFirst);
  for (;;) {
    const { done, value } = opening.next();
    if (done) return typeof value !== 'string';
  }
}

afterEach(() => vi.restoreAllMocks());

describe('tables that turn out to take more memory than there is', () => {
  it('are made anew, and the same is found', { timeout: timeoutOf(60) }, () => {
    const tables = counted();
    checkInstances(60, smallInstances, (drawn) => {
      const instance = fittedInstance(drawn, mostMappings);
      if (instance === undefined) return undefined;
      const context = contextOf(instance, { objective: instance.objective });
      const roomy = runToEnd(context, [], coarseFirst);
      const share = pick(instance.choices, [1, 0.8, 0.6, 0.4]);
      const tight = within(context, 2 * share * roomy.search.bytes); // half of it is for the program
      if (!fits(tight)) return undefined;
      const { best } = runToEnd(tight, [], coarseFirst);
      return differences(context, 'best', { found: best, wanted: roomy.best });
    });
    expect(tables.full).toBeGreaterThan(50);
    expect(tables.given).toBeGreaterThan(5);
  });
});
