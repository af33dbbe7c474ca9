// Takes points from the queue and solves them, until told to stop. While a search runs in a thread, this one renews the
// claim on its point; a worker that falls silent loses it to another one.

import { setTimeout as wait } from 'node:timers/promises';
import { openPointPool } from '../parallel/point-pool.js';
import { abortOf } from './abort.js';
import type { Answer } from './point.js';
import { type QueuedPoint, unpackPoint } from './queued-point.js';
import type { SweepQueue } from './redis-queue.js';
import { solve } from './solve.js';

export interface WorkerOptions {
  readonly threads: number;
  /** Silence after which a point goes to another worker. */
  readonly stalledAfterSeconds: number;
  /** Null waits for ever; while others have points in hand, at least until those would have come back. */
  readonly idleExitSeconds: number | null;
  readonly signal: AbortSignal;
  /** A line for people. */
  readonly notify: (text: string) => void;
  readonly onSolved: (answer: Answer) => void;
}

/** What is said of a claim that ran out before it was renewed. */
const lostClaim = /could not renew lock|missing lock/i;

/** A point that takes its worker down so often is given up. */
const mostStalls = 20;

/** Ends when the signal comes, or after nothing to do for long enough; points in hand go back to the queue. */
export async function runWorker(queue: SweepQueue, options: WorkerOptions): Promise<void> {
  const { bullmq, name, version } = queue;
  const { threads, stalledAfterSeconds, idleExitSeconds, signal } = options;
  const pool = openPointPool(threads);
  const aborted = abortOf(signal);
  let active = 0;
  let lastActive = performance.now();
  const silenceMs = stalledAfterSeconds * 1000;
  const worker = new bullmq.Worker<QueuedPoint, Answer>(
    name,
    async (job, token) => {
      if (job.data.version !== version) {
        throw new bullmq.UnrecoverableError(`the point is of version ${job.data.version}, the worker of ${version}`);
      }
      active += 1;
      try {
        const answer = await Promise.race([solve(unpackPoint(job.data), pool, version), aborted]);
        if (answer !== 'aborted') {
          options.onSolved(answer);
          return answer;
        }
        await job.moveToWait(token);
        throw new bullmq.WaitingError();
      } finally {
        active -= 1;
        lastActive = performance.now();
      }
    },
    {
      ...queue.options,
      concurrency: threads,
      lockDuration: silenceMs,
      stalledInterval: silenceMs,
      maxStalledCount: mostStalls,
    },
  );
  const connection = connectionTold(queue, options);
  worker.on('error', connection.lost);
  worker.on('ready', connection.ready);
  const points = new bullmq.Queue(name, queue.options);
  points.on('error', () => undefined);
  let over = false;
  const idle = async (): Promise<void> => {
    while (!over) {
      await wait(100);
      const quietMs = performance.now() - lastActive;
      if (active > 0 || idleExitSeconds === null || quietMs < idleExitSeconds * 1000) continue;
      // What a worker that died had in hand comes back after its silence, and somebody has to be there.
      const inHand = Promise.race([points.getActiveCount().catch(() => 0), wait(1000, 0)]);
      if (quietMs > 3 * silenceMs || (await inHand) === 0) return;
    }
  };
  await Promise.race([aborted, idle()]);
  over = true;
  await points.disconnect();
  await worker.close();
  await pool.close();
}

/** Says when the server is lost, when it is back, and when it has given a point away. */
function connectionTold({ address, clean }: SweepQueue, { stalledAfterSeconds, notify }: WorkerOptions) {
  let down = false;
  return {
    lost: (problem: Error): void => {
      // The server is there and has given the point away: this process was stopped, or had no processor for too long.
      if (lostClaim.test(problem.message)) {
        notify(`silent for more than ${stalledAfterSeconds} seconds: a point went back to the queue`);
        return;
      }
      if (!down) notify(`lost Redis at ${address} (${clean(problem.message)}), waiting for it`);
      down = true;
    },
    ready: (): void => {
      if (down) notify('Redis is there again');
      down = false;
    },
  };
}
