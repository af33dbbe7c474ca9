// Runs the program and sends it signals while it is at work.

import { spawn } from 'node:child_process';
import { cleanEnvironment, program, type Run } from './run-mapper.js';

export interface Interrupted extends Run {
  /** Idle starts of the program, one after the other, between the last signal and the end: what is prompt on a busy machine, too. */
  readonly startsMeanwhile: number;
}

/** A second of an idle machine. */
export const soon = 8;

export interface Interruption {
  readonly directory: string;
  /** The first after a delay, the next a moment later each. */
  readonly signals: readonly NodeJS.Signals[];
}

/** Again with longer delays until the program has been caught as `atWork` wants it. */
export async function interruptedAtWork(
  args: readonly string[],
  interruption: Interruption,
  atWork: (one: Interrupted) => boolean,
): Promise<Interrupted> {
  const before = performance.now();
  await idleStart();
  for (let delayMs = 3 * (performance.now() - before); ; delayMs *= 2) {
    const one = await interrupted(args, { ...interruption, delayMs });
    if (atWork(one) || delayMs > 60_000) return one;
  }
}

export async function interrupted(
  args: readonly string[],
  { directory, signals, delayMs }: Interruption & { readonly delayMs: number },
): Promise<Interrupted> {
  const child = spawn(process.execPath, [program, ...args], { cwd: directory, env: cleanEnvironment() });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  let over = false;
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (status) => {
      over = true;
      resolve(status);
    });
  });
  for (const [at, signal] of signals.entries()) {
    await new Promise((resolve) => {
      setTimeout(resolve, at === 0 ? delayMs : 5);
    });
    child.kill(signal);
  }
  let startsMeanwhile = -1;
  const counting = (async () => {
    for (; !over; startsMeanwhile += 1) await idleStart();
  })();
  const status = await ended;
  await counting;
  return { status, stdout, stderr, startsMeanwhile: Math.max(0, startsMeanwhile) };
}

function idleStart(): Promise<void> {
  const child = spawn(process.execPath, [program, '--version'], { env: cleanEnvironment(), stdio: 'ignore' });
  return new Promise((resolve) => {
    child.on('close', () => resolve());
  });
}
