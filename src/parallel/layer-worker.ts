// What runs in a worker thread of a search of several layers: the whole proving search of one layer after the other.

import { workerData } from 'node:worker_threads';
import type { SearchResult } from '../search/result.js';
import { createSearchContext, type SearchInputs } from '../search/search-context.js';
import { isLayerStopRequested, takeMemory, viewLayerState, writeProgress } from './layer-state.js';
import { type ProofHooks, prove, proveAlternative, searchAlternatives } from './run-alternatives.js';

export interface LayerWorkerData {
  readonly shared: SharedArrayBuffer;
}

export interface LayerOrder {
  /** The layer under each of its machine's choices, mostly one. */
  readonly alternatives: readonly SearchInputs[];
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

export default async function searchLayer({ alternatives, layer }: LayerOrder): Promise<LayerAnswer> {
  const [first] = alternatives;
  const { options } = first!;
  const started = performance.now();
  let waitedMs = 0; // for memory, which is not searching
  const hooks: ProofHooks = {
    stopRequested: () => isLayerStopRequested(state),
    onProgress: (progress) => writeProgress(state, layer, progress),
    opened: (bytes) => {
      const asked = performance.now();
      const giveBack = takeMemory(state, bytes + threadBytes, options.memoryLimitBytes - mainBytes);
      waitedMs += performance.now() - asked;
      return giveBack;
    },
  };
  const elapsedSeconds = (): number => (performance.now() - started - waitedMs) / 1000;
  try {
    const result =
      alternatives.length === 1
        ? await prove(createSearchContext(first!), hooks)
        : await searchAlternatives({ count: alternatives.length, options, elapsedSeconds }, (turn) =>
            proveAlternative(alternatives[turn.alternative]!, turn, hooks),
          );
    return { result, elapsedSeconds: elapsedSeconds() };
  } finally {
    writeProgress(state, layer, null);
  }
}
