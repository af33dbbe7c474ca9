// What a report knows: rows of result tables, of any search, evaluation or sweep, with the columns that were varied, and
// for a network the totals of each design. Everything is in the one unit that the page shows.

import { groupedBy } from '../math/remembered.js';
import type { PartJson } from '../model/cost-parts.js';
import { type Figure, figures } from '../results/compare.js';
import { type CsvTable, numberIn } from '../results/read-csv.js';
import { isResultColumn, utilizationSuffix } from '../results/row.js';
import type { ReportData, ReportRow } from './report-row.js';
import { edpUnit, energyUnit } from './units.js';

export interface ReportTable {
  /** Where it was read from. */
  readonly source: string;
  readonly table: CsvTable;
  /** Layers of its network were not reached: there are no totals. */
  readonly incomplete?: boolean;
}

type Cells = CsvTable['rows'][number];

export function reportData(title: string, tables: readonly ReportTable[]): ReportData {
  const own = [...new Set(tables.flatMap(({ table }) => table.columns))].filter((name) => !isResultColumn(name));
  const all = distinct(
    tables.flatMap(({ source, table }) => table.rows.map((cells) => ({ source, cells }))),
    own,
  );
  const varied = variedColumns(tables, all, own);
  const found = all.filter(({ cells }) => wrongFigure(cells) === undefined);
  const energies = energyUnit(found.map(({ cells }) => Number(cells.energy_pj)));
  const edps = edpUnit(found.map(({ cells }) => Number(cells.edp_pj_cycles)));
  const scales = { energy: energies.factor, edp: edps.factor };
  const mappings = found.map(({ source, cells }, id) => rowOf(cells, { id, source, axes: varied, scales }));
  const incomplete = new Set(tables.flatMap((one) => (one.incomplete ? [one.source] : [])));
  const layers = found.map(({ source, cells }, at) => {
    return { row: mappings[at]!, name: cells.workload ?? '', complete: !incomplete.has(source) };
  });
  return {
    title,
    rows: labelled([...mappings, ...totals(layers, scales)]),
    axes: varied,
    along: alongAxis(found, varied, energies.factor),
    energyUnit: energies.unit,
    edpUnit: edps.unit,
    failed: all.flatMap(({ cells }) => {
      const figure = wrongFigure(cells);
      return figure === undefined ? [] : [[designOf(cells, varied).join(', '), reasonOf(cells, figure)] as const];
    }),
  };
}

/**
 * The first figure that is missing or cannot be one: drawn as zero it would be the best of all. Tables of other tools may do
 * without a column of energies or products.
 */
function wrongFigure(cells: Cells): Figure | undefined {
  const needed = figures.filter((figure) => figure === 'cycles' || cells[figure] !== undefined);
  return needed.find((figure) => !((numberIn(cells[figure]) ?? -1) >= 0));
}

function reasonOf(cells: Cells, figure: Figure): string {
  const found = cells[figure] ?? '';
  if (figures.every((one) => (cells[one] ?? '') === '')) return cells.diagnostics || cells.stop_reason || 'no result';
  return found === '' ? `no ${figure}` : `${figure} is ${found}`;
}

/** Best results over the varied column that takes most numbers; null where none takes three. */
function alongAxis(
  found: readonly { readonly source: string; readonly cells: Cells }[],
  varied: readonly string[],
  energyFactor: number,
): ReportData['along'] {
  const values = (name: string): Set<number | null> => new Set(found.map(({ cells }) => numberIn(cells[name])));
  const [axis] = varied
    .filter((name) => !values(name).has(null) && values(name).size >= 3)
    .sort((a, b) => values(b).size - values(a).size);
  if (axis === undefined) return null;
  const best = found.map((row, id) => ({ ...row, id })).filter(({ cells }) => numberIn(cells.rank) === 1);
  const tells = ['architecture', 'workload'].filter((name) => new Set(best.map(({ cells }) => cells[name])).size > 1);
  const named = varied.filter((name) => name !== axis && name !== 'file');
  const points = best.map(({ id, source, cells }) => ({
    id,
    series: [
      ...tells.map((name) => cells[name] ?? ''),
      ...named.map((name) => `${name} ${cells[name] ?? ''}`),
      ...(varied.includes('file') ? [source] : []),
    ].join(', '),
    at: Number(cells[axis]),
    cycles: Number(cells.cycles),
    energy: Number(cells.energy_pj) * energyFactor,
  }));
  return { axis, points };
}

/** The best of a search stand in its frontier too. Points of a sweep may be equal, and are points nevertheless. */
function distinct<T extends { readonly source: string; readonly cells: Cells }>(
  all: readonly T[],
  own: readonly string[],
): readonly T[] {
  const seen = new Set<string>();
  return all.filter(({ source, cells }) => {
    const { mapping = '', config_hash, architecture, workload } = cells;
    const key = JSON.stringify([
      source,
      architecture,
      workload,
      config_hash,
      mapping,
      ...own.map((name) => cells[name]),
    ]);
    if (mapping !== '' && seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** What no result has by itself and differs between rows; several files are an axis too. */
function variedColumns(
  tables: readonly ReportTable[],
  all: readonly { readonly source: string; readonly cells: Cells }[],
  own: readonly string[],
): readonly string[] {
  const differs = (name: string): boolean => new Set(all.map(({ cells }) => cells[name] ?? '')).size > 1;
  return [
    ...['objective', ...own].filter(differs),
    ...(new Set(tables.map(({ source }) => source)).size > 1 ? ['file'] : []),
  ];
}

/** What makes another workload of it is no property of a design. */
function ofProblem(name: string): boolean {
  return name.startsWith(problemPrefix);
}

const problemPrefix = 'problem.';

interface RowContext {
  readonly id: number;
  readonly source: string;
  readonly axes: readonly string[];
  readonly scales: { readonly energy: number; readonly edp: number };
}

function rowOf(cells: Cells, { id, source, axes, scales }: RowContext): ReportRow {
  const withFile = { ...cells, file: source };
  const architecture = cells.architecture ?? '';
  const values = axes.map((name) => numberIn(withFile[name as 'file']) ?? withFile[name as 'file'] ?? '');
  const rank = Number(cells.rank);
  return {
    id,
    label: '',
    kind: 'mapping',
    architecture,
    workload: [
      cells.workload,
      ...axes.filter(ofProblem).map((name) => `${name.split('.').at(-1)}=${cells[name]}`),
    ].join(' '),
    design: [
      architecture,
      ...axes.flatMap((name, at) => (ofProblem(name) ? [] : [`${name} ${values[at]}`])),
      ...(rank > 1 ? [`#${rank}`] : []),
    ].join(', '),
    rank,
    count: numberIn(cells.count) ?? 1,
    cycles: Number(cells.cycles),
    energy: Number(cells.energy_pj) * scales.energy,
    edp: Number(cells.edp_pj_cycles) * scales.edp,
    utilization: Number(cells.utilization) * 100,
    proven: cells.optimal === 'true',
    boundBy: cells.bound_by ?? '',
    opsPerCycle: numberIn(cells.ops_per_cycle),
    opsPerByte: numberIn(cells.ops_per_byte),
    peak: numberIn(cells.peak_ops_per_cycle),
    bandwidth: numberIn(cells.outer_bytes_per_cycle),
    axes: values,
    // Files of older versions have energies neither by level nor by dataspace.
    parts: (parsed(cells.parts) as readonly PartJson[]).map(([part, dataspace, words, pj]) => [
      part,
      dataspace,
      words,
      pj * scales.energy,
    ]),
    occupancy: Object.entries(cells).flatMap(([name, text]) => {
      const percent = name.endsWith(utilizationSuffix) ? numberIn(text) : null;
      return percent === null ? [] : [[name.slice(0, -utilizationSuffix.length), percent * 100] as const];
    }),
    mapping: parsed(cells.mapping) as readonly object[],
  };
}

function parsed(text: string | undefined): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function designOf(cells: Cells, axes: readonly string[]): string[] {
  return [cells.architecture ?? '', cells.workload ?? '', ...axes.map((name) => `${name} ${cells[name] ?? ''}`)];
}

interface LayerRow {
  readonly row: ReportRow;
  /** Of the workload, without what was varied of it. */
  readonly name: string;
  readonly complete: boolean;
}

/** Of every design that has a best mapping for each of several workloads; other sizes of a workload are no other layer. */
function totals(rows: readonly LayerRow[], scales: RowContext['scales']): readonly ReportRow[] {
  const best = rows.filter(({ row, complete }) => row.rank === 1 && complete);
  const workloads = new Set(best.map(({ name }) => name));
  if (workloads.size < 2) return [];
  const designs = groupedBy(best, ({ row }) => JSON.stringify([row.architecture, row.axes]));
  return [...designs.values()].flatMap((together, at): ReportRow[] => {
    const layers = together.map(({ row }) => row);
    const [first] = together;
    if (new Set(together.map(({ name }) => name)).size < workloads.size || layers.length > workloads.size) return [];
    const sum = (of: (row: ReportRow) => number): number =>
      layers.reduce((total, row) => total + row.count * of(row), 0);
    const cycles = sum((row) => row.cycles);
    const energy = sum((row) => row.energy);
    const parts = new Map<string, PartJson>();
    for (const { count, parts: own } of layers)
      for (const [part, dataspace, , value] of own) {
        const key = JSON.stringify([part, dataspace]);
        parts.set(key, [part, dataspace, null, (parts.get(key)?.[3] ?? 0) + count * value]);
      }
    return [
      {
        ...first!.row,
        id: rows.length + at,
        kind: 'total',
        workload: `all ${workloads.size} workloads${first!.row.workload.slice(first!.name.length)}`,
        count: sum(() => 1),
        cycles,
        energy,
        edp: ((cycles * energy) / scales.energy) * scales.edp,
        utilization: null,
        proven: layers.every(({ proven }) => proven),
        boundBy: '',
        opsPerCycle: null,
        opsPerByte: null,
        parts: [...parts.values()],
        occupancy: [],
        mapping: [],
      },
    ];
  });
}

/** As short as tells rows apart. */
function labelled(rows: readonly ReportRow[]): readonly ReportRow[] {
  const several = (of: (row: ReportRow) => unknown): boolean => new Set(rows.map(of)).size > 1;
  const [designs, workloads] = [several(({ design }) => design), several(({ workload }) => workload)];
  return rows.map((row) => {
    const words = [...(workloads || !designs ? [row.workload] : []), ...(designs ? [row.design] : [])];
    return { ...row, label: words.join(' on ') };
  });
}
