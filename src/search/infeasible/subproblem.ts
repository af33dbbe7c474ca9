// The choices and limits that some of the requirements leave: what is not required is free. The positions of the mapspace
// stay as they are; their limits are put together anew.

import type { FactorConstraint } from '../../mapping/constraints.js';
import type { Problem } from '../../mapping/problem.js';
import { keepMask } from '../../mapspace/keep-space.js';
import { positionsOf, type Tiling } from '../../mapspace/tiling.js';
import { maskOf, maskWhere } from '../../math/bits.js';
import type { Requirement } from './requirement.js';

/** What a storage level may hold, in words. */
export interface SizeLimit {
  /** Index into `tiling.temporal`. */
  readonly temporal: number;
  readonly level: number;
  /** Infinity where no capacity is required, 0 where nothing need be held. */
  readonly most: number;
  readonly least: number;
}

/** One choice of where a dataspace is kept. */
export interface Keeping {
  /** Mask over levels. */
  readonly keep: number;
  /** Mask over the size limits: where it takes room (F.7.5). */
  readonly held: number;
}

/** What a value should be for others to fit: as small as possible, as large, or it depends. */
export type Sense = 'low' | 'high' | 'same' | 'none';

/** Per value of a profile; `matters` per size limit. */
export function sensesOf(subproblem: Subproblem, matters: readonly boolean[]): readonly Sense[] {
  const { sizes, limitedFanout, leastInstances, mostLoops } = subproblem;
  const sense = (low: boolean, high: boolean): Sense => (low ? (high ? 'same' : 'low') : high ? 'high' : 'none');
  return [
    ...sizes.map(({ most, least }, at) => sense(matters[at]! && most < Infinity, matters[at]! && least > 0)),
    ...limitedFanout.map((limited) => sense(limited, leastInstances > 0)),
    sense(mostLoops < Infinity, false),
  ];
}

export interface Setting {
  readonly problem: Problem;
  readonly tiling: Tiling;
  readonly imperfect: boolean;
}

/** Free keep flags of one dataspace beyond which not all choices are listed. */
const mostFreeLevels = 12;

export function subproblemOf(setting: Setting, requirements: readonly Requirement[]) {
  const { problem, imperfect } = setting;
  const { workload, architecture } = problem;
  const given = gather(setting, requirements);
  const sizes = given.tiling.temporal.flatMap(({ level }, temporal): SizeLimit[] => {
    const [most = Number.POSITIVE_INFINITY, least = 0] = [given.most.get(level), given.least.get(level)];
    return most === Number.POSITIVE_INFINITY && least === 0 ? [] : [{ temporal, level, most, least }];
  });
  const storage = architecture.levels.flatMap(({ kind }, level) => (kind === 'storage' ? [level] : []));
  const keepings = workload.dataspaces.map((_, t) => {
    const forced = given.keep[t]!;
    const free = storage.filter((level) => !(((given.bypass[t]! | forced) >> level) & 1));
    const coalesced = storage.reduce(
      (mask, level) => ((problem.constraints.levels[level]!.noCoalesce >> t) & 1 ? mask : mask | (1 << level)),
      0,
    );
    return keepingsOf({ forced, free, coalesced }, sizes);
  });
  return {
    tiling: given.tiling,
    imperfect,
    /** Per dimension; null where any number of iterations will do. */
    bounds: given.bounds,
    /** Innermost first; levels without any limit are left out. */
    sizes,
    /** Per spatial position: whether some factors cannot be laid on it. */
    limitedFanout: given.limitedFanout,
    /** Least product of all spatial factors. */
    leastInstances: given.instances,
    mostLoops: given.loops,
    /** Per dataspace, without choices that another one serves as well. */
    keepings: keepings.map(({ list }) => list),
    /** False where choices had to be left out, so that finding nothing proves nothing. */
    complete: keepings.every(({ complete }) => complete),
  };
}

export type Subproblem = Readonly<ReturnType<typeof subproblemOf>>;

function gather({ problem, tiling }: Setting, requirements: readonly Requirement[]) {
  const { dimensions } = tiling;
  const limits = positionsOf(tiling).map(() => Array.from({ length: dimensions }, (): FactorConstraint => ({})));
  const bounds = new Array<number | null>(dimensions).fill(null);
  const sides = tiling.spatial.map(({ fanoutX, fanoutY }) => ({ x: unlessOne(fanoutX), y: unlessOne(fanoutY) }));
  const split = tiling.spatial.map((): number | null => null);
  const ordered = tiling.spatial.map(() => false);
  const limitedFanout = tiling.spatial.map(() => false);
  const keep = problem.workload.dataspaces.map(() => 0);
  const bypass = problem.workload.dataspaces.map(() => 0);
  const most = new Map<number, number>();
  const least = new Map<number, number>();
  let instances = 0;
  let loops = Number.POSITIVE_INFINITY;
  for (const one of requirements) {
    switch (one.kind) {
      case 'bound':
        bounds[one.dimension] = one.bound;
        break;
      case 'factor': {
        const key = ({ '=': 'exact', '<=': 'max', '>=': 'min' } as const)[one.relation];
        limits[one.position]![one.dimension] = { ...limits[one.position]![one.dimension], [key]: one.value };
        break;
      }
      case 'fanout':
        sides[one.position]![one.axis] = one.size;
        limitedFanout[one.position] = true;
        break;
      case 'split':
        // It can put loops on a side that is not there.
        split[one.position] = one.split;
        limitedFanout[one.position] = true;
        break;
      case 'order':
        ordered[one.position] = true;
        break;
      case 'keep':
        keep[one.dataspace] = keep[one.dataspace]! | (1 << one.level);
        break;
      case 'bypass':
        bypass[one.dataspace] = bypass[one.dataspace]! | (1 << one.level);
        break;
      case 'capacity':
        most.set(one.level, one.words);
        break;
      case 'utilization':
        least.set(one.level, one.words);
        break;
      case 'parallelism':
        instances = one.instances;
        break;
      case 'loops':
        loops = one.most;
    }
  }
  const free = Array.from({ length: dimensions }, (_, d) => d).filter((d) => bounds[d] !== 1);
  const unordered = { innermost: [], outermost: [], free, freeMask: maskOf(free) };
  const spatial = tiling.spatial.map((position, p) => ({
    ...position,
    ...(ordered[p] ? {} : unordered),
    factors: limits[p]!,
    split: split[p]!,
    fanoutX: sides[p]!.x,
    fanoutY: sides[p]!.y,
  }));
  const temporal = tiling.temporal.map((position, t) => ({ ...position, factors: limits[spatial.length + t]! }));
  return {
    tiling: { ...tiling, spatial, temporal },
    bounds,
    limitedFanout,
    keep,
    bypass,
    most,
    least,
    instances,
    loops,
  };
}

function unlessOne(side: number): number {
  return side === 1 ? 1 : Number.POSITIVE_INFINITY;
}

interface KeepChoice {
  /** Masks over levels. */
  readonly forced: number;
  readonly coalesced: number;
  readonly free: readonly number[];
}

function keepingsOf(
  { forced, free, coalesced }: KeepChoice,
  sizes: readonly SizeLimit[],
): { readonly list: readonly Keeping[]; readonly complete: boolean } {
  const asked = sizes.some(({ least }) => least > 0);
  const few = !asked || free.length > mostFreeLevels;
  // Where nothing need be held, the fewer levels keep it the better.
  const masks = few
    ? forced !== 0
      ? [forced]
      : free.map((level) => 1 << level)
    : Array.from({ length: 2 ** free.length }, (_, rank) => keepMask({ forced, free: [...free], count: 0 }, rank));
  const byHeld = new Map<number, Keeping>();
  for (const keep of masks) {
    if (keep === 0) continue;
    const coalescing = keep & coalesced;
    const backing = coalescing === 0 ? -1 : 31 - Math.clz32(coalescing);
    const held = sizes.reduce(
      (mask, { level }, at) => ((keep >> level) & 1 && level <= backing ? mask | (1 << at) : mask),
      0,
    );
    if (!byHeld.has(held)) byHeld.set(held, { keep, held });
  }
  const limited = masksOf(sizes);
  const choices = [...byHeld.values()];
  const list = choices.filter(({ held }, at) => {
    return !choices.some(
      (other, place) =>
        place !== at && serves(other.held, held, limited) && (place < at || !serves(held, other.held, limited)),
    );
  });
  return { list, complete: !(few && asked) };
}

function masksOf(sizes: readonly SizeLimit[]): { readonly most: number; readonly least: number } {
  return {
    most: maskWhere(sizes, ({ most }) => most < Number.POSITIVE_INFINITY),
    least: maskWhere(sizes, ({ least }) => least > 0),
  };
}

/** Whether holding `a` complies wherever holding `b` does. */
function serves(a: number, b: number, { most, least }: { readonly most: number; readonly least: number }): boolean {
  return (a & ~b & most) === 0 && (b & ~a & least) === 0;
}
