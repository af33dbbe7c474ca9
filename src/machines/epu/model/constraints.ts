// What the hardware implies for every mapping (section 2.7), and bounds that make whole tiles of it: as many tiles as
// ceil(extent / D), each of them as small as that allows, so that factors can be perfect.

import type { Implied } from '../../../mapping/implied.js';
import { evenly, padded } from '../../padding.js';
import { widthOf } from '../../places.js';
import { type EpuProblem, residentsOf } from './problem.js';
import { type Axis, tapsOf } from './roles.js';

export function paddedBounds({ workload, core, pop, roles }: EpuProblem): number[] {
  const side = core.arraySide;
  const on = (line: boolean): number[] =>
    roles.axes.flatMap(({ along, dimension }) => ((along === 'line') === line ? [dimension] : []));
  return padded(workload.bounds, [
    [on(true), (bound) => inRectangles(bound, side)],
    [roles.lane === null ? [] : [roles.lane], (bound) => evenly(bound, pop.lanes)],
    [on(false), (bound) => evenly(bound, side)],
  ]);
}

function inRectangles(extent: number, side: number): number {
  const tiles = Math.ceil(extent / side ** 2);
  return tiles * smallestRectangle(Math.ceil(extent / tiles), side);
}

/** The fewest cores in full rows and columns that are at least `cores`. */
function smallestRectangle(cores: number, side: number): number {
  let least = side * side;
  for (let columns = 1; columns <= side; columns += 1) {
    const rows = Math.ceil(cores / columns);
    if (rows <= side) least = Math.min(least, columns * rows);
  }
  return least;
}

type Constraint = Implied['constraints'][number];

export function impliedConstraints(problem: EpuProblem, bounds: readonly number[]): readonly Constraint[] {
  const { workload, architecture, places, pop, roles } = problem;
  const { dimensions } = workload;
  const names = workload.dataspaces.map(({ name }) => name);
  const leaf = (level: number): string => architecture.levels[level]!.leaf;
  const name = (d: number): string => dimensions[d]!;
  const inCores = [...residentsOf(roles), roles.outputs].map((t) => names[t]!);
  const common = roles.common < 0 ? [] : [names[roles.common]!];
  const taps = tapsOf(roles);
  const once = (wanted: readonly number[]): string[] => wanted.map((d) => `${name(d)}=1`);
  const only = (limits: ReadonlyMap<number, number>): string[] =>
    dimensions.map((one, d) => (limits.has(d) ? `${one}<=${Math.min(limits.get(d)!, bounds[d]!)}` : `${one}=1`));
  const along = (side: Axis['along'], level: number): ReadonlyMap<number, number> => {
    const lying = roles.axes.filter((axis) => axis.along === side || axis.along === 'line');
    return new Map(lying.map(({ dimension }) => [dimension, widthOf(architecture, level)]));
  };
  const onLanes = Math.min(pop.lanes, widthOf(architecture, places.lanes));
  const sideBySide = (level: number, limits: ReadonlyMap<number, number>): Constraint => {
    return { target: leaf(level), type: 'spatial', factors: only(limits), no_link_transfer: names };
  };
  const lane = (most: number): ReadonlyMap<number, number> => new Map(roles.lane === null ? [] : [[roles.lane, most]]);
  // A copy between DDR and OCM takes whole rows (L2); sums are finished before they leave the cores.
  const wide = roles.axes.filter(({ along: side }) => side === 'columns').map(({ dimension }) => dimension);
  return [
    { target: leaf(places.ddr), type: 'dataspace', keep: names },
    { target: leaf(places.ddr), type: 'temporal', factors: once([...roles.channels, ...taps, ...wide]) },
    { target: leaf(places.ocm), type: 'dataspace', keep: names },
    {
      target: leaf(places.ocm),
      type: 'temporal',
      factors: once(taps),
      ...(roles.channels.length > 0 ? { permutation: roles.channels.map(name) } : {}),
    },
    { target: leaf(places.localMemory), type: 'dataspace', keep: inCores, bypass: common },
    { target: leaf(places.localMemory), type: 'temporal', factors: taps.map((d) => `${name(d)}=${bounds[d]!}`) },
    sideBySide(places.columns, along('columns', places.columns)),
    sideBySide(places.rows, along('rows', places.rows)),
    { target: leaf(places.register), type: 'dataspace', keep: common, bypass: inCores },
    { target: leaf(places.register), type: 'temporal', factors: only(lane(Math.ceil(pop.elements / pop.lanes))) },
    sideBySide(places.lanes, lane(onLanes)),
  ];
}
