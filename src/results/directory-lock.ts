// One program at a time writes to a results directory: the one that listens on the socket named after it. Unlike a file, a
// socket whose owner was killed tells that nobody is there. On Linux its name is no file (unix(7), abstract) and is
// gone with its owner; elsewhere two that find what a third one left behind may both take it.

import { createHash } from 'node:crypto';
import { existsSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Writing takes a fraction of a second; who has a directory for longer is at work in it. */
const patienceMs = 10_000;
const pauseMs = 20;

/** What gives the directory back; undefined while another program on this machine has it. */
export async function lockDirectory(directory: string): Promise<(() => void) | undefined> {
  const name = `mapper-${createHash('sha256').update(placeOf(directory)).digest('hex').slice(0, 24)}`;
  const { platform } = process;
  const isFile = platform !== 'win32' && platform !== 'linux';
  const named = platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`;
  const path = isFile ? join(tmpdir(), `${name}.lock`) : named;
  const first = await listen(path);
  if (first !== 'taken') return first;
  if (!isFile) return undefined;
  if (await answers(path)) return undefined;
  rmSync(path, { force: true });
  const second = await listen(path);
  return second === 'taken' ? undefined : second;
}

/** What `work` gives, while nobody else writes to the directory; undefined where another program keeps it. */
export async function whileLocked<T>(
  directory: string,
  work: () => T,
  patience = patienceMs,
): Promise<{ readonly value: T } | undefined> {
  const end = performance.now() + patience;
  let unlock = await lockDirectory(directory);
  while (!unlock && performance.now() < end) {
    await sleep(pauseMs);
    unlock = await lockDirectory(directory);
  }
  if (!unlock) return undefined;
  try {
    return { value: work() };
  } finally {
    unlock();
  }
}

/** By whatever links lead there, and before it is made. */
function placeOf(directory: string): string {
  const path = resolve(directory);
  return existsSync(path) || dirname(path) === path ? realpathSync(path) : join(placeOf(dirname(path)), basename(path));
}

function listen(path: string): Promise<(() => void) | 'taken'> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    // Where no socket can be made, for instance without a temporary directory, there is no lock and no harm.
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EADDRINUSE' ? 'taken' : () => {}));
    server.listen(path, () => resolve(() => void server.close()));
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
