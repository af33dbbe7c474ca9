// Where chunks run: in this thread, one after the other, or in a pool of workers.

import { Piscina } from 'piscina';
import type { ChunkOrder, ChunkResult } from '../search/chunk.js';
import { type ChunkedStrategy, searchChunk } from '../search/search-chunk.js';
import type { SearchContext } from '../search/search-context.js';
import { addCounts, isStopRequested, type SharedState } from './shared-state.js';
import type { WorkerData } from './worker.js';
import { compiledWorker } from './worker-file.js';

export interface ChunkRunner {
  /** How many chunks can run at the same time. */
  readonly width: number;
  run(order: ChunkOrder): Promise<ChunkResult>;
  close(): Promise<void>;
}

export interface RunnerOptions {
  readonly strategy: ChunkedStrategy;
  readonly shared: SharedState;
  /** Milliseconds of `performance.now()`; null = no end. */
  readonly deadline: number | null;
}

export function inlineRunner(context: SearchContext, { strategy, shared, deadline }: RunnerOptions): ChunkRunner {
  const hooks = {
    // Timers cannot fire while a chunk runs here, so it watches the clock itself.
    shouldStop: () => isStopRequested(shared) || (deadline !== null && performance.now() >= deadline),
    progress: (evaluations: number, valid: number) => addCounts(shared, evaluations, valid),
  };
  return {
    width: 1,
    run: async (order) => {
      // Signals and timers get their turn between chunks.
      await new Promise((resolve) => setImmediate(resolve));
      return searchChunk(context, strategy, { order, hooks });
    },
    close: async () => {},
  };
}

export function poolRunner(context: SearchContext, threads: number, { strategy, shared }: RunnerOptions): ChunkRunner {
  const workerData: WorkerData = { inputs: context.inputs, strategy, shared: shared.buffer };
  const pool = new Piscina<ChunkOrder, ChunkResult>({
    filename: compiledWorker('worker', import.meta.url),
    minThreads: threads,
    maxThreads: threads,
    workerData,
  });
  return { width: threads, run: (order) => pool.run(order), close: () => pool.destroy() };
}
