// Tables for people: no borders, headers with units, numbers to the right.

import Table from 'cli-table3';
import type { Style } from './style.js';

export interface TableColumn {
  readonly header: string;
  readonly align?: 'left' | 'right';
}

export interface TableContent {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
  readonly style: Style;
}

const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** Ends with a newline; lines carry no trailing blanks. */
export function renderTable({ columns, rows, style }: TableContent): string {
  const table = new Table({
    head: columns.map((column) => style.bold(column.header)),
    colAligns: columns.map((column) => column.align ?? 'left'),
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of rows) table.push([...row]);
  const lines = table.toString().split('\n');
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}
