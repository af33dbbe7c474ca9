// A CSV file of results read back: cells stay text, because a file may have columns of a later version.

import { parse } from 'csv-parse/sync';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.js';
import { error } from '../diagnostics/diagnostic.js';
import { joinColumns } from './row.js';

export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
}

export function parseCsv(text: string, name: string): Outcome<CsvTable> {
  let records: string[][];
  try {
    records = parse(text, { bom: true, skip_empty_lines: true });
  } catch (problem) {
    return failure(error('E-READ', `${name} is not CSV: ${(problem as Error).message}`));
  }
  const [header, ...cells] = records;
  const columns = header?.map(asWritten);
  if (!columns) return failure(error('E-READ', `${name} is empty`, { expected: 'a header line' }));
  const missing = joinColumns.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    const hint = 'give a mappings.csv as mapper search writes it';
    return failure(error('E-READ', `${name} has no column ${missing.join(', ')}`, { hint }));
  }
  const rows = cells.map((row) => named(row, columns));
  return { value: { columns, rows }, diagnostics: [] };
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

function failure(problem: Diagnostic): Outcome<never> {
  return { value: undefined, diagnostics: [problem] };
}
