import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cleanEnvironment, program, root } from './run-mapper.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-signals-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

interface Stopped {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From the last signal to the end. */
  readonly seconds: number;
}

/** A search that would go on for a minute, given `signals`, the first after a delay, the next a moment later each. */
async function interrupted(signals: readonly NodeJS.Signals[], delayMs: number): Promise<Stopped> {
  const arch = join(root, 'arch/eyeriss-like.yaml');
  const layer = join(root, 'workloads/nets/resnet50/03-conv2_x-3x3.yaml');
  const args = ['search', arch, layer, '--algorithm', 'random', '--time-limit', '60', '--json'];
  const child = spawn(process.execPath, [program, ...args], { cwd: directory, env: cleanEnvironment() });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  let last = 0;
  for (const [at, signal] of signals.entries()) {
    await new Promise((resolve) => {
      setTimeout(resolve, at === 0 ? delayMs : 5);
    });
    child.kill(signal);
    last = performance.now();
  }
  const status = await ended;
  return { status, stdout, stderr, seconds: (performance.now() - last) / 1000 };
}

/** Again with a longer delay where the machine was so busy that the search had not got anywhere before the signal. */
async function interruptedAtWork(
  signals: readonly NodeJS.Signals[],
  atWork: (stopped: Stopped) => boolean,
): Promise<Stopped> {
  for (const delayMs of [900, 3000]) {
    const stopped = await interrupted(signals, delayMs);
    if (atWork(stopped)) return stopped;
  }
  return interrupted(signals, 10_000);
}

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s prints and writes the best so far within a second', async (signal, code) => {
  const found = ({ stderr }: Stopped): boolean => stderr.includes('results in ');
  const { status, stdout, stderr, seconds } = await interruptedAtWork([signal], found);
  expect(status).toBe(code);
  expect(seconds).toBeLessThan(1);
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({ stopReason: 'Interrupted', optimal: false });
  expect(document.gap).toBeGreaterThan(0);
  expect(document.mappings[0].cycles).toBeGreaterThan(0);
  const name = /results in (\S+)/.exec(stderr)![1]!;
  const written = JSON.parse(readFileSync(join(directory, name, 'result.json'), 'utf8'));
  expect(written.mappings).toEqual(document.mappings);
  // Nothing half-written is left behind.
  expect(readdirSync(join(directory, 'results')).filter((one) => one.startsWith('.'))).toEqual([]);
});

it('a signal before anything was found still ends in order', async () => {
  const { status } = await interrupted(['SIGINT'], 400);
  expect([130, null]).toContain(status);
});

it('the second signal ends the run at once', async () => {
  // Without a status the first signal came before anybody listened.
  const listening = ({ status }: Stopped): boolean => status !== null;
  const { status, seconds } = await interruptedAtWork(['SIGINT', 'SIGINT'], listening);
  expect(status).toBe(130);
  expect(seconds).toBeLessThan(1);
});
