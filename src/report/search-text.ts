// `mapper search` for people: the ranking, the best loop nest, and how sure we are of it; for several layers one row
// each and the network's totals.

import type { MachineEvaluation } from '../model/evaluation.js';
import type { NetworkTotals } from '../results/network-totals.js';
import type { RankedMapping, SearchResult, StopReason } from '../search/result.js';
import { machineText } from './machine-text.js';
import { count, duration, percent, readable } from './numbers.js';
import type { Style } from './style.js';
import type { TableColumn } from './table.js';
import { renderTable } from './table.js';

export interface LayerText {
  readonly architecture: string;
  readonly workload: string;
  readonly count: number;
  readonly objective: string;
  readonly algorithm: string;
  readonly result: SearchResult;
  /** Of the best mapping; absent when nothing valid was found. */
  readonly loopNest?: string;
  /** Of the best mapping, where a machine's own model costs it. */
  readonly machine?: MachineEvaluation | null;
  /** Of a machine: what the search goes over, values by key, and what it takes for granted. */
  readonly choices?: Readonly<Record<string, readonly unknown[]>>;
  readonly assumptions?: readonly string[];
  /** Left out where the text must not depend on the clock; so are the counters then. */
  readonly elapsedSeconds?: number;
}

export function searchText(layer: LayerText, style: Style): string {
  const { result } = layer;
  const sections = [
    `${style.bold(layer.workload)} on ${style.bold(layer.architecture)}, objective ${layer.objective}\n`,
  ];
  if (result.mappings.length > 0) sections.push(rankingTable(result.mappings, style));
  if (result.frontier.length > 0) sections.push(`cycles-energy frontier\n${rankingTable(result.frontier, style)}`);
  if (layer.loopNest !== undefined) sections.push(`${layer.loopNest.trimEnd()}\n`);
  if (layer.machine) sections.push(machineText(layer.machine, style));
  sections.push(certainty(layer, style));
  return sections.join('\n');
}

/** One row a layer, then the totals, for a network of several layers. */
export function networkText(layers: readonly LayerText[], totals: NetworkTotals | undefined, style: Style): string {
  const rows = layers.map((layer) => {
    const best = layer.result.mappings[0];
    const figures = best
      ? [readable(best.cycles), readable(best.energyPj), readable(best.edpPjCycles), percent(best.utilization)]
      : ['-', '-', '-', '-'];
    return [
      style.accent(layer.workload),
      readable(layer.count),
      ...figures,
      gapText(layer.result, style),
      best ? stopText[layer.result.stopReason] : style.bad(stopped(layer.result)),
      layer.elapsedSeconds === undefined ? '' : duration(layer.elapsedSeconds),
    ];
  });
  if (totals) {
    const { layers: occurrences, cycles, energyPj, edpPjCycles } = totals;
    const cells = ['network', readable(occurrences), readable(cycles), readable(energyPj), readable(edpPjCycles)];
    rows.push([...cells.map(style.bold), '', '', '', '']);
  }
  const columns: TableColumn[] = [
    { header: 'layer' },
    { header: 'count', align: 'right' },
    ...figureColumns,
    { header: 'gap', align: 'right' },
    { header: 'stopped' },
    { header: 'time', align: 'right' },
  ];
  const note = 'figures of a layer are for one occurrence; the network counts each as often as it occurs';
  return `${renderTable({ columns, rows, style })}${style.dim(note)}\n`;
}

const figureColumns: readonly TableColumn[] = [
  { header: 'cycles', align: 'right' },
  { header: 'energy (pJ)', align: 'right' },
  { header: 'EDP (pJ*cycles)', align: 'right' },
  { header: 'utilization (%)', align: 'right' },
];

function rankingTable(mappings: readonly RankedMapping[], style: Style): string {
  const buffers = [...new Set(mappings.flatMap((ranked) => Object.keys(ranked.bufferUtilization)))];
  const columns: TableColumn[] = [
    { header: 'rank', align: 'right' },
    ...figureColumns,
    ...buffers.map((name): TableColumn => ({ header: `${name} full (%)`, align: 'right' })),
  ];
  const rows = mappings.map((ranked) => [
    readable(ranked.rank),
    readable(ranked.cycles),
    readable(ranked.energyPj),
    readable(ranked.edpPjCycles),
    percent(ranked.utilization),
    ...buffers.map((name) => {
      const used = ranked.bufferUtilization[name];
      return used === undefined ? '-' : percent(used);
    }),
  ]);
  return renderTable({ columns, rows, style });
}

const stopText: Readonly<Record<StopReason, string>> = {
  Optimal: 'proven optimal',
  Exhausted: 'whole mapspace tried',
  VictoryCondition: 'no improvement for long enough',
  SampleLimit: 'evaluation limit',
  TimeLimit: 'time limit',
  Interrupted: 'interrupted',
};

function stopped({ mappings, stopReason }: SearchResult): string {
  if (mappings.length > 0) return stopText[stopReason];
  const exhausted = stopReason === 'Optimal' || stopReason === 'Exhausted';
  return exhausted ? 'no valid mapping exists' : `no valid mapping found: ${stopText[stopReason]}`;
}

function certainty(layer: LayerText, style: Style): string {
  const { result, elapsedSeconds, algorithm, choices = {}, assumptions = [] } = layer;
  const { counters } = result;
  const bound = result.lowerBound === null ? 'none' : readable(result.lowerBound);
  const rows = [
    ['algorithm', algorithm],
    ['mapspace', `${count(result.mapspaceSize)} mappings`],
    ['stopped', stopped(result)],
    ['gap', gapText(result, style)],
    ['lower bound', result.boundKind ? `${bound} (${result.boundKind})` : bound],
  ];
  const over = Object.entries(choices).map(([key, values]) => `${values.length} ${key}`);
  if (over.length > 0) rows.push(['over', over.join(', ')]);
  if (assumptions.length > 0) rows.push(['given', assumptions.join(', ')]);
  if (elapsedSeconds !== undefined) {
    const { evaluations, valid, nodes } = counters;
    const tried = `${readable(evaluations)} evaluations, ${readable(valid)} valid, ${readable(nodes)} nodes`;
    rows.push(['time', duration(elapsedSeconds)], ['tried', tried]);
  }
  const columns = [{ header: 'search' }, { header: '' }];
  return renderTable({ columns, rows: rows.map(([name, value]) => [name!, value!]), style });
}

function gapText(result: SearchResult, style: Style): string {
  if (result.gap === null) return style.warn('unknown');
  if (result.optimal) return style.good('0 %, proven');
  return style.warn(`at most ${percent(result.gap)} %`);
}
