// `mapper evaluate` for people: the loop nest, a table of levels and dataspaces, networks, where each energy came
// from, and the totals with what binds them.

import type { Architecture, EnergySource, StorageLevel } from '../arch/architecture.js';
import { dataspaceEnergyPj } from '../model/cost-parts.js';
import type { DataspaceCounts, Evaluation, LevelEvaluation } from '../model/evaluation.js';
import { machineText } from './machine-text.js';
import { bar, percent, readable } from './numbers.js';
import { sparseText } from './sparse-text.js';
import type { Style } from './style.js';
import type { TableColumn } from './table.js';
import { renderTable } from './table.js';

export interface EvaluationTextInput {
  readonly evaluation: Evaluation;
  readonly architecture: Architecture;
  readonly workloadName: string;
  readonly style: Style;
}

export function evaluationText(input: EvaluationTextInput): string {
  const { evaluation, architecture, workloadName, style } = input;
  const sections = [
    `${style.bold(workloadName)} on ${style.bold(architecture.name)}\n`,
    `${evaluation.loopNest.trimEnd()}\n`,
    levelTable(evaluation, style),
    ...networkSection(evaluation, style),
    ...(evaluation.compute.sparse === undefined ? [] : [sparseText(evaluation, style)]),
    ...(evaluation.machine === null ? [] : [machineText(evaluation.machine, style)]),
    energySources(architecture, style),
    totals(evaluation, style),
  ];
  return sections.join('\n');
}

const levelColumns: readonly TableColumn[] = [
  { header: 'level' },
  { header: 'used' },
  { header: 'dataspace' },
  { header: 'tile (words)', align: 'right' },
  { header: 'occupancy' },
  { header: 'reads*', align: 'right' },
  { header: 'fills*', align: 'right' },
  { header: 'updates*', align: 'right' },
  { header: 'energy (pJ)', align: 'right' },
  { header: 'share (%)', align: 'right' },
];

function levelTable(evaluation: Evaluation, style: Style): string {
  // A fan-out level holds nothing; its traffic is in the table of networks.
  const holding = evaluation.levels.filter((level) => level.kind === 'storage');
  const rows = holding.flatMap((level) => levelRows(level, evaluation, style));
  const { compute } = evaluation;
  rows.push([
    style.accent(compute.name),
    `${readable(compute.utilizedInstances)} of ${readable(compute.instances)}`,
    '',
    '',
    '',
    '',
    '',
    `${readable(compute.computes)} ops`,
    readable(compute.energyPj),
    share(compute.energyPj, evaluation),
  ]);
  const table = renderTable({ columns: levelColumns, rows, style });
  const unit = evaluation.machine === null ? 'words' : 'bytes moved, padding included,';
  return `${table}${style.dim(`* ${unit} per instance; energy is the total of all instances`)}\n`;
}

function levelRows(level: LevelEvaluation, evaluation: Evaluation, style: Style): string[][] {
  const dataspaces = Object.entries(level.dataspaces);
  const used = `${readable(level.utilizedInstances)} of ${readable(level.instances)}`;
  const head = [style.accent(level.name), used];
  const rows = dataspaces.map(([name, counts], index) => [
    ...(index === 0 ? head : ['', '']),
    name,
    readable(counts.utilizedCapacity),
    dataspaceOccupancy(level, counts),
    readable(counts.scalarReads),
    readable(counts.scalarFills),
    readable(counts.scalarUpdates),
    readable(dataspaceEnergyPj(counts)),
    share(dataspaceEnergyPj(counts), evaluation),
  ]);
  if (dataspaces.length === 0) rows.push([...head, '', '', '', '', '', '', '', '']);
  if (dataspaces.length > 1 || level.leakageEnergyPj > 0) rows.push(levelSum(level, evaluation, style));
  return rows;
}

function levelSum(level: LevelEvaluation, evaluation: Evaluation, style: Style): string[] {
  const name = level.leakageEnergyPj > 0 ? `all, leakage ${readable(level.leakageEnergyPj)} pJ` : 'all';
  const occupancy = level.bufferUtilization === null ? '' : occupancyText(level.bufferUtilization);
  const cells = ['', '', name, readable(level.utilizedCapacityWords), occupancy, '', '', ''];
  return [...cells, readable(level.energyPj), share(level.energyPj, evaluation)].map((cell) =>
    cell === '' ? '' : style.dim(cell),
  );
}

function dataspaceOccupancy(level: LevelEvaluation, counts: DataspaceCounts): string {
  return level.capacityWords === null ? '' : occupancyText(counts.utilizedCapacity / level.capacityWords);
}

function occupancyText(fraction: number): string {
  return `${bar(fraction, 10)} ${percent(fraction).padStart(5)} %`;
}

function share(energyPj: number, evaluation: Evaluation): string {
  return evaluation.energyPj > 0 ? percent(energyPj / evaluation.energyPj) : '-';
}

/** Only networks that fan out or cost something. */
function networkSection(evaluation: Evaluation, style: Style): string[] {
  const networks = evaluation.networks.filter(
    ({ energyPj, dataspaces }) => energyPj > 0 || Object.values(dataspaces).some((one) => one.fanout > 1),
  );
  return networks.length > 0 ? [networkTable({ ...evaluation, networks }, style)] : [];
}

function networkTable(evaluation: Evaluation, style: Style): string {
  const rows = evaluation.networks.flatMap((network) =>
    Object.entries(network.dataspaces).map(([name, one], index) => [
      index === 0 ? style.accent(network.name) : '',
      name,
      readable(one.fanout),
      readable(one.ingresses),
      readable(one.linkTransfers),
      readable(one.spatialReductions),
      readable(one.averageHops),
      readable(one.energyPj),
      share(one.energyPj, evaluation),
    ]),
  );
  return renderTable({
    columns: [
      { header: 'network' },
      { header: 'dataspace' },
      { header: 'fan-out', align: 'right' },
      { header: 'ingresses (words)', align: 'right' },
      { header: 'link transfers (words)', align: 'right' },
      { header: 'spatial reductions', align: 'right' },
      { header: 'hops', align: 'right' },
      { header: 'energy (pJ)', align: 'right' },
      { header: 'share (%)', align: 'right' },
    ],
    rows,
    style,
  });
}

const sourceText: Readonly<Record<EnergySource, string>> = {
  ERT: 'ERT',
  attribute: 'attribute',
  default: 'built-in default, not measured',
  none: 'no energy given',
};

/** No picojoule without its source: a default is never mistaken for a measurement. */
function energySources(architecture: Architecture, style: Style): string {
  const storage = architecture.levels.filter((level) => level.kind === 'storage').toReversed();
  const { compute } = architecture;
  const rows = storage.map((level) => [level.name, ...accessEnergies(level), sourceCell(level.energy.source, style)]);
  rows.push([compute.name, readable(compute.energyPj), '', '', '', sourceCell(compute.energySource, style)]);
  return renderTable({
    columns: [
      { header: 'energy per access' },
      { header: 'read or compute (pJ)', align: 'right' },
      { header: 'fill (pJ)', align: 'right' },
      { header: 'update (pJ)', align: 'right' },
      { header: 'words per access', align: 'right' },
      { header: 'source' },
    ],
    rows,
    style,
  });
}

function accessEnergies({ energy, blockSize }: StorageLevel): string[] {
  return [readable(energy.readPj), readable(energy.fillPj), readable(energy.updatePj), readable(blockSize)];
}

function sourceCell(source: EnergySource, style: Style): string {
  return source === 'ERT' || source === 'attribute' ? sourceText[source] : style.warn(sourceText[source]);
}

function totals(evaluation: Evaluation, style: Style): string {
  const { cycles, energyPj, edpPjCycles, computes, utilization, areaUm2, binding, operationalIntensity } = evaluation;
  const perCompute = computes > 0 ? `${readable(energyPj / computes)} pJ per compute` : '';
  const rows = [
    ['cycles', readable(cycles), bindingText(binding)],
    ['energy (pJ)', readable(energyPj), perCompute],
    ['EDP (pJ*cycles)', readable(edpPjCycles), ''],
    ['utilization (%)', percent(utilization), `${readable(computes)} computes`],
    ['intensity (ops/byte)', readable(operationalIntensity.opsPerByte), 'at best, every word moved once'],
    ['area (um2)', areaUm2 === null ? '-' : readable(areaUm2), areaUm2 === null ? 'no areas given' : ''],
  ];
  return renderTable({
    columns: [{ header: 'total' }, { header: '', align: 'right' }, { header: '' }],
    rows: rows.map(([name, value, note]) => [name!, style.bold(value!), style.dim(note!)]),
    style,
  });
}

function bindingText(binding: Evaluation['binding']): string {
  if (binding.kind === 'compute') return `bound by compute${binding.detail ? `: ${binding.detail}` : ''}`;
  return `bound by ${binding.name}${binding.detail ? `: ${binding.detail}` : ''}`;
}
