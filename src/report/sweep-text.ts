// A sweep for people: a line per design, which is an architecture with its settings, its layers added up.

import { groupedBy } from '../math/remembered.js';
import { type NetworkTotals, networkTotals } from '../results/network-totals.js';
import type { Entry } from '../sweep/point.js';
import { figureColumns } from './figure-columns.js';
import type { Style } from './style.js';
import { notesText, renderTable, type TableContent, texts } from './table.js';

const mostLines = 40;

interface Design {
  readonly label: readonly string[];
  readonly entries: readonly Entry[];
}

/** `keys`: what was varied. */
export function sweepText(entries: readonly Entry[], keys: readonly string[], style: Style): string {
  const bare = designsOf(entries, keys);
  const workloads = workloadsOf(entries);
  const hopeless = runNowhere(bare);
  const designs = bare.map((design) => ({ ...design, totals: totalsOf(design, { workloads, hopeless }) }));
  const figures = figureColumns(
    designs.flatMap(({ totals }) => totals ?? []),
    null,
  );
  const rows = designs
    .slice(0, mostLines)
    .map(({ label, entries: points, totals }) => [
      ...label,
      verdict(points, workloads, style),
      ...(totals ? figures.cells(totals) : figures.columns.map(() => '-')),
    ]);
  const bounds = keys.map((key) => key.replace(/^problem\.instance\./, ''));
  const names = ['architecture', ...bounds, 'objective', 'mappings'];
  const columns = [...texts(...names), ...figures.columns];
  const lines = designs.every(({ totals }) => totals) ? 'each line' : 'each line with figures';
  const together = hopeless.length === 0 ? `${workloads}` : `${workloads - hopeless.length} of ${workloads}`;
  const notes = [
    ...(workloads > 1 && designs.some(({ totals }) => totals) ? [`${lines}: ${together} workloads together`] : []),
    ...(workloads > 1 && hopeless.length > 0 ? [`no design has a mapping of ${listed(hopeless)}`] : []),
    ...(designs.length > rows.length ? [`and ${designs.length - rows.length} more in results.csv`] : []),
  ];
  const table = withoutSame({ columns, rows, style }, names.length);
  return table + notesText(notes, style);
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

/** Workloads that every design has been tried with and none has a mapping of: they tell no designs apart. */
function runNowhere(designs: readonly Design[]): readonly string[] {
  const failed = new Map<string, number>();
  for (const { entries } of designs) {
    for (const entry of entries)
      if (!isMapped(entry)) failed.set(entry.workload, (failed.get(entry.workload) ?? 0) + 1);
  }
  return [...failed].flatMap(([workload, times]) => (times === designs.length ? [workload] : []));
}

/** Undefined unless it has a mapping of all others: in a part of a sweep, or in one that was stopped, designs may have different ones. */
function totalsOf(
  { entries }: Design,
  { workloads, hopeless }: { readonly workloads: number; readonly hopeless: readonly string[] },
): NetworkTotals | undefined {
  const layers = entries.flatMap(({ count, answer }) =>
    answer?.kind === 'mapping' ? [{ count, cycles: answer.row.cycles, energyPj: answer.row.energyPj }] : [],
  );
  const all = workloadsOf(entries) === workloads;
  const failed = entries.some((entry) => !isMapped(entry) && !hopeless.includes(entry.workload));
  return all && !failed && layers.length > 0 ? networkTotals(layers) : undefined;
}

function workloadsOf(entries: readonly Entry[]): number {
  return new Set(entries.map(({ workload }) => workload)).size;
}

function isMapped({ answer }: Entry): boolean {
  return answer?.kind === 'mapping';
}

const namedAtMost = 4;

function listed(names: readonly string[]): string {
  const more = names.length - namedAtMost;
  return more > 0 ? `${names.slice(0, namedAtMost).join(', ')} and ${more} more` : names.join(', ');
}

/** `workloads`: how many there are of a design when all is done. */
function verdict(entries: readonly Entry[], workloads: number, style: Style): string {
  const without = entries.filter((entry) => !isMapped(entry));
  if (without.length > 0)
    return style.bad(workloads === 1 ? without[0]!.answer!.kind : `${without.length} of ${workloads} without`);
  const tried = workloadsOf(entries);
  if (tried < workloads) return style.warn(`only ${tried} of ${workloads}`);
  const proven = entries.every(({ answer }) => answer?.kind === 'mapping' && answer.row.optimal);
  return proven ? style.good('proven') : style.warn('best found');
}

function designsOf(entries: readonly Entry[], keys: readonly string[]): readonly Design[] {
  const labelOf = (entry: Entry): string[] => {
    const settings = keys.map((key) => entry.settings.find((setting) => setting.key === key)?.value ?? '');
    return [entry.architecture, ...settings, entry.objective];
  };
  const designs = groupedBy(entries, (entry) => labelOf(entry).join('\n')).values();
  return [...designs].map((together) => ({ label: labelOf(together[0]!), entries: together }));
}
