// `mapper compare` for people: row by row cycles, energy and EDP with their changes, the networks in total, whatever else
// got worse, and the verdict. For a terminal, or as Markdown for a pull request.

import { type Change, type Comparison, type Figure, figures, type TotalChange } from '../results/compare.js';
import { readable } from './numbers.js';
import type { Style } from './style.js';
import { renderTable, type TableColumn } from './table.js';

export interface ComparisonView {
  /** Rows of a table before the rest is only counted. */
  readonly rows: number;
  /** Every column that changed, not only what decides. */
  readonly all: boolean;
  readonly table: (columns: readonly TableColumn[], rows: readonly (readonly string[])[]) => string;
  readonly style: Style;
}

export function terminalView(style: Style, shown: Pick<ComparisonView, 'rows' | 'all'>): ComparisonView {
  return { ...shown, style, table: (columns, rows) => renderTable({ columns, rows, style }) };
}

export function markdownView(style: Style, shown: Pick<ComparisonView, 'rows' | 'all'>): ComparisonView {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return {
    ...shown,
    style,
    table: (columns, rows) =>
      `${[
        line(columns.map(({ header }) => header)),
        line(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
        ...rows.map(line),
      ].join('\n')}\n`,
  };
}

export function comparisonText(comparison: Comparison, view: ComparisonView): string {
  const { style } = view;
  const parts = [
    figureTable(comparison, view),
    totalsTable(comparison, view),
    otherTable(comparison, view),
    list('missing', comparison.missing, { ...view, mark: style.bad }),
    list('new', comparison.added, { ...view, mark: style.accent }),
    verdict(comparison, style),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

const headers: Readonly<Record<Figure, string>> = {
  cycles: 'cycles',
  energy_pj: 'energy (pJ)',
  edp_pj_cycles: 'EDP (pJ*cycles)',
};

const figureColumns: readonly TableColumn[] = figures.flatMap((name) => [
  { header: headers[name], align: 'right' as const },
  { header: 'change', align: 'right' as const },
]);

function figureTable({ key, rows }: Comparison, view: ComparisonView): string {
  if (rows.length === 0) return '';
  const { names, shared } = withoutShared(rows.map(({ row }) => row));
  const columns = key.filter((_, at) => !shared.has(at));
  const lines = rows.slice(0, view.rows).map(({ figures: all }, at) => [
    names[at]!,
    ...figures.flatMap((name) => {
      const { baseline, candidate, changed } = all[name];
      return [figureText(candidate), changed ? changeText(baseline, candidate, view.style) : '='];
    }),
  ]);
  const common = [...shared].map(([at, value]) => `${key[at] ?? ''} ${value}`).join(', ');
  const head = common === '' ? '' : `${common}\n\n`;
  const table = view.table([{ header: columns.join(' | ') || 'row' }, ...figureColumns], lines);
  return `${head}${table}${more(rows.length, view, 'rows with other figures')}`;
}

/** What all names have in common is said once. */
function withoutShared(rows: readonly string[]): { names: readonly string[]; shared: ReadonlyMap<number, string> } {
  const split = rows.map((row) => row.split(' | '));
  const [first] = split;
  const shared = new Map<number, string>();
  // The name of a row stays, also where there is only one.
  for (const [at, part] of (first ?? []).entries()) {
    if (at !== 1 && split.every((parts) => parts[at] === part)) shared.set(at, part);
  }
  return { names: split.map((parts) => parts.filter((_, at) => !shared.has(at)).join(' | ')), shared };
}

function totalsTable({ totals, rows }: Comparison, view: ComparisonView): string {
  if (totals.length === 0 || rows.length === 0) return '';
  const changed = totals.filter(({ baseline, candidate }) => baseline.edpPjCycles !== candidate.edpPjCycles);
  const lines = changed.sort(worstTotal).slice(0, view.rows);
  if (lines.length === 0) return '';
  const cells = lines.map(({ network, layers, baseline, candidate }) => [
    `${network}, ${layers} layers`,
    ...(['cycles', 'energyPj', 'edpPjCycles'] as const).flatMap((name) => [
      readable(candidate[name]),
      changeText(baseline[name], candidate[name], view.style),
    ]),
  ]);
  return `${view.table([{ header: 'in total' }, ...figureColumns], cells)}${more(changed.length, view, 'networks')}`;
}

function worstTotal(a: TotalChange, b: TotalChange): number {
  const growth = ({ baseline, candidate }: TotalChange): number => candidate.edpPjCycles / baseline.edpPjCycles;
  return growth(b) - growth(a);
}

/** What else decides, and with `all` whatever else changed. */
function otherTable({ changes }: Comparison, view: ComparisonView): string {
  const others = changes.filter(
    ({ column, verdict: is }) => view.all || (is === 'worse' && !(figures as readonly string[]).includes(column)),
  );
  if (others.length === 0) return '';
  const columns: readonly TableColumn[] = [
    { header: '' },
    { header: 'row' },
    { header: 'column' },
    { header: 'baseline', align: 'right' },
    { header: 'candidate', align: 'right' },
    { header: 'change', align: 'right' },
  ];
  const lines = others
    .slice(0, view.rows)
    .map((change) => [
      verdictText(change, view.style),
      change.row,
      change.column,
      cellText(change.baseline),
      cellText(change.candidate),
      change.relative === null ? '-' : relativeText(change.relative),
    ]);
  return `${view.table(columns, lines)}${more(others.length, view, 'changes')}`;
}

function list(
  word: string,
  rows: readonly string[],
  { rows: most, mark }: ComparisonView & { readonly mark: (text: string) => string },
): string {
  if (rows.length === 0) return '';
  const shown = rows.slice(0, most).map((row) => `${mark(word)}  ${row}\n`);
  const rest = rows.length - shown.length;
  return `${shown.join('')}${rest > 0 ? `and ${rest} more ${word}\n` : ''}`;
}

function more(count: number, { rows }: ComparisonView, what: string): string {
  return count > rows ? `and ${count - rows} more ${what}\n` : '';
}

function verdict(comparison: Comparison, style: Style): string {
  const { compared, unchanged, missing, added, regression } = comparison;
  const counts = `${compared} rows compared, ${unchanged} unchanged, ${missing.length} missing, ${added.length} new`;
  return `${counts}: ${regression ? style.bad('regression') : style.good('no regression')}\n`;
}

/** Figures are better when smaller. */
function changeText(baseline: number, candidate: number, style: Style): string {
  if (Number.isNaN(baseline) || Number.isNaN(candidate)) return Number.isNaN(candidate) ? style.bad('lost') : 'new';
  if (baseline === candidate) return '=';
  if (baseline === 0) return style.bad('from 0');
  const text = relativeText((candidate - baseline) / Math.abs(baseline));
  return candidate > baseline ? style.bad(text) : style.good(text);
}

function figureText(value: number): string {
  return Number.isNaN(value) ? '-' : readable(value);
}

function verdictText(change: Change, style: Style): string {
  const color = change.verdict === 'worse' ? style.bad : change.verdict === 'better' ? style.good : style.warn;
  return color(change.verdict);
}

function cellText(text: string): string {
  if (text === '') return '-';
  const value = Number(text);
  return Number.isFinite(value) ? readable(value) : text;
}

function relativeText(relative: number): string {
  const percent = relative * 100;
  const size = Math.abs(percent);
  const text = size < 0.001 ? percent.toExponential(1) : percent.toFixed(size < 0.0995 ? 3 : size < 0.995 ? 2 : 1);
  return `${percent > 0 ? '+' : ''}${text} %`;
}
