// The engine of one machine: points side by side on the threads of a pool.

import { openPointPool } from '../parallel/point-pool.js';
import type { Engine, Row } from './point.js';
import { brokenAnswer, solve } from './solve.js';

export function localEngine(threads: number, version: string): Engine {
  return async function* (tasks) {
    const pool = openPointPool(threads);
    try {
      // One more than there are threads, so that none waits for the next point to be read.
      yield* inFlight(tasks, threads + 1, async ({ hash, search }): Promise<Row> => {
        return { hash, answer: await solve(search, pool, version).catch(brokenAnswer) };
      });
    } finally {
      await pool.close();
    }
  };
}

/** Results as they are done, of at most so many tasks at the same time. */
async function* inFlight<T, R>(
  tasks: AsyncIterable<T>,
  width: number,
  run: (task: T) => Promise<R>,
): AsyncGenerator<R> {
  const source = tasks[Symbol.asyncIterator]();
  const running = new Map<number, Promise<{ readonly number: number; readonly result: R }>>();
  let number = 0;
  for (let exhausted = false; ; ) {
    while (!exhausted && running.size < width) {
      const next = await source.next();
      exhausted = next.done === true;
      if (next.done) break;
      number += 1;
      const own = number;
      running.set(
        own,
        run(next.value).then((result) => ({ number: own, result })),
      );
    }
    if (running.size === 0) return;
    const done = await Promise.race(running.values());
    running.delete(done.number);
    yield done.result;
  }
}
