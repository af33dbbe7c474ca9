// Sweeps that are killed and begun again, for the tests and, with more points and more kills, for the benchmark. Times of
// kills are drawn from a seed; what must come out does not depend on them.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Program {
  /** The compiled entry point. */
  readonly main: string;
  /** The repository. */
  readonly root: string;
}

/** A sweep of small matrix products: 2 architectures x `shapes` x 2 objectives. */
export function smallSweep(directory: string, root: string, shapes: number): string {
  const path = join(directory, 'small.yaml');
  const text = `sweep:
  architectures: [${root}/arch/teaching-two-level.yaml, ${root}/arch/teaching-three-level.yaml]
  workloads: ${root}/workloads/gemm/gemm-example.yaml
  axes:
    - {set: problem.instance.M, range: {from: 1, to: ${shapes}, steps: ${shapes}}}
  objectives: [edp, cycles]
`;
  writeFileSync(path, text);
  return path;
}

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'mapper-sweep-'));
}

export interface Ended {
  readonly status: number | null;
  readonly killed: boolean;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export function start(
  { main, root }: Program,
  args: readonly string[],
  environment: Record<string, string> = {},
): Running {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [main, ...args], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr?.on('data', (part) => {
    stderr += String(part);
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (status, signal) => resolve({ status, killed: signal === 'SIGKILL', stderr }));
  });
  return { child, ended };
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** 0 <= value < 1, the same sequence for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

export interface Killed {
  /** How often the program was at work when it was killed. */
  readonly kills: number;
  /** Distinct points in the journal after each kill: never fewer than before, none twice. */
  readonly journals: readonly number[];
}

/** Kills the sweep until it has been hit `kills` times, each time after some progress, and lets it end. */
export async function killAndResume(
  program: Program,
  args: readonly string[],
  { kills, out, seed }: { readonly kills: number; readonly out: string; readonly seed: number },
): Promise<Killed> {
  const random = randomNumbers(seed);
  const journals: number[] = [];
  mkdirSync(out, { recursive: true });
  while (journals.length < kills) {
    const before = journalHashes(out).length;
    const { child, ended } = start(program, args);
    // Not before there is something new, nor when all is done: somewhere between.
    const more = Math.floor(random() * 12);
    while (child.exitCode === null && journalHashes(out).length <= before + more) await wait(2);
    await wait(random() * 10);
    child.kill('SIGKILL');
    if (!(await ended).killed) break;
    const hashes = journalHashes(out);
    if (new Set(hashes).size !== hashes.length) throw new Error('a point is twice in the journal');
    journals.push(hashes.length);
  }
  const { status, stderr } = await start(program, args).ended;
  if (status !== 0) throw new Error(`the last run ended with ${status}: ${stderr}`);
  return { kills: journals.length, journals };
}

/** Hashes of the whole lines, in their order. */
export function journalHashes(out: string): readonly string[] {
  const path = join(out, 'journal.jsonl');
  try {
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => /"hash":"(\w+)"/.exec(line)![1]!);
  } catch {
    return [];
  }
}

/** Every file of a results directory by name. */
export function filesOf(directory: string): Readonly<Record<string, string>> {
  const names = readdirSync(directory).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(directory, name), 'utf8')]));
}

export interface RedisServer {
  readonly url: string;
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  /** The same server with the same data after a stop. */
  readonly start: () => Promise<void>;
}

/** A server of our own on a free port, set up as docs/distributed.md says. */
export async function startRedis(directory: string, more: readonly string[] = []): Promise<RedisServer> {
  const port = await freePort();
  const settings = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--save', ''];
  let child: ChildProcess;
  const launch = async (): Promise<void> => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, ...settings, ...more];
    child = spawn('redis-server', args, { stdio: 'ignore' });
    while (!(await reachable(port))) await wait(20);
  };
  await launch();
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: (signal = 'SIGTERM') =>
      new Promise((resolve) => {
        child.once('close', () => resolve());
        child.kill(signal);
      }),
    start: launch,
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

function reachable(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
