// `results.csv` of a sweep: one row a point, in the order of the grid. The columns of every result, then what became of
// the point, then a column for everything that was varied.

import { csvText } from '../results/csv.js';
import { type Cell, columnsFor, variedColumn } from '../results/row.js';
import type { Entry } from './point.js';

export const resultsFile = 'results.csv';

export function sweepCsv(entries: readonly Entry[], keys: readonly string[]): string {
  const { header, lines } = sweepTable(entries, keys);
  return csvText([header, ...lines]);
}

/** The same rows by the names of their columns. */
export function sweepRows(entries: readonly Entry[], keys: readonly string[]): readonly object[] {
  const { header, lines } = sweepTable(entries, keys);
  return lines.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]!])));
}

/** Points without an answer, those of other shards, are left out. */
function sweepTable(entries: readonly Entry[], keys: readonly string[]) {
  const rows = entries.flatMap(({ answer }) => (answer?.kind === 'mapping' ? [answer.row] : []));
  const columns = columnsFor(rows);
  const header = [...columns.map((column) => column.name), 'status', 'diagnostics', ...keys.map(variedColumn)];
  const lines = entries.flatMap((entry) => {
    const { answer, settings, architecture, workload, objective, count } = entry;
    if (answer === undefined) return [];
    const own: Readonly<Record<string, Cell>> = { architecture, workload, objective, rank: 1, count };
    const cells = columns.map((column) => {
      if (column.name in own) return own[column.name]!;
      return answer.kind === 'mapping' ? column.of(answer.row) : null;
    });
    const axes = keys.map((key) => settings.find((setting) => setting.key === key)?.value ?? null);
    return [[...cells, answer.kind, answer.diagnostics.join('; '), ...axes]];
  });
  return { header, lines };
}
