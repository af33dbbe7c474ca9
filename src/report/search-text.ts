// `mapper search` for people: the ranking, the best loop nest with what every level holds and costs, and how sure we are
// of it; for several layers one row each and the network's totals. Nothing here depends on the clock.

import type { Architecture } from '../arch/architecture.js';
import { cycleSeconds } from '../arch/cycle-time.js';
import type { Settings } from '../mapping/implied.js';
import { countText } from '../math/count-text.js';
import type { Evaluation } from '../model/evaluation.js';
import type { NetworkTotals } from '../results/network-totals.js';
import { energyNotes, errorText } from '../results/row.js';
import type { Metric, RankedMapping, SearchResult, StopReason } from '../search/result.js';
import { levelTable } from './cost-table.js';
import { figureColumns } from './figure-columns.js';
import { machineText, plainText } from './machine-text.js';
import { nestText } from './nest-text.js';
import { percent, readable } from './numbers.js';
import type { Style } from './style.js';
import { notesText, numbers, renderTable, texts, wrapped } from './table.js';
import { energyUnit } from './units.js';

export interface LayerText {
  readonly architecture: Architecture;
  readonly workload: string;
  readonly count: number;
  readonly objective: readonly Metric[];
  /** Whether the `mapper:` section of a file chose the objective. */
  readonly objectiveFromFile: boolean;
  readonly algorithm: string;
  readonly result: SearchResult;
  /** Of a machine: what the search goes over, values by key, what was chosen of it for a mapping, and what it takes for granted. */
  readonly choices?: Readonly<Record<string, readonly unknown[]>>;
  readonly chosen?: (ranked: RankedMapping) => Settings;
  readonly assumptions?: readonly string[];
  /** Of the mapping of that rank; absent when there is none, or when all of it is shown elsewhere. */
  readonly rank?: number;
  readonly evaluation?: Evaluation;
}

export function searchText(layer: LayerText, style: Style): string {
  const { result, architecture, evaluation } = layer;
  const seconds = cycleSeconds(architecture);
  const sections = [
    `${style.bold(layer.workload)} on ${style.bold(architecture.name)}, objective ${layer.objective.join(', ')}\n${objectiveNote(layer)}`,
  ];
  const ranking = (mappings: readonly RankedMapping[]): string => rankingTable(mappings, { layer, seconds, style });
  if (result.mappings.length > 0) sections.push(ranking(result.mappings));
  if (result.frontier.length > 0) sections.push(`cycles-energy frontier\n${ranking(result.frontier)}`);
  if (layer.rank !== undefined && layer.rank > 1) sections.push(rankNote(layer.rank, result, style));
  if (evaluation) {
    sections.push(nestText(evaluation.loopNest, style), levelTable(evaluation, style));
    if (evaluation.machine) sections.push(machineText(evaluation.machine, style));
  }
  const estimates = evaluation ? estimateLines(architecture) : [];
  const said = [certainty(layer), ...premises(layer), ...estimates].map((line) => `${wrapped(line, style.width)}\n`);
  sections.push(said.join(''));
  return sections.join('\n');
}

function rankNote(rank: number, { mappings }: SearchResult, style: Style): string {
  return rank <= mappings.length
    ? `${style.bold(`rank ${rank}`)}\n`
    : `${style.warn(`there is no mapping of rank ${rank}: ${mappings.length} found`)}\n`;
}

/** A file that changes what is searched for does not do so without a word. */
function objectiveNote({ objectiveFromFile }: LayerText): string {
  return objectiveFromFile ? '(as the mapper section of the files asks; --objective beats it)\n' : '';
}

/** Which energies are estimates, and how far they may be off: not a dummy, nor a size that is a point of its table. */
function estimateLines(architecture: Architecture): readonly string[] {
  const estimated = energyNotes(architecture).flatMap(({ name, source, estimate }) => {
    if (!estimate || (estimate.errorPercent === 0 && estimate.extrapolated.length === 0)) return [];
    return [[name, source, errorText(estimate)].filter((one) => one !== undefined).join(' ')];
  });
  return estimated.length === 0 ? [] : [`energies are estimates: ${estimated.join(', ')}`];
}

/** One row a layer, then the totals, for a network of several layers. */
export function networkText(layers: readonly LayerText[], totals: NetworkTotals | undefined, style: Style): string {
  const found = layers.flatMap(({ result }) => result.mappings[0] ?? []);
  const figures = figureColumns([...found, ...(totals ? [totals] : [])], cycleSeconds(layers[0]!.architecture));
  const counted = layers.some((layer) => layer.count !== 1);
  const proven = layers.every(({ result }) => result.optimal);
  const row = (name: string, times: number, cells: readonly string[]): string[] => {
    return [name, ...(counted ? [readable(times)] : []), ...cells];
  };
  const rows = layers.map((layer) => {
    const best = layer.result.mappings[0];
    const cells = best ? [...figures.cells(best), percent(best.utilization)] : figures.columns.map(() => '-');
    const verdict =
      layer.result.optimal && best
        ? style.good('proven')
        : style.warn(best ? gapText(layer) : shortVerdict(layer.result));
    return row(style.accent(layer.workload), layer.count, [
      ...cells,
      ...(best ? [] : ['-']),
      ...(proven ? [] : [verdict]),
    ]);
  });
  if (totals) rows.push(row('network', totals.layers, figures.cells(totals)).map(style.bold));
  const columns = [
    ...texts('layer'),
    ...(counted ? numbers('count') : []),
    ...figures.columns,
    ...numbers('util. (%)'),
    ...(proven ? [] : texts('best possible')),
  ];
  const table = renderTable({ columns, rows: rows.map((cells) => columns.map((_, at) => cells[at] ?? '')), style });
  const objectives = [...new Set(layers.map((layer) => layer.objective.join(', ')))];
  const asked =
    objectives.length === 1 ? `objective ${objectives[0]}` : `objectives by layer ${objectives.join(' | ')}`;
  const objective = `${asked}${proven ? ': every layer proven' : ''}\n${totals ? '' : lack(layers)}${stops(layers)}`;
  const note = 'figures of a layer are for one occurrence; the network counts each as often as it occurs';
  const counts = counted ? `${wrapped(note, style.width)}\n` : '';
  return `${table}${style.dim(`${objective}${objectiveNote(layers.find((layer) => layer.objectiveFromFile) ?? layers[0]!)}${counts}`)}`;
}

/** Of several layers the two ends of each frontier; all points would be hundreds of lines. */
export function frontiersText(layers: readonly LayerText[], style: Style): string {
  const fronts = layers.map(({ result }) => result.frontier.toSorted((a, b) => a.cycles - b.cycles));
  const energy = energyUnit(fronts.flat().map(({ energyPj }) => energyPj));
  const columns = [
    ...texts('layer'),
    ...numbers('points', 'least cycles', `energy (${energy.unit})`, `least energy (${energy.unit})`, 'cycles'),
  ];
  const rows = layers.map(({ workload }, at) => {
    const [fastest, thriftiest] = [fronts[at]![0], fronts[at]!.at(-1)];
    if (!fastest || !thriftiest) return [style.accent(workload), '0', ...Array(4).fill('-')];
    const ends = [readable(fastest.cycles), energy.show(fastest.energyPj), energy.show(thriftiest.energyPj)];
    return [style.accent(workload), readable(fronts[at]!.length), ...ends, readable(thriftiest.cycles)];
  });
  const note = 'the ends of each cycles-energy frontier: every point is in frontier.csv, and with --json';
  return `${renderTable({ columns, rows, style })}${notesText([note], style)}`;
}

/** Why there are no totals, where a layer has no mapping. */
function lack(layers: readonly LayerText[]): string {
  const bare = layers.filter(({ result }) => result.mappings.length === 0).length;
  return bare === 0 ? '' : `no totals: ${bare} of ${layers.length} layers without a mapping\n`;
}

/** Why searches ended without a proof, each reason once. */
function stops(layers: readonly LayerText[]): string {
  const open = layers.filter(({ result }) => result.mappings.length > 0 && !result.optimal);
  const reasons = [...new Set(open.map(({ result }) => stopText[result.stopReason]))];
  return open.length === 0 ? '' : `${open.length} of ${layers.length} layers not proven: ${reasons.join(', ')}\n`;
}

/** How much better a mapping could be that was not found. */
function gapText({ result: { gap, lowerBound }, objective }: LayerText): string {
  if (gap === null) return 'unknown';
  if (gap === 0) return 'this, ties open';
  return objective[0] === 'utilization' ? `${percent(lowerBound!)} %` : `-${atMost(gap)} %`;
}

/** What is left open is not rounded away. */
function atMost(gap: number): string {
  return percent(Math.max(gap, 0.001));
}

/** What the machine chose stands beside where mappings differ in it: some may differ in nothing else. */
function rankingTable(
  mappings: readonly RankedMapping[],
  { layer, seconds, style }: { readonly layer: LayerText; readonly seconds: number | null; readonly style: Style },
): string {
  const figures = figureColumns(mappings, seconds);
  const chosen = mappings.map((ranked) => layer.chosen?.(ranked) ?? {});
  const value = (one: Settings, key: string): string => (key in one ? plainText(one[key]!) : '');
  const keys = Object.keys(layer.choices ?? {}).filter((key) => new Set(chosen.map((one) => value(one, key))).size > 1);
  const columns = [...numbers('rank'), ...figures.columns, ...numbers('util. (%)'), ...texts(...keys)];
  const rows = mappings.map((ranked, at) => [
    ...[readable(ranked.rank), ...figures.cells(ranked), percent(ranked.utilization)],
    ...keys.map((key) => value(chosen[at]!, key)),
  ]);
  return renderTable({ columns, rows, style });
}

const stopText: Readonly<Record<StopReason, string>> = {
  Optimal: 'proven optimal',
  Exhausted: 'every mapping tried',
  VictoryCondition: 'no better one for long enough',
  SampleLimit: 'limit of evaluations reached',
  StepLimit: 'the proof takes too long',
  TimeLimit: 'time limit reached',
  Interrupted: 'interrupted',
};

const figureNames: Readonly<Record<Metric, string>> = {
  edp: 'EDP',
  energy: 'energy',
  cycles: 'cycle count',
  utilization: 'utilization',
  ed2p: 'ED2P',
};

/** One sentence: what is known of the other mappings. */
function certainty({ result, objective, algorithm }: LayerText): string {
  const { mappings, optimal, gap, lowerBound, mapspaceSize, sizeIsExact, stopReason } = result;
  if (mappings.length === 0) return shortVerdict(result);
  const [first] = objective;
  const name = figureNames[first!];
  const better = first === 'utilization' ? 'higher' : 'lower';
  const space = `${sizeIsExact ? '' : 'at most '}${countText(mapspaceSize)} mapping${mapspaceSize === 1n ? '' : 's'}`;
  const proven = `proven: none of ${space} has a ${better} ${name}`;
  if (optimal) return proven;
  const how = `${algorithm === 'optimal' ? '' : `${algorithm} search, `}${stopText[stopReason]}`;
  // What settles ties, further mappings and a frontier are no part of the gap.
  if (gap === 0) return `${proven}; not proven (${how}): what ties with the best, or comes next`;
  if (gap === null) return `not proven (${how}): what the best of ${space} reaches is unknown`;
  const reach = first === 'utilization' ? `${percent(lowerBound!)} %` : `${atMost(gap)} % ${better}`;
  return `not proven (${how}): ${name} could be ${reach} at most, in ${space}`;
}

/** Of a search that has found nothing. */
function shortVerdict({ stopReason, diagnostics }: SearchResult): string {
  const exhausted = stopReason === 'Optimal' || stopReason === 'Exhausted';
  const unsupported = diagnostics.find(({ code }) => code === 'E-UNSUPPORTED');
  if (unsupported) return `not searched: ${unsupported.message}`;
  return exhausted ? 'no valid mapping exists' : `no valid mapping found: ${stopText[stopReason]}`;
}

/** Of a machine: what the search went over besides loops, and what it took for granted. */
function premises({ choices = {}, assumptions = [] }: LayerText): readonly string[] {
  const over = Object.entries(choices).flatMap(([key, { length }]) => (length > 1 ? [`${length} ${key}`] : []));
  return [
    ...(over.length > 0 ? [`searched over ${over.join(', ')}`] : []),
    ...(assumptions.length > 0 ? [`taken for granted: ${assumptions.join(', ')}`] : []),
  ];
}
