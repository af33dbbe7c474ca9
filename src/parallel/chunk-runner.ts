// Where chunks run: in this thread, one after the other, or in a pool of workers that one search hands on to the next.

import { Piscina } from 'piscina';
import type { ChunkOrder, ChunkResult } from '../search/chunk.js';
import { type ChunkedStrategy, searchChunk } from '../search/search-chunk.js';
import type { SearchContext } from '../search/search-context.js';
import type { SearchEnd } from './search-end.js';
import { addCounts, isStopRequested, type SharedState } from './shared-state.js';
import type { ChunkTask } from './worker.js';
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
  readonly end: SearchEnd;
}

export function inlineRunner(context: SearchContext, { strategy, shared, end }: RunnerOptions): ChunkRunner {
  const hooks = {
    // Timers cannot fire while a chunk runs here, so it watches the clock itself.
    shouldStop: () => isStopRequested(shared) || end.over,
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
  const pool = takePool(threads);
  searches += 1;
  const task = { search: searches, inputs: context.inputs, strategy, shared: shared.buffer };
  let running = 0;
  return {
    width: threads,
    run: async (order) => {
      running += 1;
      const result = await pool.run({ ...task, order });
      running -= 1;
      return result;
    },
    // Threads that are still at work, after a failure, are no use to the next search.
    close: async () => (running === 0 ? keepPool(pool) : pool.destroy()),
  };
}

type Pool = Piscina<ChunkTask, ChunkResult>;

let searches = 0;

/**
 * The threads that wait for the next search: to start them takes longer than many a search. They hold up no exit. A
 * search that wants fewer leaves some of them idle.
 */
let idle: { readonly threads: number; readonly pool: Pool; readonly end: NodeJS.Timeout } | undefined;
const idleMs = 2000;

function takePool(threads: number): Pool {
  if (idle === undefined || idle.threads < threads) {
    const filename = compiledWorker('worker', import.meta.url);
    return new Piscina<ChunkTask, ChunkResult>({ filename, minThreads: threads, maxThreads: threads });
  }
  const { pool, end } = idle;
  clearTimeout(end);
  idle = undefined;
  return pool;
}

async function keepPool(pool: Pool): Promise<void> {
  const threads = pool.maxThreads;
  const other = idle;
  if (other !== undefined && other.threads >= threads) return pool.destroy();
  const end = setTimeout(() => {
    idle = undefined;
    void pool.destroy();
  }, idleMs).unref();
  idle = { threads, pool, end };
  if (other === undefined) return;
  clearTimeout(other.end);
  await other.pool.destroy();
}
