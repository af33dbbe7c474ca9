import { describe, expect, it } from 'vitest';
import { runSearch } from '../../src/parallel/run-search.js';
import { CandidatePool } from '../../src/search/candidate-pool.js';
import type { Metric, SearchOptions } from '../../src/search/result.js';
import { createSearchContext } from '../../src/search/search-context.js';
import { openToRun } from '../optimal/chain-run.js';
import { usualOptions } from '../search/random-search.js';
import { unitsOfASecond, unitsSince } from '../support/effort.js';
import { bytesOf, planOf, product } from './product.js';

/** 110,592 tiles: the tables take seconds to make. */
const large = product(2520);

function search(change: Partial<SearchOptions>, signal?: AbortSignal) {
  const options: SearchOptions = { ...usualOptions, algorithm: 'optimal', threads: 1, ...change };
  return runSearch(large, planOf(large), options, signal ? { signal } : {});
}

describe('stopped while its tables are made', () => {
  it.each([
    ['by a time limit', 'TimeLimit', 0.4],
    ['by a time limit shorter than the first look at the clock', 'TimeLimit', 0.001],
    ['by a signal', 'Interrupted', null],
  ] as const)('%s, the search has a mapping and an honest gap', async (_, stopReason, timeLimitSeconds) => {
    const controller = new AbortController();
    if (timeLimitSeconds === null) setTimeout(() => controller.abort(), 400);
    const used = unitsSince();
    const result = await search({ timeLimitSeconds }, controller.signal);
    expect(used()).toBeLessThan(3 * unitsOfASecond); // 0.4 seconds until the end, and the last resort
    expect(result.stopReason).toBe(stopReason);
    expect(result.counters.nodes).toBe(0); // not one tile looked at
    expect(result.optimal).toBe(false);
    const [best] = result.mappings;
    expect(best!.edpPjCycles).toBeGreaterThan(result.lowerBound!);
    expect(result.gap).toBeCloseTo(1 - result.lowerBound! / best!.edpPjCycles, 12);
    expect(result.boundKind).toBe('compulsory traffic and computes');
  });
});

describe('tables that do not fit the memory limit', () => {
  it('take no more than there is, or get coarser: the same is found', async () => {
    const problem = product(16);
    const limited = (memoryLimitBytes: number) => {
      const options: SearchOptions = { ...usualOptions, algorithm: 'optimal', top: 3, memoryLimitBytes };
      const context = createSearchContext({ plan: planOf(problem), constraints: problem.constraints, options });
      const { bytes } = openToRun(context, new CandidatePool(options));
      return { bytes, result: runSearch(problem, planOf(problem), options) };
    };
    const roomy = limited(2 ** 31);
    const tight = limited(2 * 0.8 * roomy.bytes); // half of a small limit is for the program itself
    expect(tight.bytes).toBeLessThan(roomy.bytes); // what there is, and not what all entries would take
    const found = await tight.result;
    expect(found.stopReason).toBe('Optimal');
    expect(bytesOf(found)).toBe(bytesOf(await roomy.result));
  });

  it('are taken apart by what storages keep: the same again', async () => {
    const problem = product(16);
    const plan = planOf(problem);
    const limited = (memoryLimitBytes: number) => {
      const options: SearchOptions = { ...usualOptions, algorithm: 'optimal', top: 3, memoryLimitBytes };
      const context = createSearchContext({ plan, constraints: problem.constraints, options });
      const { bytes } = openToRun(context, new CandidatePool(options));
      return { bytes, room: memoryLimitBytes / 2, result: runSearch(problem, plan, options) };
    };
    const roomy = limited(2 ** 31);
    for (const share of [0.08, 0.025]) {
      const tight = limited(2 * share * roomy.bytes);
      expect(tight.bytes).toBe(tight.room); // not what all tables at once would take
      const found = await tight.result;
      expect(found.stopReason).toBe('Optimal');
      expect(bytesOf(found)).toBe(bytesOf(await roomy.result));
    }
  });

  it('are not made: another search runs, and says why', async () => {
    const limited = { memoryLimitBytes: 64 * 2 ** 20, maxEvaluations: 20_000 };
    const result = await search(limited);
    expect(result.stopReason).toBe('SampleLimit');
    expect(result.mappings).toHaveLength(1);
    expect(result.gap).toBeGreaterThan(0);
    const [warning] = result.diagnostics;
    expect(warning!.code).toBe('W-ALGORITHM');
    expect(warning!.message).toMatch(
      /tables take \d+ MiB, more than the 32 MiB that a memory limit of 64 MiB leaves .*without proof$/,
    );
    expect(bytesOf(await search({ ...limited, threads: 2 }))).toBe(bytesOf(result));
  });
});

it('counts sampling among the evaluations that it is allowed', async () => {
  const result = await search({ maxEvaluations: 1000 });
  expect(result.stopReason).toBe('SampleLimit');
  expect(result.counters.evaluations).toBe(1000);
});

it('goes by cycles where utilization is asked for: in as many steps, with the same bounds', async () => {
  const problem = product(16);
  const by = (metric: Metric, maxEvaluations: number | null) => {
    const change = { objective: [metric], maxEvaluations };
    return runSearch(problem, planOf(problem), { ...usualOptions, algorithm: 'optimal', ...change });
  };
  for (const maxEvaluations of [100, null]) {
    const [used, cycles] = [await by('utilization', maxEvaluations), await by('cycles', maxEvaluations)];
    const [best] = cycles.mappings;
    expect(used.mappings).toEqual(cycles.mappings);
    expect(used.counters).toEqual(cycles.counters);
    expect([used.stopReason, used.gap]).toEqual([cycles.stopReason, cycles.gap]);
    expect(used.lowerBound! * cycles.lowerBound!).toBeCloseTo(best!.utilization * best!.cycles, 3);
  }
});
