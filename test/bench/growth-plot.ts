// The curves of a growth run as an SVG text: seconds above, peak memory below, a panel an axis. It brings its own
// background, so that it can be read on light and dark pages alike, and follows the reader's choice where there is one.

import type { GrowthRow } from './growth.js';
import { type Axis, dimensionCounts, gemmBounds, type Keeps, levelCounts } from './growth-points.js';

export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly logarithmic: boolean;
}

interface Panel {
  readonly left: number;
  readonly top: number;
  readonly x: Scale;
  readonly y: Scale;
}

interface Metric {
  readonly title: string;
  readonly of: (row: GrowthRow) => number;
}

const width = 900;
const height = 560;
const panelWidth = 230;
const panelHeight = 180;

const axes: readonly { readonly axis: Axis; readonly title: string; readonly ticks: readonly number[] }[] = [
  { axis: 'levels', title: 'storage levels', ticks: levelCounts },
  { axis: 'dimensions', title: 'dimensions', ticks: dimensionCounts },
  { axis: 'bound', title: 'bound of each of 3 dimensions', ticks: gemmBounds },
];

const metrics: readonly Metric[] = [
  { title: 'seconds', of: (row) => row.seconds },
  { title: 'peak MB', of: (row) => row.peakMegabytes },
];

/** Colours are spelled out, not variables: not every viewer of SVG files knows those. */
const light = { page: '#ffffff', ink: '#1f2328', line: '#d5dae0', fixed: '#0b62c4', free: '#b3500a' };
const dark = { page: '#15191f', ink: '#dfe4ea', line: '#3a424c', fixed: '#6db1ff', free: '#f2a35e' };

const style = [
  'text { font: 12px sans-serif; } .middle { text-anchor: middle; } .end { text-anchor: end; }',
  '.frame, polyline { fill: none; } polyline, .mark { stroke-width: 2; } .limit { stroke-dasharray: 5 4; }',
  ...colours(light),
  '@media (prefers-color-scheme: dark) {',
  ...colours(dark),
  '}',
];

export function growthPlot(rows: readonly GrowthRow[], limitSeconds: number): string {
  const panels = metrics.flatMap((metric, down) => {
    const y = decades(rows.map(metric.of));
    return axes.flatMap(({ axis, title, ticks }, across) => {
      const x = { from: ticks[0]!, to: ticks.at(-1)!, logarithmic: axis === 'bound' };
      const panel = { left: 60 + across * (panelWidth + 60), top: 70 + down * (panelHeight + 70), x, y };
      return [
        ...frame(panel, ticks, across === 0 ? metric.title : ''),
        label(panel.left + panelWidth / 2, panel.top + panelHeight + 34, title),
        ...(metric.title === 'seconds' ? [limit(panel, limitSeconds)] : []),
        ...(['free', 'fixed'] as const).flatMap((keeps) => curve(panel, series(rows, axis, keeps), metric)),
      ];
    });
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    '<title>Seconds and peak memory of the optimal search against storage levels, dimensions and bounds</title>',
    `<style>\n${style.join('\n')}\n</style>`,
    `<rect class="page" width="${width}" height="${height}"/>`,
    ...legend(limitSeconds),
    ...panels,
    '</svg>',
    '',
  ].join('\n');
}

function colours({ page, ink, line, fixed, free }: typeof light): string[] {
  return [
    `text { fill: ${ink}; } .frame, .limit { stroke: ${ink}; } .grid { stroke: ${line}; } .page, .mark { fill: ${page}; }`,
    `.fixed { stroke: ${fixed}; } .free { stroke: ${free}; }`,
    `.fixed.certified { fill: ${fixed}; } .free.certified { fill: ${free}; }`,
  ];
}

/** Whole powers of ten around all values. */
export function decades(values: readonly number[]): Scale {
  const exponents = values.map((value) => Math.log10(value));
  const from = Math.floor(Math.min(...exponents));
  return { from: 10 ** from, to: 10 ** Math.max(from + 1, Math.ceil(Math.max(...exponents))), logarithmic: true };
}

/** 0 at the scale's start, 1 at its end. */
export function placeOn({ from, to, logarithmic }: Scale, value: number): number {
  const along = (of: number): number => (logarithmic ? Math.log10(of) : of);
  return (along(value) - along(from)) / (along(to) - along(from));
}

function series(rows: readonly GrowthRow[], axis: Axis, keeps: Keeps): GrowthRow[] {
  return rows.filter((row) => row.axis === axis && row.keeps === keeps);
}

function frame(panel: Panel, ticks: readonly number[], title: string): string[] {
  const { left, top } = panel;
  const bottom = top + panelHeight;
  const lines: string[] = [];
  for (let value = panel.y.from; value <= panel.y.to * 1.001; value *= 10) {
    const y = atY(panel, value);
    lines.push(`<line class="grid" x1="${left}" y1="${y}" x2="${left + panelWidth}" y2="${y}"/>`);
    lines.push(`<text class="end" x="${left - 6}" y="${y + 4}">${Number(value.toPrecision(3))}</text>`);
  }
  ticks.forEach((value, at) => {
    const x = atX(panel, value);
    lines.push(`<line class="frame" x1="${x}" y1="${bottom}" x2="${x}" y2="${bottom + 4}"/>`);
    // Bounds stand close together: every other one is written.
    if (panel.x.logarithmic && at % 2 === 0 && at > 0) return;
    lines.push(label(x, bottom + 18, `${value}`));
  });
  return [
    ...lines,
    `<rect class="frame" x="${left}" y="${top}" width="${panelWidth}" height="${panelHeight}"/>`,
    ...(title === '' ? [] : [`<text x="${left - 40}" y="${top - 10}">${title}</text>`]),
  ];
}

function curve(panel: Panel, rows: readonly GrowthRow[], { of }: Metric): string[] {
  const points = rows.map((row) => ({ row, x: atX(panel, row.value), y: atY(panel, of(row)) }));
  if (points.length === 0) return [];
  const { keeps } = rows[0]!;
  // A search that was stopped says nothing about what its end would have taken: no line goes there.
  const certified = points.filter(({ row }) => row.outcome === 'certified');
  return [
    `<polyline class="${keeps}" points="${certified.map(({ x, y }) => `${x},${y}`).join(' ')}"/>`,
    ...points.map(({ row, x, y }) => mark(x, y, row)),
  ];
}

/** Circles for fixed keeps, squares for free ones; filled where certified. */
function mark(x: number, y: number, { keeps, outcome }: Pick<GrowthRow, 'keeps' | 'outcome'>): string {
  const classes = `mark ${keeps}${outcome === 'certified' ? ' certified' : ''}`;
  return keeps === 'fixed'
    ? `<circle class="${classes}" cx="${x}" cy="${y}" r="3.5"/>`
    : `<rect class="${classes}" x="${rounded(x - 5)}" y="${rounded(y - 5)}" width="10" height="10"/>`;
}

function limit(panel: Panel, seconds: number): string {
  const y = atY(panel, seconds);
  return `<line class="limit" x1="${panel.left}" y1="${y}" x2="${panel.left + panelWidth}" y2="${y}"/>`;
}

function legend(limitSeconds: number): string[] {
  const y = 26;
  return [
    mark(66, y, { keeps: 'fixed', outcome: 'certified' }),
    `<text x="76" y="${y + 4}">keeps fixed</text>`,
    mark(176, y, { keeps: 'free', outcome: 'certified' }),
    `<text x="186" y="${y + 4}">keeps free</text>`,
    mark(280, y, { keeps: 'fixed', outcome: 'open' }),
    mark(296, y, { keeps: 'free', outcome: 'open' }),
    `<text x="306" y="${y + 4}">hollow: stopped, not certified</text>`,
    `<line class="limit" x1="506" y1="${y}" x2="536" y2="${y}"/>`,
    `<text x="544" y="${y + 4}">time limit, ${limitSeconds} s</text>`,
  ];
}

function label(x: number, y: number, text: string): string {
  return `<text class="middle" x="${x}" y="${y}">${text}</text>`;
}

function atX({ left, x }: Panel, value: number): number {
  // A margin on both sides, so that no mark stands on the frame.
  return rounded(left + 14 + placeOn(x, value) * (panelWidth - 28));
}

function atY({ top, y }: Panel, value: number): number {
  return rounded(top + panelHeight * (1 - placeOn(y, value)));
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
