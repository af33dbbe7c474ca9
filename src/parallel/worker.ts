// What runs in the threads of the pool: chunks of a search, whose context is built once, or one whole search after the other.

import type { ChunkHooks, ChunkResult } from '../search/chunk.js';
import type { Progress } from '../search/result.js';
import { searchChunk } from '../search/search-chunk.js';
import { createSearchContext, type SearchContext } from '../search/search-context.js';
import { addFound, isStopRequested, takeMemory, viewSharedState, writeProgress } from './shared-state.js';
import type { ChunkTask, SearchedLayer, SearchTask } from './task.js';

let current: { readonly search: number; readonly context: SearchContext; readonly hooks: ChunkHooks } | undefined;

/** What a thread takes besides its tables, and the program besides its threads. */
const threadBytes = 64 * 2 ** 20;
const mainBytes = 128 * 2 ** 20;

/** Null for a search that is declined. */
export default async function perform(task: ChunkTask | SearchTask): Promise<ChunkResult | SearchedLayer | null> {
  return task.kind === 'chunk' ? runChunk(task) : await searchAlone(task);
}

function runChunk({ search, inputs, strategy, shared, order }: ChunkTask): ChunkResult {
  if (current?.search !== search) {
    const state = viewSharedState(shared);
    const hooks: ChunkHooks = {
      shouldStop: () => isStopRequested(state),
      progress: (evaluations, valid, best) => addFound(state, { evaluations, valid, best }),
    };
    current = { search, context: createSearchContext(inputs), hooks };
  }
  return searchChunk(current.context, strategy, { order, hooks: current.hooks });
}

async function searchAlone({ layer, shared, place, declines }: SearchTask): Promise<SearchedLayer | null> {
  const { trySearch } = await import('./run-search.js'); // which chunks need not load
  const state = viewSharedState(shared);
  const started = performance.now();
  let waitedMs = 0; // for memory, which is not searching
  const show = (progress: Progress | null): void => {
    if (place !== null) writeProgress(state, place, progress);
  };
  const result = await trySearch(layer, {
    declines,
    stopRequested: () => isStopRequested(state),
    onProgress: show,
    takeMemory: (bytes) => {
      const asked = performance.now();
      const giveBack = takeMemory(state, bytes + threadBytes, layer.options.memoryLimitBytes - mainBytes);
      waitedMs += performance.now() - asked;
      return () => {
        show(null); // who takes it next is not seen to run beside this one
        giveBack();
      };
    },
    waitedMs: () => waitedMs,
  }).finally(() => show(null));
  return result && { result, elapsedSeconds: (performance.now() - started - waitedMs) / 1000 };
}
