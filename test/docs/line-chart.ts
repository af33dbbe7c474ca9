// Lines over one shared axis, a panel for each quantity, in the library and the theme of the report, as the text of an SVG
// file: the same bytes every time.

import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { chartConfig, lightTheme } from '../../src/report/theme.js';

export interface LineChart {
  readonly title: string;
  readonly x: { readonly title: string; readonly logarithmic?: boolean };
  readonly panels: readonly {
    readonly title: string;
    readonly logarithmic?: boolean;
    readonly series: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[];
  }[];
}

function specification({ title, x, panels }: LineChart): TopLevelSpec {
  const scale = (logarithmic: boolean | undefined) =>
    logarithmic ? { type: 'log' as const } : { zero: false, nice: true };
  const several = panels.some(({ series }) => series.length > 1);
  return {
    title,
    hconcat: panels.map((panel) => ({
      width: 320,
      height: 240,
      data: {
        values: panel.series.flatMap(({ name, points }) => points.map(([at, value]) => ({ series: name, at, value }))),
      },
      mark: { type: 'line', point: true },
      encoding: {
        x: { field: 'at', type: 'quantitative', title: x.title, scale: scale(x.logarithmic) },
        y: { field: 'value', type: 'quantitative', title: panel.title, scale: scale(panel.logarithmic) },
        color: {
          field: 'series',
          type: 'nominal',
          title: null,
          sort: null,
          legend: several ? { orient: 'bottom' } : null,
        },
      },
    })),
  };
}

export async function lineChart(chart: LineChart): Promise<string> {
  const { spec } = compile(specification(chart), { config: chartConfig(lightTheme) });
  const view = new View(parse(spec), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  return `${svg}\n`;
}
