// `npm run bench`: measures, prints, and keeps the result under `runs/<date>-<machine class>/`. A run of a machine class
// on a day replaces the earlier one. Options: `--seconds N` for the searches (default 20); `--only name,...`, which prints
// and keeps nothing. `npm run bench -- optimal` measures the optimal search instead, layer by layer: see optimal.ts.
// `npm run bench -- growth` measures how it grows with levels, dimensions and bounds: see growth.ts (default 15 seconds);
// `peer` draws it beside another mapper: see peer.ts.
// `npm run bench -- networks` searches every shipped network on three architectures: see networks.ts.
// `npm run bench -- shipped` and `-- first-second` draw of all that is shipped (`--sample N`, `--seed S`): see shipped.ts
// and first-second.ts.
// `npm run bench -- against <folder>` sets dense evaluations of another build beside this one's: see against.ts.
// `npm run bench -- sweep` kills sweeps, and measures threads and the queue: see sweep.ts.

import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAgainst } from './against.js';
import { measureSearch, measureStartup } from './command-speed.js';
import { benchFirstSecond } from './first-second.js';
import { benchGrowth } from './growth.js';
import { machineLine, runFolder } from './kept-run.js';
import { type Measurement, median } from './measurement.js';
import { measureModel } from './model-speed.js';
import { benchNetworks } from './networks.js';
import { benchOptimal } from './optimal.js';
import { drawPeer } from './peer.js';
import { benchShipped } from './shipped.js';
import { benchSweep } from './sweep.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string' },
  },
});

const suites: Readonly<Record<string, () => Measurement[] | Promise<Measurement[]>>> = {
  model: measureModel,
  startup: measureStartup,
  search: () => measureSearch(Number(options.seconds ?? 20)),
};

// Whether somebody else was at work on the machine.
const loadAtStart = loadavg()[0]!;

for (const suite of ['optimal', 'machines'] as const) {
  if (positionals.includes(suite)) await benchOptimal(Number(options.seconds ?? 20), suite);
}
if (positionals.includes('growth')) benchGrowth(Number(options.seconds ?? 15));

if (positionals.includes('peer')) drawPeer();

if (positionals.includes('networks')) benchNetworks(Number(options.seconds ?? 60));

const sample = { count: options.sample === undefined ? undefined : Number(options.sample), seed: options.seed ?? '1' };

if (positionals.includes('shipped')) await benchShipped(sample);

if (positionals.includes('first-second')) await benchFirstSecond(sample);

if (positionals.includes('sweep')) await benchSweep();

if (positionals[0] === 'against') await benchAgainst(positionals[1] ?? '.');

const usual = positionals.length === 0;
const measurements: Measurement[] = [];
for (const name of usual ? (options.only?.split(',') ?? Object.keys(suites)) : []) {
  const suite = suites[name];
  if (!suite) throw new Error(`no benchmark ${name}: there are ${Object.keys(suites).join(', ')}`);
  for (const one of await suite()) {
    measurements.push(one);
    console.log(`${one.name}: ${rounded(median(one.values))} ${one.unit}`);
  }
}

if (usual && options.only === undefined) keep();

function keep(): void {
  const { date, directory } = runFolder('');
  writeFileSync(new URL('raw.csv', directory), rawCsv());
  writeFileSync(new URL('README.md', directory), readme(date));
}

function rawCsv(): string {
  const rows = measurements.flatMap(({ name, unit, values }) =>
    values.map((value, repeat) => [name, unit, repeat + 1, value].join(',')),
  );
  return `${['measurement,unit,repeat,value', ...rows].join('\n')}\n`;
}

function readme(date: string): string {
  const table = measurements.map(({ name, unit, detail, values }) => {
    const range = `${rounded(Math.min(...values))} to ${rounded(Math.max(...values))}`;
    return `| ${name} | ${rounded(median(values))} | ${unit} | ${range} | ${values.length} | ${detail} |`;
  });
  return [
    `# Benchmarks, ${date}`,
    '',
    machineLine(),
    `Made by \`npm run bench\`; every repeat is in \`raw.csv\`. Load average before the start: ${loadAtStart.toFixed(1)}.`,
    '',
    '| measurement | median | unit | range | repeats | what |',
    '|---|---:|---|---|---:|---|',
    ...table,
    '',
  ].join('\n');
}

/** Three significant digits are more than a shared machine repeats. */
function rounded(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 2 });
}
