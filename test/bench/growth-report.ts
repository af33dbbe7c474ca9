// The README of a growth run: what was searched, a table an axis, the plot.

import type { GrowthRow } from './growth.js';
import { type Axis, type Keeps, pointsOf } from './growth-points.js';
import { machineLine } from './kept-run.js';

export interface RunOfGrowth {
  readonly date: string;
  /** Load averages of a minute: whether somebody else was at work on the machine. One busy thread counts 1. */
  readonly loadBefore: number;
  readonly loadAfter: number;
  readonly limitSeconds: number;
}

export function growthReadme(rows: readonly GrowthRow[], run: RunOfGrowth): string {
  const { date, loadBefore, loadAfter, limitSeconds } = run;
  return [
    `# Growth of the optimal search, ${date}`,
    '',
    machineLine(),
    'Made by `npm run bench -- growth`, one process a point, each measured once; all rows are in `raw.csv`.',
    `Load average before the start ${loadBefore.toFixed(1)}, at the end ${loadAfter.toFixed(1)}; the benchmark itself is 1 to 2 of it, and what is more was other programs at work, which make`,
    'seconds longer and processor seconds hardly. The nodes of a certified point depend little on that; its evaluations contain sampling beside the tables, which under a time limit goes by the clock.',
    '',
    'The architectures have 2 to 6 storage levels: 16 words in each of 16 x 16 PEs, then 4,096 words shared and 16 times more with every further level,',
    'up to a main memory without end; every level has bandwidths, energies grow outwards, neighbours have no links, and neither loops nor fan-outs are constrained.',
    'Keeps *fixed*: every level keeps every dataspace. Keeps *free*: the search also decides which level keeps what.',
    `Objective EDP, time limit ${limitSeconds} s a point, memory limit 2,048 MiB. Seconds are those of the search itself, without start-up; processor seconds those of the whole process, all threads.`,
    '',
    '*Open* means that the proof was not finished at the limit, and how far from the optimum the best found may be at most. Where the tables were',
    'not ready in time, or do not fit the memory limit (*no tables*), no node was visited, and the gap is the one to compulsory traffic and computes, which is wide by nature.',
    'What a stopped search held at most says little about what its end would have taken.',
    'After two points in a row without a proof a series goes on with its last point.',
    '',
    '![Processor seconds and peak memory against levels, dimensions and bounds](growth.svg)',
    '',
    '## Storage levels',
    '',
    'A matrix product of 240 x 240 x 240.',
    '',
    ...table(rows, 'levels'),
    '',
    '## Dimensions',
    '',
    'Four levels. A 3-dimensional product of bounds M 64, C 64, P 28 gains one dimension a step: Q 28, R 3 (a window with P), S 3 (with Q), N 4, O 8, T 3 (a window with O).',
    '',
    ...table(rows, 'dimensions'),
    '',
    '## Bounds and their divisors',
    '',
    'Four levels, a matrix product with this bound in all three dimensions.',
    '',
    ...table(rows, 'bound'),
    '',
  ].join('\n');
}

function table(rows: readonly GrowthRow[], axis: Axis): string[] {
  const series = (keeps: Keeps): string[] =>
    pointsOf(axis, keeps).map(({ value }) => {
      const row = rows.find((one) => one.axis === axis && one.keeps === keeps && one.value === value);
      return `| ${cells(axis, keeps, value, row).join(' | ')} |`;
    });
  const growing = axis === 'bound' ? ['bound', 'divisors'] : [axis];
  return [
    `| ${[...growing, 'keeps', 'mapspace', 'proof', 'seconds', 'processor s', 'nodes', 'evaluations', 'peak MB'].join(' | ')} |`,
    `|${'---:|'.repeat(growing.length)}---|---:|---|---:|---:|---:|---:|---:|`,
    ...series('fixed'),
    ...series('free'),
  ];
}

function cells(axis: Axis, keeps: Keeps, value: number, row: GrowthRow | undefined): (string | number)[] {
  const growing = axis === 'bound' ? [value, divisorCount(value)] : [value];
  if (row === undefined) return [...growing, keeps, '', 'not tried', '', '', '', '', ''];
  const { mapspace, seconds, processorSeconds, nodes, evaluations, peakMegabytes } = row;
  const times = [seconds.toFixed(2), processorSeconds.toFixed(2)];
  const figures = [...times, thousands(nodes), thousands(evaluations), thousands(Math.round(peakMegabytes))];
  return [...growing, keeps, Number(mapspace).toExponential(1), proof(row), ...figures];
}

function proof({ outcome, gap, nodes }: GrowthRow): string {
  const within = `gap ${(100 * gap).toFixed(1)} %`;
  if (outcome === 'certified') return 'certified';
  if (outcome === 'no tables') return `no tables, ${within}`;
  return nodes === 0 ? `open, tables not ready, ${within}` : `open, ${within}`;
}

function divisorCount(value: number): number {
  return Array.from({ length: value }, (_, before) => before + 1).filter((divisor) => value % divisor === 0).length;
}

function thousands(value: number): string {
  return value.toLocaleString('en-US');
}
