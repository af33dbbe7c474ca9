// The report as one HTML file: data, chart specifications, the chart library and the page's own script and style, all
// inside; nothing is loaded when it is opened.

import { type ReportChart, reportCharts } from './charts/report-charts.js';
import type { PageData, ReportData } from './report-row.js';
import { chartConfig, darkTheme, lightTheme, type Theme } from './theme.js';

export interface PageScripts {
  readonly vega: string;
  readonly vegaLite: string;
  readonly page: string;
  readonly style: string;
}

/** How a report is known again, and may be replaced by a newer one. */
export const generator = '<meta name="generator" content="mapper report">';
export const pictureMark = '<!-- drawn by mapper report -->';

export function reportPage(data: ReportData, { vega, vegaLite, page, style }: PageScripts): string {
  const charts = reportCharts(data);
  const embedded: PageData = {
    ...data,
    charts,
    themes: { light: chartConfig(lightTheme), dark: chartConfig(darkTheme) },
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${generator}
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:">
<title>${escaped(data.title)}</title>
<style>
:root { ${variables(lightTheme)} }
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { ${variables(darkTheme)} } }
:root[data-theme=dark] { ${variables(darkTheme)} }
${style}
</style>
</head>
<body>
<header><h1>${escaped(data.title)}</h1><p id="summary"></p>
<nav><label id="scope-label">workload <select id="scope"></select></label>
<button id="clear" type="button">clear selection</button><button id="theme" type="button">light or dark</button></nav></header>
<main>
${charts.map(figure).join('\n')}
<section id="nest-section"><h2>Loop nest</h2><p>The first of the chosen mappings: each box is a level with the tiles it keeps, around the loops over the next smaller tiles.</p><div id="nest"></div></section>
<section id="table-section"><h2>All results</h2><p><input id="filter" type="search" placeholder="filter, e.g. eyeriss conv3" aria-label="filter the table"> <span id="shown"></span></p><div class="scroll"><table id="table"><thead></thead><tbody></tbody></table></div></section>
<section id="failed-section" hidden><h2>Without a result</h2><ul id="failed"></ul></section>
</main>
<div id="tip" role="status" hidden></div>
<script type="application/json" id="data">${inScript(JSON.stringify(embedded))}</script>
<script>${inScript(vega)}</script>
<script>${inScript(vegaLite)}</script>
<script>${inScript(page)}</script>
</body>
</html>
`;
}

function figure({ name, title, about }: ReportChart): string {
  const picks =
    name === 'heat'
      ? '<label>across <select id="heat-x"></select></label> <label>down <select id="heat-y"></select></label> <label>value <select id="heat-value"></select></label> '
      : '';
  return `<figure id="figure-${name}"><figcaption><h2>${title}</h2><p>${about}</p></figcaption>
<div class="controls">${picks}<button type="button" class="export" data-chart="${name}">SVG</button></div><div class="chart" id="chart-${name}"></div></figure>`;
}

function variables(theme: Theme): string {
  const { page, panel, ink, faint, line, accent } = theme;
  return Object.entries({ page, panel, ink, faint, line, accent })
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Nothing inside may end the element it stands in; in JSON and in string literals of scripts `\u003c` is the same. */
function inScript(text: string): string {
  return text.replace(/<(?=\/script|!--|script)/gi, '\\u003c');
}
