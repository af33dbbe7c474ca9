// What runs in a worker thread of a sweep: one whole search after the other.

import { workerData } from 'node:worker_threads';
import { takeMemory, viewLayerState } from './layer-state.js';
import type { LayerWorkerData } from './layer-worker.js';
import type { LayerSearch, SearchedLayer } from './run-layers.js';
import { runSearch } from './run-search.js';

// The pool wraps what it is given: [its own data, ours].
const { shared } = (Array.isArray(workerData) ? workerData[1] : workerData) as LayerWorkerData;
const state = viewLayerState(shared);

export default async function searchPoint({ problem, plan, options }: LayerSearch): Promise<SearchedLayer> {
  const started = performance.now();
  const result = await runSearch(problem, plan, options, {
    takeMemory: (bytes) => takeMemory(state, bytes, options.memoryLimitBytes),
  });
  return { result, elapsedSeconds: (performance.now() - started) / 1000 };
}
