import { describe, expect, it } from 'vitest';
import type { LayerSearch, LayersProgress } from '../../src/parallel/run-layers.js';
import { runLayers } from '../../src/parallel/run-layers.js';
import type { SearchOptions } from '../../src/search/result.js';
import { usualOptions } from '../search/random-search.js';
import { bytesOf, planOf, product } from './product.js';

function layer(size: number, change: Partial<SearchOptions> = {}): LayerSearch {
  const problem = product(size);
  return { problem, plan: planOf(problem), options: { ...usualOptions, algorithm: 'optimal', ...change } };
}

function run(
  layers: readonly LayerSearch[],
  threads: number,
  onProgress: (progress: LayersProgress) => void = () => {},
) {
  return runLayers(layers, { threads, signal: new AbortController().signal, onProgress });
}

describe('several layers', () => {
  it('have the same results on 1, 2 and 4 threads, in their order', { timeout: 60_000 }, async () => {
    // The last can be walked, the one before it has no proof: both are for the calling thread.
    const sampled = layer(30, { algorithm: 'random', maxEvaluations: 5000 });
    const layers = [layer(24), layer(36, { top: 3 }), layer(16, { frontier: true }), sampled, layer(2)];
    const found = [];
    for (const threads of [1, 2, 4]) {
      const results = await run(layers, threads);
      found.push(results.map((one) => ({ bytes: bytesOf(one!.result), counters: one!.result.counters })));
    }
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).toEqual(found[0]);
    expect(found[0]!.map(({ bytes }) => JSON.parse(bytes).stopReason)).toEqual([
      ...['Optimal', 'Optimal', 'Optimal', 'SampleLimit', 'Optimal'],
    ]);
    expect(new Set(found[0]!.map(({ bytes }) => bytes)).size).toBe(layers.length);
  });

  it('share the memory limit: tables that do not fit side by side are made one after the other', async () => {
    // Either takes about 30 MiB and a thread's share, more than half of what there is beside the program.
    const limited = { memoryLimitBytes: 300 * 2 ** 20 };
    let most = 0;
    const results = await run([layer(120, limited), layer(144, limited)], 2, ({ running }) => {
      most = Math.max(most, running.length);
    });
    expect(results.map((one) => one!.result.stopReason)).toEqual(['Optimal', 'Optimal']);
    expect(most).toBe(1);
  });

  it('stop within a second: what is done is kept, what runs gives its best, the rest was not begun', async () => {
    const controller = new AbortController();
    let aborted = Number.POSITIVE_INFINITY;
    const seen: LayersProgress[] = [];
    const layers = [layer(2520), layer(36), layer(2310), layer(1680), layer(1260)];
    const results = await runLayers(layers, {
      threads: 2,
      signal: controller.signal,
      onProgress: (progress) => {
        seen.push(progress);
        if (progress.running.length < 2) return;
        aborted = Math.min(aborted, performance.now());
        controller.abort();
      },
    });
    expect(performance.now() - aborted).toBeLessThan(1000);
    const reasons = results.map((one) => one?.result.stopReason);
    expect(reasons.filter((reason) => reason === 'Interrupted')).toHaveLength(2);
    expect(reasons.filter((reason) => reason === undefined)).toHaveLength(3);
    for (const one of results) if (one) expect(one.result.mappings).toHaveLength(1);
    expect(seen.at(-1)!.running.every(({ progress }) => progress.lowerBound! > 0)).toBe(true);
  });
});
