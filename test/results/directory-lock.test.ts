// Who may write to a directory of a sweep after its writer was killed, when several come at once.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { lockDirectory } from '../../src/results/directory-lock.js';
import { root } from '../cli/run-mapper.js';

const directory = mkdtempSync(join(tmpdir(), 'mapper-lock-'));
afterAll(() => rmSync(directory, { recursive: true }));

it('is one of them, on systems whose sockets are gone with their owner', async () => {
  const script = `
    const { lockDirectory } = await import('./dist/results/directory-lock.js');
    await lockDirectory(${JSON.stringify(directory)});
    process.kill(process.pid, 'SIGKILL');`;
  const killed = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
  expect(killed.signal).toBe('SIGKILL');
  const locks = await Promise.all([1, 2, 3].map(() => lockDirectory(directory)));
  const held = locks.filter((lock) => lock !== undefined);
  if (process.platform === 'linux') expect(held).toHaveLength(1);
  else expect(held.length).toBeGreaterThan(0);
  for (const release of held) release();
  expect(await lockDirectory(directory)).toBeDefined();
});
