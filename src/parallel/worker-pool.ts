// The pool of worker threads that one search hands on to the next.

import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import type { ChunkResult } from '../search/chunk.js';
import type { ChunkTask, SearchedLayer, SearchTask } from './task.js';

/** Threads for each core that are worth starting: more only take memory. */
const perCore = 4;

export function mostThreads(): number {
  return perCore * availableParallelism();
}

export interface WorkerPool {
  run(task: ChunkTask): Promise<ChunkResult>;
  /** Null for a search that is declined. */
  run(task: SearchTask): Promise<SearchedLayer | null>;
  /** Threads that are still at work, after a failure, are no use to the next search: they are ended. */
  close(): Promise<void>;
}

type Threads = Piscina<ChunkTask | SearchTask>;

/**
 * The threads that wait for the next search: to start them takes longer than many a search. They hold up no exit. A
 * search that wants fewer leaves some of them idle.
 */
let idle: { readonly threads: Threads; readonly end: NodeJS.Timeout } | undefined;
const idleMs = 2000;

export async function openWorkerPool(width: number): Promise<WorkerPool> {
  const threads = takeIdle(width) ?? (await startThreads(width));
  let running = 0;
  return {
    run: async (task: ChunkTask | SearchTask) => {
      running += 1;
      const answer = await threads.run(task);
      running -= 1;
      return answer;
    },
    close: () => (running === 0 ? keepThreads(threads) : threads.destroy()),
  };
}

/** They run what is compiled, also where the caller itself is run from its source. */
async function startThreads(width: number): Promise<Threads> {
  const { Piscina } = await import('piscina'); // which most searches do without
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/parallel/' : './';
  const filename = new URL(`${folder}thread.js`, import.meta.url).href;
  // A thread that is ended while it loads a module synchronously takes the whole program with it (Node.js 20).
  const flag = '--no-experimental-require-module';
  const execArgv = process.allowedNodeEnvironmentFlags.has(flag) ? [flag] : [];
  return new Piscina({ filename, execArgv, minThreads: width, maxThreads: width });
}

function takeIdle(width: number): Threads | undefined {
  if (idle === undefined || idle.threads.maxThreads < width) return undefined;
  const { threads, end } = idle;
  clearTimeout(end);
  idle = undefined;
  return threads;
}

async function keepThreads(threads: Threads): Promise<void> {
  const other = idle;
  if (other !== undefined && other.threads.maxThreads >= threads.maxThreads) return threads.destroy();
  const end = setTimeout(() => {
    idle = undefined;
    void threads.destroy();
  }, idleMs).unref();
  idle = { threads, end };
  if (other === undefined) return;
  clearTimeout(other.end);
  await other.threads.destroy();
}
