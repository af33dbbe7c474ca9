// `npm run bench -- first-second`: how good the best is that a search has found after one second, beside the proven optimum
// of the same search without a limit. `--sample N --seed S` as in shipped.ts, machines with a model of their own included.
// Kept under `runs/<date>-<machine class>-first-second/`, row by row.

import {
  type DrawnSearch,
  drawSearches,
  measureEach,
  nameOf,
  percent,
  type Sample,
  search,
  spread,
} from './drawn-searches.js';
import { type KeptRun, keepRun, machineLine } from './kept-run.js';

export interface FirstSecondRow extends DrawnSearch {
  /** `no optimum`: refused, or not proven without a limit either: nothing to compare with. */
  readonly outcome: 'proven' | 'open' | 'nothing found' | 'no optimum';
  /** How far above the optimum the best of the first second is: 0 where it is one. */
  readonly above: number;
  readonly processorSeconds: number;
  readonly processorSecondsOfProof: number;
}

const limit = ['--time-limit', '1'];
const goodEnough = 0.02;

export async function benchFirstSecond(sample: Sample): Promise<void> {
  const drawn = await drawSearches(['edp', 'cycles'], sample, { generic: false });
  const run = keepRun<FirstSecondRow>('first-second', [
    'architecture',
    'workload',
    'objective',
    'outcome',
    'above',
    'processorSeconds',
    'processorSecondsOfProof',
  ]);
  const told = ({ outcome, above }: FirstSecondRow): string => `${outcome}, ${abovePercent(above)} above`;
  const rows = measureEach(drawn, run, { measure, told });
  run.finish('README.md', firstSecondReadme(rows, sample, run));
}

function measure(one: DrawnSearch): FirstSecondRow {
  const whole = search(one);
  const first = search(one, limit);
  const above = first.value / whole.value - 1;
  const found = Number.isFinite(above) ? (first.outcome === 'proven' ? 'proven' : 'open') : 'nothing found';
  return {
    ...one,
    outcome: whole.outcome === 'proven' ? found : 'no optimum',
    above: Number.isFinite(above) ? above : Number.POSITIVE_INFINITY,
    processorSeconds: first.processorSeconds,
    processorSecondsOfProof: whole.processorSeconds,
  };
}

export function firstSecondReadme(
  rows: readonly FirstSecondRow[],
  sample: Sample,
  { date, load }: Pick<KeptRun<FirstSecondRow>, 'date' | 'load'>,
): string {
  const compared = rows.filter(({ outcome }) => outcome !== 'no optimum');
  const stopped = compared.filter(({ outcome }) => outcome !== 'proven');
  const none = rows.filter(({ outcome }) => outcome === 'no optimum');
  const line = (name: string, some: readonly FirstSecondRow[]): string => {
    const good = some.filter(({ above }) => above <= goodEnough);
    const share = `${good.length} of ${some.length} (${percent(good.length / Math.max(1, some.length))})`;
    return `| ${name} | ${share} | ${spread(
      some.map(({ above }) => above),
      abovePercent,
    )} |`;
  };
  return [
    `# The first second, ${date}`,
    '',
    machineLine(),
    'Made by `npm run bench -- first-second`: any shipped architecture and layer, EDP or cycles; each search without a limit, then with `--time-limit 1`, each in a process of its own, one at a time.',
    sample.count === undefined
      ? 'All searches there are.'
      : `${rows.length} drawn with seed ${sample.seed} (\`--sample ${sample.count} --seed ${sample.seed}\`).`,
    `Every row is in \`raw.csv\`. Load average before the start: ${load.toFixed(1)}. Other programs were at work on the same cores: a second was less of a processor than on an idle machine`,
    `(processor seconds of the stopped runs, start-up and all threads included, in the median, nine in ten and the most: ${spread(
      stopped.map(({ processorSeconds }) => processorSeconds),
      (value) => value.toFixed(2),
    ).replaceAll(' | ', ', ')}).`,
    '',
    '| how far above the optimum | within 2 % | median | nine in ten | worst |',
    '|---|---:|---:|---:|---:|',
    line('all', compared),
    line('EDP', ofObjective(compared, 'edp')),
    line('cycles', ofObjective(compared, 'cycles')),
    line('not proven within the second', stopped),
    '',
    '## More than 2 % above',
    '',
    ...list(compared.filter(({ above }) => above > goodEnough)),
    '',
    '## Without an optimum to compare with',
    '',
    'Refused, or not proven without a limit either.',
    '',
    ...list(none),
    '',
  ].join('\n');
}

function ofObjective(rows: readonly FirstSecondRow[], objective: string): FirstSecondRow[] {
  return rows.filter((row) => row.objective === objective);
}

function abovePercent(above: number): string {
  return Number.isFinite(above) ? percent(above) : 'nothing found';
}

function list(rows: readonly FirstSecondRow[]): string[] {
  if (rows.length === 0) return ['None.'];
  return rows.map((row) => `* ${nameOf(row)}: ${row.outcome === 'open' ? percent(row.above) : row.outcome}`);
}
