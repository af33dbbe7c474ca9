// At first much less than has been found is looked for, and everything else only where that is not there: the same best mapping is
// found, and what is proven meanwhile holds and is never taken back.

import { describe, expect, it } from 'vitest';
import { type Candidate, CandidatePool } from '../../src/search/candidate-pool.js';
import { withFinders } from '../../src/search/finder.js';
import { compareFigures, metricValue } from '../../src/search/objective.js';
import type { SearchContext } from '../../src/search/search-context.js';
import { allCandidates } from '../search/random-search.js';
import { timeoutOf } from '../support/properties.js';
import { openToRun } from './chain-run.js';
import { fittedInstance } from './drawn-mapping.js';
import { coarseFirst, differences } from './exact-checks.js';
import { checkInstances, contextOf, smallInstances } from './instance.js';

const mostMappings = 2500;
const mostNodes = 1e6;

interface Run {
  readonly best: readonly Candidate[];
  /** By value that was hoped for: whether it was met. */
  readonly met: readonly boolean[];
  /** What was proven after each unit of work. */
  readonly bounds: readonly number[];
}

/** Where something as dear as it gets is known. `hopeBytes`: as `Look.hopeBytes`. */
function runOf(context: SearchContext, known: Candidate, hopeBytes: number): Run {
  const pool = new CandidatePool(context.inputs.options);
  pool.offer(known);
  let hope = pool.hope;
  const met: boolean[] = [];
  Object.defineProperty(pool, 'hope', {
    get: () => hope,
    set: (value: number) => {
      if (hope < Number.POSITIVE_INFINITY) met.push(pool.isHopeMet);
      hope = value;
    },
  });
  const search = openToRun(context, pool, { ...coarseFirst, from: Number.POSITIVE_INFINITY, hopeBytes });
  const bounds: number[] = [];
  for (const _ of withFinders(search.work, search.finders)) {
    bounds.push(search.lowerBound());
    if (search.counters().nodes > mostNodes) throw new Error('the chain search does not end');
  }
  return { best: pool.best, met, bounds };
}

describe('hoping for much less than has been found', () => {
  it('changes nothing but the way there', { timeout: timeoutOf(80) }, () => {
    const hopes = { met: 0, given: 0 };
    checkInstances(80, smallInstances, (drawn) => {
      const instance = fittedInstance(drawn, mostMappings);
      if (instance === undefined) return undefined;
      const { objective } = instance;
      if (objective[0] === 'utilization') return undefined; // less than nought: nothing is hoped for
      const context = contextOf(instance, { objective });
      const worst = allCandidates(context).sort((a, b) => compareFigures(objective, b, a))[0];
      if (worst === undefined) return undefined;
      const plain = runOf(context, worst, Number.POSITIVE_INFINITY);
      const hoping = runOf(context, worst, 0);
      for (const met of hoping.met) hopes[met ? 'met' : 'given'] += 1;
      const complaints = differences(context, 'best', { found: hoping.best, wanted: plain.best });
      const most = metricValue(objective[0]!, plain.best[0]!) * (1 + 1e-9);
      if (hoping.bounds.some((bound) => bound > most)) complaints.push('a bound above the best');
      if (hoping.bounds.some((bound, at) => at > 0 && bound < hoping.bounds[at - 1]! * (1 - 1e-9)))
        complaints.push('a bound taken back');
      return complaints;
    });
    expect(hopes.met).toBeGreaterThan(0);
    expect(hopes.given).toBeGreaterThan(0);
  });
});
