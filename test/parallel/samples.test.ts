// Samples before tables are made: as many as the tables are large, but no more than half of what may be evaluated.

import { describe, expect, it } from 'vitest';
import { type Proof, proofOf } from '../../src/parallel/proof.js';
import { SearchEnd } from '../../src/parallel/search-end.js';
import { CandidatePool } from '../../src/search/candidate-pool.js';
import type { SearchOptions } from '../../src/search/result.js';
import { createSearchContext } from '../../src/search/search-context.js';
import { usualOptions } from '../search/random-search.js';
import { planOf, product } from './product.js';

function proofFor(size: number, change: Partial<SearchOptions>): Proof {
  const problem = product(size);
  const options: SearchOptions = { ...usualOptions, algorithm: 'optimal', memoryLimitBytes: 2 ** 31, ...change };
  const context = createSearchContext({ plan: planOf(problem), options, constraints: problem.constraints });
  const started = performance.now();
  const end = new SearchEnd({ started, timeLimitSeconds: null, stopRequested: () => false });
  return proofOf(context, new CandidatePool(options), { started, end });
}

/** Chunks sampled before any spatial choice has been costed. */
function chunksBefore(proof: Proof): number {
  let chunks = 0;
  for (const _ of proof.work()) {
    if (proof.counters().prepared > 0) break;
    chunks = proof.scout.chunks;
  }
  return chunks;
}

describe('samples before tables', () => {
  it('are more the larger these may be', () => {
    const [small, large, huge] = [12, 240, 2520].map((size) => chunksBefore(proofFor(size, {})));
    expect(small).toBe(1);
    expect(large).toBeGreaterThan(2);
    expect(huge).toBeGreaterThan(large!);
    expect(huge).toBeLessThanOrEqual(64);
  });

  it('leave the proof half of the evaluations that there may be', () => {
    expect(chunksBefore(proofFor(12, { maxEvaluations: 1000 }))).toBe(0);
    expect(chunksBefore(proofFor(2520, { maxEvaluations: 20_000 }))).toBe(2);
  });
});
