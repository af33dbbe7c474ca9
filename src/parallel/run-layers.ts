// Searches several layers: those whose optimum can be proven one per worker thread, the others one after the other with
// all threads each. What a layer's result is does not depend on how many threads there are, nor on its neighbours.

import { Piscina } from 'piscina';
import type { Problem } from '../mapping/problem.js';
import { createMapspace } from '../mapspace/mapspace.js';
import type { EvalPlan } from '../model/plan.js';
import { fewSteps, whatFits, withReasons } from '../search/nothing-fits.js';
import { latticeSize } from '../search/optimal/lattice.js';
import type { Progress, SearchOptions, SearchResult } from '../search/result.js';
import { boundedBy } from '../search/search-context.js';
import { worthProving } from '../search/strategy-choice.js';
import { createLayerState, readProgress, requestLayerStop } from './layer-state.js';
import type { LayerAnswer, LayerOrder, LayerWorkerData } from './layer-worker.js';
import { alternativeInputs } from './run-alternatives.js';
import { runSearch } from './run-search.js';
import { mostThreads } from './thread-count.js';
import { compiledWorker } from './worker-file.js';

export interface LayerSearch {
  readonly problem: Problem;
  readonly plan: EvalPlan;
  readonly options: SearchOptions;
}

export interface SearchedLayer {
  readonly result: SearchResult;
  readonly elapsedSeconds: number;
}

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

const progressIntervalMs = 200;

/** In the order of the list; after a signal, undefined for layers that were not begun. */
export async function runLayers(
  layers: readonly LayerSearch[],
  options: LayersOptions,
): Promise<readonly (SearchedLayer | undefined)[]> {
  const { threads, signal, onProgress } = options;
  const found: (SearchedLayer | undefined)[] = layers.map(() => undefined);
  const alone = layers.length === 1 || threads <= 1;
  if (!alone) await proveInPool(layers, found, options);
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

/** Fills in what can be proven, large layers first so that no thread is left with one at the end. */
async function proveInPool(
  layers: readonly LayerSearch[],
  found: (SearchedLayer | undefined)[],
  { threads, signal, onProgress }: LayersOptions,
): Promise<void> {
  const waiting = layers
    .map(({ problem }, layer) => ({ layer, size: latticeSize(problem.workload.bounds) }))
    .sort((a, b) => b.size - a.size || a.layer - b.layer);
  /** The next one that is provable, looked at only when its turn comes. */
  const take = (): number | undefined => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      if (isProvable(layers[next.layer]!)) return next.layer;
    }
    return undefined;
  };
  const first = take();
  if (first === undefined) return;
  const state = createLayerState(layers.length);
  const workerData: LayerWorkerData = { shared: state.buffer };
  const width = Math.min(threads, mostThreads(), waiting.length + 1);
  const filename = compiledWorker('layer-worker', import.meta.url);
  const pool = new Piscina<LayerOrder, LayerAnswer>({ filename, minThreads: width, maxThreads: width, workerData });
  const stop = (): void => requestLayerStop(state);
  signal.addEventListener('abort', stop);
  const ticker = setInterval(() => {
    const running = layers.flatMap((_, layer) => {
      const progress = readProgress(state, layer);
      return progress === null ? [] : [{ layer, progress }];
    });
    onProgress({ done: countDone(found), running });
  }, progressIntervalMs);
  const work = async (begin: number | undefined): Promise<void> => {
    for (let layer = begin; layer !== undefined; layer = take()) {
      const { plan, problem, options } = layers[layer]!;
      const alternatives = alternativeInputs(problem, plan, options).map(({ problem: _, ...inputs }) => inputs);
      const { result, elapsedSeconds } = await pool.run({ alternatives, layer });
      if (result === null) continue;
      found[layer] = {
        result: withReasons(result, { problem: boundedBy(problem, plan), options, fitting: null }),
        elapsedSeconds,
      };
    }
  };
  try {
    await Promise.all(Array.from({ length: width }, (_, at) => work(at === 0 ? first : take())));
  } finally {
    signal.removeEventListener('abort', stop);
    clearInterval(ticker);
    await pool.destroy();
  }
}

function isProvable({ problem: asked, plan, options }: LayerSearch): boolean {
  const problem = boundedBy(asked, plan);
  if (options.algorithm !== 'optimal') return false;
  if (problem.others !== undefined) return !options.imperfect;
  const { imperfect } = options;
  const mapspace = createMapspace(problem, { imperfect }).value;
  if (mapspace?.perfect !== true || !worthProving(mapspace, options)) return false;
  const spaces = mapspace.factors.map(({ space }) => space);
  return whatFits(problem, { imperfect, spaces, steps: fewSteps }).verdict !== 'nothing';
}

function countDone(found: readonly (SearchedLayer | undefined)[]): number {
  return found.filter((one) => one !== undefined).length;
}
