// `npm run bench -- optimal`: the optimal search as users run it. Every distinct layer of four networks on three
// architectures, in a process of its own and in one command with its network; whole frontiers; the two worst cases known.
// Kept under `runs/<date>-<machine class>-optimal/`, row by row, so that an interrupted run leaves what it has.
// `npm run bench -- machines`: the same on machines with a model of their own, kept under `...-machines/`.

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from './built.js';
import { runCommand } from './command-speed.js';
import { keepRun } from './kept-run.js';
import { optimalReadme } from './optimal-report.js';

/** What one command did. */
export interface OptimalRow {
  /** `together`: a layer as one of its network's, in one command. */
  readonly part: 'layer' | 'together' | 'frontier' | 'worst case' | 'network';
  readonly architecture: string;
  readonly network: string;
  readonly workload: string;
  /** Of a network: whether all its layers are. */
  readonly optimal: boolean;
  /** Of a network: the widest. */
  readonly gap: number;
  /** As the search itself says; of a network, from spawn to exit. */
  readonly seconds: number;
  readonly wallSeconds: number;
  readonly nodes: number;
  readonly evaluations: number;
  readonly peakMegabytes: number;
  readonly frontierPoints: number;
}

interface SearchDocument {
  readonly workload: string;
  readonly optimal: boolean;
  readonly gap: number | null;
  readonly frontier: readonly unknown[];
  readonly timing: { readonly elapsedSeconds: number; readonly nodes: number; readonly evaluations: number };
}

interface Job {
  readonly part: OptimalRow['part'];
  readonly architecture: string;
  readonly network: string;
  readonly files: readonly string[];
}

const architectures = ['eyeriss-like', 'simba-like', 'tpu-v1-like'];
const networks = ['resnet50', 'vgg16', 'mobilenetv2', 'bert-base'];
const worstCases = ['workloads/conv/conv2d-worst-case.yaml', 'workloads/gemm/gemm-2520.yaml'];

const columns = [
  'part',
  'architecture',
  'network',
  'workload',
  'optimal',
  'gap',
  'seconds',
  'wallSeconds',
  'nodes',
  'evaluations',
  'peakMegabytes',
  'frontierPoints',
] as const satisfies readonly (keyof OptimalRow)[];

const machines: Readonly<Record<string, readonly string[]>> = {
  'tpu-v1': ['resnet50', 'bert-base'],
  'tpu-v4i': ['resnet50', 'bert-base'],
  'tpu-v5e': ['resnet50', 'bert-base'],
  'ipu-mk2': ['resnet50', 'bert-base'],
  'epu-q8': ['resnet50'],
  'epu-q16': ['resnet50'],
};

export type Suite = 'optimal' | 'machines';

/** `seconds` is the time limit of one layer. */
export async function benchOptimal(seconds: number, suite: Suite): Promise<void> {
  const run = keepRun<OptimalRow>(suite, columns);
  const rows: OptimalRow[] = [];
  for (const job of suite === 'optimal' ? jobs() : machineJobs()) {
    for (const row of measure(job, seconds)) {
      rows.push(row);
      run.write(row);
      const state = row.optimal ? 'certified' : `gap ${(100 * row.gap).toFixed(2)} %`;
      console.log(`${row.part} ${row.architecture} ${row.workload}: ${row.seconds.toFixed(2)} s, ${state}`);
    }
  }
  const { date, load } = run;
  run.finish('README.md', optimalReadme(rows, { date, load, limitSeconds: seconds, suite }));
}

function jobs(): Job[] {
  const layers = architectures.flatMap((architecture) =>
    networks.flatMap((network) =>
      layersOf(network).map((file): Job => ({ part: 'layer', architecture, network, files: [file] })),
    ),
  );
  const frontiers = architectures.flatMap((architecture) =>
    ['resnet50', 'bert-base'].flatMap((network) =>
      everyThird(layersOf(network)).map((file): Job => ({ part: 'frontier', architecture, network, files: [file] })),
    ),
  );
  const worst = architectures.flatMap((architecture) =>
    worstCases.map((file): Job => ({ part: 'worst case', architecture, network: '', files: [file] })),
  );
  const whole = architectures.flatMap((architecture) =>
    networks.map((network): Job => ({ part: 'network', architecture, network, files: layersOf(network) })),
  );
  return [...layers, ...frontiers, ...worst, ...whole];
}

/** The objective is that of the architecture file. */
function machineJobs(): Job[] {
  return Object.entries(machines).flatMap(([architecture, list]) =>
    list.flatMap((network) =>
      layersOf(network).map((file): Job => ({ part: 'layer', architecture, network, files: [file] })),
    ),
  );
}

function layersOf(network: string): string[] {
  const folder = `workloads/nets/${network}`;
  const names = readdirSync(fileURLToPath(new URL(folder, root))).filter((name) => name.endsWith('.yaml'));
  return names.sort().map((name) => `${folder}/${name}`);
}

function everyThird(files: readonly string[]): string[] {
  return files.filter((_, at) => at % 3 === 1);
}

/** A network's row is followed by those of its layers. */
function measure({ part, architecture, network, files }: Job, limitSeconds: number): OptimalRow[] {
  const frontier = part === 'frontier' ? ['--frontier'] : [];
  const args = ['search', `arch/${architecture}.yaml`, ...files, '--time-limit', `${limitSeconds}`, ...frontier];
  // Status 1: nothing found within the limit, which is a result, too.
  const run = runCommand([...args, '--no-results', '--json'], [0, 1]);
  const document = JSON.parse(run.stdout) as SearchDocument & { readonly layers?: readonly SearchDocument[] };
  const layers = document.layers ?? [document];
  const sum = (of: (layer: SearchDocument) => number): number => layers.reduce((all, layer) => all + of(layer), 0);
  const wallSeconds = run.milliseconds / 1e3;
  const [first] = files;
  const whole: OptimalRow = {
    part,
    architecture,
    network,
    workload: files.length > 1 ? `all ${files.length} layers` : first!.split('/').at(-1)!.replace('.yaml', ''),
    optimal: layers.every(({ optimal }) => optimal),
    gap: Math.max(...layers.map(({ gap }) => gap ?? 1)),
    seconds: files.length > 1 ? wallSeconds : document.timing.elapsedSeconds,
    wallSeconds,
    nodes: sum(({ timing }) => timing.nodes),
    evaluations: sum(({ timing }) => timing.evaluations),
    peakMegabytes: run.peakMegabytes,
    frontierPoints: sum((layer) => layer.frontier.length),
  };
  if (part !== 'network') return [whole];
  const together = layers.map(
    ({ workload, optimal, gap, timing, frontier: points }): OptimalRow => ({
      ...whole,
      part: 'together',
      workload,
      optimal,
      gap: gap ?? 1,
      seconds: timing.elapsedSeconds,
      nodes: timing.nodes,
      evaluations: timing.evaluations,
      frontierPoints: points.length,
    }),
  );
  return [whole, ...together];
}
