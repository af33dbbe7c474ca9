// The curves of a growth run as an SVG text: processor seconds above, peak memory below, a panel an axis; or processor
// seconds alone beside a peer's. It brings its own background, so that it can be read on light and dark pages alike, and
// follows the reader's choice where there is one.

import type { GrowthRow } from './growth.js';
import { type Axis, dimensionCounts, gemmBounds, levelCounts } from './growth-points.js';

/** What a point is drawn from. */
export type Drawn = Pick<GrowthRow, 'axis' | 'value' | 'keeps' | 'outcome' | 'processorSeconds' | 'peakMegabytes'>;

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
  readonly of: (row: Drawn) => number;
}

/** A curve a panel: circles for `fixed`, squares for `free`, diamonds for `peer`. */
interface Series {
  readonly look: 'fixed' | 'free' | 'peer';
  readonly name: string;
  readonly rows: readonly Drawn[];
}

interface Picture {
  readonly title: string;
  readonly metrics: readonly Metric[];
  /** Later ones lie above. */
  readonly series: readonly Series[];
}

const width = 900;
const panelWidth = 230;
const panelHeight = 180;

const axes: readonly { readonly axis: Axis; readonly title: string; readonly ticks: readonly number[] }[] = [
  { axis: 'levels', title: 'storage levels', ticks: levelCounts },
  { axis: 'dimensions', title: 'dimensions', ticks: dimensionCounts },
  { axis: 'bound', title: 'bound of each of 3 dimensions', ticks: gemmBounds },
];

const time: Metric = { title: 'processor seconds', of: (row) => row.processorSeconds };
const memory: Metric = { title: 'peak MB', of: (row) => row.peakMegabytes };

/** Colours are spelled out, not variables: not every viewer of SVG files knows those. */
const light = { page: '#ffffff', ink: '#1f2328', line: '#d5dae0', fixed: '#0b62c4', free: '#b3500a', peer: '#3f7d20' };
const dark = { page: '#15191f', ink: '#dfe4ea', line: '#3a424c', fixed: '#6db1ff', free: '#f2a35e', peer: '#8fcf6a' };

const style = [
  'text { font: 12px sans-serif; } .middle { text-anchor: middle; } .end { text-anchor: end; }',
  '.frame, polyline { fill: none; } polyline, .mark { stroke-width: 2; }',
  ...colours(light),
  '@media (prefers-color-scheme: dark) {',
  ...colours(dark),
  '}',
];

export function growthPlot(rows: readonly GrowthRow[]): string {
  return drawn({
    title: 'Processor seconds and peak memory of the optimal search against storage levels, dimensions and bounds',
    metrics: [time, memory],
    series: (['free', 'fixed'] as const).map((keeps) => {
      return { look: keeps, name: `keeps ${keeps}`, rows: rows.filter((row) => row.keeps === keeps) };
    }),
  });
}

/** Of the peer with fixed keeps alone: with free ones it has no answer beyond two levels. */
export function peerPlot(
  rows: readonly GrowthRow[],
  peer: { readonly name: string; readonly rows: readonly Drawn[] },
): string {
  const having = (list: readonly Drawn[], keeps: Drawn['keeps']): readonly Drawn[] =>
    list.filter((row) => row.keeps === keeps);
  return drawn({
    title: 'Time to the proof over number of levels, dimensions and bounds',
    metrics: [time],
    series: [
      { look: 'peer', name: `${peer.name}, keeps fixed`, rows: having(peer.rows, 'fixed') },
      { look: 'free', name: 'Mapper, keeps free', rows: having(rows, 'free') },
      { look: 'fixed', name: 'Mapper, keeps fixed', rows: having(rows, 'fixed') },
    ],
  });
}

function drawn({ title, metrics, series }: Picture): string {
  const panels = metrics.flatMap((metric, down) => {
    const y = decades(series.flatMap(({ rows }) => rows.map(metric.of)));
    return axes.flatMap(({ axis, title: name, ticks }, across) => {
      const x = { from: ticks[0]!, to: ticks.at(-1)!, logarithmic: axis === 'bound' };
      const panel = { left: 60 + across * (panelWidth + 60), top: 70 + down * (panelHeight + 70), x, y };
      return [
        ...frame(panel, ticks, across === 0 ? metric.title : ''),
        label(panel.left + panelWidth / 2, panel.top + panelHeight + 34, name),
        ...series.flatMap(({ look, rows }) =>
          curve(panel, look, { rows: rows.filter((row) => row.axis === axis), metric }),
        ),
      ];
    });
  });
  const height = 60 + metrics.length * (panelHeight + 70);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${title}</title>`,
    `<style>\n${style.join('\n')}\n</style>`,
    `<rect class="page" width="${width}" height="${height}"/>`,
    ...legend(series),
    ...panels,
    '</svg>',
    '',
  ].join('\n');
}

function colours({ page, ink, line, fixed, free, peer }: typeof light): string[] {
  return [
    `text { fill: ${ink}; } .frame { stroke: ${ink}; } .grid { stroke: ${line}; } .page, .mark { fill: ${page}; }`,
    ...Object.entries({ fixed, free, peer }).flatMap(([look, colour]) => [
      `.${look} { stroke: ${colour}; } .${look}.certified { fill: ${colour}; }`,
    ]),
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

interface Curve {
  readonly rows: readonly Drawn[];
  readonly metric: Metric;
}

function curve(panel: Panel, look: Series['look'], { rows, metric: { of } }: Curve): string[] {
  const points = rows.map((row) => ({ row, x: atX(panel, row.value), y: atY(panel, of(row)) }));
  if (points.length === 0) return [];
  // A search that was stopped says nothing about what its end would have taken: no line goes there.
  const certified = points.filter(({ row }) => row.outcome === 'certified');
  return [
    `<polyline class="${look}" points="${certified.map(({ x, y }) => `${x},${y}`).join(' ')}"/>`,
    ...points.map(({ row, x, y }) => mark(x, y, `${look}${row.outcome === 'certified' ? ' certified' : ''}`)),
  ];
}

/** Filled where certified. */
function mark(x: number, y: number, looks: string): string {
  const classes = `mark ${looks}`;
  if (looks.startsWith('fixed')) return `<circle class="${classes}" cx="${x}" cy="${y}" r="3.5"/>`;
  if (looks.startsWith('peer')) return `<path class="${classes}" d="M${x - 6} ${y}l6 -6l6 6l-6 6z"/>`;
  return `<rect class="${classes}" x="${rounded(x - 5)}" y="${rounded(y - 5)}" width="10" height="10"/>`;
}

function legend(series: readonly Series[]): string[] {
  const y = 26;
  const names = series.flatMap(({ look, name }, at) => [
    mark(66 + at * 190, y, `${look} certified`),
    mark(86 + series.length * 190 + at * 18, y, look),
    `<text x="${78 + at * 190}" y="${y + 4}">${name}</text>`,
  ]);
  return [...names, `<text x="${80 + series.length * 208}" y="${y + 4}">hollow: stopped, not proven</text>`];
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
