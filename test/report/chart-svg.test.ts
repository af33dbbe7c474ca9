import { expect, it } from 'vitest';
import { chartSvg } from '../../src/report/chart-svg.js';
import { lineChart } from '../../src/report/charts/line-chart.js';

const chart = lineChart({
  title: 'one layer over the density of its weights',
  x: { title: 'density' },
  panels: [
    {
      title: 'energy (uJ)',
      series: [
        {
          name: 'gating',
          points: [
            [0.1, 2],
            [0.5, 6],
            [1, 11],
          ],
        },
      ],
    },
    {
      title: 'cycles',
      logarithmic: true,
      series: [
        {
          name: 'gating',
          points: [
            [0.1, 1000],
            [1, 1000],
          ],
        },
        {
          name: 'skipping',
          points: [
            [0.1, 100],
            [1, 1000],
          ],
        },
      ],
    },
  ],
});

it('draws every line and point, titles and a legend, without a browser', async () => {
  const svg = await chartSvg(chart);
  expect(svg).toMatch(/^<svg [^>]*viewBox=/);
  for (const text of ['one layer over the density', 'energy (uJ)', 'cycles', 'gating', 'skipping'])
    expect(svg).toContain(text);
  expect(svg.match(/aria-roledescription="line mark"/g)).toHaveLength(3);
  expect(svg.match(/aria-roledescription="point"/g)).toHaveLength(7);
});

it('draws the same bytes twice', async () => {
  expect(await chartSvg(chart)).toBe(await chartSvg(chart));
});
