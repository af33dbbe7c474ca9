// What changed between two CSV files: rows joined on architecture, workload, objective, rank and, in a sweep's, on what was
// varied; every shared column compared with its tolerance, the worst first.

import { distinctBy } from '../math/distinct.js';
import { groupedBy } from '../math/remembered.js';
import { type NetworkTotals, networkTotals } from './network-totals.js';
import { type CsvTable, numberIn } from './read-csv.js';
import { betterDirection, isResultColumn, joinColumns } from './row.js';

export interface Change {
  readonly row: string;
  readonly column: string;
  readonly baseline: string;
  readonly candidate: string;
  /** (candidate - baseline) / |baseline|; null for texts and where the baseline is zero or empty. */
  readonly relative: number | null;
  readonly verdict: 'worse' | 'better' | 'different';
}

/** A row that is in both files, with what of its figures changed. */
export interface RowChange {
  readonly row: string;
  readonly figures: Readonly<Record<Figure, FigureChange>>;
}

export interface FigureChange {
  /** NaN where there is none. */
  readonly baseline: number;
  readonly candidate: number;
  /** Beyond its tolerance. */
  readonly changed: boolean;
}

/** What people compare designs by. */
export const figures = ['cycles', 'energy_pj', 'edp_pj_cycles'] as const;
export type Figure = (typeof figures)[number];

/** The layers of a network together, best mappings only; of those that are in both files. */
export interface TotalChange {
  readonly network: string;
  readonly layers: number;
  readonly baseline: NetworkTotals;
  readonly candidate: NetworkTotals;
}

export interface CompareOptions {
  /** Relative, by column. */
  readonly tolerances: ReadonlyMap<string, number>;
  /** Columns to join on instead of the usual ones. */
  readonly key?: readonly string[] | undefined;
}

export type Comparison = ReturnType<typeof compareTables>;

/** Relative; numbers that differ by less count as equal. Absorbs the last digits of another platform's sums. */
const defaultTolerance = 1e-9;

/** Columns that describe the run, not its result. */
const incidental: readonly string[] = ['config_hash', 'version', 'seed', 'mapping', 'index', 'parts'];

export function compareTables(
  baseline: CsvTable,
  candidate: CsvTable,
  { tolerances, key = usualKey(baseline, candidate) }: CompareOptions,
) {
  const before = keyed(baseline, key);
  const after = keyed(candidate, key);
  const apart = new Set([...key, ...joinColumns, ...incidental]);
  const columns = baseline.columns.filter((column) => candidate.columns.includes(column) && !apart.has(column));
  const shared = [...before.keys()].filter((name) => after.has(name));
  const changes = shared
    .flatMap((name) => {
      const rows = { before: before.get(name)!, after: after.get(name)! };
      return columns.flatMap((column) => compareCell(name, column, { ...rows, tolerances }) ?? []);
    })
    .sort(worstFirst);
  const repeated = [...new Set([...repeatedNames(baseline, key), ...repeatedNames(candidate, key)])];
  const missing = [...before.keys()].filter((name) => !after.has(name));
  const changed = new Set(changes.map((change) => change.row));
  return {
    /** What was joined on. */
    key,
    /** Worse first, by size; then different, then better. */
    changes,
    /** Those in which a figure changed, in the order of the first of their changes. */
    rows: rowChanges(changes, before, after),
    totals: repeated.length > 0 ? [] : totalChanges(shared, key, { before, after }),
    /** In the baseline only: a regression. */
    missing,
    /** In the candidate only. */
    added: [...after.keys()].filter((name) => !before.has(name)),
    /** What several rows of a file are called: those were told apart by their order alone. */
    repeated,
    compared: shared.length,
    unchanged: shared.length - changed.size,
    regression: missing.length > 0 || changes.some((change) => change.verdict === 'worse'),
  };
}

/**
 * Sweeps, which say what became of a point, have columns for what was varied, wherever another tool has put them. One that
 * only one file has tells nothing apart where all its rows say the same; one without a name is a tool's numbering.
 */
function usualKey(...tables: readonly CsvTable[]): readonly string[] {
  const varied = tables.flatMap(({ columns, rows }) => {
    if (!columns.includes('diagnostics')) return [];
    const shared = (name: string): boolean => tables.every((table) => table.columns.includes(name));
    const differs = (name: string): boolean => rows.some((row) => row[name] !== rows[0]![name]);
    return columns.filter((name) => name !== '' && !isResultColumn(name) && (shared(name) || differs(name)));
  });
  return [...new Set([...joinColumns, ...varied])];
}

function rowChanges(
  changes: readonly Change[],
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row>,
): readonly RowChange[] {
  const ofFigures = changes.filter(({ column }) => (figures as readonly string[]).includes(column));
  return [...groupedBy(ofFigures, ({ row }) => row)].map(([row, together]) => {
    const columns = new Set(together.map(({ column }) => column));
    const entries = figures.map((name) => {
      const [baseline, candidate] = [before, after].map((side) => numberIn(side.get(row)![name]) ?? Number.NaN);
      return [name, { baseline, candidate, changed: columns.has(name) }];
    });
    return { row, figures: Object.fromEntries(entries) as RowChange['figures'] };
  });
}

interface Sides {
  readonly before: ReadonlyMap<string, Row>;
  readonly after: ReadonlyMap<string, Row>;
}

function totalChanges(shared: readonly string[], key: readonly string[], sides: Sides): readonly TotalChange[] {
  const best = shared
    .map((name) => ({ before: sides.before.get(name)!, after: sides.after.get(name)! }))
    .filter(({ before }) => (before.rank ?? '1') === '1');
  const networks = groupedBy(best, ({ before }) => {
    const rest = key.filter((column) => column !== 'workload' && column !== 'rank' && before[column] !== '');
    return rest.map((column) => before[column]).join(' | ');
  });
  return [...networks].flatMap(([network, rows]) => {
    const baseline = totalsOf(rows.map(({ before }) => before));
    const candidate = totalsOf(rows.map(({ after }) => after));
    if (rows.length < 2 || !baseline || !candidate) return [];
    return [{ network, layers: rows.length, baseline, candidate }];
  });
}

function totalsOf(rows: readonly Row[]): NetworkTotals | undefined {
  const costs = rows.flatMap((row) => {
    const [cycles, energyPj] = [numberIn(row.cycles), numberIn(row.energy_pj)];
    return cycles === null || energyPj === null ? [] : [{ count: numberIn(row.count) ?? 1, cycles, energyPj }];
  });
  return costs.length === rows.length ? networkTotals(costs) : undefined;
}

type Row = CsvTable['rows'][number];

/** Rows of equal name are told apart by their order. */
function keyed(table: CsvTable, columns: readonly string[]): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const row of table.rows) {
    const name = nameOf(row, columns);
    let key = name;
    for (let number = 2; rows.has(key); number += 1) key = `${name} (${number})`;
    rows.set(key, row);
  }
  return rows;
}

function repeatedNames(table: CsvTable, columns: readonly string[]): readonly string[] {
  const repeated: string[] = [];
  distinctBy(
    table.rows,
    (row) => nameOf(row, columns),
    (name) => repeated.push(name),
  );
  return repeated;
}

function nameOf(row: Row, columns: readonly string[]): string {
  return columns
    .map((column) => (joinColumns.includes(column) ? row[column] : settingIn(row[column])) ?? '')
    .join(' | ');
}

/** As it is written here: other tools make 4.0 of a 4. */
function settingIn(cell: string | undefined): string | undefined {
  const number = numberIn(cell);
  return number === null ? cell : String(number);
}

interface CellContext {
  readonly before: Row;
  readonly after: Row;
  readonly tolerances: ReadonlyMap<string, number>;
}

function compareCell(row: string, column: string, { before, after, tolerances }: CellContext): Change | undefined {
  const [baseline, candidate] = [before[column] ?? '', after[column] ?? ''];
  if (baseline === candidate || sameTruth(baseline, candidate)) return undefined;
  const change = { row, column, baseline, candidate };
  const [from, to] = [numberIn(baseline), numberIn(candidate)];
  if (from === null || to === null) {
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

/** Other tools write True. */
function sameTruth(one: string, other: string): boolean {
  return /^(true|false)$/i.test(one) && one.toLowerCase() === other.toLowerCase();
}

/** Losing a proof, a value or a mapping is a regression; gaining one is not. */
function textVerdict(
  column: string,
  cells: { readonly baseline: string; readonly candidate: string },
): Change['verdict'] {
  if (column === 'status')
    return cells.candidate === 'mapping' ? 'better' : cells.baseline === 'mapping' ? 'worse' : 'different';
  if (column === 'optimal') return /^true$/i.test(cells.baseline) ? 'worse' : 'better';
  if (betterDirection(column) === undefined) return 'different';
  return cells.candidate === '' ? 'worse' : cells.baseline === '' ? 'better' : 'worse';
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
