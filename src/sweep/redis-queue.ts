// The queue of sweeps in Redis, by BullMQ. It is named after the version of the program: what another version makes of a
// point is another result. Which versions have used a server stands in a set beside the queues.

import type { Redis } from 'ioredis';
import { type Diagnostic, error, failure, hasErrors, type Outcome, warning } from '../diagnostics/diagnostic.js';
import { addressProblem, redactedUrl, withoutSecrets } from './redis-url.js';

type BullMq = typeof import('bullmq');

export interface SweepQueue {
  readonly bullmq: BullMq;
  readonly name: string;
  readonly options: { readonly connection: QueueConnection; readonly prefix: string };
  readonly version: string;
  /** For people: without user and password. */
  readonly address: string;
  /** Sweeps of other versions that have points waiting, where none of this version has. */
  readonly othersWaiting: () => Promise<readonly { readonly version: string; readonly points: number }[]>;
  /** Any message, without what must not be seen. */
  readonly clean: (text: string) => string;
}

interface QueueConnection {
  readonly url: string;
  readonly maxRetriesPerRequest: null;
  readonly skipVersionCheck: true;
  readonly retryStrategy: (times: number) => number;
}

const prefix = 'mapper';
const versionsKey = `${prefix}:versions`;
const connectTimeoutMs = 10_000;

export async function openQueue(url: string | undefined, version: string): Promise<Outcome<SweepQueue>> {
  if (url === undefined) {
    const hint = '--redis redis://host:6379, or MAPPER_REDIS in the environment';
    return failure(error('E-OPTION', 'no Redis server is given', { hint }));
  }
  const problem = addressProblem(url);
  if (problem !== undefined) {
    const expected = 'redis://[user:password@]host[:port][/database], or rediss:// for TLS';
    return failure(error('E-OPTION', `--redis ${problem}`, { expected }));
  }
  const libraries = await load();
  if (libraries === undefined) {
    const message = 'the packages bullmq and ioredis, which are optional, are not installed';
    return failure(error('E-UNSUPPORTED', message, { hint: 'npm install bullmq ioredis' }));
  }
  const { bullmq, Client } = libraries;
  const diagnostics = await probe(
    new Client(url, {
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
      connectTimeout: connectTimeoutMs,
    }),
    url,
    version,
  );
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const connection: QueueConnection = {
    url,
    maxRetriesPerRequest: null,
    skipVersionCheck: true,
    retryStrategy: (times) => Math.min(2000, 100 * times),
  };
  const options = { connection, prefix };
  const queue: SweepQueue = {
    bullmq,
    name: nameOf(version),
    options,
    version,
    address: redactedUrl(url),
    othersWaiting: () => othersWaiting(bullmq, options, version, new Client(url)),
    clean: (text) => withoutSecrets(text, url),
  };
  return { value: queue, diagnostics };
}

async function load(): Promise<{ readonly bullmq: BullMq; readonly Client: typeof Redis } | undefined> {
  try {
    const [bullmq, { Redis: Client }] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, Client };
  } catch {
    return undefined;
  }
}

function nameOf(version: string): string {
  return `sweep-${version}`;
}

/** Whether the server is there, lets us in, and keeps what it is given. */
async function probe(client: Redis, url: string, version: string): Promise<readonly Diagnostic[]> {
  let reason: unknown;
  client.on('error', (problem) => {
    reason ??= problem;
  });
  try {
    await client.connect();
    const facts = await client.info();
    await client.sadd(versionsKey, version);
    // A database that the server does not have is told in passing, and everything then goes to another one.
    if (reason !== undefined) throw reason;
    return adviceOn(facts, redactedUrl(url));
  } catch (problem) {
    const { code, message } = (reason ?? problem) as NodeJS.ErrnoException;
    const why = withoutSecrets(message || code || 'no answer', url);
    return [error('E-QUEUE', `cannot use Redis at ${redactedUrl(url)}: ${why}`)];
  } finally {
    client.disconnect();
  }
}

function adviceOn(facts: string, address: string): readonly Diagnostic[] {
  const fact = (name: string): string | undefined => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(facts)?.[1];
  const major = Number.parseInt(fact('redis_version') ?? '', 10);
  const diagnostics: Diagnostic[] = [];
  if (major < 6)
    diagnostics.push(
      error('E-QUEUE', `Redis at ${address} is of version ${fact('redis_version')}`, { expected: '6.2 or later' }),
    );
  const policy = fact('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction') {
    const hint = 'maxmemory-policy noeviction in redis.conf';
    diagnostics.push(
      warning('W-QUEUE', `Redis at ${address} may throw points away: maxmemory-policy is ${policy}`, { hint }),
    );
  }
  if (fact('aof_enabled') === '0') {
    const hint = 'appendonly yes in redis.conf; points that are lost are queued again while the sweep runs';
    diagnostics.push(warning('W-QUEUE', `Redis at ${address} forgets the queue when it restarts`, { hint }));
  }
  return diagnostics;
}

async function othersWaiting(
  { Queue }: BullMq,
  options: SweepQueue['options'],
  version: string,
  client: Redis,
): ReturnType<SweepQueue['othersWaiting']> {
  const versions = await client.smembers(versionsKey);
  client.disconnect();
  const found = [];
  for (const one of versions.sort()) {
    const queue = new Queue(nameOf(one), options);
    const points = await queue.getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized');
    await queue.close();
    if (points > 0) found.push({ version: one, points });
  }
  return found.some((one) => one.version === version) ? [] : found;
}
