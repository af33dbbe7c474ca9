// One program at a time writes to a results directory of sweeps: the one that listens on the socket named after it. Unlike
// a file, a socket whose owner was killed tells that nobody is there. On Linux its name is no file (unix(7), abstract) and is
// gone with its owner; elsewhere two that find what a third one left behind may both take it.

import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What gives the directory back; undefined while another program on this machine has it. */
export async function lockDirectory(directory: string): Promise<(() => void) | undefined> {
  const name = `mapper-${createHash('sha256').update(realpathSync(directory)).digest('hex').slice(0, 24)}`;
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
