// Where chunks run: in this thread, one after the other, or in the threads of the pool.

import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { ChunkOrder, ChunkResult } from '../search/chunk.js';
import { type ChunkedStrategy, searchChunk } from '../search/search-chunk.js';
import type { SearchContext } from '../search/search-context.js';
import type { SearchEnd } from './search-end.js';
import { addFound, isStopRequested, type SharedState } from './shared-state.js';
import { openWorkerPool } from './worker-pool.js';

export interface ChunkRunner {
  /** How many chunks can run at the same time. */
  readonly width: number;
  run(order: ChunkOrder): Promise<ChunkResult>;
  close(): Promise<void>;
}

export interface RunnerOptions {
  readonly strategy: ChunkedStrategy;
  readonly shared: SharedState;
  readonly end: SearchEnd;
}

export function inlineRunner(context: SearchContext, { strategy, shared, end }: RunnerOptions): ChunkRunner {
  const hooks = {
    // Timers cannot fire while a chunk runs here, so it watches the clock itself.
    shouldStop: () => isStopRequested(shared) || end.over,
    progress: (evaluations: number, valid: number, best: number) => addFound(shared, { evaluations, valid, best }),
  };
  return {
    width: 1,
    run: async (order) => {
      // Signals and timers get their turn between chunks.
      await turnOfOthers();
      return searchChunk(context, strategy, { order, hooks });
    },
    close: async () => {},
  };
}

let searches = 0;

export async function poolRunner(
  context: SearchContext,
  threads: number,
  { strategy, shared }: RunnerOptions,
): Promise<ChunkRunner> {
  const pool = await openWorkerPool(threads);
  searches += 1;
  const task = { kind: 'chunk', search: searches, inputs: context.inputs, strategy, shared: shared.buffer } as const;
  return { width: threads, run: (order) => pool.run({ ...task, order }), close: () => pool.close() };
}
