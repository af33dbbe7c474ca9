// What the layers of a network move and hold, and what stays on chip between them, for people.

import type { NetworkFigures, ResidencyFigures, TrafficFigures } from '../results/network-figures.js';
import type { NetworkTotals } from '../results/network-totals.js';
import { percent, readable } from './numbers.js';
import type { LayerText } from './search-text.js';
import type { Style } from './style.js';
import { notesText, numbers, renderTable, texts } from './table.js';

export function networkFiguresText(
  layers: readonly Pick<LayerText, 'workload' | 'count'>[],
  figures: NetworkFigures,
  style: Style,
): string {
  const { outermost, total, unit } = figures;
  const row = (name: string, count: number, one: TrafficFigures): string[] => [
    name,
    readable(count),
    readable(one.outerWords),
    readable(one.compulsoryWords),
    (one.outerWords / one.compulsoryWords).toFixed(2),
    percent(one.peakBufferUtilization),
  ];
  const occurrences = layers.reduce((sum, { count }) => sum + count, 0);
  const rows = [
    ...layers.map(({ workload, count }, at) => row(style.accent(workload), count, figures.layers[at]!)),
    row('network', occurrences, total).map(style.bold),
  ];
  const traffic = [`${outermost} traffic (${unit})`, `compulsory (${unit})`];
  const columns = [...texts('layer'), ...numbers('count', ...traffic, 'ratio', 'fullest buffer (%)')];
  return renderTable({ columns, rows, style });
}

const shownAtMost = 40;

/** On some machines all that can stay does so anyhow. */
const nothingStays =
  'nothing more is kept between the layers: no tensor that may stay on chip, and fits, saves anything further out';

/** Where each tensor lived, and what the network costs with it. */
export function residencyText(figures: NetworkFigures, before: NetworkTotals, style: Style): string {
  const { residency, graph, outermost, unit } = figures;
  if (!residency || !graph) return '';
  const { tensors, totals, peakUtilization } = residency;
  if (tensors.length === 0) return notesText([nothingStays], style);
  const name = (step: number): string => graph.steps[step]!.name;
  const rows = tensors
    .slice(0, shownAtMost)
    .map(({ producer, until, level, words, savedEnergyPj, savedOuterWords, consumers }) => [
      style.accent(name(producer)),
      level,
      readable(words),
      consumers.map(name).join(', '),
      `${producer + 1} to ${until + 1}`,
      readable(savedOuterWords),
      readable(savedEnergyPj),
    ]);
  const columns = [
    ...texts('stays on chip', 'in'),
    ...numbers(unit),
    ...texts('read by'),
    ...numbers('steps', `${outermost} saved (${unit})`, 'energy saved (pJ)'),
  ];
  const more = tensors.length > shownAtMost ? `${style.dim(`and ${tensors.length - shownAtMost} more`)}\n` : '';
  return `${renderTable({ columns, rows, style })}${more}\n${comparison(totals, { before, figures }, style)}${peaks(peakUtilization, style)}`;
}

function comparison(
  totals: ResidencyFigures['totals'],
  { before, figures }: { readonly before: NetworkTotals; readonly figures: NetworkFigures },
  style: Style,
): string {
  const lines: readonly (readonly [string, number, number])[] = [
    ['cycles', before.cycles, totals.cycles],
    ['energy (pJ)', before.energyPj, totals.energyPj],
    ['EDP (pJ*cycles)', before.edpPjCycles, totals.edpPjCycles],
    [`${figures.outermost} traffic (${figures.unit})`, figures.total.outerWords, totals.outerWords],
    [`compulsory (${figures.unit})`, figures.total.compulsoryWords, totals.compulsoryWords],
  ];
  const rows = lines.map(([what, without, kept]) => [
    what,
    ...[without, kept].map(readable),
    percent(kept / without - 1),
  ]);
  const columns = [...texts('network'), ...numbers('layer by layer', 'resident', 'change (%)')];
  return renderTable({ columns, rows, style });
}

function peaks(utilization: Readonly<Record<string, number>>, style: Style): string {
  const list = Object.entries(utilization).map(([name, share]) => `${name} ${percent(share)} %`);
  return `${style.dim(`fullest with what stays: ${list.join(', ')}`)}\n`;
}
