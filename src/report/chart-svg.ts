// Charts without a browser: a Vega-Lite specification as the text of an SVG file, the same bytes every time.

import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { chartConfig, lightTheme } from './theme.js';

export async function chartSvg(spec: TopLevelSpec): Promise<string> {
  const view = new View(parse(compile(spec, { config: chartConfig(lightTheme) }).spec), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  return `${svg}\n`;
}
