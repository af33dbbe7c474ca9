// `mapper compare`: read two CSV files, join, compare, report, and say no when anything got worse.

import { type Diagnostic, error, failure, hasErrors, type Outcome, warning } from '../../diagnostics/diagnostic.js';
import { diagnosticToJson } from '../../diagnostics/render.js';
import { didYouMean } from '../../diagnostics/suggestion.js';
import { counted } from '../../math/count-text.js';
import { comparisonText, markdownView, terminalView } from '../../report/comparison-text.js';
import { plainStyle } from '../../report/style.js';
import { type Comparison, compareTables, figures } from '../../results/compare.js';
import { csvText } from '../../results/csv.js';
import type { CsvTable } from '../../results/read-csv.js';
import type { Cell } from '../../results/row.js';
import type { Context } from '../context.js';
import { answerNo, done, type Ending } from '../ending.js';
import { isOn, listOf, numberOf } from '../options.js';
import { print, refuse, showDiagnostics } from '../output.js';
import { checkStdin, readTable, tableFiles, tableName } from '../result-tables.js';

export async function compare(context: Context): Promise<Ending> {
  const { files, options } = context;
  const stdin = checkStdin(files);
  const tables =
    files.length !== 2 ? [wrongCount(files.length)] : hasErrors(stdin) ? [failure(...stdin)] : files.map(tableOf);
  const [baseline, candidate] = tables.map((table) => table.value);
  const tolerances = readTolerances(listOf(options, 'tolerance'), [baseline, candidate]);
  const key = readKey(listOf(options, 'key'), [baseline, candidate]);
  const diagnostics = [
    ...[...tables, tolerances, key].flatMap((outcome) => outcome.diagnostics),
    ...checkFigures([baseline, candidate], files),
  ];
  if (!baseline || !candidate || !tolerances.value || hasErrors(diagnostics)) return refuse(context, diagnostics);
  const comparison = compareTables(baseline, candidate, { tolerances: tolerances.value, key: key.value });
  const said = [...nothingJoins(comparison), ...onlyByOrder(comparison)];
  showDiagnostics(context, said);
  const shown = { rows: numberOf(options, 'rows')!, all: isOn(options, 'all') };
  const { rows, totals, repeated: _said, key: joined, ...document } = comparison;
  await print(context, {
    json: () => ({ schemaVersion: 1, ...document, diagnostics: said.map(diagnosticToJson), key: joined, totals }),
    csv: () => asCsv(comparison),
    text: (style) => {
      const view = isOn(options, 'markdown') ? markdownView(plainStyle, shown) : terminalView(style, shown);
      return comparisonText(comparison, view);
    },
  });
  return comparison.regression ? answerNo : done;
}

/** Every change, missing and new rows after them. */
function asCsv({ changes, missing, added }: Comparison): string {
  const whole = (row: string, verdict: string): readonly Cell[] => [row, null, null, null, null, verdict];
  return csvText([
    ['row', 'column', 'baseline', 'candidate', 'relative', 'verdict'],
    ...changes.map((one) => [one.row, one.column, one.baseline, one.candidate, one.relative, one.verdict]),
    ...missing.map((row) => whole(row, 'missing')),
    ...added.map((row) => whole(row, 'new')),
  ]);
}

/** Two designs have different names; two runs of one do not. */
function nothingJoins({ compared, missing, added, key }: Comparison): readonly Diagnostic[] {
  if (compared > 0 || missing.length === 0 || added.length === 0) return [];
  const hint = '--key workload,objective,rank compares one architecture with another';
  return [warning('W-UNUSED', `no row of one file has the ${key.join(', ')} of a row of the other`, { hint })];
}

/** Results of versions that called different designs the same, or a key that leaves out what tells rows apart. */
function onlyByOrder({ repeated, key }: Comparison): readonly Diagnostic[] {
  const [first] = repeated;
  if (first === undefined) return [];
  const message = `several rows have the ${key.join(', ')} ${first}: they are paired in their order, and nothing is added up`;
  const hint = '--key with columns that tell all rows apart pairs them by those; a newer sweep names them apart';
  return [warning('W-MERGE', message, { found: counted(repeated.length, 'such name'), hint })];
}

function readKey(
  items: readonly string[],
  tables: readonly (CsvTable | undefined)[],
): Outcome<readonly string[] | undefined> {
  const columns = items.flatMap((item) => item.split(',').map((column) => column.trim()));
  if (columns.length === 0) return { value: undefined, diagnostics: [] };
  const known = tables.flatMap((table) => table?.columns ?? []);
  const diagnostics = columns
    .filter((column) => tables.some((table) => table && !table.columns.includes(column)))
    .map((column) => error('E-OPTION', `no column ${column} to join on`, { hint: didYouMean(column, known) }));
  return { value: columns, diagnostics };
}

/** What only one of the files has cannot be compared, and what is below zero is no figure. */
function checkFigures(tables: readonly (CsvTable | undefined)[], files: readonly string[]): readonly Diagnostic[] {
  const known = figures.filter((figure) => tables.some((table) => table?.columns.includes(figure)));
  return tables.flatMap((table, which) => {
    if (!table) return [];
    const { columns, rows } = table;
    const name = tableName(files[which]!);
    const missing = (known.length > 0 ? known : figures).filter((figure) => !columns.includes(figure));
    if (missing.length > 0) {
      const unknown = columns.filter((column) => !(figures as readonly string[]).includes(column));
      const hint = didYouMean(missing[0]!, unknown) ?? 'give a CSV file as mapper search or mapper sweep writes it';
      const expected = `the figures ${figures.join(', ')}`;
      return [error('E-READ', `${name} has no column ${missing.join(', ')} to compare`, { expected, hint })];
    }
    return known.flatMap((figure) => {
      const at = rows.findIndex((row) => Number(row[figure]) < 0);
      if (at < 0) return [];
      const found = `${rows[at]![figure]} in the ${at + 1}. row`;
      return [error('E-READ', `${name} has ${figure} below zero`, { expected: 'a number of at least 0', found })];
    });
  });
}

function tableOf(argument: string): Outcome<CsvTable> {
  const tables = tableFiles(argument);
  return tables.value ? readTable(tables.value[0]!) : failure(...tables.diagnostics);
}

function readTolerances(
  items: readonly string[],
  tables: readonly (CsvTable | undefined)[],
): Outcome<ReadonlyMap<string, number>> {
  const known = [...new Set(tables.flatMap((table) => table?.columns ?? []))];
  const diagnostics: Diagnostic[] = [];
  const tolerances = new Map<string, number>();
  for (const item of items) {
    // A name may hold one, too.
    const at = item.lastIndexOf('=');
    const [column, text] = [item.slice(0, Math.max(at, 0)), item.slice(at + 1)];
    const value = at < 0 ? Number.NaN : Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
      diagnostics.push(error('E-OPTION', `--tolerance must be COLUMN=RELATIVE, got "${item}"`));
    } else if (known.length > 0 && !known.includes(column)) {
      diagnostics.push(error('E-OPTION', `no column ${column} to tolerate`, { hint: didYouMean(column, known) }));
    } else tolerances.set(column, value);
  }
  return diagnostics.length > 0 ? failure(...diagnostics) : { value: tolerances, diagnostics };
}

function wrongCount(given: number): Outcome<never> {
  const hint = 'mapper compare <baseline.csv> <candidate.csv>';
  return failure(error('E-OPTION', `compare takes two CSV files, got ${given}`, { hint }));
}
