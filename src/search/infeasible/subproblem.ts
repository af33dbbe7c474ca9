// The choices and limits that some of the requirements leave: what is not required is free. The positions of the mapspace
// stay as they are; their limits are put together anew.

import type { FactorConstraint } from '../../mapping/constraints.js';
import type { Problem } from '../../mapping/problem.js';
import { type KeepSpace, keepMask } from '../../mapspace/keep-space.js';
import { positionsOf, type SpatialPosition, type Tiling } from '../../mapspace/tiling.js';
import { maskOf, maskWhere } from '../../math/bits.js';
import { groupedBy } from '../../math/remembered.js';
import type { Requirement, RequirementOf } from './requirement.js';

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

/** Free keep flags of one dataspace beyond which not all choices are listed. */
const mostFreeLevels = 12;

export function subproblemOf(
  { problem, tiling, imperfect }: { readonly problem: Problem; readonly tiling: Tiling; readonly imperfect: boolean },
  requirements: readonly Requirement[],
) {
  const { workload, architecture, constraints } = problem;
  const kinds = groupedBy(requirements, ({ kind }) => kind);
  const of: OfKind = (kind) => (kinds.get(kind) ?? []) as RequirementOf<typeof kind>[];
  const bounds = workload.bounds.map((): number | null => null);
  for (const { dimension, value } of of('bound')) bounds[dimension] = value;
  const [mosts, leasts, keeps, bypasses] = [of('capacity'), of('utilization'), of('keep'), of('bypass')];
  const sizes = tiling.temporal.flatMap(({ level }, temporal): SizeLimit[] => {
    const { value: most = Number.POSITIVE_INFINITY } = mosts.find((one) => one.level === level) ?? {};
    const { value: least = 0 } = leasts.find((one) => one.level === level) ?? {};
    return most === Number.POSITIVE_INFINITY && least === 0 ? [] : [{ temporal, level, most, least }];
  });
  const storage = architecture.levels.flatMap(({ kind }, level) => (kind === 'storage' ? [level] : []));
  const keepings = workload.dataspaces.map((_, t) => {
    const levelsOf = (some: readonly RequirementOf<'keep' | 'bypass'>[]): number =>
      maskOf(some.flatMap(({ dataspace, level }) => (dataspace === t ? [level] : [])));
    const [forced, bypass] = [levelsOf(keeps), levelsOf(bypasses)];
    const free = storage.filter((level) => !(((bypass | forced) >> level) & 1));
    const coalesced = maskOf(storage.filter((level) => !((constraints.levels[level]!.noCoalesce >> t) & 1)));
    const count = 2 ** free.length - (forced === 0 ? 1 : 0);
    return keepingsOf({ forced, free, count, coalesced }, sizes);
  });
  const [[parallelism], [loops]] = [of('parallelism'), of('loops')];
  return {
    ...relaxedTiling(tiling, bounds, of),
    imperfect,
    /** Per dimension; null where any number of iterations will do. */
    bounds,
    /** Innermost first; levels without any limit are left out. */
    sizes,
    /** Least product of all spatial factors. */
    leastInstances: parallelism?.value ?? 0,
    mostLoops: loops?.value ?? Number.POSITIVE_INFINITY,
    /** Per dataspace, without choices that another one serves as well. */
    keepings: keepings.map(({ list }) => list),
    /** False where choices had to be left out, so that finding nothing proves nothing. */
    complete: keepings.every(({ complete }) => complete),
  };
}

export type Subproblem = Readonly<ReturnType<typeof subproblemOf>>;

type OfKind = <Kind extends Requirement['kind']>(kind: Kind) => readonly RequirementOf<Kind>[];

const limitOf = { '=': 'exact', '<=': 'max', '>=': 'min' } as const;

function relaxedTiling(tiling: Tiling, bounds: readonly (number | null)[], of: OfKind) {
  const limits = positionsOf(tiling).map(() => bounds.map((): FactorConstraint => ({})));
  for (const { position, dimension, relation, value } of of('factor'))
    limits[position]![dimension] = { ...limits[position]![dimension], [limitOf[relation]]: value };
  const layouts = [...of('fanout'), ...of('split')];
  const free = [...bounds.keys()].filter((d) => bounds[d] !== 1);
  const unordered = { innermost: [], outermost: [], free, freeMask: maskOf(free) };
  const spatial = tiling.spatial.map((position, p): SpatialPosition => {
    const side = (axis: 'x' | 'y', stated: number): number =>
      of('fanout').find((one) => one.position === p && one.axis === axis)?.value ?? (stated === 1 ? 1 : Infinity);
    return {
      ...position,
      ...(of('order').some((one) => one.position === p) ? {} : unordered),
      factors: limits[p]!,
      split: of('split').find((one) => one.position === p)?.value ?? null,
      fanoutX: side('x', position.fanoutX),
      fanoutY: side('y', position.fanoutY),
    };
  });
  const temporal = tiling.temporal.map((position, t) => ({ ...position, factors: limits[spatial.length + t]! }));
  return {
    tiling: { ...tiling, spatial, temporal },
    /** Per spatial position: whether some factors cannot be laid on it. A split can put loops on a side that is not there. */
    limitedFanout: spatial.map((_, p) => layouts.some((one) => one.position === p)),
  };
}

/** `coalesced`: mask over levels. */
function keepingsOf(
  { forced, free, count, coalesced }: KeepSpace & { readonly coalesced: number },
  sizes: readonly SizeLimit[],
): { readonly list: readonly Keeping[]; readonly complete: boolean } {
  const asked = sizes.some(({ least }) => least > 0);
  const few = !asked || free.length > mostFreeLevels;
  // Where nothing need be held, the fewer levels keep it the better.
  const fewest = forced !== 0 ? [forced] : free.map((level) => 1 << level);
  const masks = few ? fewest : Array.from({ length: count }, (_, rank) => keepMask({ forced, free, count }, rank));
  const byHeld = new Map<number, Keeping>();
  for (const keep of masks) {
    const coalescing = keep & coalesced;
    const backing = coalescing === 0 ? -1 : 31 - Math.clz32(coalescing);
    const held = maskWhere(sizes, ({ level }) => level <= backing && ((keep >> level) & 1) === 1);
    if (!byHeld.has(held)) byHeld.set(held, { keep, held });
  }
  const limited = {
    most: maskWhere(sizes, ({ most }) => most < Number.POSITIVE_INFINITY),
    least: maskWhere(sizes, ({ least }) => least > 0),
  };
  const choices = [...byHeld.values()];
  /** Of two that serve for each other, the earlier one. */
  const isServed = ({ held }: Keeping, at: number): boolean =>
    choices.some((other, place) => {
      if (place === at || !serves(other.held, held, limited)) return false;
      return place < at || !serves(held, other.held, limited);
    });
  return { list: choices.filter((one, at) => !isServed(one, at)), complete: !(few && asked) };
}

/** Whether holding `a` complies wherever holding `b` does. */
function serves(a: number, b: number, { most, least }: { readonly most: number; readonly least: number }): boolean {
  return (a & ~b & most) === 0 && (b & ~a & least) === 0;
}
