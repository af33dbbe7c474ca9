// What runs in a worker thread of a search of several layers: the whole proving search of one layer after the other.

import { workerData } from 'node:worker_threads';
import { openChainSearch } from '../search/optimal/chain-search.js';
import type { SearchResult } from '../search/result.js';
import { createSearchContext, type SearchInputs } from '../search/search-context.js';
import { isLayerStopRequested, takeMemory, viewLayerState, writeProgress } from './layer-state.js';
import { runChain } from './run-chain.js';

export interface LayerWorkerData {
  readonly shared: SharedArrayBuffer;
}

export interface LayerOrder {
  readonly inputs: SearchInputs;
  /** Its place among the layers, for the progress display. */
  readonly layer: number;
}

export interface LayerAnswer {
  /** Null where nothing can be proven: such a layer is for the other strategies. */
  readonly result: SearchResult | null;
  readonly elapsedSeconds: number;
}

/** What a thread takes besides its tables, and the program besides its threads. */
const threadBytes = 64 * 2 ** 20;
const mainBytes = 128 * 2 ** 20;

// The pool wraps what it is given: [its own data, ours].
const { shared } = (Array.isArray(workerData) ? workerData[1] : workerData) as LayerWorkerData;
const state = viewLayerState(shared);

export default async function searchLayer({ inputs, layer }: LayerOrder): Promise<LayerAnswer> {
  const opened = performance.now();
  const context = createSearchContext(inputs);
  const chain = openChainSearch(context);
  if (typeof chain === 'string') return { result: null, elapsedSeconds: 0 };
  const asked = performance.now();
  const giveBack = takeMemory(state, chain.bytes + threadBytes, inputs.options.memoryLimitBytes - mainBytes);
  // Waiting for memory is not searching.
  const started = opened + (performance.now() - asked);
  try {
    const result = await runChain(context, chain, {
      started,
      stopRequested: () => isLayerStopRequested(state),
      onProgress: (progress) => writeProgress(state, layer, progress),
    });
    return { result, elapsedSeconds: (performance.now() - started) / 1000 };
  } finally {
    writeProgress(state, layer, null);
    giveBack();
  }
}
