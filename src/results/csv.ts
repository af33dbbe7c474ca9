// Rows as CSV (RFC 4180). Numbers are written so that reading them gives the same double.

import { type Cell, columnsFor, type MappingRow } from './row.js';

export function rowsToCsv(rows: readonly MappingRow[]): string {
  const columns = columnsFor(rows);
  return csvText([columns.map(({ name }) => name), ...rows.map((row) => columns.map((column) => column.of(row)))]);
}

/** Any table, its header first. By hand: an interrupted sweep of thousands of rows has a second for it. */
export function csvText(lines: readonly (readonly Cell[])[]): string {
  return lines.map((line) => `${line.map(cellText).join(',')}\n`).join('');
}

const quoted = /[",\r\n]|^'+[=+\-@\t\r]/;

/** A spreadsheet takes such a name for a formula; after an apostrophe, and in quotes, it is text. `read-csv` takes it off. */
const formula = /^'*[=+\-@\t\r]/;

/** What was set may be a number as it was typed, and that is none. */
const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = formula.test(cell) && !number.test(cell) ? `'${cell}` : cell;
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
