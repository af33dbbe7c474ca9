// `mapper compare` for people: the verdict, then every change with the worst first.

import type { Change, Comparison } from '../results/compare.js';
import { readable } from './numbers.js';
import type { Style } from './style.js';
import { renderTable } from './table.js';

export function comparisonText(comparison: Comparison, style: Style): string {
  const parts: string[] = [];
  if (comparison.changes.length > 0) {
    parts.push(
      renderTable({
        columns: [
          { header: '' },
          { header: 'architecture | workload | objective | rank' },
          { header: 'column' },
          { header: 'baseline', align: 'right' },
          { header: 'candidate', align: 'right' },
          { header: 'change (%)', align: 'right' },
        ],
        rows: comparison.changes.map((change) => [
          verdictText(change, style),
          change.row,
          change.column,
          cellText(change.baseline),
          cellText(change.candidate),
          change.relative === null ? '-' : relativeText(change.relative),
        ]),
        style,
      }),
    );
  }
  parts.push(...comparison.missing.map((row) => `${style.bad('missing')}  ${row}\n`));
  parts.push(...comparison.added.map((row) => `${style.accent('new')}  ${row}\n`));
  return `${parts.join('')}${summary(comparison, style)}\n`;
}

function summary(comparison: Comparison, style: Style): string {
  const { compared, unchanged, missing, added, regression } = comparison;
  const counts = `${compared} rows compared, ${unchanged} unchanged, ${missing.length} missing, ${added.length} new`;
  return `${counts}: ${regression ? style.bad('regression') : style.good('no regression')}`;
}

function verdictText(change: Change, style: Style): string {
  const color = change.verdict === 'worse' ? style.bad : change.verdict === 'better' ? style.good : style.warn;
  return color(change.verdict);
}

function cellText(text: string): string {
  if (text === '') return '-';
  const value = Number(text);
  return Number.isFinite(value) ? readable(value) : text;
}

function relativeText(relative: number): string {
  const percent = relative * 100;
  const text = Math.abs(percent) < 0.001 ? percent.toExponential(1) : percent.toFixed(3);
  return percent > 0 ? `+${text}` : text;
}
