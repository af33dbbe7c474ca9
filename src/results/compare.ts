// What changed between two CSV files: rows joined on architecture, workload, objective and rank, every shared column
// compared with its tolerance, the worst first.

import type { CsvTable } from './read-csv.js';
import { betterDirection, joinColumns } from './row.js';

export interface Change {
  readonly row: string;
  readonly column: string;
  readonly baseline: string;
  readonly candidate: string;
  /** (candidate - baseline) / |baseline|; null for texts and where the baseline is zero or empty. */
  readonly relative: number | null;
  readonly verdict: 'worse' | 'better' | 'different';
}

export interface Comparison {
  /** Worse first, by size; then different, then better. */
  readonly changes: readonly Change[];
  /** In the baseline only: a regression. */
  readonly missing: readonly string[];
  /** In the candidate only. */
  readonly added: readonly string[];
  readonly compared: number;
  readonly unchanged: number;
  readonly regression: boolean;
}

/** Relative; numbers that differ by less count as equal. Absorbs the last digits of another platform's sums. */
export const defaultTolerance = 1e-9;

/** Columns that describe the run, not its result. */
const incidental: readonly string[] = ['config_hash', 'version', 'seed', 'mapping', 'index'];

export function compareTables(
  baseline: CsvTable,
  candidate: CsvTable,
  tolerances: ReadonlyMap<string, number>,
): Comparison {
  const before = keyed(baseline);
  const after = keyed(candidate);
  const columns = baseline.columns.filter(
    (column) => candidate.columns.includes(column) && !joinColumns.includes(column) && !incidental.includes(column),
  );
  const shared = [...before.keys()].filter((key) => after.has(key));
  const changes = shared.flatMap((key) => {
    const rows = { before: before.get(key)!, after: after.get(key)! };
    return columns.flatMap((column) => compareCell(key, column, { ...rows, tolerances }) ?? []);
  });
  const missing = [...before.keys()].filter((key) => !after.has(key));
  const changed = new Set(changes.map((change) => change.row));
  return {
    changes: changes.sort(worstFirst),
    missing,
    added: [...after.keys()].filter((key) => !before.has(key)),
    compared: shared.length,
    unchanged: shared.length - changed.size,
    regression: missing.length > 0 || changes.some((change) => change.verdict === 'worse'),
  };
}

type Row = CsvTable['rows'][number];

/** Rows of equal name are told apart by their order. */
function keyed(table: CsvTable): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const row of table.rows) {
    const name = joinColumns.map((column) => row[column]).join(' | ');
    let key = name;
    for (let number = 2; rows.has(key); number += 1) key = `${name} (${number})`;
    rows.set(key, row);
  }
  return rows;
}

interface CellContext {
  readonly before: Row;
  readonly after: Row;
  readonly tolerances: ReadonlyMap<string, number>;
}

function compareCell(row: string, column: string, { before, after, tolerances }: CellContext): Change | undefined {
  const [baseline, candidate] = [before[column] ?? '', after[column] ?? ''];
  if (baseline === candidate) return undefined;
  const change = { row, column, baseline, candidate };
  const numbers = [asNumber(baseline), asNumber(candidate)] as const;
  const [from, to] = numbers;
  if (from === undefined || to === undefined) {
    return { ...change, relative: null, verdict: textVerdict(column, { baseline, candidate }) };
  }
  const tolerance = tolerances.get(column) ?? defaultTolerance;
  if (Math.abs(to - from) <= tolerance * Math.abs(from)) return undefined;
  const relative = from === 0 ? null : (to - from) / Math.abs(from);
  const direction = betterDirection(column);
  if (!direction) return { ...change, relative, verdict: 'different' };
  const worse = direction === 'lower' ? to > from : to < from;
  return { ...change, relative, verdict: worse ? 'worse' : 'better' };
}

/** Losing a proof or a value is a regression; gaining one is not. */
function textVerdict(
  column: string,
  cells: { readonly baseline: string; readonly candidate: string },
): Change['verdict'] {
  if (column === 'optimal') return cells.baseline === 'true' ? 'worse' : 'better';
  if (betterDirection(column) === undefined) return 'different';
  return cells.candidate === '' ? 'worse' : cells.baseline === '' ? 'better' : 'worse';
}

function asNumber(text: string): number | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const order: readonly Change['verdict'][] = ['worse', 'different', 'better'];

function worstFirst(a: Change, b: Change): number {
  const byVerdict = order.indexOf(a.verdict) - order.indexOf(b.verdict);
  if (byVerdict !== 0) return byVerdict;
  const size = (change: Change): number =>
    change.relative === null ? Number.POSITIVE_INFINITY : Math.abs(change.relative);
  const [left, right] = [size(a), size(b)];
  if (left !== right) return left > right ? -1 : 1;
  return a.row < b.row ? -1 : a.row > b.row ? 1 : 0;
}
