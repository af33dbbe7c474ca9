// The chain of tiles from the backing store to compute: storage levels from the outermost (0) inwards, between each and
// the next its temporal loops and then all fan-outs on the way. What may stand where comes from the mapspace's positions.

import type { StorageLevel } from '../../../arch/architecture.js';
import type { Mapspace } from '../../../mapspace/mapspace.js';
import { fitsSomehow } from '../../../mapspace/parallelism.js';
import type { PositionBase, SpatialPosition } from '../../../mapspace/tiling.js';
import { maskWhere } from '../../../math/bits.js';
import { productOf } from '../../../math/product.js';
import type { EvalPlan } from '../../../model/plan.js';
import { forwardedAt } from '../../arrangements.js';
import type { Lattice } from './lattice.js';

export interface Link {
  /** Index into `Architecture.levels`. */
  readonly level: number;
  readonly storage: StorageLevel;
  /** Temporal position, as indexed by the mapspace. */
  readonly temporal: number;
  /** `allowed[d]`: places in the lattice's divisor list that the temporal factor may take. */
  readonly allowed: readonly (readonly number[])[];
  /** Whether any temporal factor above 1 is allowed. */
  readonly loops: boolean;
  /** Spatial positions below the temporal loops, outer to inner, as indexed by the mapspace. */
  readonly spatial: readonly number[];
  /** What those fan-outs can multiply a tile by. */
  readonly spreads: readonly Spread[];
  /** Dataspaces (mask) that must be kept here, and those that may be. */
  readonly forced: number;
  readonly free: number;
  /** Dataspaces (mask) whose words neighbours may forward at some fan-out of the link, and at the one above compute (F.6). */
  readonly forwarded: number;
  readonly forwardedToCompute: number;
}

/** One choice of spatial factors of all fan-outs of a link. */
export interface Spread {
  /** Lattice id of the product. */
  readonly id: number;
  /** Product over all dimensions: the instances in use. */
  readonly elements: number;
  /** `factors[s][d]` per spatial position of the link. */
  readonly factors: readonly (readonly number[])[];
  /** `total[d]`, and its place among the lattice's divisors. */
  readonly total: readonly number[];
  readonly places: readonly number[];
  /** Dimensions with a factor above 1. */
  readonly stepped: readonly number[];
}

export interface Chain {
  readonly mapspace: Mapspace;
  readonly lattice: Lattice;
  /** Outermost first. */
  readonly links: readonly Link[];
}

/** What the storage of a link may keep, as masks of dataspaces. */
export function keepMasks({ forced, free }: Link): number[] {
  const masks: number[] = [];
  for (let part = free; ; part = (part - 1) & free) {
    masks.push(forced | part);
    if (part === 0) return masks;
  }
}

/** Elements of a link's fan-outs at most, under any spatial choice. */
export function mostElements({ spreads }: Pick<Link, 'spreads'>): number {
  return spreads.reduce((most, { elements }) => Math.max(most, elements), 1);
}

/** The same at least. */
export function leastElements({ spreads }: Pick<Link, 'spreads'>): number {
  return spreads.reduce((least, { elements }) => Math.min(least, elements), Number.POSITIVE_INFINITY);
}

/** The tile above the fan-outs of a link, under a spatial choice; -1 where there is none. */
export function nodeAbove(lattice: Lattice, node: number, spread: Spread): number {
  return steps(lattice, lattice.product, { node, spread }) ? node + spread.id : -1;
}

/** The tile below the fan-outs; -1 where the spatial factors do not divide the tile above. */
export function nodeBelow(lattice: Lattice, node: number, spread: Spread): number {
  return steps(lattice, lattice.quotient, { node, spread }) ? node - spread.id : -1;
}

function steps(
  { digit, divisors }: Lattice,
  table: Lattice['product'],
  { node, spread }: { readonly node: number; readonly spread: Spread },
): boolean {
  for (const d of spread.stepped) {
    if (table[d]![digit[d]![node]! * divisors[d]!.length + spread.places[d]!]! < 0) return false;
  }
  return true;
}

/** Undefined where the constraints leave too many spatial choices to list. */
export function createChain(
  mapspace: Mapspace,
  lattice: Lattice,
  { plan, mostSpreads }: { readonly plan: EvalPlan; readonly mostSpreads: number },
): Chain | undefined {
  const { problem, tiling, keeps } = mapspace;
  const links: Link[] = [];
  for (let t = tiling.temporal.length - 1; t >= 0; t -= 1) {
    const position = tiling.temporal[t]!;
    const next = t === 0 ? -1 : tiling.temporal[t - 1]!.level;
    const spatial = tiling.spatial
      .map(({ level }, index) => ({ level, index }))
      .filter(({ level }) => level <= position.level && level > next)
      .sort((a, b) => b.level - a.level)
      .map(({ index }) => index);
    const spreads = spreadsOf(mapspace, lattice, spatial, mostSpreads);
    if (spreads === undefined) return undefined;
    const allowed = problem.workload.bounds.map((_, d) => allowedPlaces(lattice, position, d));
    links.push({
      level: position.level,
      storage: problem.architecture.levels[position.level]!,
      temporal: t,
      allowed,
      loops: allowed.some((places) => places.some((place) => place > 0)),
      spatial,
      spreads,
      forced: maskWhere(keeps, ({ forced }) => ((forced >> position.level) & 1) === 1),
      free: maskWhere(keeps, ({ free }) => free.includes(position.level)),
      forwarded: spatial.reduce((mask, index) => mask | forwardedAt(plan, tiling.spatial[index]!.level), 0),
      forwardedToCompute: spatial.some((index) => tiling.spatial[index]!.level === 0) ? forwardedAt(plan, 0) : 0,
    });
  }
  return { mapspace, lattice, links };
}

/** Places of the divisors that a position's constraints allow in dimension d. */
function allowedPlaces(lattice: Lattice, position: PositionBase, d: number): number[] {
  const { exact, min = 1, max = Number.POSITIVE_INFINITY } = position.factors[d] ?? {};
  return Array.from(lattice.divisors[d]!, (_, place) => place).filter((place) => {
    const factor = lattice.divisors[d]![place]!;
    return exact === undefined ? factor >= min && factor <= max : factor === exact;
  });
}

function spreadsOf(
  mapspace: Mapspace,
  lattice: Lattice,
  spatial: readonly number[],
  most: number,
): Spread[] | undefined {
  const { bounds } = mapspace.problem.workload;
  const ones = bounds.map(() => 1);
  let list: Spread[] = [{ id: 0, elements: 1, factors: [], total: ones, places: bounds.map(() => 0), stepped: [] }];
  for (const index of spatial) {
    const position = mapspace.tiling.spatial[index]!;
    const own = fanoutChoices(lattice, position, most);
    if (own === undefined || own.length * list.length > 16 * most) return undefined;
    list = list.flatMap((outer) => own.flatMap((factors) => combine(lattice, outer, factors)));
    if (list.length > most) return undefined;
  }
  return list;
}

function combine(lattice: Lattice, outer: Spread, factors: readonly number[]): Spread[] {
  const places = factors.map((factor, d) => {
    const list = lattice.divisors[d]!;
    return lattice.product[d]![outer.places[d]! * list.length + list.indexOf(factor)]!;
  });
  if (places.includes(-1)) return [];
  const total = places.map((place, d) => lattice.divisors[d]![place]!);
  const id = places.reduce((sum, place, d) => sum + lattice.offset[d]![place]!, 0);
  const elements = productOf(total);
  const stepped = total.flatMap((factor, d) => (factor > 1 ? [d] : []));
  return [{ id, elements, factors: [...outer.factors, factors], total, places, stepped }];
}

/** Factor vectors whose loops fit the two axes. */
function fanoutChoices(lattice: Lattice, position: SpatialPosition, most: number): number[][] | undefined {
  const { fanoutX, fanoutY } = position;
  const choices: number[][] = [];
  const extend = (factors: readonly number[], product: number): boolean => {
    const d = factors.length;
    if (d === lattice.dimensions) {
      if (fitsSomehow(position, factors)) choices.push([...factors]);
      return choices.length <= most;
    }
    for (const place of allowedPlaces(lattice, position, d)) {
      const factor = lattice.divisors[d]![place]!;
      if (product * factor > fanoutX * fanoutY) break;
      if (!extend([...factors, factor], product * factor)) return false;
    }
    return true;
  };
  return extend([], 1) ? choices : undefined;
}
