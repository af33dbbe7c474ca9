// The growth benchmark without its measuring: that its files are sound at every point, and what table and plot make of rows.

import { expect, test } from 'vitest';
import { buildProblem } from '../../src/mapping/problem.js';
import { readSpec } from '../../src/spec/read-spec.js';
import type { GrowthRow } from './growth.js';
import { decades, growthPlot, placeOn } from './growth-plot.js';
import { architectureText, type GrowthPoint, pointsOf, workloadText } from './growth-points.js';
import { growthReadme } from './growth-report.js';

const points = (['levels', 'dimensions', 'bound'] as const).flatMap((axis) => [
  ...pointsOf(axis, 'fixed'),
  ...pointsOf(axis, 'free'),
]);

const row: GrowthRow = {
  axis: 'bound',
  value: 240,
  keeps: 'fixed',
  outcome: 'certified',
  gap: 0,
  bound: 'exact',
  mapspace: '123456',
  seconds: 1,
  processorSeconds: 2,
  wallSeconds: 1.5,
  nodes: 1234,
  evaluations: 5678,
  peakMegabytes: 99.6,
};
const conditions = { date: '2026-01-01', loadBefore: 0.5, loadAfter: 2.25, limitSeconds: 15 };

test.each(points.map((point) => [`${point.axis} ${point.value}, keeps ${point.keeps}`, point] as const))(
  '%s: files that are read without a word, with so many levels and dimensions',
  (_, point) => {
    const { value, diagnostics } = read(point);
    expect(diagnostics).toEqual([]);
    // The fan-out is a tiling level, too.
    expect(value!.architecture.levels.filter(({ kind }) => kind === 'storage')).toHaveLength(point.levels);
    expect(value!.workload.bounds).toEqual(Object.values(point.bounds));
    if (point.axis === 'levels') expect(point.levels).toBe(point.value);
    if (point.axis === 'dimensions') expect(Object.keys(point.bounds)).toHaveLength(point.value);
  },
);

test('places on axes', () => {
  const scale = decades([0.2, 3, 40]);
  expect(scale).toEqual({ from: 0.1, to: 100, logarithmic: true });
  expect([0.1, 1, 100].map((value) => placeOn(scale, value).toFixed(6))).toEqual(['0.000000', '0.333333', '1.000000']);
  expect(placeOn({ from: 2, to: 6, logarithmic: false }, 3)).toBe(0.25);
  expect(decades([10])).toEqual({ from: 10, to: 100, logarithmic: true });
});

test('the plot shows every row twice, filled where it is certified', () => {
  const rows: GrowthRow[] = [row, { ...row, value: 360, outcome: 'open', gap: 0.25, seconds: 15 }];
  const plot = growthPlot(rows);
  expect(plot.match(/<circle class="mark fixed certified"/g)).toHaveLength(2 + 1);
  expect(plot.match(/<circle class="mark fixed"/g)).toHaveLength(2 + 1);
  expect(plot).not.toContain('NaN');
});

test('the tables say what was certified, what stayed open, what has no tables, and what was not tried', () => {
  const rows: GrowthRow[] = [
    row,
    { ...row, value: 360, outcome: 'open', gap: 0.25 },
    { ...row, value: 720, outcome: 'open', gap: 0.5, nodes: 0 },
    { ...row, value: 5040, outcome: 'no tables', gap: 0.75, nodes: 0 },
  ];
  const lines = growthReadme(rows, conditions).split('\n');
  const line = (start: string): string | undefined => lines.find((one) => one.startsWith(`| ${start} | fixed |`));
  expect(line('240 | 20')).toBe('| 240 | 20 | fixed | 1.2e+5 | certified | 1.00 | 2.00 | 1,234 | 5,678 | 100 |');
  expect(line('360 | 24')).toContain('| open, gap 25.0 % |');
  expect(line('720 | 30')).toContain('| open, tables not ready, gap 50.0 % |');
  expect(line('5040 | 60')).toContain('| no tables, gap 75.0 % |');
  expect(line('2520 | 48')).toContain('| not tried |');
});

function read(point: GrowthPoint) {
  const texts = { 'architecture.yaml': architectureText(point), 'workload.yaml': workloadText(point) };
  const inputs = Object.entries(texts).map(([name, text]) => {
    return { source: { name, text }, directory: null, role: 'any' as const };
  });
  const spec = readSpec(inputs, { compat: 'none', overrides: [] });
  if (!spec.value) return { value: undefined, diagnostics: spec.diagnostics };
  const problem = buildProblem(spec.value, { compat: 'none' });
  return { value: problem.value, diagnostics: [...spec.diagnostics, ...problem.diagnostics] };
}
