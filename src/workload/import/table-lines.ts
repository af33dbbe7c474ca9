// The lines of a table of layers, each cell with its place.

import { parse } from 'csv-parse/sync';
import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import type { SourceFile, Span } from '../../diagnostics/span.js';
import { separatorOf } from './separator.js';

export interface Row {
  readonly cells: readonly string[];
  /** Of the whole line. */
  readonly span: Span;
  readonly at: (column: number) => Span;
}

export interface Table {
  readonly header: Row;
  readonly rows: readonly Row[];
  readonly diagnostics: Diagnostic[];
}

/** A cell a column. What the last columns leave out is lost as surely as what stands beside them. */
export function checkCells({ header, rows, diagnostics }: Table): void {
  const width = header.cells.findLastIndex((cell) => cell !== '') + 1;
  const expected = `${header.cells.filter((cell) => cell !== '').length} cells as in the header`;
  for (const row of rows) {
    const at = row.cells.findIndex((cell, column) => cell !== '' && column > 0 && (header.cells[column] ?? '') === '');
    if (at >= 0)
      diagnostics.push(error('E-MODEL', `"${row.cells[at]}" stands in no column`, { span: row.at(at), expected }));
    const found = row.cells.length;
    if (found >= width) continue;
    const message = `the line ends before column ${header.cells[found]}`;
    const hint = 'what an optional column leaves to its default is an empty cell';
    diagnostics.push(error('E-MODEL', message, { span: row.at(found - 1), expected, found: `${found}`, hint }));
  }
}

export function readLines(source: SourceFile, diagnostics: Diagnostic[]): Row[] {
  const rows: Row[] = [];
  const separator = separatorOf(source.text);
  let start = 0;
  for (const line of source.text.replace(/^\uFEFF/, ' ').split('\n')) {
    const from = start;
    start += line.length + 1;
    const text = line.replace(/\r$/, '');
    if (text.replaceAll(separator, '').trim() === '' || text.trimStart().startsWith('#')) continue;
    try {
      const cells = (parse(text, { trim: true, relax_column_count: true, delimiter: separator }) as string[][])[0]!;
      rows.push({
        cells,
        span: { source, start: from, end: from + text.length },
        at: (column) => cellAt(source, from, { text, column, separator }),
      });
    } catch (problem) {
      const span = { source, start: from, end: from + text.length };
      diagnostics.push(error('E-MODEL', `this line is not CSV: ${(problem as Error).message}`, { span }));
    }
  }
  return rows;
}

/** The text of a cell, or the end of the line where there is none. */
function cellAt(
  source: SourceFile,
  from: number,
  { text, column, separator }: { readonly text: string; readonly column: number; readonly separator: string },
): Span {
  const parts = text.split(new RegExp(`${separator}(?=(?:[^"]*"[^"]*")*[^"]*$)`));
  const before = parts.slice(0, column).reduce((sum, part) => sum + part.length + 1, 0);
  const part = parts[column] ?? '';
  const start = from + Math.min(text.length, before + (part.length - part.trimStart().length));
  return { source, start, end: start + Math.max(1, part.trim().length) };
}
