// What runs in a worker thread: it builds the context of a search once and then runs the chunks it is handed.

import type { ChunkHooks, ChunkOrder, ChunkResult } from '../search/chunk.js';
import { type ChunkedStrategy, searchChunk } from '../search/search-chunk.js';
import { createSearchContext, type SearchContext, type SearchInputs } from '../search/search-context.js';
import { addCounts, isStopRequested, viewSharedState } from './shared-state.js';

export interface ChunkTask {
  /** Another number for every search of the process. */
  readonly search: number;
  readonly inputs: SearchInputs;
  readonly strategy: ChunkedStrategy;
  readonly shared: SharedArrayBuffer;
  readonly order: ChunkOrder;
}

interface Current {
  readonly search: number;
  readonly context: SearchContext;
  readonly hooks: ChunkHooks;
}

let current: Current | undefined;

export default function runChunk({ search, inputs, strategy, shared, order }: ChunkTask): ChunkResult {
  if (current?.search !== search) {
    const state = viewSharedState(shared);
    const hooks: ChunkHooks = {
      shouldStop: () => isStopRequested(state),
      progress: (evaluations, valid) => addCounts(state, evaluations, valid),
    };
    current = { search, context: createSearchContext(inputs), hooks };
  }
  return searchChunk(current.context, strategy, { order, hooks: current.hooks });
}
