// `npm run bench -- sweep`: what sweeps promise, at full size. A sweep of 200 points killed ten times at random and resumed,
// against one left alone; the same through a queue with two workers, one of them killed again and again, and a Redis that
// restarts; how much faster two threads are than one; and what the queue costs a point. Kept under
// `runs/<date>-<machine class>-sweep/`. The queue is left out without a redis-server.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { distribute } from '../sweep/distributing.js';
import {
  filesOf,
  killAndResume,
  type Program,
  smallSweep,
  start,
  startRedis,
  temporaryDirectory,
} from '../sweep/killing.js';
import { root } from './built.js';
import { machineLine, runFolder } from './kept-run.js';
import { median } from './measurement.js';

const top = fileURLToPath(root);
const program: Program = { main: join(top, 'dist/cli/main.js'), root: top };

interface Finding {
  readonly what: string;
  readonly found: string;
}

export async function benchSweep(): Promise<void> {
  const directory = temporaryDirectory();
  const load = loadavg()[0]!;
  const findings: Finding[] = [];
  const tell = (what: string, found: string): void => {
    findings.push({ what, found });
    console.log(`${what}: ${found}`);
  };
  try {
    await crashes(directory, tell);
    await threads(directory, tell);
    if (spawnSync('redis-server', ['--version']).status === 0) await queue(directory, tell);
    else tell('the queue', 'left out: there is no redis-server');
  } finally {
    rmSync(directory, { recursive: true });
  }
  keep(findings, load);
}

type Tell = (what: string, found: string) => void;

async function crashes(directory: string, tell: Tell): Promise<void> {
  const sweep = smallSweep(directory, top, 50);
  const [alone, killed] = ['alone', 'killed'].map((name) => join(directory, name));
  const args = (out: string): string[] => ['sweep', sweep, '--out', out, '--threads', '2', '--quiet'];
  await run(args(alone!));
  const { kills, journals } = await killAndResume(program, args(killed!), { kills: 10, out: killed!, seed: 18 });
  const equal = JSON.stringify(filesOf(killed!)) === JSON.stringify(filesOf(alone!));
  tell(
    '200 points, killed at random and resumed',
    `${kills} kills, after ${journals.join(', ')} points: ${verdict(equal)}`,
  );
}

async function threads(directory: string, tell: Tell): Promise<void> {
  const sweep = join(directory, 'layers.yaml');
  writeFileSync(
    sweep,
    `sweep:
  architectures: ${top}/arch/eyeriss-like.yaml
  workloads: [${top}/workloads/nets/resnet50/1*.yaml]
  axes: [{set: shared_glb.depth, values: [6912, 13824]}]
  search: {algorithm: random, max-evaluations: 60000}
`,
  );
  const ratios: number[] = [];
  const shares: number[] = [];
  const out = join(directory, 'threads');
  const on = (count: number): ReturnType<typeof timed> =>
    timed(['sweep', sweep, '--out', out, '--fresh', '--threads', String(count), '--quiet']);
  for (let repeat = 0; repeat < 5; repeat += 1) {
    const [one, two] = [await on(1), await on(2)];
    ratios.push(one.seconds / two.seconds);
    shares.push(two.cpuSeconds / two.seconds / (one.cpuSeconds / one.seconds));
  }
  const listed = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
  tell('two threads against one, by the clock', `${listed} times as fast, median ${median(ratios).toFixed(2)}`);
  tell('processor time per second, two threads against one', shares.map((share) => share.toFixed(2)).join(', '));
}

async function queue(directory: string, tell: Tell): Promise<void> {
  mkdirSync(join(directory, 'redis'));
  const redis = await startRedis(join(directory, 'redis'));
  const environment = { MAPPER_REDIS: redis.url };
  const sweep = join(directory, 'small.yaml');
  const out = join(directory, 'queue');
  const { kills, restarts } = await distribute(program, {
    sweep,
    out,
    url: redis.url,
    redis,
    kills: 10,
    restarts: 1,
    seed: 18,
    together: true,
  });
  const equal = JSON.stringify(filesOf(out)) === JSON.stringify(filesOf(join(directory, 'alone')));
  tell(
    '200 points through the queue, two workers',
    `one killed ${kills} times, Redis restarted ${restarts} times: ${verdict(equal)}`,
  );
  // The same points with a worker that is there already, against one thread of the program itself.
  const worker = start(program, ['worker', '--threads', '1'], environment);
  const overheads: number[] = [];
  for (let repeat = 0; repeat < 5; repeat += 1) {
    const through = await timed(
      ['sweep', sweep, '--out', join(directory, `through-${repeat}`), '--engine', 'bullmq', '--fresh', '--quiet'],
      environment,
    );
    const here = await timed(['sweep', sweep, '--out', join(directory, `here-${repeat}`), '--threads', '1', '--quiet']);
    overheads.push((1000 * (through.seconds - here.seconds)) / 200);
  }
  worker.child.kill('SIGTERM');
  await worker.ended;
  await redis.stop();
  tell(
    'what the queue costs a point, by the clock',
    `${overheads.map((ms) => ms.toFixed(1)).join(', ')} ms, median ${median(overheads).toFixed(1)} ms`,
  );
}

async function run(args: readonly string[], environment: Record<string, string> = {}): Promise<void> {
  const { status, stderr } = await start(program, args, environment).ended;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
}

async function timed(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ readonly seconds: number; readonly cpuSeconds: number }> {
  const before = performance.now();
  const cpu = childSeconds();
  await run(args, environment);
  return { seconds: (performance.now() - before) / 1000, cpuSeconds: childSeconds() - cpu };
}

/** Processor time of all processes that this one has started and that have ended; 0 where the system does not tell. */
function childSeconds(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function verdict(equal: boolean): string {
  return equal ? 'the same bytes' : 'OTHER BYTES';
}

function keep(findings: readonly Finding[], load: number): void {
  const { date, directory } = runFolder('sweep');
  const text = [
    `# Sweeps, ${date}`,
    '',
    machineLine(),
    `Made by \`npm run bench -- sweep\`. Load average before the start: ${load.toFixed(1)}. Ratios are of runs that followed each other.`,
    '',
    '| what | found |',
    '|---|---|',
    ...findings.map(({ what, found }) => `| ${what} | ${found} |`),
    '',
  ];
  writeFileSync(new URL('README.md', directory), text.join('\n'));
}
