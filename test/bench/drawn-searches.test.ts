// The benchmarks of drawn searches without their measuring: what their READMEs make of rows, and the picture beside a peer.

import { expect, test } from 'vitest';
import { type Outcome, spread } from './drawn-searches.js';
import { type FirstSecondRow, firstSecondReadme } from './first-second.js';
import type { GrowthRow } from './growth.js';
import { peerPlot } from './growth-plot.js';
import { drawnRows } from './peer.js';
import { type ShippedRow, shippedReadme } from './shipped.js';

const drawn = { architecture: 'a.yaml', workload: 'gemm/b.yaml', objective: 'edp' } as const;
const proven: Outcome = {
  outcome: 'proven',
  gap: 0,
  value: 100,
  processorSeconds: 2,
  wallSeconds: 3,
  peakMegabytes: 90,
};
const run = { date: '2026-01-01', load: 1.25 };
const sample = { count: 4, seed: '7' };

test('the median, nine in ten, the most', () => {
  const written = (value: number): string => `${value}`;
  expect(spread([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], written)).toBe('5 | 9 | 10');
  expect(spread([3, 1, 2], written)).toBe('2 | 3 | 3');
  expect(spread([], written)).toBe('0 | 0 | 0');
});

test('of what is shipped: refused searches and dead processes are no searches that ended', () => {
  const rows: ShippedRow[] = [
    { ...drawn, ...proven },
    { ...drawn, ...proven, outcome: 'open', gap: 0.021, processorSeconds: 40 },
    { ...drawn, ...proven, outcome: 'refused', gap: 1, value: Number.NaN, processorSeconds: 0.2 },
    { ...drawn, ...proven, outcome: 'died', gap: 1, processorSeconds: Number.NaN },
  ];
  const readme = shippedReadme(rows, sample, run);
  expect(readme).toContain('**1 of 2 are proven**; 1 further ones');
  expect(readme).toContain('| processor s | 2.00 | 40.00 | 40.00 |');
  expect(readme).toContain('* a, gemm/b, edp: gap 2.10 %, processor 40.00 s\n');
  expect(readme).toContain('`--sample 4 --seed 7`');
  expect(readme).not.toContain('NaN');
});

test('of the first second: what has no optimum is not compared, what found nothing is', () => {
  const row = { ...drawn, outcome: 'proven', above: 0, processorSeconds: 1, processorSecondsOfProof: 2 } as const;
  const rows: FirstSecondRow[] = [
    row,
    { ...row, outcome: 'open', above: 0.1 },
    { ...row, outcome: 'nothing found', above: Number.POSITIVE_INFINITY },
    { ...row, outcome: 'no optimum', above: Number.POSITIVE_INFINITY },
  ];
  const readme = firstSecondReadme(rows, sample, run);
  expect(readme).toContain('| all | 1 of 3 (33.33 %) | 10.00 % | nothing found | nothing found |');
  expect(readme).toContain('* a, gemm/b, edp: 10.00 %\n* a, gemm/b, edp: nothing found\n');
});

test("a peer's points with fixed keeps are drawn beside all of ours", () => {
  const columns = 'axis,value,keeps,outcome,processorSeconds,peakMegabytes';
  const ours = drawnRows(
    `${columns}\nlevels,2,free,certified,1,90\nlevels,3,free,open,15,300\nlevels,2,fixed,open,9,9\n`,
  );
  const peer = drawnRows(
    `# measured\n${columns}\nlevels,2,fixed,certified,6,290\nlevels,3,fixed,open,120,500\nlevels,2,free,certified,7,1\n`,
  );
  expect(peer[0]).toEqual({
    axis: 'levels',
    value: 2,
    keeps: 'fixed',
    outcome: 'certified',
    processorSeconds: 6,
    peakMegabytes: 290,
  });
  const plot = peerPlot(ours as GrowthRow[], { name: 'Other', rows: peer });
  // Each series once, and once in the legend.
  expect(plot.match(/class="mark free certified"/g)).toHaveLength(2);
  expect(plot.match(/class="mark free"/g)).toHaveLength(2);
  expect(plot.match(/class="mark fixed"/g)).toHaveLength(2);
  expect(plot.match(/class="mark peer certified"/g)).toHaveLength(2);
  expect(plot.match(/class="mark peer"/g)).toHaveLength(2);
  expect(plot).not.toContain('NaN');
});
