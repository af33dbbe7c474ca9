// What runs in a worker thread: it builds the search context once and then runs the chunks it is handed.

import { workerData } from 'node:worker_threads';
import type { ChunkHooks, ChunkOrder, ChunkResult } from '../search/chunk.js';
import { type ChunkedStrategy, searchChunk } from '../search/search-chunk.js';
import { createSearchContext, type SearchContext, type SearchInputs } from '../search/search-context.js';
import { addCounts, isStopRequested, viewSharedState } from './shared-state.js';

export interface WorkerData {
  readonly inputs: SearchInputs;
  readonly strategy: ChunkedStrategy;
  readonly shared: SharedArrayBuffer;
}

// The pool wraps what it is given: [its own data, ours].
const { inputs, strategy, shared } = (Array.isArray(workerData) ? workerData[1] : workerData) as WorkerData;
const state = viewSharedState(shared);
const hooks: ChunkHooks = {
  shouldStop: () => isStopRequested(state),
  progress: (evaluations, valid) => addCounts(state, evaluations, valid),
};
let context: SearchContext | undefined;

export default function runChunk(order: ChunkOrder): ChunkResult {
  context ??= createSearchContext(inputs);
  return searchChunk(context, strategy, { order, hooks });
}
