// Runs the real program, as users do.

import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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
