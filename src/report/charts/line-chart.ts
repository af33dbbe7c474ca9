// Lines over one shared axis, a panel for each quantity: for instance energy and cycles over density.

import type { TopLevelSpec } from 'vega-lite';

export interface LineChart {
  readonly title: string;
  readonly x: { readonly title: string; readonly logarithmic?: boolean };
  readonly panels: readonly {
    readonly title: string;
    readonly logarithmic?: boolean;
    readonly series: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[];
  }[];
}

export function lineChart({ title, x, panels }: LineChart): TopLevelSpec {
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
