// The README of a run of the optimal search: medians and worst cases per architecture and network, what was not certified,
// and what the aims are.

import { machineLine } from './kept-run.js';
import { median } from './measurement.js';
import type { OptimalRow, Suite } from './optimal.js';

export interface RunOfOptimal {
  readonly date: string;
  /** Load average before the start: whether somebody else was at work on the machine. */
  readonly load: number;
  readonly limitSeconds: number;
  readonly suite: Suite;
}

export function optimalReadme(rows: readonly OptimalRow[], { date, load, limitSeconds, suite }: RunOfOptimal): string {
  const part = (name: OptimalRow['part']): OptimalRow[] => rows.filter((row) => row.part === name);
  const layers = part('layer');
  return [
    suite === 'optimal'
      ? `# Optimal search, ${date}`
      : `# Optimal search on machines with a model of their own, ${date}`,
    '',
    machineLine(),
    `Made by \`npm run bench -- ${suite}\`, as many threads as cores; all rows are in \`raw.csv\`.`,
    `Objective ${suite === 'optimal' ? 'EDP' : 'of the architecture file, EDP where it names none'}, keep and bypass free where the architecture leaves them free, time limit ${limitSeconds} s a layer.`,
    `Seconds are those of the search itself, without start-up. Load average before the start: ${load.toFixed(1)}.`,
    '',
    '## Layers, a process each',
    '',
    'Aims: certified, in a median of at most 0.3 s and a worst case of at most 3 s, with at most 1,024 MB.',
    '',
    ...summary(layers),
    '',
    '### Not certified within the limit',
    '',
    ...uncertified(layers),
    '',
    '### The ten slowest of the certified',
    '',
    ...details(
      layers
        .filter(({ optimal }) => optimal)
        .sort((a, b) => b.seconds - a.seconds)
        .slice(0, 10),
    ),
    '',
    ...(suite === 'optimal' ? others(rows, layers) : []),
  ].join('\n');
}

function others(rows: readonly OptimalRow[], layers: readonly OptimalRow[]): string[] {
  const part = (name: OptimalRow['part']): OptimalRow[] => rows.filter((row) => row.part === name);
  return [
    '## Layers, a network in one command',
    '',
    'The same layers and aims, one layer a thread; the first ones wait for the compiler, the others do not. Memory is that of the process.',
    '',
    ...summary(part('together')),
    '',
    ...uncertified(part('together')),
    '',
    '## Whole frontier',
    '',
    'Every third layer. Aim: at most twice the time of the optimum alone.',
    '',
    ...frontiers(part('frontier'), layers),
    '',
    '## Worst cases known',
    '',
    'Aim: certified within 15 s and 1,024 MB.',
    '',
    ...details(part('worst case')),
    '',
    '## Whole networks',
    '',
    'One command for all layers, from spawn to exit. Aim: ResNet-50 on eyeriss-like within 10 s.',
    '',
    ...details(part('network')),
    '',
  ];
}

function summary(layers: readonly OptimalRow[]): string[] {
  const groups = new Map<string, OptimalRow[]>();
  for (const row of layers) {
    const name = `${row.architecture} | ${row.network}`;
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const line = (name: string, group: readonly OptimalRow[]): string => {
    const seconds = group.map((row) => row.seconds);
    const certified = group.filter(({ optimal }) => optimal).length;
    const gap = Math.max(...group.map((row) => row.gap));
    const peak = Math.max(...group.map(({ peakMegabytes }) => peakMegabytes));
    const figures = [decimals(median(seconds)), decimals(Math.max(...seconds)), percent(gap), Math.round(peak)];
    return `| ${name} | ${certified} of ${group.length} | ${figures.join(' | ')} |`;
  };
  return [
    '| architecture | network | certified | median s | worst s | widest gap | peak MB |',
    '|---|---|---:|---:|---:|---:|---:|',
    ...[...groups].map(([name, group]) => line(name, group)),
    line('all | all', layers),
  ];
}

function uncertified(layers: readonly OptimalRow[]): string[] {
  const open = layers.filter(({ optimal }) => !optimal).sort((a, b) => b.gap - a.gap);
  return open.length === 0 ? ['None.'] : details(open);
}

function details(rows: readonly OptimalRow[]): string[] {
  return [
    '| architecture | network | workload | certified | gap | seconds | nodes | evaluations | peak MB |',
    '|---|---|---|---|---:|---:|---:|---:|---:|',
    ...rows.map((row) => {
      const where = [row.architecture, row.network, row.workload, row.optimal ? 'yes' : 'no', percent(row.gap)];
      const figures = [decimals(row.seconds), thousands(row.nodes), thousands(row.evaluations)];
      return `| ${[...where, ...figures, Math.round(row.peakMegabytes)].join(' | ')} |`;
    }),
  ];
}

function frontiers(rows: readonly OptimalRow[], layers: readonly OptimalRow[]): string[] {
  return [
    '| architecture | network | workload | certified | points | seconds | optimum alone, seconds | peak MB |',
    '|---|---|---|---|---:|---:|---:|---:|',
    ...rows.map((row) => {
      const alone = layers.find(
        ({ architecture, network, workload }) =>
          architecture === row.architecture && network === row.network && workload === row.workload,
      );
      const where = [row.architecture, row.network, row.workload, row.optimal ? 'yes' : 'no', row.frontierPoints];
      const seconds = [decimals(row.seconds), alone === undefined ? '' : decimals(alone.seconds)];
      return `| ${[...where, ...seconds, Math.round(row.peakMegabytes)].join(' | ')} |`;
    }),
  ];
}

function decimals(value: number): string {
  return value.toFixed(2);
}

function percent(gap: number): string {
  return gap === 0 ? '0' : `${(100 * gap).toFixed(2)} %`;
}

function thousands(value: number): string {
  return value.toLocaleString('en-US');
}
