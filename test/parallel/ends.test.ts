// Whatever the search is doing when its time is up or a signal comes, there is an answer, with a mapping in it.

import { describe, expect, it } from 'vitest';
import { runSearch } from '../../src/parallel/run-search.js';
import { CandidatePool } from '../../src/search/candidate-pool.js';
import { noHooks } from '../../src/search/chunk.js';
import { openChainSearch } from '../../src/search/optimal/chain-search.js';
import type { SearchOptions } from '../../src/search/result.js';
import { searchChunk } from '../../src/search/search-chunk.js';
import { createSearchContext } from '../../src/search/search-context.js';
import { usualOptions } from '../search/random-search.js';
import { problemOf, tallTree, wideProduct } from '../support/tall-texts.js';
import { planOf, product } from './product.js';

const cases = [
  ['eight free storages', tallTree(8), wideProduct(3, 16)],
  ['fourteen free storages', tallTree(14), wideProduct(3, 16)],
  ['fourteen dimensions', tallTree(3), wideProduct(14, 2)],
  ['sixteen dimensions', tallTree(3), wideProduct(16, 2)],
  ['thirty dimensions', tallTree(3), wideProduct(30, 2)],
] as const;

function inputsOf(tree: string, workload: string, change: Partial<SearchOptions>) {
  const problem = problemOf(tree, workload);
  const options: SearchOptions = { ...usualOptions, algorithm: 'optimal', memoryLimitBytes: 2 ** 31, ...change };
  return { problem, plan: planOf(problem), options, constraints: problem.constraints };
}

describe.each(cases)('%s', (_, tree, workload) => {
  it('have a mapping when time is up', { timeout: 30_000 }, async () => {
    const { problem, plan, options } = inputsOf(tree, workload, { timeLimitSeconds: 0.1 });
    const result = await runSearch(problem, plan, options);
    expect(result.stopReason).toBe('TimeLimit');
    expect(result.mappings).toHaveLength(1);
    expect(result.gap).toBeGreaterThan(0);
  });

  it('have a mapping after a signal', { timeout: 30_000 }, async () => {
    const { problem, plan, options } = inputsOf(tree, workload, {});
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const result = await runSearch(problem, plan, options, { signal: controller.signal });
    expect(result.stopReason).toBe('Interrupted');
    expect(result.mappings).toHaveLength(1);
  });
});

it.each(cases.slice(0, 3))('%s are laid out for a proof in many small steps', (_, tree, workload) => {
  const opening = openChainSearch(createSearchContext(inputsOf(tree, workload, {})), new CandidatePool(usualOptions));
  for (let step = 0; step < 50; step += 1) expect(opening.next().done).toBe(false);
});

it.each(['signal', 'time limit'] as const)('a walk in the calling thread ends with its %s', async (by) => {
  const problem = product(4);
  const timed = by === 'time limit';
  // Sooner than the first mappings have been looked at, so that the walk and not a timer finds out.
  const options: SearchOptions = { ...usualOptions, timeLimitSeconds: timed ? 1e-6 : null };
  const signal = timed ? {} : { signal: AbortSignal.abort() };
  const result = await runSearch(problem, planOf(problem), options, signal);
  expect(result.stopReason).toBe(timed ? 'TimeLimit' : 'Interrupted');
  expect(result.mappings).toHaveLength(1);
});

it('an evaluation that takes for ever is given up, and a quick one shown', { timeout: 60_000 }, async () => {
  const change = { algorithm: 'random', imperfect: true, timeLimitSeconds: 0.1 } as const;
  const { problem, plan, options } = inputsOf(tallTree(5), wideProduct(12, 7), change);
  const result = await runSearch(problem, plan, options);
  expect(result.stopReason).toBe('TimeLimit');
  expect(result.mappings).toHaveLength(1);
});

it('a walk that evaluates nothing for a while still hears that it is to stop', () => {
  const problem = problemOf(tallTree(6), wideProduct(9, 16));
  const options: SearchOptions = { ...usualOptions, algorithm: 'linear-pruned' };
  const context = createSearchContext({ plan: planOf(problem), constraints: problem.constraints, options });
  const order = { chunk: 0, of: 1, maxEvaluations: null, maxValid: null, scheduled: null };
  const first = searchChunk(context, 'hybrid', { order: { ...order, maxEvaluations: 2000, known: [] }, hooks: noHooks })
    .best[0]!;
  // With a mapping that nothing can beat all is cut off, and no mapping is ever complete.
  const known = [{ ...first, cycles: 1, energyPj: 1e-9 }];
  let asked = 0;
  const hooks = { ...noHooks, shouldStop: () => ++asked > 20 };
  const result = searchChunk(context, 'linear-pruned', { order: { ...order, known }, hooks });
  expect(result).toMatchObject({ evaluations: 0, complete: false });
});
