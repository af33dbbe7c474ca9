// `npm run bench -- shipped`: every generic architecture with every layer by every objective, without a limit of time;
// `--sample N --seed S` draws N of them. Kept under `runs/<date>-<machine class>-shipped/`, row by row.

import {
  type DrawnSearch,
  drawSearches,
  measureEach,
  nameOf,
  type Outcome,
  percent,
  type Sample,
  search,
  spread,
} from './drawn-searches.js';
import { type KeptRun, keepRun, machineLine } from './kept-run.js';

export type ShippedRow = DrawnSearch & Outcome;

export async function benchShipped(sample: Sample): Promise<void> {
  const drawn = await drawSearches(['edp', 'energy', 'cycles'], sample, { generic: true });
  const run = keepRun<ShippedRow>('shipped', [
    'architecture',
    'workload',
    'objective',
    'outcome',
    'gap',
    'value',
    'processorSeconds',
    'wallSeconds',
    'peakMegabytes',
  ]);
  const measure = (one: DrawnSearch): ShippedRow => ({ ...one, ...search(one) });
  const told = ({ outcome, processorSeconds }: ShippedRow): string => `${outcome}, ${processorSeconds} s`;
  const rows = measureEach(drawn, run, { measure, told });
  run.finish('README.md', shippedReadme(rows, sample, run));
}

export function shippedReadme(
  rows: readonly ShippedRow[],
  sample: Sample,
  { date, load }: Pick<KeptRun<ShippedRow>, 'date' | 'load'>,
): string {
  const of = (outcome: Outcome['outcome']): ShippedRow[] => rows.filter((row) => row.outcome === outcome);
  const ended = [...of('proven'), ...of('open')];
  const seconds = (value: number): string => value.toFixed(2);
  const drawn =
    sample.count === undefined
      ? 'All searches there are.'
      : `${rows.length} searches drawn with seed ${sample.seed} (\`--sample ${sample.count} --seed ${sample.seed}\`).`;
  return [
    `# Shipped architectures, layers and objectives, ${date}`,
    '',
    machineLine(),
    'Made by `npm run bench -- shipped`: an architecture without a `machine:` section, a layer, EDP, energy or cycles, each in a process of its own, one at a time, without a limit of time.',
    `${drawn} Every row is in \`raw.csv\`. Load average before the start: ${load.toFixed(1)}.`,
    'Other programs were at work on the same cores: wall seconds are longer for that, processor seconds (user and system, all threads, start-up included) hardly.',
    '',
    `**${of('proven').length} of ${ended.length} are proven**; ${of('refused').length} further ones have no mapping or do not go together, ${of('died').length} processes died.`,
    '',
    '| of the searches that ended | median | nine in ten | most |',
    '|---|---:|---:|---:|',
    `| processor s | ${spread(by(ended, 'processorSeconds'), seconds)} |`,
    `| wall s | ${spread(by(ended, 'wallSeconds'), seconds)} |`,
    `| peak MB | ${spread(by(ended, 'peakMegabytes'), (value) => value.toFixed(0))} |`,
    '',
    '## Not proven',
    '',
    ...list(of('open'), (row) => `gap ${percent(row.gap)}, processor ${seconds(row.processorSeconds)} s`),
    '',
    '## The ten that took the most processor time',
    '',
    ...list(
      ended.toSorted((a, b) => b.processorSeconds - a.processorSeconds).slice(0, 10),
      (row) => `${row.outcome}, processor ${seconds(row.processorSeconds)} s, ${row.peakMegabytes.toFixed(0)} MB`,
    ),
    '',
    '## Refused, or died',
    '',
    ...list([...of('refused'), ...of('died')], ({ outcome }) => outcome),
    '',
  ].join('\n');
}

function by(rows: readonly ShippedRow[], figure: 'processorSeconds' | 'wallSeconds' | 'peakMegabytes'): number[] {
  return rows.map((row) => row[figure]);
}

function list(rows: readonly ShippedRow[], what: (row: ShippedRow) => string): string[] {
  return rows.length === 0 ? ['None.'] : rows.map((row) => `* ${nameOf(row)}: ${what(row)}`);
}
