// The command line from the outside: how long it takes to answer, how fast a random search goes, how much memory a long
// one takes.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './built.js';
import type { Measurement } from './measurement.js';
import { files } from './model-speed.js';

export interface Finished {
  readonly milliseconds: number;
  /** Of all threads. */
  readonly processorSeconds: number;
  readonly peakMegabytes: number;
  readonly stdout: string;
}

const startupRepeats = 10;
const searchRepeats = 3;
const mapping = 'workloads/mappings/eyeriss-like-resnet50-conv2_x-3x3.yaml';
const mapped = ['arch/eyeriss-like.yaml', 'workloads/nets/resnet50/03-conv2_x-3x3.yaml', mapping];

export function measureStartup(): Measurement[] {
  const startup = (name: string, args: readonly string[]): Measurement => ({
    name,
    unit: 'ms',
    detail: `mapper ${args.join(' ')}, from spawn to exit`,
    values: Array.from({ length: startupRepeats }, () => runCommand(args).milliseconds),
  });
  return [startup('startup-help', ['--help']), startup('startup-evaluate', ['evaluate', ...mapped])];
}

/** A random search on one thread: evaluations per second, and the most memory it held. */
export function measureSearch(seconds: number): Measurement[] {
  const args = ['search', ...files, '--algorithm', 'random', '--threads', '1', '--time-limit', `${seconds}`, '--json'];
  const runs = Array.from({ length: searchRepeats }, () => {
    const out = mkdtempSync(join(tmpdir(), 'mapper-bench-'));
    const run = runCommand([...args, '--out', join(out, 'results')]);
    rmSync(out, { recursive: true });
    return run;
  });
  const rates = runs.map(({ stdout }) => {
    const { timing } = JSON.parse(stdout) as { timing: { evaluations: number; elapsedSeconds: number } };
    return timing.evaluations / timing.elapsedSeconds;
  });
  const detail = `mapper ${args.join(' ')}`;
  return [
    { name: 'random-search', unit: '1/s', detail: `evaluations: ${detail}`, values: rates },
    {
      name: 'random-search-memory',
      unit: 'MB',
      detail: `peak resident set: ${detail}`,
      values: runs.map(({ peakMegabytes }) => peakMegabytes),
    },
  ];
}

/** Writes the process's peak memory and processor time on its way out; the values are the same for every thread. */
const reportUse = [
  "import { writeFileSync } from 'node:fs';",
  "import { isMainThread } from 'node:worker_threads';",
  'const write = () => writeFileSync(process.env.BENCH_USE, JSON.stringify(process.resourceUsage()));',
  "if (isMainThread) process.on('exit', write);",
].join('');

export function runCommand(args: readonly string[], accepted: readonly (number | null)[] = [0]): Finished {
  const directory = mkdtempSync(join(tmpdir(), 'mapper-bench-'));
  const use = join(directory, 'use');
  const start = performance.now();
  const child = spawnSync(process.execPath, [fileURLToPath(new URL('dist/cli/main.js', root)), ...args], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: {
      ...process.env,
      BENCH_USE: use,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(reportUse)}`,
    },
  });
  const milliseconds = performance.now() - start;
  if (!accepted.includes(child.status))
    throw new Error(`mapper ${args.join(' ')} ended with ${child.status}: ${child.stderr}`);
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(use, 'utf8')) as NodeJS.ResourceUsage;
  rmSync(directory, { recursive: true });
  const processorSeconds = (userCPUTime + systemCPUTime) / 1e6;
  return { milliseconds, processorSeconds, peakMegabytes: maxRSS / 1024, stdout: child.stdout };
}
