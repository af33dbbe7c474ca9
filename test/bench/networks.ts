// `npm run bench -- networks`: every shipped network on three architectures, one command a network, with what stays on chip where
// the network has a graph. Kept under `runs/<date>-<machine class>-networks/`, row by row. `--seconds` limits one layer.

import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from './built.js';
import { runCommand } from './command-speed.js';
import { keepRun, machineLine } from './kept-run.js';

const architectures = ['eyeriss-like', 'simba-like', 'tpu-v1-like'];

interface Totals {
  readonly layers: number;
  readonly cycles: number;
  readonly energyPj: number;
  readonly edpPjCycles: number;
  readonly outerWords: number;
  readonly compulsoryWords: number;
  readonly peakBufferUtilization: number;
}

interface NetworkDocument {
  readonly layers: readonly { readonly optimal: boolean; readonly gap: number | null }[];
  readonly totals: Totals;
  readonly resident?: { readonly tensors: readonly unknown[]; readonly totals: { readonly outerWords: number } };
}

const columns = [
  'architecture',
  'network',
  'layers',
  'distinct',
  'proven',
  'widestGap',
  'cycles',
  'energyPj',
  'edpPjCycles',
  'outerWords',
  'compulsoryWords',
  'peakBufferUtilization',
  'residentTensors',
  'residentOuterWords',
  'wallSeconds',
  'processorSeconds',
  'peakMegabytes',
] as const;

type Row = Readonly<Record<(typeof columns)[number], string | number>>;

export function benchNetworks(limitSeconds: number): void {
  const run = keepRun<Row>('networks', columns);
  const rows: Row[] = [];
  for (const architecture of architectures) {
    for (const [network, inputs] of networks()) {
      const row = measure(architecture, { network, inputs, limitSeconds });
      rows.push(row);
      run.write(row);
      console.log(
        `${architecture} ${network}: ${row.proven} of ${row.distinct} proven, ${decimals(row.wallSeconds)} s`,
      );
    }
  }
  run.finish('README.md', readme(rows, { date: run.date, load: run.load, limitSeconds }));
}

/** A directory with a graph is one network; others hold layers, those of several networks apart by what their names begin with. */
function networks(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const folder = new URL('workloads/nets/', root);
  for (const name of readdirSync(folder).sort()) {
    const path = `workloads/nets/${name}`;
    if (existsSync(new URL(`${name}/network.yaml`, folder))) {
      found.set(name, [path]);
      continue;
    }
    for (const file of readdirSync(fileURLToPath(new URL(name, folder))).sort()) {
      const [, variant] = /^([a-z]+\d+)-/.exec(file) ?? [];
      const key = variant === undefined ? name : `${name}-${variant}`;
      found.set(key, [...(found.get(key) ?? []), `${path}/${file}`]);
    }
  }
  return found;
}

interface Job {
  readonly network: string;
  readonly inputs: readonly string[];
  readonly limitSeconds: number;
}

function measure(architecture: string, { network, inputs, limitSeconds }: Job): Row {
  const resident = inputs.length === 1 ? ['--resident'] : [];
  const limit = ['--time-limit', `${limitSeconds}`];
  const args = ['search', `arch/${architecture}.yaml`, ...inputs, ...resident, ...limit, '--no-results', '--json'];
  const { stdout, milliseconds, processorSeconds, peakMegabytes } = runCommand(args);
  const { layers, totals, resident: kept } = JSON.parse(stdout) as NetworkDocument;
  return {
    architecture,
    network,
    distinct: layers.length,
    proven: layers.filter(({ optimal }) => optimal).length,
    widestGap: Math.max(...layers.map(({ gap }) => gap ?? 1)),
    ...totals,
    residentTensors: kept?.tensors.length ?? '',
    residentOuterWords: kept?.totals.outerWords ?? '',
    wallSeconds: milliseconds / 1e3,
    processorSeconds,
    peakMegabytes,
  };
}

interface Run {
  readonly date: string;
  readonly load: number;
  readonly limitSeconds: number;
}

function readme(rows: readonly Row[], { date, load, limitSeconds }: Run): string {
  const engineering = (value: string | number): string => Number(value).toPrecision(4);
  const line = (row: Row): string => {
    const figures = [
      `${row.proven} of ${row.distinct}`,
      row.layers,
      engineering(row.cycles),
      engineering(Number(row.energyPj) / 1e12),
      engineering(Number(row.outerWords) / 1e6),
      (Number(row.outerWords) / Number(row.compulsoryWords)).toFixed(2),
      row.residentOuterWords === '' ? '' : engineering(Number(row.residentOuterWords) / 1e6),
      decimals(row.wallSeconds),
      decimals(row.processorSeconds),
      Math.round(Number(row.peakMegabytes)),
    ];
    return `| ${[row.network, ...figures].join(' | ')} |`;
  };
  const head = [
    '| network | proven | occurrences | cycles | J | DRAM Mwords | of compulsory | resident, Mwords | wall s | processor s | peak MB |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
  ];
  const tables = architectures.flatMap((architecture) => [
    `## ${architecture}`,
    '',
    ...head,
    ...rows.filter((row) => row.architecture === architecture).map(line),
    '',
  ]);
  return [
    `# Shipped networks, ${date}`,
    '',
    machineLine(),
    `Made by \`npm run bench -- networks\`, one command a network, from spawn to exit; exact figures are in \`raw.csv\`.`,
    `Objective EDP, time limit ${limitSeconds} s a layer. Load average before the start: ${load.toFixed(1)}; where it is above 0, others were at work and wall seconds say little.`,
    '"of compulsory": DRAM traffic over what has to move at least once. "resident": DRAM traffic with `--resident`, where the network has a graph.',
    '',
    ...tables,
  ].join('\n');
}

function decimals(value: string | number): string {
  return Number(value).toFixed(1);
}
