// Rows as CSV (RFC 4180). Numbers are written so that reading them gives the same double.

import { stringify } from 'csv-stringify/sync';
import type { Cell, MappingRow } from './row.js';
import { columnsFor } from './row.js';

export function rowsToCsv(rows: readonly MappingRow[]): string {
  const columns = columnsFor(rows);
  const header = columns.map((column) => column.name);
  return stringify([header, ...rows.map((row) => columns.map((column) => cellText(column.of(row))))]);
}

function cellText(cell: Cell): string {
  return cell === null ? '' : String(cell);
}
