// Rows as CSV (RFC 4180). Numbers are written so that reading them gives the same double.

import { stringify } from 'csv-stringify/sync';
import type { Cell, MappingRow } from './row.js';
import { columnsFor } from './row.js';

export function rowsToCsv(rows: readonly MappingRow[]): string {
  const columns = columnsFor(rows);
  const header = columns.map((column) => column.name);
  const cells = rows.map((row) => columns.map((column) => cellText(column.of(row))));
  return stringify([header.map(cellText), ...cells], { quoted_match: /^'+[=+\-@\t\r]/ });
}

/** A spreadsheet takes such a name for a formula; after an apostrophe, and in quotes, it is text. `read-csv` takes it off. */
const formula = /^'*[=+\-@\t\r]/;

function cellText(cell: Cell): string {
  return cell === null ? '' : typeof cell === 'string' && formula.test(cell) ? `'${cell}` : String(cell);
}
