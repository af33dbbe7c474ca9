// A sweep for people: a line per design, which is an architecture with its settings, its layers added up.

import { type NetworkTotals, networkTotals } from '../results/network-totals.js';
import type { Entry } from '../sweep/point.js';
import { figureColumns } from './figure-columns.js';
import type { Style } from './style.js';
import { renderTable, type TableContent, texts } from './table.js';

const mostLines = 40;

interface Design {
  readonly label: readonly string[];
  readonly entries: Entry[];
}

/** `keys`: what was varied. */
export function sweepText(entries: readonly Entry[], keys: readonly string[], style: Style): string {
  const designs = designsOf(entries, keys).map((design) => ({ ...design, totals: totalsOf(design) }));
  const figures = figureColumns(
    designs.flatMap(({ totals }) => totals ?? []),
    null,
  );
  const rows = designs
    .slice(0, mostLines)
    .map(({ label, entries: points, totals }) => [
      ...label,
      verdict(points, style),
      ...(totals ? figures.cells(totals) : figures.columns.map(() => '-')),
    ]);
  const bounds = keys.map((key) => key.replace(/^problem\.instance\./, ''));
  const names = ['architecture', ...bounds, 'objective', 'mappings'];
  const columns = [...texts(...names), ...figures.columns];
  const workloads = Math.max(0, ...designs.map(({ entries: points }) => points.length));
  const notes = [
    ...(workloads > 1 ? [`each line: ${workloads} workloads together`] : []),
    ...(designs.length > rows.length ? [`and ${designs.length - rows.length} more in results.csv`] : []),
  ];
  const table = withoutSame({ columns, rows, style }, names.length);
  return table + notes.map((note) => `${style.dim(note)}\n`).join('');
}

/** What is the same on every line is said above the table. */
function withoutSame({ columns, rows, style }: TableContent, names: number): string {
  const places = columns.map((_, at) => at);
  const same = places.filter((at) => at < names && rows.length > 0 && rows.every((row) => row[at] === rows[0]![at]));
  const kept = places.filter((at) => !same.includes(at));
  const table = renderTable({
    columns: kept.map((at) => columns[at]!),
    rows: rows.map((row) => kept.map((at) => row[at]!)),
    style,
    // What became of a design is none of its names.
    keys: Math.max(1, kept.filter((at) => at < names - 1).length),
  });
  const said = same.map((at) => `${columns[at]!.header} ${rows[0]![at]}`).join(', ');
  return said === '' ? table : `${said}\n\n${table}`;
}

/** Undefined unless every layer has a mapping. */
function totalsOf({ entries }: Design): NetworkTotals | undefined {
  const layers = entries.flatMap(({ count, answer }) =>
    answer?.kind === 'mapping' ? [{ count, cycles: answer.row.cycles, energyPj: answer.row.energyPj }] : [],
  );
  return layers.length === entries.length ? networkTotals(layers) : undefined;
}

function verdict(entries: readonly Entry[], style: Style): string {
  const without = entries.filter(({ answer }) => answer?.kind !== 'mapping');
  if (without.length > 0) {
    return style.bad(
      entries.length === 1 ? without[0]!.answer!.kind : `${without.length} of ${entries.length} without`,
    );
  }
  const proven = entries.every(({ answer }) => answer?.kind === 'mapping' && answer.row.optimal);
  return proven ? style.good('proven') : style.warn('best found');
}

function designsOf(entries: readonly Entry[], keys: readonly string[]): readonly Design[] {
  const designs = new Map<string, Design>();
  for (const entry of entries) {
    const settings = keys.map((key) => entry.settings.find((setting) => setting.key === key)?.value ?? '');
    const label = [entry.architecture, ...settings, entry.objective];
    const design = designs.get(label.join('\n')) ?? { label, entries: [] };
    designs.set(label.join('\n'), design);
    design.entries.push(entry);
  }
  return [...designs.values()];
}
