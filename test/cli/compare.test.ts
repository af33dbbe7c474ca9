import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { validateResult } from '../../src/results/validate-result.js';
import { example, mapper, mapperHere } from './run-mapper.js';

const directory = mkdtempSync(join(tmpdir(), 'mapper-compare-'));
afterAll(() => rmSync(directory, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

const csv = (await mapperHere(['evaluate', ...example, '--csv', '--set', 'RF.write_bandwidth=2'])).stdout;
const baseline = file('baseline.csv', csv);
const slower = file('slower.csv', csv.replace(',40,', ',44,'));

/** The one row with another value in a column; no cell before it has a comma. */
function withColumn(text: string, column: string, value: string): string {
  const [header, row] = text.trimEnd().split('\n') as [string, string];
  const names = header.split(',');
  const at = names.indexOf(column);
  const cells = row.match(/("([^"]|"")*"|[^,]*)(,|$)/g)!;
  cells[at] = cells[at]!.replace(/^[^,]*/, value);
  return `${header}\n${cells.join('')}\n`;
}

const another = (text: string): string => text.replace(/^teaching-three-level,/m, 'another,');

describe('compare', () => {
  it('finds nothing between equal files', () => {
    const { status, stdout } = mapper(['compare', baseline, baseline]);
    expect([status, stdout]).toEqual([0, '1 row compared, 1 unchanged, 0 missing, 0 new: no regression\n']);
  });

  it('takes the directories of results', () => {
    for (const name of ['before', 'after']) mkdirSync(join(directory, name));
    file('before/mappings.csv', csv);
    file('after/results.csv', csv);
    file('after/mappings.csv', 'of something else\n');
    const { status, stdout } = mapper(['compare', join(directory, 'before'), join(directory, 'after')]);
    expect([status, stdout]).toEqual([0, '1 row compared, 1 unchanged, 0 missing, 0 new: no regression\n']);
  });

  it('says no to a regression, and yes when it is tolerated', async () => {
    const { status, stdout } = mapper(['compare', baseline, slower]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^gemm-example +44 +\+10\.0 /m);
    expect((await mapperHere(['compare', baseline, slower, '--tolerance', 'cycles=0.1'])).status).toBe(0);
    expect((await mapperHere(['compare', slower, baseline])).status).toBe(0);
  });

  it.each([
    [
      'no figures',
      () => csv.replace(',cycles,energy_pj,edp_pj_cycles,', ',a,b,c,'),
      'has no column cycles, energy_pj, edp_pj_cycles to compare',
    ],
    ['a figure under another name', () => csv.replace(',cycles,', ',cycle,'), 'has no column cycles to compare'],
    ['a figure below zero', () => csv.replace(',40,', ',-40,'), 'has cycles below zero'],
  ])('is an error with %s', async (name, text, message) => {
    const other = file('other.csv', text());
    for (const pair of name === 'no figures'
      ? [[other, other]]
      : [
          [other, baseline],
          [baseline, other],
        ]) {
      const { status, stderr } = await mapperHere(['compare', ...(pair as string[])]);
      expect([status, stderr]).toEqual([2, expect.stringContaining(`other.csv ${message}`)]);
    }
    if (name.includes('another'))
      expect((await mapperHere(['compare', baseline, other])).stderr).toContain('did you mean cycle?');
  });

  it('counts a point that has failed in one of the files, whatever its figures', async () => {
    const swept = (status: string): string =>
      file(`${status}.csv`, csv.replace('\n', ',status\n').replace(/\n$/, `,${status}\n`));
    const [sound, broken] = [swept('mapping'), swept('failed')];
    const worse = await mapperHere(['compare', sound, broken]);
    expect([worse.status, worse.stdout]).toEqual([1, expect.stringMatching(/^worse .* status +mapping +failed /m)]);
    expect((await mapperHere(['compare', broken, sound])).status).toBe(0);
  });

  it('has a JSON form that satisfies the schema', async () => {
    const { status, stdout } = await mapperHere(['compare', baseline, slower, '--json']);
    expect(status).toBe(1);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({
      regression: true,
      changes: [{ column: 'cycles', relative: 0.1, verdict: 'worse' }],
    });
    expect(validateResult(document, 'x')).toEqual([]);
  });

  it('shows figures and what else got worse, and every other column only when asked', async () => {
    const changed = file('changed.csv', withColumn(csv, 'RF_utilization', '0.1'));
    const plain = await mapperHere(['compare', baseline, changed]);
    expect([plain.status, plain.stdout]).toEqual([0, '1 row compared, 0 unchanged, 0 missing, 0 new: no regression\n']);
    const all = await mapperHere(['compare', baseline, changed, '--all']);
    expect(all.stdout).toMatch(/^different .* RF_utilization +[\d.]+ +0\.1 /m);
    const less = file('less.csv', withColumn(csv, 'utilization', '0.1'));
    expect((await mapperHere(['compare', baseline, less])).stdout).toMatch(/^worse .* utilization /m);
  });

  it('prints Markdown', async () => {
    const { stdout } = await mapperHere(['compare', baseline, slower, '--markdown']);
    expect(stdout).toMatch(/^\| workload \| cycles \| % \|/m);
    expect(stdout).toMatch(/^\| gemm-example \| 44 \| \+10\.0 \|/m);
  });

  it('keeps names in their cells, and notes out of the table, in Markdown', async () => {
    const head = 'architecture,workload,objective,rank,cycles,energy_pj,edp_pj_cycles';
    const names = ['a|b', '<i>x</i>', '"two\nlines"', '*p*'];
    const rows = (cycles: number) => names.map((name) => `m,${name},edp,1,${cycles},5,${5 * cycles}\n`).join('');
    const [before, after] = [100, 150].map((cycles) => file(`of-${cycles}.csv`, `${head}\n${rows(cycles)}`));
    const { stdout } = await mapperHere(['compare', before!, after!, '--markdown']);
    for (const cell of ['a\\|b', '&lt;i>x&lt;/i>', 'two\\nlines', '\\*p\\*'])
      expect(stdout).toContain(`| ${cell} | 150 | +50.0 |`);
    expect(stdout).toMatch(/^\| m \\\| edp, 4 layers \|.*\|\n\n\(energy in pJ/m);
    const terminal = (await mapperHere(['compare', before!, after!])).stdout;
    expect(terminal).toMatch(/^two\\nlines +150 +\+50\.0/m);
  });

  it('takes a tolerance by its last equals sign', async () => {
    const { status, stderr } = await mapperHere(['compare', baseline, slower, '--tolerance', 'cycles=0.1=0.5']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('no column cycles=0.1 to tolerate')]);
  });

  it('compares one architecture with another when told what to join on', async () => {
    const renamed = file('renamed.csv', another(csv));
    const apart = await mapperHere(['compare', baseline, renamed]);
    expect([apart.status, apart.stderr]).toEqual([1, expect.stringContaining('--key workload,objective,rank')]);
    const joined = await mapperHere(['compare', baseline, renamed, '--key', 'workload,objective,rank']);
    expect([joined.status, joined.stdout]).toEqual([0, expect.stringContaining('1 row compared, 1 unchanged')]);
    expect((await mapperHere(['compare', baseline, renamed, '--key', 'wrokload'])).stderr).toContain('did you mean');
  });

  it('adds up the layers of a network, each as often as it occurs', async () => {
    const [header, row] = csv.trimEnd().split('\n') as [string, string];
    const two = [
      header,
      row,
      withColumn(`${header}\n${row.replace('gemm-example', 'second')}\n`, 'count', '3').split('\n')[1],
    ];
    const before = file('two.csv', `${two.join('\n')}\n`);
    const after = file('two-slower.csv', `${two.join('\n').replace('second,,1,40,', 'second,,1,44,')}\n`);
    const { stdout } = await mapperHere(['compare', before, after, '--json']);
    expect(JSON.parse(stdout).totals).toMatchObject([
      { layers: 2, baseline: { cycles: 160 }, candidate: { cycles: 172 } },
    ]);
    expect((await mapperHere(['compare', before, after])).stdout).toMatch(
      /^teaching-three-level, 2 layers +172 +\+7\.5 /m,
    );
  });

  it('finds a regression of a thousandth among a hundred thousand rows and names it first', async () => {
    const header = 'architecture,workload,objective,rank,cycles,energy_pj,edp_pj_cycles,mapping';
    const rows = Array.from(
      { length: 100_000 },
      (_, at) => `a,layer-${at},edp,1,${1000 + at},${5000 + at},,"[{""x"": 1}]"`,
    );
    const many = file('many.csv', `${[header, ...rows].join('\n')}\n`);
    rows[54321] = rows[54321]!.replace(',59321,', `,${59321 * 1.001},`);
    rows[7] = rows[7]!.replace(',1007,', ',900,');
    const { status, stdout } = await mapperHere([
      'compare',
      many,
      file('worse.csv', `${[header, ...rows].join('\n')}\n`),
    ]);
    expect(status).toBe(1);
    const [first, second] = stdout.split('\n').filter((line) => line.startsWith('layer-'));
    expect(first).toMatch(/^layer-54321 .* 59\.380 +\+0\.10 /);
    expect(second).toMatch(/^layer-7 /);
    expect(stdout).toContain('100000 rows compared, 99998 unchanged, 0 missing, 0 new: regression');
  });

  it.each([
    [['--tolerance', 'cycles'], '--tolerance must be COLUMN=RELATIVE'],
    [['--tolerance', 'cycle=1'], 'no column cycle to tolerate'],
  ])('refuses %j', async (args, message) => {
    const { status, stderr } = await mapperHere(['compare', baseline, slower, ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  it('has in its document what it warns of', async () => {
    const other = file('other.csv', csv.replaceAll('gemm-example', 'other'));
    const { stdout } = await mapperHere(['compare', baseline, other, '--json']);
    expect(JSON.parse(stdout).diagnostics).toMatchObject([{ code: 'W-UNUSED' }]);
  });

  it('refuses standard input twice', async () => {
    const { status, stderr } = await mapperHere(['compare', '-', '-']);
    expect([status, stderr]).toEqual([2, 'error[E-OPTION]: standard input (-) can be only one of the files\n']);
  });

  it('refuses files that are no results', async () => {
    expect((await mapperHere(['compare', baseline, example[0]])).status).toBe(2);
    expect((await mapperHere(['compare', baseline, 'nowhere.csv'])).status).toBe(2);
  });
});

it('counts names that several rows have', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mapper-repeated-'));
  const path = join(folder, 'twice.csv');
  writeFileSync(
    path,
    'architecture,workload,objective,rank,cycles,energy_pj,edp_pj_cycles\na,w,edp,1,1,2,2\na,w,edp,2,3,4,12\n',
  );
  const { stderr } = await mapperHere(['compare', path, path, '--key', 'workload']);
  rmSync(folder, { recursive: true });
  expect(stderr).toContain('several rows have the workload w');
  expect(stderr).toContain('found 1 such name\n');
});
