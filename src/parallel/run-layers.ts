// Searches several layers: one per thread what a thread searches as well alone as with others, which is what can be proven, and then
// the rest one after the other with all threads each. What a layer's result is does not depend on how many threads there are, nor on
// its neighbours.

import { createMapspace } from '../mapspace/mapspace.js';
import { latticeSize } from '../search/optimal/space/lattice.js';
import type { Progress } from '../search/result.js';
import { boundedBy } from '../search/search-context.js';
import { worthProving } from '../search/strategy-choice.js';
import { progressIntervalMs } from './run-chain.js';
import { runSearch } from './run-search.js';
import { createSharedState, readProgress, requestStop } from './shared-state.js';
import type { LayerSearch, SearchedLayer } from './task.js';
import { mostThreads, openWorkerPool } from './worker-pool.js';

export interface LayersProgress {
  readonly done: number;
  /** Those being searched, by their place in the list. */
  readonly running: readonly { readonly layer: number; readonly progress: Progress }[];
}

export interface LayersOptions {
  readonly threads: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LayersProgress) => void;
}

/** In the order of the list; after a signal, undefined for layers that were not begun. */
export async function runLayers(
  layers: readonly LayerSearch[],
  options: LayersOptions,
): Promise<readonly (SearchedLayer | undefined)[]> {
  const { threads, signal, onProgress } = options;
  const found: (SearchedLayer | undefined)[] = layers.map(() => undefined);
  const alone = layers.length === 1 || threads <= 1;
  if (!alone) await searchSideBySide(layers, found, options);
  for (const [layer, { problem, plan, options: asked }] of layers.entries()) {
    if (found[layer] !== undefined || (signal.aborted && layers.length > 1)) continue;
    const started = performance.now();
    const result = await runSearch(problem, plan, asked, {
      signal,
      onProgress: (progress) => onProgress({ done: countDone(found), running: [{ layer, progress }] }),
    });
    found[layer] = { result, elapsedSeconds: (performance.now() - started) / 1000 };
  }
  return found;
}

/** Fills in what threads do not decline, large layers first so that none is left with one at the end. */
async function searchSideBySide(
  layers: readonly LayerSearch[],
  found: (SearchedLayer | undefined)[],
  { threads, signal, onProgress }: LayersOptions,
): Promise<void> {
  const waiting = layers
    .map(({ problem }, layer) => ({ layer, size: latticeSize(problem.workload.bounds) }))
    .filter(({ layer }) => mayBeProven(layers[layer]!))
    .sort((a, b) => b.size - a.size || a.layer - b.layer);
  // As long as all that comes is small it is sooner done here.
  while (waiting.length > 0 && !isLarge(layers[waiting[0]!.layer]!)) waiting.shift();
  if (waiting.length === 0 || signal.aborted) return;
  const state = createSharedState(layers.length);
  const width = Math.min(threads, mostThreads(), waiting.length);
  const pool = await openWorkerPool(width);
  const stop = (): void => requestStop(state);
  signal.addEventListener('abort', stop);
  const ticker = setInterval(() => {
    const running = layers.flatMap((_, layer) => {
      const progress = readProgress(state, layer);
      return progress === null ? [] : [{ layer, progress }];
    });
    onProgress({ done: countDone(found), running });
  }, progressIntervalMs);
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      const { layer: place } = next;
      const task = { kind: 'search', layer: layers[place]!, shared: state.buffer, place, declines: true } as const;
      found[place] = (await pool.run(task)) ?? undefined;
    }
  };
  try {
    await Promise.all(Array.from({ length: width }, work));
  } finally {
    signal.removeEventListener('abort', stop);
    clearInterval(ticker);
    await pool.close();
  }
}

function mayBeProven({ options }: LayerSearch): boolean {
  return options.algorithm === 'optimal' && !options.imperfect;
}

function isLarge({ problem, plan, options }: LayerSearch): boolean {
  if (problem.others !== undefined) return true;
  const mapspace = createMapspace(boundedBy(problem, plan, { met: [], imperfect: options.imperfect }), options).value;
  return mapspace !== undefined && worthProving(mapspace, options);
}

function countDone(found: readonly (SearchedLayer | undefined)[]): number {
  return found.filter((one) => one !== undefined).length;
}
