// The engine of several machines: points go into the queue, workers take them, answers come back as events. Whatever an
// outage swallows is found by looking at the points in flight now and then: a job is asked for by the hash of its point, so
// asking twice does no harm.

import type { Answer, Engine, Row, Task } from './point.js';
import { packPoint, type QueuedPoint } from './queued-point.js';
import type { SweepQueue } from './redis-queue.js';
import { brokenAnswer } from './solve.js';

export interface RedisEngineOptions {
  /** Answers that the queue still has are not taken. */
  readonly fresh: boolean;
  /** A line for people: an outage, or nobody there to work. */
  readonly notify: (text: string) => void;
}

/** Points in the queue at the same time, of one sweep. */
const mostInFlight = 1000;
const lookMs = 3000;

/** How long answers can be fetched by a sweep that was stopped, or by another one that has the same point. */
const keep = { age: 24 * 3600 };

export function redisEngine(queue: SweepQueue, options: RedisEngineOptions): Engine {
  return async function* (tasks) {
    const flight = new Flight(queue, options);
    const source = tasks[Symbol.asyncIterator]();
    try {
      await flight.ready();
      for (let exhausted = false; ; ) {
        while (!exhausted && flight.size < mostInFlight && flight.landed.length === 0) {
          const next = await source.next();
          exhausted = next.done === true;
          if (!next.done) await flight.start(next.value);
        }
        yield* flight.landed.splice(0);
        if (exhausted && flight.size === 0 && flight.landed.length === 0) return;
        if (flight.landed.length === 0 && (exhausted || flight.size >= mostInFlight)) await flight.landing();
      }
    } finally {
      await flight.close();
    }
  };
}

/** All digits would be taken for a number of the queue's own. */
function jobId(hash: string): string {
  return `p${hash}`;
}

class Flight {
  readonly landed: Row[] = [];
  readonly #points = new Map<string, Task>();
  readonly #options: RedisEngineOptions;
  readonly #version: string;
  readonly #queue: InstanceType<SweepQueue['bullmq']['Queue']>;
  readonly #events: InstanceType<SweepQueue['bullmq']['QueueEvents']>;
  readonly #timer: NodeJS.Timeout;
  #wake: () => void = () => {};
  #down = false;
  #alone = false;
  #looking = false;

  constructor({ bullmq, name, options, version, address, clean }: SweepQueue, engine: RedisEngineOptions) {
    this.#options = engine;
    this.#version = version;
    this.#queue = new bullmq.Queue(name, options);
    this.#events = new bullmq.QueueEvents(name, options);
    const lost = (problem: Error): void => {
      if (!this.#down) engine.notify(`lost Redis at ${address} (${clean(problem.message)}), waiting for it`);
      this.#down = true;
    };
    this.#queue.on('error', lost);
    this.#events.on('error', lost);
    this.#events.on('completed', ({ jobId: id, returnvalue }) => this.#land(id, returnvalue as unknown as Answer));
    this.#events.on('failed', ({ jobId: id, failedReason }) => this.#land(id, brokenAnswer(failedReason)));
    this.#timer = setInterval(() => void this.#look(), lookMs);
  }

  get size(): number {
    return this.#points.size;
  }

  async ready(): Promise<void> {
    await Promise.all([this.#queue.waitUntilReady(), this.#events.waitUntilReady()]);
  }

  async start(task: Task): Promise<void> {
    const id = jobId(task.hash);
    this.#points.set(id, task);
    const state = await this.#queue.getJobState(id);
    const ended = state === 'completed' || state === 'failed';
    if (ended && (this.#options.fresh || state === 'failed')) await this.#queue.remove(id);
    else if (ended) return this.#fetch(id);
    else if (state !== 'unknown') return;
    await this.#add(id, task);
  }

  landing(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([this.#queue.close(), this.#events.close()]);
  }

  async #add(id: string, { search }: Task): Promise<void> {
    const data: QueuedPoint = packPoint(search, this.#version);
    const backoff = { type: 'exponential', delay: 1000 };
    await this.#queue.add('point', data, {
      jobId: id,
      attempts: 3,
      backoff,
      removeOnComplete: keep,
      removeOnFail: keep,
    });
  }

  #land(id: string, answer: Answer): void {
    const task = this.#points.get(id);
    if (task === undefined) return;
    this.#points.delete(id);
    this.landed.push({ hash: task.hash, answer });
    this.#wake();
  }

  async #fetch(id: string): Promise<void> {
    const job = await this.#queue.getJob(id);
    if (job?.returnvalue) this.#land(id, job.returnvalue as Answer);
  }

  /** Answers whose events were missed, and points that the queue has lost. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      for (const [id, task] of this.#points) {
        const state = await this.#queue.getJobState(id);
        if (state === 'completed') await this.#fetch(id);
        else if (state === 'failed') this.#land(id, brokenAnswer((await this.#queue.getJob(id))?.failedReason ?? ''));
        else if (state === 'unknown' && this.#points.has(id)) await this.#add(id, task);
      }
      if (this.#down) this.#options.notify('Redis is there again');
      this.#down = false;
      await this.#seeWorkers();
    } catch {
      // The connection is down: the next look will tell.
    } finally {
      this.#looking = false;
    }
  }

  async #seeWorkers(): Promise<void> {
    const alone = this.#points.size > 0 && (await this.#queue.getWorkersCount()) === 0;
    if (alone && !this.#alone) {
      this.#options.notify(`no worker of version ${this.#version} is connected: start some with mapper worker`);
    }
    this.#alone = alone;
  }
}
