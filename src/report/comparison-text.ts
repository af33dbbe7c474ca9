// `mapper compare` for people: row by row cycles, energy and EDP with their changes, the networks in total, whatever else
// got worse, and the verdict. For a terminal, or as Markdown for a pull request.

import { inOneLine } from '../diagnostics/visible.js';
import { counted } from '../math/count-text.js';
import {
  type Change,
  type Comparison,
  type Figure,
  type FigureChange,
  figures,
  type TotalChange,
} from '../results/compare.js';
import { readable } from './numbers.js';
import type { Style } from './style.js';
import { numbers, renderTable, type TableColumn, texts, wrapped } from './table.js';
import { edpUnit, energyUnit } from './units.js';

export interface ComparisonView {
  /** Rows of a table before the rest is only counted. */
  readonly rows: number;
  /** Every column that changed, not only what decides. */
  readonly all: boolean;
  readonly table: (columns: readonly TableColumn[], rows: readonly (readonly string[])[]) => string;
  /** Between a table and what is said below it, which Markdown would take for a row. */
  readonly below: string;
  readonly style: Style;
}

export function terminalView(style: Style, shown: Pick<ComparisonView, 'rows' | 'all'>): ComparisonView {
  return { ...shown, style, below: '', table: (columns, rows) => renderTable({ columns, rows, style }) };
}

export function markdownView(style: Style, shown: Pick<ComparisonView, 'rows' | 'all'>): ComparisonView {
  const line = (cells: readonly string[]): string => `| ${cells.map(inMarkdown).join(' | ')} |`;
  return {
    ...shown,
    style,
    below: '\n',
    table: (columns, rows) =>
      `${[
        line(columns.map(({ header }) => header)),
        line(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
        ...rows.map(line),
      ].join('\n')}\n`,
  };
}

/** As a cell: what would end it, or be read as a tag or as emphasis, stands for itself. */
function inMarkdown(cell: string): string {
  return inOneLine(cell.replace(/[\\|`*]/g, '\\$&').replaceAll('<', '&lt;'));
}

export function comparisonText(comparison: Comparison, view: ComparisonView): string {
  const { style } = view;
  const parts = [
    rowTable(comparison, view),
    totalsTable(comparison, view),
    otherTable(comparison, view),
    list('missing', comparison.missing, { ...view, mark: style.bad }),
    list('new', comparison.added, { ...view, mark: style.accent }),
    verdict(comparison, style),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Cycles, energy and EDP of the candidate, each followed by its change in percent; units are said once, above. */
function figureTable(
  name: string,
  rows: readonly { readonly name: string; readonly figures: Readonly<Record<Figure, FigureChange>> }[],
  { table, style }: ComparisonView,
): { readonly text: string; readonly units: string } {
  const valuesOf = (figure: Figure): number[] => rows.map((row) => row.figures[figure].candidate);
  const energy = energyUnit(valuesOf('energy_pj'));
  const edp = edpUnit(valuesOf('edp_pj_cycles'));
  const show = { cycles: readable, energy_pj: energy.show, edp_pj_cycles: edp.show };
  const columns = [...texts(name), ...numbers('cycles', '%', 'energy', '%', 'EDP', '%')];
  const lines = rows.map((row) => [
    row.name,
    ...figures.flatMap((figure) => {
      const { baseline, candidate, changed } = row.figures[figure];
      const value = Number.isNaN(candidate) ? '-' : show[figure](candidate);
      return [value, changed ? changeText(baseline, candidate, style) : '='];
    }),
  ]);
  return { text: table(columns, lines), units: `energy in ${energy.unit}, EDP in ${edp.unit}` };
}

function rowTable({ key, rows }: Comparison, view: ComparisonView): string {
  if (rows.length === 0) return '';
  const shown = rows.slice(0, view.rows);
  const { names, shared } = withoutShared(
    shown.map(({ row }) => row),
    key.indexOf('workload'),
  );
  const named = shown.map(({ figures: all }, at) => ({ name: names[at]!, figures: all }));
  const columns = key.filter((_, at) => !shared.has(at));
  const { text, units } = figureTable(columns.join(' | ') || 'row', named, view);
  const common = [...shared].flatMap(([at, value]) => (value === '' ? [] : [`${key[at]} ${value}`]));
  const head = [...common, units].join(', ');
  return `${wrapped(head, view.style.width)}\n\n${withNotes(text, more(rows.length, view, 'rows with other figures'), view)}`;
}

/** What all names have in common is said once. */
function withoutShared(
  rows: readonly string[],
  kept: number,
): { readonly names: readonly string[]; readonly shared: ReadonlyMap<number, string> } {
  const split = rows.map((row) => row.split(' | '));
  const shared = new Map<number, string>();
  for (const [at, part] of (split[0] ?? []).entries()) {
    if (at !== kept && split.every((parts) => parts[at] === part)) shared.set(at, part);
  }
  return { names: split.map((parts) => parts.filter((_, at) => !shared.has(at)).join(' | ')), shared };
}

function totalsTable({ totals, rows }: Comparison, view: ComparisonView): string {
  const changed = totals.filter(({ baseline, candidate }) => baseline.edpPjCycles !== candidate.edpPjCycles);
  if (changed.length === 0 || rows.length === 0) return '';
  const lines = changed.sort(worstTotal).slice(0, view.rows);
  const named = lines.map(({ network, layers, baseline, candidate }) => {
    const figure = (name: 'cycles' | 'energyPj' | 'edpPjCycles'): FigureChange => ({
      baseline: baseline[name],
      candidate: candidate[name],
      changed: true,
    });
    const all = { cycles: figure('cycles'), energy_pj: figure('energyPj'), edp_pj_cycles: figure('edpPjCycles') };
    return { name: `${network}, ${layers} layers`, figures: all };
  });
  const { text, units } = figureTable('in total', named, view);
  return withNotes(text, `(${units})\n${more(changed.length, view, 'networks')}`, view);
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
  const columns = [...texts('', 'row', 'column'), ...numbers('baseline', 'candidate', '%')];
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
  return withNotes(view.table(columns, lines), more(others.length, view, 'changes'), view);
}

function list(
  word: string,
  rows: readonly string[],
  { rows: most, mark, style }: ComparisonView & { readonly mark: (text: string) => string },
): string {
  if (rows.length === 0) return '';
  const indent = ' '.repeat(word.length + 2);
  const inWidth = (row: string): string => wrapped(row, style.width - indent.length).replaceAll('\n', `\n${indent}`);
  const shown = rows.slice(0, most).map((row) => `${mark(word)}  ${inWidth(inOneLine(row))}\n`);
  const rest = rows.length - shown.length;
  return `${shown.join('')}${rest > 0 ? `and ${rest} more ${word}\n` : ''}`;
}

function withNotes(table: string, notes: string, { below }: ComparisonView): string {
  return notes === '' ? table : `${table}${below}${notes}`;
}

function more(count: number, { rows }: ComparisonView, what: string): string {
  return count > rows ? `and ${count - rows} more ${what}\n` : '';
}

function verdict(comparison: Comparison, style: Style): string {
  const { compared, unchanged, missing, added, regression } = comparison;
  const counts = `${counted(compared, 'row')} compared, ${unchanged} unchanged, ${missing.length} missing, ${added.length} new`;
  const answer = regression ? style.bad('regression') : style.good('no regression');
  return `${wrapped(`${counts}: ${answer}`, style.width)}\n`;
}

/** Figures are better when smaller. */
function changeText(baseline: number, candidate: number, style: Style): string {
  if (Number.isNaN(baseline) || Number.isNaN(candidate)) return Number.isNaN(candidate) ? style.bad('lost') : 'new';
  if (baseline === candidate) return '=';
  if (baseline === 0) return style.bad('from 0');
  const text = relativeText((candidate - baseline) / Math.abs(baseline));
  return candidate > baseline ? style.bad(text) : style.good(text);
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
  return `${percent > 0 ? '+' : ''}${text}`;
}
