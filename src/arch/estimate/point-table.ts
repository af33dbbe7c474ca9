// Results of a lab's own for a component class: a list of points, one per line of a CSV file or item of a YAML list.
// Columns named after actions (`write|update` after several) give energies in pJ, `area` and `leakage` (mW) the rest; or one line per action with
// columns `action` (names joined by `|`) and `energy`. All other columns are attributes; a heading may list several
// spellings, `width|datawidth`. Between points, straight lines in the logarithms.

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import { type Node, type PlainValue, plain } from '../../spec/node.js';
import {
  actions,
  type EstimateAttributes,
  type EstimatorOutcome,
  originWithin,
  type Quantity,
  scalarAttributes,
} from './figures.js';
import { areaRatio, energyRatio, nodeOf, scalingErrorPercent, voltageFactors } from './technology.js';

export interface PointTable {
  readonly name: string;
  readonly points: readonly Point[];
  /** Spellings of each numeric attribute. */
  readonly numeric: readonly (readonly string[])[];
}

interface Point {
  /** In the order of `numeric`; the last one is the node in nm where points name one. */
  readonly at: readonly number[];
  readonly nm: number | undefined;
  readonly text: ReadonlyMap<string, string>;
  /** Energies by action in pJ, `area` in square micrometres, `leakage` in mW. */
  readonly values: ReadonlyMap<string, number>;
}

const RESULT_COLUMNS = new Set([
  ...['area', 'leakage', 'leak', 'energy', 'read', 'write', 'update', 'fill', 'transfer', 'access'],
  ...['compute', 'mac', 'add', 'multiply', 'compare', 'convert'],
  ...['metadata_read', 'metadata_write', 'metadata_update'],
]);
const IGNORED_COLUMNS = new Set(['action', 'comment', 'source', 'global_cycle_seconds']);

export function readPointTable(node: Node, owner: string, diagnostics: Diagnostic[]): PointTable | undefined {
  const wrong = (message: string, span = node.span): undefined => {
    const expected = 'a list of maps: attributes, and energies in pJ by action, area, leakage in mW';
    diagnostics.push(error('E-TYPE', message, { span, expected }));
    return undefined;
  };
  const records = plain(node) as readonly { readonly [key: string]: PlainValue }[];
  const attributes = new Set(
    records
      .flatMap((row) => Object.keys(row))
      .filter((key) => !isResult(key) && !IGNORED_COLUMNS.has(key) && !isTechnology(key)),
  );
  const numericKeys = [...attributes].filter((key) =>
    records.every((row) => typeof row[key] === 'number' && row[key] > 0),
  );
  const points = new Map<string, Point>();
  for (const row of records) {
    const at = numericKeys.map((key) => row[key] as number);
    const text = new Map(
      [...attributes].filter((key) => !numericKeys.includes(key)).map((key) => [key, String(row[key] ?? '')]),
    );
    const technology = Object.entries(row).filter(([key]) => isTechnology(key));
    const nm = nodeOf(scalarAttributes(new Map([['technology', technology[0]?.[1] ?? null]])));
    const place = JSON.stringify([at, nm, [...text]]);
    const values = new Map([...(points.get(place)?.values ?? []), ...valuesOf(row)]);
    if (values.size === 0) return wrong(`a point of ${owner} gives neither an energy nor an area`);
    if ([...values.values()].some((value) => !(value >= 0))) return wrong(`a point of ${owner} has a negative figure`);
    points.set(place, { at, nm, text, values });
  }
  const numeric = numericKeys.map((key) => key.split('|'));
  return { name: owner, points: [...points.values()], numeric };
}

export function estimateFromPoints(table: PointTable, attributes: EstimateAttributes): EstimatorOutcome {
  const nm = nodeOf(attributes);
  const wanted = table.numeric.map((names) =>
    names.map((name) => Number(attributes.get(name) ?? Number.NaN)).find((value) => value > 0),
  );
  const absent = wanted.indexOf(undefined);
  if (absent >= 0) return { unknown: `its table is by ${table.numeric[absent]![0]}, which it does not give` };
  const at = wanted as readonly number[];
  const fitting = table.points.filter(({ text }) =>
    [...text].every(
      ([key, value]) => value === '' || key.split('|').some((name) => String(attributes.get(name)) === value),
    ),
  );
  if (fitting.length === 0) return { unknown: 'no point of its table has its attributes' };
  const node = nearestNode(fitting, nm);
  const points = fitting.filter((point) => point.nm === node);
  const names = new Set(points.flatMap((point) => [...point.values.keys()]));
  const exact = points.find((point) => point.at.every((value, axis) => value === at[axis]));
  const found = new Map([...names].map((name) => [name, exact?.values.get(name) ?? between(points, name, at)]));
  const [area, leakage] = [found.get('area'), found.get('leakage')];
  const moved = node !== undefined && nm !== undefined && node !== nm;
  const [energy, size] = moved ? [energyRatio(node, nm), areaRatio(node, nm)] : [1, 1];
  const volts = nm === undefined ? { dynamic: 1, leakage: 1, note: '' } : voltageFactors(attributes, nm);
  const range = exact ? [] : at.map((value, axis) => quantityOf(table, points, { axis, value }));
  const how = `${exact ? '' : ', interpolated'}${moved ? `, ${node} nm scaled to ${nm} nm` : ''}${volts.note}`;
  return {
    actionsPj: actions(
      [...found]
        .filter(([name]) => name !== 'area' && name !== 'leakage')
        .map(([name, value]) => [name, value * energy * volts.dynamic]),
    ),
    leakageMw: (leakage ?? 0) * energy * volts.leakage,
    areaUm2: area === undefined ? null : area * size,
    origin: originWithin(range, {
      kind: moved || volts.note !== '' ? 'scaled' : 'table',
      source: `points of ${table.name}${how}`,
      errorPercent: moved ? scalingErrorPercent(node, nm) : exact ? 0 : leaveOneOutPercent(points),
    }),
  };
}

/** The node of the points that is nearest in ratio; undefined where the points name none. */
function nearestNode(points: readonly Point[], nm: number | undefined): number | undefined {
  const distance = (node: number) => (nm === undefined ? 0 : Math.abs(Math.log(node / nm)));
  return points.flatMap((point) => point.nm ?? []).toSorted((a, b) => distance(a) - distance(b))[0];
}

/**
 * On a full grid the points around, along each axis in turn; scattered points by the power law through them of least
 * squares, one exponent per attribute that varies.
 */
function between(points: readonly Point[], name: string, at: readonly number[]): number {
  const known = points.filter((point) => point.values.has(name));
  return along(known, name, at, 0) ?? powerLaw(known, name, at);
}

function along(points: readonly Point[], name: string, at: readonly number[], axis: number): number | undefined {
  if (axis === at.length) return points[0]?.values.get(name);
  const levels = [...new Set(points.map((point) => point.at[axis]!))].sort((a, b) => a - b);
  const slice = (level: number) => {
    const there = points.filter((point) => point.at[axis] === level);
    return along(there, name, at, axis + 1);
  };
  if (levels.length < 2) return levels.length === 0 ? undefined : slice(levels[0]!);
  const after = levels.findIndex((level) => level > at[axis]!);
  const upper = Math.max(1, after < 0 ? levels.length - 1 : after);
  const [low, high] = [levels[upper - 1]!, levels[upper]!];
  // A grid has all of the other attributes' values at each of its own.
  if (sizeAt(points, axis, low) !== sizeAt(points, axis, high)) return undefined;
  const [first, second] = [slice(low), slice(high)];
  if (first === undefined || second === undefined) return undefined;
  const share = Math.log(at[axis]! / low) / Math.log(high / low);
  return first > 0 && second > 0 ? first * (second / first) ** share : first + share * (second - first);
}

function sizeAt(points: readonly Point[], axis: number, level: number): string {
  const rest = points
    .filter((point) => point.at[axis] === level)
    .map((point) => point.at.filter((_, other) => other !== axis).join(' '));
  return rest.sort().join(';');
}

function powerLaw(points: readonly Point[], name: string, at: readonly number[]): number {
  const varying = at.map((_, axis) => axis).filter((axis) => new Set(points.map((point) => point.at[axis])).size > 1);
  const rows = points.map((point) => [1, ...varying.map((axis) => Math.log(point.at[axis]!))]);
  const logs = points.map((point) => Math.log(Math.max(point.values.get(name)!, Number.MIN_VALUE)));
  const size = varying.length + 1;
  const matrix = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (_, j) => rows.reduce((sum, row) => sum + row[i]! * row[j]!, i === j ? 1e-9 : 0)),
    rows.reduce((sum, row, p) => sum + row[i]! * logs[p]!, 0),
  ]);
  const solution = solve(matrix);
  return Math.exp([1, ...varying.map((axis) => Math.log(at[axis]!))].reduce((sum, x, i) => sum + x * solution[i]!, 0));
}

/** Gauss-Jordan on a small symmetric positive definite system with its right side as last column. */
function solve(matrix: number[][]): readonly number[] {
  matrix.forEach((row, pivot) => {
    const scale = row[pivot]!;
    for (let c = 0; c < row.length; c += 1) row[c]! /= scale;
    matrix.forEach((other, r) => {
      const factor = r === pivot ? 0 : other[pivot]!;
      for (let c = 0; factor !== 0 && c < row.length; c += 1) other[c]! -= factor * row[c]!;
    });
  });
  return matrix.map((row) => row.at(-1)!);
}

/** How far the others miss a point, in the mean over points and actions: what an interpolated figure states. */
function leaveOneOutPercent(points: readonly Point[]): number | null {
  const errors = points.slice(0, 200).flatMap((point) => {
    const others = points.filter((other) => other !== point);
    if (others.length < 2) return [];
    return [...point.values]
      .filter(([, value]) => value > 0)
      .map(([name, value]) => Math.abs(between(others, name, point.at) / value - 1));
  });
  const finite = errors.filter(Number.isFinite);
  if (finite.length === 0) return null;
  return Math.round((100 * finite.reduce((sum, one) => sum + one, 0)) / finite.length);
}

function quantityOf(
  { numeric }: PointTable,
  points: readonly Point[],
  { axis, value }: { readonly axis: number; readonly value: number },
): Quantity {
  const levels = points.map((point) => point.at[axis]!);
  return [numeric[axis]![0]!, value, Math.min(...levels), Math.max(...levels)];
}

function valuesOf(row: { readonly [key: string]: PlainValue }): readonly (readonly [string, number])[] {
  const names = typeof row.action === 'string' ? row.action.split('|') : [];
  return Object.entries(row).flatMap(([key, value]): readonly (readonly [string, number])[] => {
    if (!isResult(key) || typeof value !== 'number') return [];
    const columns = namesIn(key).flatMap((name) => (name === 'energy' ? names : [name]));
    return columns.map((name) => [name.trim() === 'leak' ? 'leakage' : name.trim(), value]);
  });
}

function isResult(key: string): boolean {
  return namesIn(key).every((name) => RESULT_COLUMNS.has(name));
}

/** `write|update` is for both; `energy(pJ)` and `area(um^2)` carry their unit. */
function namesIn(heading: string): readonly string[] {
  return heading.replace(/\s*\(.*\)$/, '').split('|');
}

function isTechnology(key: string): boolean {
  return key === 'technology' || key === 'tech_node';
}
