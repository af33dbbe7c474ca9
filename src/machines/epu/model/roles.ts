// Which dimension goes where (section 2.7, B10), told from the projections: rows and columns of the output on the cores, reduction
// channels on the lanes, taps by neighbour hops. Or columns of the weights lie on the cores, and the activations are common to
// all of them: which of the two is the search's choice.

import type { Workload } from '../../../workload/workload.js';
import {
  type Elementwise,
  elementwiseOf,
  type Operands,
  operandsOf,
  playing,
  type Window,
  windowsOf,
} from '../../operands.js';
import type { OnCores } from './settings.js';

/** A dimension of which the cores hold different iterations. */
export interface Axis extends Omit<Window, 'rank'> {
  /** Along the columns or the rows of the array, or over all its cores in a line. */
  readonly along: 'columns' | 'rows' | 'line';
}

/** Indices into dimensions and dataspaces. */
export interface Roles {
  /** The input that lies in local memory, another one of its shape that does, and the one that is broadcast; -1: there is none. */
  readonly resident: number;
  readonly second: number;
  readonly common: number;
  readonly outputs: number;
  readonly axes: readonly Axis[];
  /** Reduction dimensions that no axis has as its taps, and the one of them that lies on the lanes. */
  readonly channels: readonly number[];
  readonly lane: number | null;
}

/** Null unless there is a product of two inputs, or something for every element of one or two; only products have columns. */
export function rolesOf(workload: Workload, onCores: OnCores, arraySide: number): Roles | null {
  const elementwise = elementwiseOf(workload);
  if (elementwise) return onCores === 'rows' ? assignAlone(workload, elementwise, arraySide) : null;
  const operands = operandsOf(workload);
  return operands && assign(workload, operands, onCores);
}

export function tapsOf({ axes }: Pick<Roles, 'axes'>): number[] {
  return axes.flatMap(({ taps }) => taps.map(({ dimension }) => dimension));
}

/** The ALUs work on what lies in the cores, and nothing is broadcast. Where no window says what lies along the array, fewest tiles do. */
function assignAlone(workload: Workload, { inputs, outputs, roles }: Elementwise, arraySide: number): Roles {
  const [resident, second = -1] = inputs as [number, number?];
  const rows = playing({ roles }, 'row');
  const { bounds } = workload;
  const [usual, plane] = [
    axesOf(workload, rows, windowsOf(workload, { activations: resident, roles })),
    rows
      .filter((d) => bounds[d]! > 1)
      .slice(-2)
      .map((dimension, at): Axis => ({ dimension, along: at === 0 ? 'rows' : 'columns', stride: 1, taps: [] })),
  ];
  const tiles = (axes: readonly Axis[]): number =>
    rows.reduce((product, d) => {
      const along = axes.find(({ dimension }) => dimension === d)?.along;
      return product * (along ? Math.ceil(bounds[d]! / (along === 'line' ? arraySide ** 2 : arraySide)) : bounds[d]!);
    }, 1);
  const axes = usual[0]?.along === 'line' && plane.length === 2 && tiles(plane) < tiles(usual) ? plane : usual;
  const taps = tapsOf({ axes });
  const channels = playing({ roles }, 'reduction').filter((d) => !taps.includes(d));
  return { resident, second, common: -1, outputs, axes, channels, lane: null };
}

function assign(workload: Workload, operands: Operands, onCores: OnCores): Roles {
  const [rows, columns] = [playing(operands, 'row'), playing(operands, 'column')];
  const reductions = playing(operands, 'reduction');
  const windows = windowsOf(workload, operands);
  const windowTaps = windows.flatMap(({ taps }) => taps.map(({ dimension }) => dimension));
  const lane = largest(
    workload,
    reductions.filter((d) => !windowTaps.includes(d)),
  );
  const { activations, weights, outputs } = operands;
  if (onCores === 'columns') {
    const column = largest(workload, columns);
    const axes: Axis[] = column === null ? [] : [{ dimension: column, along: 'line', stride: 1, taps: [] }];
    return { resident: weights, second: -1, common: activations, outputs, axes, channels: reductions, lane };
  }
  const axes = axesOf(workload, rows, windows);
  const taps = tapsOf({ axes });
  const channels = reductions.filter((d) => !taps.includes(d));
  return { resident: activations, second: -1, common: weights, outputs, axes, channels, lane };
}

function axesOf(workload: Workload, rows: readonly number[], windows: readonly Window[]): Axis[] {
  const { bounds } = workload;
  const moving = windows.filter(({ dimension }) => bounds[dimension]! > 1);
  const [columns, before] = [moving.at(-1), moving.at(-2)];
  if (columns && before) {
    return [axisOf(columns, 'columns'), axisOf(before, 'rows')];
  }
  if (columns?.taps.some(({ dimension }) => bounds[dimension]! > 1)) {
    const other = largest(
      workload,
      rows.filter((d) => d !== columns.dimension),
    );
    const second: Axis[] = other === null ? [] : [{ dimension: other, along: 'rows', stride: 1, taps: [] }];
    return [axisOf(columns, 'columns'), ...second];
  }
  const line = largest(workload, rows);
  if (line === null) return [];
  const stride = windows.find(({ dimension }) => dimension === line)?.stride ?? 1;
  return [{ dimension: line, along: 'line', stride, taps: [] }];
}

function axisOf({ dimension, stride, taps }: Window, along: Axis['along']): Axis {
  return { dimension, along, stride, taps };
}

/** The dimension with the greatest bound above 1. */
function largest({ bounds }: Workload, dimensions: readonly number[]): number | null {
  const [first] = dimensions.filter((d) => bounds[d]! > 1).toSorted((a, b) => bounds[b]! - bounds[a]!);
  return first ?? null;
}
