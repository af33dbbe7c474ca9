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

/** Writes the process's peak memory on its way out; the value is the same for every thread. */
const reportPeak = [
  "import { writeFileSync } from 'node:fs';",
  "import { isMainThread } from 'node:worker_threads';",
  'const write = () => writeFileSync(process.env.BENCH_PEAK, String(process.resourceUsage().maxRSS));',
  "if (isMainThread) process.on('exit', write);",
].join('');

export function runCommand(args: readonly string[], accepted: readonly (number | null)[] = [0]): Finished {
  const directory = mkdtempSync(join(tmpdir(), 'mapper-bench-'));
  const peak = join(directory, 'peak');
  const start = performance.now();
  const child = spawnSync(process.execPath, [fileURLToPath(new URL('dist/cli/main.js', root)), ...args], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: {
      ...process.env,
      BENCH_PEAK: peak,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(reportPeak)}`,
    },
  });
  const milliseconds = performance.now() - start;
  if (!accepted.includes(child.status))
    throw new Error(`mapper ${args.join(' ')} ended with ${child.status}: ${child.stderr}`);
  const peakMegabytes = Number(readFileSync(peak, 'utf8')) / 1024;
  rmSync(directory, { recursive: true });
  return { milliseconds, peakMegabytes, stdout: child.stdout };
}
