import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/mapping/problem.js';
import { compilePlan, defaultModelOptions } from '../../src/model/plan.js';
import { runSearch } from '../../src/parallel/run-search.js';
import type { Progress, SearchOptions } from '../../src/search/result.js';
import { usualOptions } from '../search/random-search.js';
import { unitsOfASecond, unitsSince } from '../support/effort.js';
import { bytesOf, planOf, product } from './product.js';

function search(problem: Problem, options: Partial<SearchOptions>, hooks: Parameters<typeof runSearch>[3] = {}) {
  return runSearch(problem, planOf(problem), { ...usualOptions, ...options }, hooks);
}

describe('runSearch', () => {
  const strategies: readonly (readonly [string, Partial<SearchOptions>])[] = [
    ['exhaustive', { algorithm: 'exhaustive', top: 4, frontier: true }],
    ['linear-pruned', { algorithm: 'linear-pruned', top: 4 }],
    ['random', { algorithm: 'random', maxEvaluations: 70_000, top: 3 }],
    ['random-pruned', { algorithm: 'random-pruned', maxEvaluations: 70_000, frontier: true }],
    ['hybrid', { algorithm: 'hybrid', maxEvaluations: 330_000, top: 3 }],
    ['hybrid with imperfect factors', { algorithm: 'hybrid', imperfect: true, maxEvaluations: 70_001 }],
    ['hybrid with a victory condition', { algorithm: 'hybrid', victoryCondition: 60_000, frontier: true }],
  ];

  it.each(strategies)('%s gives the same bytes on 1, 2 and 4 threads', { timeout: 120_000 }, async (name, options) => {
    const problem = product({ exhaustive: 4, 'linear-pruned': 8 }[name] ?? 12);
    const results = [];
    // Downwards: a search of fewer threads may have some of those that the one before it started.
    for (const threads of [4, 2, 1]) results.push(await search(problem, { ...options, threads }));
    const [four, two, one] = results.map(bytesOf);
    expect(two).toBe(one);
    expect(four).toBe(one);
    expect(results[0]!.mappings.length).toBe(options.top ?? 1);
    expect(results[1]!.counters).toEqual(results[0]!.counters);
  });

  it('proves the optimum of a mapspace that it visits to the end', { timeout: 60_000 }, async () => {
    const whole = await search(product(4), { algorithm: 'exhaustive', threads: 2 });
    const pruned = await search(product(4), { algorithm: 'linear-pruned', threads: 1 });
    expect(whole.stopReason).toBe('Exhausted');
    expect(whole.optimal && pruned.optimal).toBe(true);
    expect(whole.gap).toBe(0);
    expect(whole.lowerBound).toBe(whole.mappings[0]!.edpPjCycles);
    expect(pruned.mappings).toEqual(whole.mappings);
    expect(BigInt(whole.mappings[0]!.index)).toBeLessThan(whole.mapspaceSize);
    const drawn = await search(product(4), { algorithm: 'hybrid', maxEvaluations: 200_000, threads: 2 });
    expect(drawn.mappings).toEqual(whole.mappings);
    expect(drawn.optimal).toBe(false);
    expect(drawn.lowerBound!).toBeLessThanOrEqual(whole.lowerBound!);
    expect(drawn.stopReason).toBe('SampleLimit');
  });

  it('lists each mapping once, walked or proven, where it does not matter which loops lie along which axis', async () => {
    const problem = product(4);
    const { workload, architecture, constraints } = problem;
    const model = { ...defaultModelOptions, linkTransfers: false, cumulativeFanout: false };
    const plan = compilePlan(workload, architecture, constraints, model);
    const top = 20;
    const best = async (algorithm: 'optimal' | 'linear-pruned') =>
      (await runSearch(problem, plan, { ...usualOptions, algorithm, top })).mappings;
    const proven = await best('optimal');
    expect(await best('linear-pruned')).toEqual(proven);
    const withoutAxes = proven.map(({ mapping }) =>
      mapping.levels.map(({ spatial, temporal, keep }) => [
        spatial.map(({ dimension, bound }) => `${dimension}:${bound}`).sort(),
        temporal,
        keep,
      ]),
    );
    expect(new Set(withoutAxes.map((one) => JSON.stringify(one))).size).toBe(top);
  });

  it('finds imperfect factors where bounds hardly divide', { timeout: 60_000 }, async () => {
    const perfect = await search(product(7), { algorithm: 'hybrid', maxEvaluations: 60_000 });
    const imperfect = await search(product(7), { algorithm: 'hybrid', maxEvaluations: 60_000, imperfect: true });
    expect(imperfect.mappings[0]!.edpPjCycles).toBeLessThan(perfect.mappings[0]!.edpPjCycles);
    const { levels } = imperfect.mappings[0]!.mapping;
    const loops = levels.flatMap(({ spatial, temporal }) => [...spatial, ...temporal]);
    expect(loops.some(({ bound, residual }) => residual < bound)).toBe(true);
  });

  it('samples what would be walked too long, alike on 1 and 2 threads, and says how long', {
    timeout: 120_000,
  }, async () => {
    const asked = { algorithm: 'optimal', imperfect: true } as const;
    const [one, two] = [
      await search(product(6), { ...asked, threads: 1 }),
      await search(product(6), { ...asked, threads: 2 }),
    ];
    expect(bytesOf(two)).toBe(bytesOf(one));
    expect(one.stopReason).toBe('VictoryCondition');
    expect(one.diagnostics[0]!.message).toMatch(
      /to visit all [\d,]+ mappings takes about \d+ (s|min|h) of processor time/,
    );
    expect(one.diagnostics[0]!.hint).toMatch(/with --time-limit \d+ all are visited/);
  });

  it.each([1, 2])(
    'walks what is soon walked, knowing the best perfect mapping and samples, on %i threads',
    { timeout: 60_000 },
    async (threads) => {
      const { workload, ...rest } = product(4);
      const problem = { ...rest, workload: { ...workload, bounds: [4, 2, 2] } };
      const perfect = await search(problem, { algorithm: 'optimal' });
      const asked = { algorithm: 'optimal', imperfect: true, threads } as const;
      const limited = await search(problem, { ...asked, maxEvaluations: 6000 });
      expect(limited.mappings[0]!.edpPjCycles).toBeLessThanOrEqual(perfect.mappings[0]!.edpPjCycles);
      const whole = await search(problem, asked);
      expect(whole.optimal).toBe(true);
      expect(whole.mappings[0]!.edpPjCycles).toBeLessThanOrEqual(limited.mappings[0]!.edpPjCycles);
    },
  );

  it('begins with samples where no mapping has perfect factors', { timeout: 60_000 }, async () => {
    const plain = product(12);
    const levels = plain.constraints.levels.map((level, at) =>
      at === 2 ? { ...level, temporal: { ...level.temporal, factors: [{ exact: 5 }, {}, {}] } } : level,
    );
    const problem = { ...plain, constraints: { ...plain.constraints, levels } };
    const best = async (algorithm: 'optimal' | 'linear-pruned'): Promise<number> =>
      (await search(problem, { algorithm, maxEvaluations: 2000 })).mappings[0]!.edpPjCycles;
    expect(await best('optimal')).toBeLessThan((await best('linear-pruned')) / 2);
  });

  it('stops at its time limit with the best so far', { timeout: 30_000 }, async () => {
    const used = unitsSince();
    const result = await search(product(64), { algorithm: 'hybrid', timeLimitSeconds: 1, threads: 2 });
    expect(used()).toBeLessThan((2 + 1) * unitsOfASecond);
    expect(result.stopReason).toBe('TimeLimit');
    expect(result.mappings.length).toBe(1);
    expect(result.gap).toBeGreaterThan(0);
  });

  it.each([1, 2])('stops soon after a signal, on %i threads', { timeout: 30_000 }, async (threads) => {
    const controller = new AbortController();
    let used: (() => number) | undefined;
    const onProgress = ({ bestObjective }: Progress): void => {
      if (bestObjective === null || used) return;
      used = unitsSince();
      controller.abort();
    };
    const options = { algorithm: 'exhaustive', threads } as const;
    const result = await search(product(64), options, { signal: controller.signal, onProgress });
    expect(used!()).toBeLessThan(unitsOfASecond);
    expect(result.stopReason).toBe('Interrupted');
    expect(result.mappings.length).toBe(1);
    expect(result.optimal).toBe(false);
  });

  it('returns at once when it was told to stop before it began', async () => {
    const result = await search(product(64), { algorithm: 'random' }, { signal: AbortSignal.abort() });
    expect(result.stopReason).toBe('Interrupted');
  });

  it('shows the best of a chunk that is not over', { timeout: 60_000 }, async () => {
    const controller = new AbortController();
    const shown: Progress[] = [];
    const onProgress = (one: Progress): void => {
      if (one.fraction !== 0 || one.bestObjective === null) return;
      shown.push(one);
      controller.abort();
    };
    const asked = { algorithm: 'exhaustive', imperfect: true, timeLimitSeconds: 30 } as const;
    const { mappings } = await search(product(7), asked, { signal: controller.signal, onProgress });
    expect(shown[0]?.bestObjective).toBeGreaterThanOrEqual(mappings[0]!.edpPjCycles);
  });

  it('reports progress that grows', { timeout: 30_000 }, async () => {
    const seen: Progress[] = [];
    await search(
      product(64),
      { algorithm: 'hybrid', timeLimitSeconds: 1, threads: 1 },
      { onProgress: (one) => seen.push(one) },
    );
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.map(({ evaluations }) => evaluations)).toEqual(
      seen.map(({ evaluations }) => evaluations).sort((a, b) => a - b),
    );
    expect(seen.at(-1)!.bestObjective).toBeGreaterThan(0);
  });

  it('reports what contradicts instead of searching', async () => {
    const one = product(8);
    const levels = one.constraints.levels.map((level) => ({
      ...level,
      temporal: { ...level.temporal, factors: [{ exact: 1 }, {}, {}] },
      spatial: level.spatial && { ...level.spatial, factors: [{ exact: 3 }, {}, {}] },
    }));
    const result = await search({ ...one, constraints: { ...one.constraints, levels } }, {});
    expect(result.mappings).toEqual([]);
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['E-INFEASIBLE']);
    expect(result.diagnostics[0]!.message).toMatch(/^M /);
  });
});

describe('a worker', () => {
  it('loads neither the YAML reader nor the schema validator nor the command line', () => {
    const from = fileURLToPath(new URL('../../src/parallel/worker.ts', import.meta.url));
    const files = new Set<string>();
    const packages = new Set<string>();
    const follow = (file: string): void => {
      if (files.has(file)) return;
      files.add(file);
      const text = readFileSync(file, 'utf8');
      for (const [, type, name] of text.matchAll(/^import (type )?[^;]*?'([^']+)';/gm)) {
        if (type) continue;
        if (name!.startsWith('.')) follow(join(dirname(file), name!.replace(/\.js$/, '.ts')));
        else packages.add(name!);
      }
      for (const [, name] of text.matchAll(/await import\('(\.[^']+)\.js'\)/g))
        follow(join(dirname(file), `${name}.ts`));
    };
    follow(from);
    expect(files.size).toBeGreaterThan(30);
    expect([...packages].filter((name) => !name.startsWith('node:'))).toEqual(['seedrandom']);
  });
});
