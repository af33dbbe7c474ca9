// `mapper evaluate` for people: the loop nest, what levels and dataspaces hold, cost and move, networks, where each energy
// came from, and the totals with what binds them.

import type { Architecture, EnergySource, EstimateNote } from '../arch/architecture.js';
import { cycleSeconds } from '../arch/cycle-time.js';
import type { Evaluation } from '../model/evaluation.js';
import { energyNotes, errorText } from '../results/row.js';
import { dataspaceTable } from './cost-table.js';
import { machineText } from './machine-text.js';
import { nestText } from './nest-text.js';
import { percent, readable } from './numbers.js';
import type { Style } from './style.js';
import { numbers, renderTable, texts, wrapped } from './table.js';
import { edpText, energyText, energyUnit, timeText } from './units.js';

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
    nestText(evaluation.loopNest, style),
    dataspaceTable(evaluation, style),
    trafficTable(evaluation, style),
    ...networkSection(evaluation, style),
    ...(evaluation.compute.sparse === undefined ? [] : [sparseText(evaluation, style)]),
    ...(evaluation.machine === null ? [] : [machineText(evaluation.machine, style)]),
    `${energySources(architecture, style)}${estimateNotes(architecture, style)}`,
    totals(evaluation, architecture, style),
  ];
  return sections.join('\n');
}

/** What each level reads, takes in and gives back. */
function trafficTable(evaluation: Evaluation, style: Style): string {
  const rows = evaluation.levels
    .filter((level) => level.kind === 'storage')
    .flatMap(({ name, dataspaces }) =>
      Object.entries(dataspaces).map(([dataspace, counts], at) => [
        at === 0 ? style.accent(name) : '',
        dataspace,
        ...[counts.utilizedCapacity, counts.scalarReads, counts.scalarFills, counts.scalarUpdates].map(readable),
      ]),
    );
  const unit = evaluation.machine === null ? 'words' : 'bytes';
  const columns = [...texts('level', 'dataspace'), ...numbers(`tile (${unit})`, 'reads*', 'fills*', 'updates*')];
  const note = evaluation.machine === null ? '* words per instance' : '* bytes moved per instance, padding included';
  return `${renderTable({ columns, rows, style, keys: 2 })}${style.dim(note)}\n`;
}

/** Only networks that fan out or cost something. */
function networkSection(evaluation: Evaluation, style: Style): string[] {
  const networks = evaluation.networks.filter(
    ({ energyPj, dataspaces }) => energyPj > 0 || Object.values(dataspaces).some((one) => one.fanout > 1),
  );
  return networks.length > 0 ? [networkTable({ ...evaluation, networks }, style)] : [];
}

/** The name of a network is as long as two levels': it stands above its rows. */
function networkTable(evaluation: Evaluation, style: Style): string {
  const all = evaluation.networks.flatMap(({ dataspaces }) => Object.values(dataspaces));
  const { unit, show } = energyUnit(all.map(({ energyPj }) => energyPj));
  const rows = evaluation.networks.flatMap((network) =>
    Object.entries(network.dataspaces).map(([name, one], at) => ({
      above: at === 0 ? network.name : null,
      cells: [
        `  ${name}`,
        ...[one.fanout, one.ingresses, one.linkTransfers, one.spatialReductions, one.averageHops].map(readable),
        show(one.energyPj),
      ],
    })),
  );
  const figures = ['fan-out', 'words in', 'by links', 'reductions', 'hops', `energy (${unit})`];
  const columns = [...texts('network'), ...numbers(...figures)];
  const lines = renderTable({ columns, rows: rows.map(({ cells }) => cells), style }).split('\n');
  const titled = lines.flatMap((line, at) => {
    const above = rows[at - 1]?.above;
    return above ? [style.accent(above), line] : [line];
  });
  return titled.join('\n');
}

const sourceText: Readonly<Record<EnergySource, string>> = {
  ERT: 'ERT',
  attribute: 'attribute',
  'cacti-fit': 'CACTI fit',
  table: 'table',
  scaled: 'scaled',
  default: 'built-in default, not measured',
  none: 'no energy given',
};

/** No picojoule without its source: a default is never mistaken for a measurement. */
function energySources(architecture: Architecture, style: Style): string {
  const storage = architecture.levels.filter((level) => level.kind === 'storage').toReversed();
  const { compute } = architecture;
  const rows = storage.map(({ name, energy, blockSize }) => [
    name,
    ...[energy.readPj, energy.fillPj, energy.updatePj, blockSize].map(readable),
    sourceCell(energy, style),
  ]);
  const source = sourceCell({ source: compute.energySource, ...compute }, style);
  rows.push([compute.name, readable(compute.energyPj), '', '', '', source]);
  const columns = [...texts('pJ per access'), ...numbers('read', 'fill', 'update', 'words'), ...texts('source')];
  return renderTable({ columns, rows, style });
}

function sourceCell(
  { source, estimate }: { readonly source: EnergySource; readonly estimate?: EstimateNote },
  style: Style,
): string {
  if (source === 'default' || source === 'none') return style.warn(sourceText[source]);
  return [sourceText[source], estimate && errorText(estimate)].filter((one) => one !== undefined).join(', ');
}

/** What the estimates rest on, a line each. */
function estimateNotes(architecture: Architecture, style: Style): string {
  const notes = energyNotes(architecture);
  const lines = notes.flatMap(({ name, estimate }) =>
    estimate ? [`${wrapped(`${name}: ${estimate.basis}`, style.width)}\n`] : [],
  );
  return lines.length === 0 ? '' : style.dim(`estimated, not measured\n${lines.join('')}`);
}

function totals(evaluation: Evaluation, architecture: Architecture, style: Style): string {
  const { cycles, energyPj, edpPjCycles, computes, utilization, areaUm2, binding, operationalIntensity } = evaluation;
  const seconds = cycleSeconds(architecture);
  const rows: (readonly [string, string, string])[] = [
    ['cycles', readable(cycles), bindingText(binding)],
    ...(seconds === null ? [] : [['time', timeText(cycles * seconds), ''] as const]),
    ['energy', energyText(energyPj), computes > 0 ? `${energyText(energyPj / computes)} per compute` : ''],
    ['EDP', edpText(edpPjCycles), ''],
    ['utilization', `${percent(utilization)} %`, `${readable(computes)} computes`],
    ['intensity', `${readable(operationalIntensity.opsPerByte)} ops/byte`, 'at best, every word moved once'],
    ['area', areaUm2 === null ? '-' : `${readable(areaUm2)} um2`, areaNote(areaUm2, architecture)],
  ];
  return renderTable({
    columns: [...texts('total'), ...numbers(''), ...texts('')],
    rows: rows.map(([name, value, note]) => [name, style.bold(value), style.dim(note)]),
    style,
  });
}

/** What is missing from a sum of areas. */
function areaNote(areaUm2: number | null, { levels, compute }: Architecture): string {
  if (areaUm2 === null) return 'no areas given';
  const parts = [...levels.filter(({ kind }) => kind === 'storage').toReversed(), compute];
  const unknown = parts.filter((part) => part.areaUm2 === null);
  return unknown.length === 0 ? '' : `without ${unknown.map(({ name }) => name).join(', ')}: no area given`;
}

function bindingText(binding: Evaluation['binding']): string {
  const by = binding.kind === 'compute' ? 'compute' : binding.name;
  return `bound by ${by}${binding.detail ? `: ${binding.detail}` : ''}`;
}

/** What sparsity made of the dense accesses: what is left, gated and skipped, and the metadata beside it. */
const sparseColumns = [
  ...texts('sparse', 'dataspace', 'format'),
  ...numbers('density (%)', 'accesses', 'actual', 'gated', 'skipped', 'metadata (bits)', 'metadata (pJ)'),
];

function sparseText({ levels, compute }: Evaluation, style: Style): string {
  const rows = levels.flatMap(({ name, dataspaces }) =>
    Object.entries(dataspaces).flatMap(([dataspace, counts], index) => {
      const { sparse } = counts;
      if (sparse === undefined) return [];
      const sum = (of: { scalarReads: number; scalarFills: number; scalarUpdates: number }): string =>
        readable(of.scalarReads + of.scalarFills + of.scalarUpdates);
      const { metadata } = sparse;
      return [
        [
          index === 0 ? style.accent(name) : '',
          dataspace,
          metadata?.format ?? 'uncompressed',
          percent(sparse.expectedDensity),
          ...[counts, sparse.actual, sparse.gated, sparse.skipped].map(sum),
          ...(metadata === null ? ['', ''] : [metadata.capacityBits, metadata.energyPj].map(readable)),
        ],
      ];
    }),
  );
  const { sparse } = compute;
  if (sparse !== undefined) {
    const counts = [compute.computes, sparse.actual, sparse.gated, sparse.skipped].map(readable);
    rows.push([style.accent(compute.name), '', '', '', ...counts, '', '']);
  }
  const table = renderTable({ columns: sparseColumns, rows, style, keys: 2 });
  return `${table}${style.dim('words per instance, of the compute all operations; metadata: of the fullest tile, energy of all instances')}\n`;
}
