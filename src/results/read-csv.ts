// A CSV file of results read back: cells stay text, because a file may have columns of a later version.

import { type CsvError, parse } from 'csv-parse/sync';
import { type Diagnostic, error, failure, type Outcome } from '../diagnostics/diagnostic.js';
import type { SourceFile } from '../diagnostics/span.js';
import { separatorOf } from '../workload/import/separator.js';
import { joinColumns } from './row.js';

export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
}

export function parseCsv(text: string, name: string): Outcome<CsvTable> {
  let records: string[][];
  try {
    records = parse(text, format(text));
  } catch (problem) {
    const [first] = parse(text, {
      ...format(text),
      to_line: 1,
      relax_column_count: true,
      relax_quotes: true,
    }) as string[][];
    return failure(noResults(first ?? [], name) ?? notCsv(problem as CsvError, { name, text }));
  }
  const [header, ...cells] = records;
  const columns = header?.map(asWritten);
  if (!columns) {
    const hint = 'give a mappings.csv or results.csv as mapper writes it';
    return failure(error('E-READ', `${name} is empty`, { expected: 'a header line', hint }));
  }
  const problem = noResults(columns, name) ?? namedTwice(columns, name);
  if (problem) return failure(problem);
  const rows = cells.map((row) => named(row, columns));
  return { value: { columns, rows }, diagnostics: [] };
}

function format(text: string) {
  return { bom: true, skip_empty_lines: true, delimiter: separatorOf(text) };
}

function noResults(columns: readonly string[], name: string): Diagnostic | undefined {
  const missing = joinColumns.filter((column) => !columns.includes(column));
  if (missing.length === 0) return undefined;
  const hint = 'give a mappings.csv as mapper search writes it';
  return error('E-READ', `${name} has no column ${missing.join(', ')}`, { hint });
}

/** Which of them would count is not said; columns without a name are other tools' numbering. */
function namedTwice(columns: readonly string[], name: string): Diagnostic | undefined {
  const twice = columns.find((column, at) => column !== '' && columns.indexOf(column) !== at);
  if (twice === undefined) return undefined;
  return error('E-READ', `${name} has two columns ${twice}`, {
    expected: 'every column once',
    hint: 'leave one out, or give it another name',
  });
}

/** Of a cell; null where there is none. */
export function numberIn(text: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** At the line where reading stopped. */
function notCsv(problem: CsvError, source: SourceFile): Diagnostic {
  const line = Number(problem.lines ?? 1);
  const lines = source.text.split('\n');
  const at = Math.min(line, lines.length) - 1;
  const start = lines.slice(0, at).reduce((sum, one) => sum + one.length + 1, 0);
  const details = {
    span: { source, start, end: start + lines[at]!.length },
    hint: 'the file may be cut off: write it anew',
  };
  const [expected, found] = /expect (\d+), got (\d+)/.exec(problem.message)?.slice(1) ?? [];
  if (problem.code === 'CSV_QUOTE_NOT_CLOSED') {
    return error('E-READ', `${source.name} ends within quotes`, { ...details, expected: 'a " that ends the cell' });
  }
  if (expected !== undefined) {
    const cells = { expected: `${expected} cells as in the header`, found };
    return error('E-READ', `${source.name} has a row of another length`, { ...details, ...cells });
  }
  const message = `${source.name} is not CSV: ${problem.message}`;
  return error('E-READ', message, { ...details, expected: 'cells between commas, quoted where they hold some' });
}

/** A plain loop: tables of a hundred thousand rows are read. */
function named(row: readonly string[], columns: readonly string[]): Record<string, string> {
  const cells: Record<string, string> = {};
  for (let at = 0; at < columns.length; at += 1) cells[columns[at]!] = asWritten(row[at]!);
  return cells;
}

/** Without the apostrophe that keeps a spreadsheet from taking a name for a formula. */
function asWritten(cell: string): string {
  return cell.startsWith("'") ? cell.replace(/^'(?='*[=+\-@\t\r])/, '') : cell;
}
