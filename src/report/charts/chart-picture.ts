// The chart along an axis as a picture by itself: an SVG file, the same bytes every time.

import type { TopLevelSpec } from 'vega-lite';
import type { ReportData } from '../report-row.js';
import { chartConfig, lightTheme } from '../theme.js';
import { reportCharts } from './report-charts.js';

/** Null where no axis takes three numbers. */
export async function alongPicture(data: ReportData): Promise<string | null> {
  const { along } = data;
  if (along === null) return null;
  const [{ parse, View }, { compile }] = await Promise.all([import('vega'), import('vega-lite')]);
  const chart = reportCharts(data).find(({ name }) => name === 'along')!;
  const named = JSON.stringify(chart.spec).replaceAll('"title":"axis"', `"title":${JSON.stringify(along.axis)}`);
  const specification = { ...JSON.parse(named), datasets: { along: along.points } } as TopLevelSpec;
  const { spec } = compile(specification, { config: chartConfig(lightTheme) });
  const view = new View(parse(spec), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  return svg;
}
