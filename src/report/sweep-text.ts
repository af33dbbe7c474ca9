// A sweep for people: a line per design, which is an architecture with its settings, its layers added up.

import { networkTotals } from '../results/network-totals.js';
import type { Entry } from '../sweep/point.js';
import { readable } from './numbers.js';
import type { Style } from './style.js';
import { renderTable } from './table.js';

const mostLines = 40;

interface Design {
  readonly label: readonly string[];
  readonly objective: string;
  readonly entries: Entry[];
}

/** `keys`: what was varied. */
export function sweepText(entries: readonly Entry[], keys: readonly string[], style: Style): string {
  const designs = designsOf(entries, keys);
  const lines = designs.slice(0, mostLines).map(({ label, entries: points }) => {
    const layers = points.flatMap(({ count, answer }) =>
      answer?.kind === 'mapping' ? [{ count, cycles: answer.row.cycles, energyPj: answer.row.energyPj }] : [],
    );
    const missing = points.length - layers.length;
    if (missing > 0) {
      const [first] = points.filter(({ answer }) => answer?.kind !== 'mapping');
      const of = points.length === 1 ? (first?.answer?.kind ?? 'not solved') : `${missing} of ${points.length} without`;
      return [...label, style.bad(of), '-', '-', '-'];
    }
    const { cycles, energyPj, edpPjCycles } = networkTotals(layers);
    const proven = points.every(({ answer }) => answer?.kind === 'mapping' && answer.row.optimal);
    return [
      ...label,
      proven ? style.good('proven') : style.warn('best found'),
      ...[cycles, energyPj, edpPjCycles].map(readable),
    ];
  });
  const several = new Set(entries.map(({ objective }) => objective)).size > 1;
  const columns = ['architecture', ...keys, ...(several ? ['objective'] : [])].map((header) => ({ header }));
  const figures = ['cycles', 'energy (pJ)', 'EDP (pJ*cycles)'].map((header) => ({ header, align: 'right' as const }));
  const more = designs.length - lines.length;
  const table = renderTable({ columns: [...columns, { header: 'mappings' }, ...figures], rows: lines, style });
  return more > 0 ? `${table}and ${more} more in results.csv\n` : table;
}

function designsOf(entries: readonly Entry[], keys: readonly string[]): readonly Design[] {
  const several = new Set(entries.map(({ objective }) => objective)).size > 1;
  const designs = new Map<string, Design>();
  for (const entry of entries) {
    const settings = keys.map((key) => entry.settings.find((setting) => setting.key === key)?.value ?? '');
    const label = [entry.architecture, ...settings, ...(several ? [entry.objective] : [])];
    const design = designs.get(label.join('\n')) ?? { label, objective: entry.objective, entries: [] };
    designs.set(label.join('\n'), design);
    design.entries.push(entry);
  }
  return [...designs.values()];
}
