// What a programmer would write for a mapping, and how much of the machine it uses.

import type { CountedNest, Fact } from '../../../model/seams.js';
import { rankExtent } from '../../../workload/workload.js';
import { fact } from '../../report.js';
import { macLanes, registerBytes } from '../element-type.js';
import { localMemoryUtilization } from '../local-memory.js';
import { peakOperationsPerSecond, tileElements } from '../tiles.js';
import { wider } from './element-types.js';
import { footprintOf, registersPerCore } from './footprint.js';
import { localBytesPerCore } from './places.js';
import { dataspacesOf, type EpuProblem, residentsOf } from './problem.js';
import { tapsOf } from './roles.js';
import type { Works } from './schedule.js';

export function reportOf(problem: EpuProblem, works: Works, nest: CountedNest): readonly Fact[] {
  const { workload, core, places, roles, types, settings } = problem;
  const { dimensions, held } = nest;
  const local = (places.localMemory + 1) * dimensions;
  const ocm = (places.ocm + 1) * dimensions;
  const work = works.work(nest);
  const multiplies = roles.common >= 0;
  const { geometry } = works;
  const name = (t: number): string => workload.dataspaces[t]!.name;
  const footprint = footprintOf(problem);
  const bytes = (level: number, t: number, from: number): number => footprint.bytes(level, t, held, from);
  const registers = (t: number): number => registersPerCore(problem, bytes(places.localMemory, t, local));
  const inOcm = dataspacesOf(roles).reduce((sum, t) => sum + bytes(places.ocm, t, ocm), 0);
  const inCore = Math.ceil([...residentsOf(roles), roles.outputs].reduce((sum, t) => sum + registers(t), 0));
  const perCore = localBytesPerCore(problem.architecture, places);
  const type = wider(types.resident, types.common);
  const onLanes = roles.lane === null ? 1 : held[(places.register + 1) * dimensions + roles.lane]!;
  const lanes = Math.min(onLanes, macLanes(core, type));
  const macSlots = nest.computeCycles * tileElements(core) * macLanes(core, type);
  return [
    fact(
      'core',
      `${core.name}, ${multiplies ? `${types.resident} x ${types.common}` : types.resident} -> ${types.outputs}`,
      '1',
      'public',
    ),
    fact('on the cores', placement(problem), '1', 'public'),
    ...(multiplies ? [] : [fact('for every element', 'operations of the ALUs', '1', 'public')]),
    fact(
      'on the lanes',
      roles.lane === null ? 'nothing: no input channels' : workload.dimensions[roles.lane]!,
      '1',
      'estimate',
    ),
    fact('bounds in whole tiles', boundsText(problem), '1', 'public'),
    fact(`memCpy of ${name(roles.resident)}`, regionText(problem, roles.resident, held, ocm), 'elements', 'public'),
    fact('memCpy calls', work.copies, 'calls', 'public'),
    fact('OCM bytes', inOcm, 'B', 'public'),
    fact(
      `${fetchCall(works, held, local)} of ${name(roles.resident)}`,
      fetchText(problem, works, held, local),
      'elements',
      'public',
    ),
    fact('fetch calls', work.fetchCalls, 'calls', 'public'),
    fact('tiles at once', geometry.tiles(held, local), 'tiles a channel', 'public'),
    fact(
      `${geometry.aligned(held, local) ? 'writeTilesInRoi' : 'random access'} of the sums`,
      regionText(problem, roles.outputs, held, local),
      'elements',
      'public',
    ),
    fact('write calls', work.writeCalls, 'calls', 'public'),
    fact('steps of the cores', work.steps, 'tile sets', 'public'),
    fact('registers per core', inCore, `of ${perCore / registerBytes}`, 'public'),
    fact('local memory in use', localMemoryUtilization({ ...core, localMemoryBytes: perCore }, inCore), '1', 'public'),
    ...(multiplies
      ? [
          fact(`pops of ${name(roles.common)}`, work.pops, 'pops', 'estimate'),
          fact('pops per step', geometry.pops(held, local), 'pops', 'estimate'),
        ]
      : []),
    fact('neighbour hops', work.hops, 'calls', 'estimate'),
    fact('cores in use', nest.instances[places.register]! / tileElements(core), '1', 'public'),
    ...(multiplies
      ? [
          fact('lanes in use', lanes / macLanes(core, type), '1', 'estimate'),
          fact('MAC utilization', nest.computes / macSlots, '1', 'estimate'),
        ]
      : []),
    fact('peak', peakOperationsPerSecond(core, type) / 1e12, 'TOPS', 'estimate'),
    fact('composition', settings.composition, '1', 'estimate'),
    fact('energies and rates', 'no figure is published', '1', 'estimate'),
  ];
}

function placement({ workload, roles }: EpuProblem): string {
  if (roles.axes.length === 0) return 'one core';
  const side = { columns: 'columns', rows: 'rows', line: 'all cores in a line' } as const;
  return roles.axes.map(({ dimension, along }) => `${workload.dimensions[dimension]} on ${side[along]}`).join(', ');
}

/** Bounds along the cores and lanes, which `imply` may have padded: tiles times the extent of one. */
function boundsText({ workload, roles, core, pop }: EpuProblem): string {
  const parts = roles.axes.map(({ dimension, along }) => ({
    dimension,
    most: along === 'line' ? tileElements(core) : core.arraySide,
  }));
  const all = roles.lane === null ? parts : [...parts, { dimension: roles.lane, most: pop.lanes }];
  const text = all.map(({ dimension, most }) => {
    const bound = workload.bounds[dimension]!;
    const tiles = Math.ceil(bound / most);
    return `${workload.dimensions[dimension]} ${bound} = ${tiles} x ${bound / tiles}`;
  });
  return text.length === 0 ? 'none' : text.join(', ');
}

/** Extents of a region of interest, rank by rank. */
function regionText(problem: EpuProblem, t: number, held: Float64Array, from: number): string {
  return problem.workload.dataspaces[t]!.projection.map((rank) => rankExtent(rank, held, from)).join(' x ');
}

/** The region of a fetch, without the ring that a border iterator adds. */
function fetchText(problem: EpuProblem, works: Works, held: Float64Array, from: number): string {
  const { roles } = problem;
  const own = Float64Array.from(held);
  if (fetchCall(works, held, from) === bordered) for (const d of tapsOf(roles)) own[from + d] = 1;
  return regionText(problem, roles.resident, own, from);
}

const bordered = 'fetchTilesInRoi YX_BORDER';

/** Border iterators bring one ring themselves; for deeper ones regions overlap (N5). */
function fetchCall(works: Works, held: Float64Array, from: number): string {
  if (works.geometry.strided || !works.geometry.aligned(held, from)) return 'random access';
  const { depth } = works.geometry.flow(held, from);
  if (depth > 1) return 'overlapping fetchTilesInRoi YX_NO_BORDER';
  return depth === 1 ? bordered : 'fetchTilesInRoi YX_NO_BORDER';
}
