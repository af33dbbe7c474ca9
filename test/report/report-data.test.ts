import { expect, it } from 'vitest';
import { alongPicture } from '../../src/report/charts/chart-picture.js';
import { reportData } from '../../src/report/report-data.js';
import { reportPage } from '../../src/report/report-page.js';
import { parseCsv } from '../../src/results/read-csv.js';

const header =
  'architecture,workload,objective,rank,cycles,energy_pj,edp_pj_cycles,utilization,count,mapping,GLB.depth,status,diagnostics';

function data(lines: readonly string[]) {
  return reportData('test', [{ source: 'x', table: parseCsv([header, ...lines].join('\n'), 'x').value! }]);
}

it('adds up the layers of every design that has them all, as often as they occur', () => {
  const { rows, axes, energyUnit } = data([
    'a,conv1,edp,1,10,1000,10000,1,2,,8,mapping,',
    'a,conv2,edp,1,20,3000,60000,1,1,,8,mapping,',
    'a,conv1,edp,1,5,1000,5000,1,2,,16,mapping,',
  ]);
  expect(axes).toEqual(['GLB.depth']);
  expect(energyUnit).toBe('nJ');
  const totals = rows.filter(({ kind }) => kind === 'total');
  expect(totals).toHaveLength(1);
  expect(totals[0]).toMatchObject({ design: 'a, GLB.depth 8', cycles: 40, energy: 5, count: 3 });
  expect(totals[0]!.edp * 1000).toBeCloseTo(40 * 5000 * (rows[0]!.edp / 10000) * 1000, 6);
});

it('adds up no sizes and densities of one layer: they are an axis', () => {
  const wider = header.replace('GLB.depth', 'problem.instance.densities.Weights');
  const read = (lines: readonly string[], incomplete = false) =>
    reportData('test', [{ source: 'x', table: parseCsv([wider, ...lines].join('\n'), 'x').value!, incomplete }]);
  const lines = ['0.1', '0.5'].flatMap((density) =>
    ['conv1', 'conv2'].map((name) => `a,${name},edp,1,10,1000,10000,1,1,,${density},mapping,`),
  );
  const one = read(lines.filter((line) => line.includes('conv1')));
  expect([one.axes, one.rows.map(({ kind, axes }) => [kind, ...axes])]).toEqual([
    ['problem.instance.densities.Weights'],
    [
      ['mapping', 0.1],
      ['mapping', 0.5],
    ],
  ]);
  const total = (data: typeof one) => data.rows.filter(({ kind }) => kind === 'total').map(({ workload }) => workload);
  expect(total(read(lines))).toEqual(['all 2 workloads Weights=0.1', 'all 2 workloads Weights=0.5']);
  expect(total(read(lines, true))).toEqual([]);
});

it('lists points without a result, and shows the same mapping once', () => {
  const { rows, failed } = data([
    'a,conv1,edp,1,10,1000,10000,1,1,"[{""target"":""GLB""}]",8,mapping,',
    'a,conv1,edp,2,10,1000,10000,1,1,"[{""target"":""GLB""}]",8,mapping,',
    'a,conv1,edp,1,,,,,1,,16,infeasible,GLB is too small',
  ]);
  expect(rows).toHaveLength(1);
  expect(failed).toEqual([['a, conv1, GLB.depth 16', 'GLB is too small']]);
});

it('draws no figure that is none: as zero it would be the best of all', () => {
  const { rows, failed } = data([
    'a,conv1,edp,1,10,1000,10000,1,1,,8,mapping,',
    'a,conv2,edp,1,10,,10000,1,1,,8,mapping,',
    'a,conv3,edp,1,-10,1000,10000,1,1,,8,mapping,',
    'a,conv4,edp,1,10,1000,many,1,1,,8,mapping,',
  ]);
  expect(rows.filter(({ kind }) => kind === 'mapping').map(({ workload }) => workload)).toEqual(['conv1']);
  expect(failed).toEqual([
    ['a, conv2', 'no energy_pj'],
    ['a, conv3', 'cycles is -10'],
    ['a, conv4', 'edp_pj_cycles is many'],
  ]);
});

it('lets no text of a file out of the place it stands in', () => {
  const evil = '</script><script>alert(1)</script>';
  const page = reportPage(data([`${evil},conv1,edp,1,10,1,10,1,1,,8,mapping,`]), {
    vega: '',
    vegaLite: '',
    page: '',
    style: '',
  });
  expect(page).not.toContain('<script>alert');
  expect(page).toContain('\\u003c/script>');
});

it('draws the best results along the column that takes most numbers, whatever else differs beside', async () => {
  const report = data([
    'a,conv1,edp,1,10,1000,10000,1,1,,8,mapping,',
    'a,conv1,edp,2,12,1000,12000,1,1,,8,mapping,',
    'a,conv1,edp,1,9,1000,9000,1,1,,16,mapping,',
    'b,conv1,edp,1,5,3000,15000,1,1,,32,mapping,',
  ]);
  expect(report.along).toEqual({
    axis: 'GLB.depth',
    points: [
      { id: 0, series: 'a', at: 8, cycles: 10, energy: 1 },
      { id: 2, series: 'a', at: 16, cycles: 9, energy: 1 },
      { id: 3, series: 'b', at: 32, cycles: 5, energy: 3 },
    ],
  });
  expect(await alongPicture(report)).toMatch(/^<svg [\s\S]*GLB\.depth[\s\S]*energy \(nJ\)/);
  const two = data(['a,conv1,edp,1,10,1000,10000,1,1,,8,mapping,', 'a,conv1,edp,1,9,1000,9000,1,1,,16,mapping,']);
  expect(two.along).toBeNull();
  expect(await alongPicture(two)).toBeNull();
});

it('writes many lines of a chart below it, however many there are', async () => {
  const lines = Array.from({ length: 40 }, (_, design) =>
    [8, 16, 32].map((depth) => `design-${design},conv1,edp,1,10,1000,10000,1,1,,${depth},mapping,`),
  );
  const [, width] = /width="(\d+)"/.exec((await alongPicture(data(lines.flat())))!)!;
  expect(Number(width)).toBeLessThan(1000);
});
