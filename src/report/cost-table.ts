// How full every level is and what it costs, with bars: one row a level, or one a dataspace.

import { dataspaceEnergyPj, machineParts, networkPart } from '../model/cost-parts.js';
import type { Evaluation, LevelEvaluation } from '../model/evaluation.js';
import { bar, percent, readable } from './numbers.js';
import type { Style } from './style.js';
import { numbers, renderTable, texts } from './table.js';
import { energyUnit } from './units.js';

interface CostRow {
  readonly name: string;
  readonly used: string;
  readonly dataspace: string;
  /** Of the capacity; null where there is no limit. */
  readonly full: number | null;
  readonly energyPj: number;
  readonly kind: 'level' | 'dataspace' | 'sum';
}

export function levelTable(evaluation: Evaluation, style: Style): string {
  return draw(evaluation, { rows: [...levels(evaluation).map(levelRow), ...others(evaluation)], style, bars: true });
}

export function dataspaceTable(evaluation: Evaluation, style: Style): string {
  const rows = levels(evaluation).flatMap((level) => {
    const dataspaces = Object.entries(level.dataspaces).map(([dataspace, counts], at): CostRow => {
      const full = level.capacityWords === null ? null : counts.utilizedCapacity / level.capacityWords;
      const head = at === 0 ? level : undefined;
      return { ...headOf(head), dataspace, full, energyPj: dataspaceEnergyPj(counts), kind: 'dataspace' };
    });
    if (dataspaces.length === 0) return [levelRow(level)];
    if (dataspaces.length === 1 && level.leakageEnergyPj === 0) return dataspaces;
    const { leakageEnergyPj: energyPj } = level;
    const leakage: CostRow = { ...headOf(undefined), dataspace: '(leakage)', full: null, energyPj, kind: 'dataspace' };
    const sum: CostRow = { ...levelRow(level), ...headOf(undefined), dataspace: 'all', kind: 'sum' };
    return [...dataspaces, ...(energyPj > 0 ? [leakage] : []), sum];
  });
  return draw(evaluation, { rows: [...rows, ...others(evaluation)], style, bars: false });
}

/** A fan-out level holds nothing; its traffic is in the table of networks. */
function levels(evaluation: Evaluation): readonly LevelEvaluation[] {
  return evaluation.levels.filter((level) => level.kind === 'storage');
}

function headOf(level: LevelEvaluation | undefined): Pick<CostRow, 'name' | 'used'> {
  return level ? { name: level.name, used: usedText(level) } : { name: '', used: '' };
}

function levelRow(level: LevelEvaluation): CostRow {
  const { bufferUtilization: full, energyPj } = level;
  return { ...headOf(level), dataspace: '', full, energyPj, kind: 'level' };
}

function others(evaluation: Evaluation): readonly CostRow[] {
  const { compute, networks } = evaluation;
  const networkPj = networks.reduce((sum, network) => sum + network.energyPj, 0);
  const row = { dataspace: '', full: null, kind: 'level' as const };
  return [
    { ...row, name: compute.name, used: usedText(compute), energyPj: compute.energyPj },
    ...(networkPj > 0 ? [{ ...row, name: networkPart(evaluation), used: '', energyPj: networkPj }] : []),
    ...machineParts(evaluation).map(({ part, energyPj }) => ({ ...row, name: part, used: '', energyPj })),
  ];
}

function usedText({ utilizedInstances, instances }: Pick<LevelEvaluation, 'instances' | 'utilizedInstances'>): string {
  return `${readable(utilizedInstances)} of ${readable(instances)}`;
}

interface Drawing {
  readonly rows: readonly CostRow[];
  readonly style: Style;
  /** Of shares; where there are none, there is a column of dataspaces. */
  readonly bars: boolean;
}

function draw(evaluation: Evaluation, { rows, style, bars }: Drawing): string {
  const width = bars && rows.some(({ used }) => used.length > 10) ? 6 : 10;
  const { unit, show } = energyUnit(rows.map(({ energyPj }) => energyPj));
  const columns = [
    ...texts('level', 'used', ...(bars ? [] : ['dataspace']), 'full'),
    ...numbers(`energy (${unit})`),
    ...(bars ? texts('share') : numbers('share')),
  ];
  const cells = rows.map(({ name, used, dataspace, full, energyPj, kind }) => {
    const share = evaluation.energyPj > 0 ? energyPj / evaluation.energyPj : null;
    const rest = [
      ...(bars ? [] : [dataspace]),
      full === null ? '' : barText(full, width),
      show(energyPj),
      share === null ? '-' : bars ? barText(share, width) : `${percent(share)} %`,
    ];
    return [style.accent(name), used, ...(kind === 'sum' ? rest.map(style.dim) : rest)];
  });
  return renderTable({ columns, rows: cells, style });
}

/** Where instances are many, bars are short. */
function barText(fraction: number, width: number): string {
  return `${bar(fraction, width)} ${percent(fraction).padStart(5)} %`;
}
