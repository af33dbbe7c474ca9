import { describe, expect, it } from 'vitest';
import type { LayersProgress } from '../../src/parallel/run-layers.js';
import { runLayers } from '../../src/parallel/run-layers.js';
import type { LayerSearch } from '../../src/parallel/task.js';
import type { SearchOptions } from '../../src/search/result.js';
import { usualOptions } from '../search/random-search.js';
import { unitsOfASecond, unitsSince } from '../support/effort.js';
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
    // The last two are for the calling thread: another algorithm, and so few mappings that they can be walked.
    const walked = layer(3, { algorithm: 'exhaustive' });
    const layers = [layer(10), layer(14, { top: 3 }), layer(6, { frontier: true }), walked, layer(2)];
    const found = [];
    for (const threads of [1, 2, 4]) {
      const results = await run(layers, threads);
      found.push(results.map((one) => ({ bytes: bytesOf(one!.result), counters: one!.result.counters })));
    }
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).toEqual(found[0]);
    expect(found[0]!.map(({ bytes }) => JSON.parse(bytes).stopReason)).toEqual([
      ...['Optimal', 'Optimal', 'Optimal', 'Exhausted', 'Optimal'],
    ]);
    expect(new Set(found[0]!.map(({ bytes }) => bytes)).size).toBe(layers.length);
  });

  it('take memory in turns where it does not suffice for two', async () => {
    const limited = { memoryLimitBytes: 192 * 2 ** 20 };
    let most = 0;
    const results = await run([layer(24, limited), layer(24, { ...limited, objective: ['energy'] })], 2, (progress) => {
      most = Math.max(most, progress.running.length);
    });
    expect(results.map((one) => one!.result.stopReason)).toEqual(['Optimal', 'Optimal']);
    expect(most).toBe(1);
  });

  it('stop soon: what is done is kept, what runs gives its best, the rest was not begun', async () => {
    const controller = new AbortController();
    let used: (() => number) | undefined;
    let last: LayersProgress | undefined;
    const roomy = { memoryLimitBytes: 2 ** 34 };
    // Their tables take seconds to make; the second one, begun first, is soon at its limit.
    const layers = [
      layer(240, roomy),
      layer(1680, { ...roomy, maxEvaluations: 100 }),
      layer(1440, roomy),
      layer(1080, roomy),
    ];
    const results = await runLayers(layers, {
      threads: 2,
      signal: controller.signal,
      onProgress: (progress) => {
        last = progress;
        if (progress.done === 0 || progress.running.length < 2 || controller.signal.aborted) return;
        used = unitsSince();
        controller.abort();
      },
    });
    expect(used!()).toBeLessThan(2 * unitsOfASecond); // two threads
    expect(results.map((one) => one?.result.stopReason)).toEqual([
      undefined,
      'SampleLimit',
      'Interrupted',
      'Interrupted',
    ]);
    for (const one of results) if (one) expect(one.result.mappings).toHaveLength(1);
    expect(last!.running.every(({ progress }) => progress.lowerBound! > 0)).toBe(true);
  });
});
