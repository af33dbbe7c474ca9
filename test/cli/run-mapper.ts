// Runs the program: as users do, in a process of its own, or within this one where that shows the same sooner.

import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { exitCode } from '../../src/cli/ending.js';
import { run } from '../../src/cli/run.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly directory?: string;
}

/** `arguments` as typed after `mapper`; the working directory is the repository unless told. */
export function mapper(args: readonly string[], { input, environment, directory }: RunOptions = {}): Run {
  const options: SpawnSyncOptions = { cwd: directory ?? root, env: cleanEnvironment(environment), encoding: 'utf8' };
  const run = spawnSync(process.execPath, [program, ...args], { ...options, input: input ?? '' });
  if (run.error) throw run.error;
  return { status: run.status, stdout: String(run.stdout), stderr: String(run.stderr) };
}

/**
 * The same without a process, whose start would take ten times as long as most runs: for what standard input, signals and
 * the process itself have no part in.
 */
export async function mapperHere(
  args: readonly string[],
  { environment, directory }: Omit<RunOptions, 'input'> = {},
): Promise<Run> {
  const stdout = captured();
  const stderr = captured();
  const before = process.cwd();
  const handlers = new Set(stopSignals.flatMap((name) => process.listeners(name)));
  process.chdir(directory ?? root);
  try {
    const streams = { stdout: stdout.stream, stderr: stderr.stream, environment: cleanEnvironment(environment) };
    const ending = await run(args, streams);
    return { status: exitCode(ending), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.chdir(before);
    for (const name of stopSignals)
      for (const one of process.listeners(name)) if (!handlers.has(one)) process.off(name, one);
  }
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function captured(): { readonly stream: NodeJS.WriteStream; readonly text: () => string } {
  let text = '';
  const stream = {
    write: (part: string, done?: () => void): boolean => {
      text += part;
      done?.();
      return true;
    },
  };
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => text };
}

/** The surroundings of the test run must not decide about colors or options. */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^(MAPPER_|NO_COLOR$|FORCE_COLOR$|TERM$|CI$)/.test(name),
  );
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...extra };
}

export const example = [
  'arch/teaching-three-level.yaml',
  'workloads/gemm/gemm-example.yaml',
  'workloads/mappings/gemm-example.yaml',
] as const;
