// The chain of tiles from the backing store to compute: storage levels from the outermost (0) inwards, between each and
// the next its temporal loops and then all fan-outs on the way. What may stand where comes from the mapspace's positions.

import type { Mapspace } from '../../../mapspace/mapspace.js';
import { fitsSomehow } from '../../../mapspace/parallelism.js';
import type { PositionBase, SpatialPosition } from '../../../mapspace/tiling.js';
import { maskWhere } from '../../../math/bits.js';
import { productOf } from '../../../math/product.js';
import type { EvalPlan } from '../../../model/plan.js';
import { forwardedAt } from '../../arrangements.js';
import type { Lattice } from './lattice.js';
import { Neighbours, noneAtCompute } from './neighbours.js';

/** By dimension: the one that it changes places with, or itself. */
export type Mirror = readonly number[];

/** What is left out of a mapspace that is the same under a mirror. */
export interface Halved {
  readonly mirror: Mirror;
  /** By tile inside the outermost loops: whether its image is searched instead; null where spatial choices are halved. */
  readonly elsewhere: Uint8Array | null;
}

export interface Chain {
  readonly mapspace: Mapspace;
  readonly lattice: Lattice;
  /** Outermost first. */
  readonly links: readonly Link[];
  /** Null where all mappings are searched. */
  readonly halved: Halved | null;
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

/** By dimension, place of a factor and place of a tile's divisor below: the place of that above, -1 for none. */
export type Landings = readonly (readonly Int16Array[])[];

interface ChainOptions {
  readonly plan: EvalPlan;
  readonly mostSpreads: number;
}

/** Undefined where the constraints leave too many spatial choices to list. */
export function createChain(mapspace: Mapspace, lattice: Lattice, options: ChainOptions): Chain | undefined {
  const links = mapspace.tiling.temporal.map((_, t) => linkOf(mapspace, lattice, { t, ...options })).reverse();
  return links.includes(null) ? undefined : { mapspace, lattice, links: links.map((link) => link!), halved: null };
}

/** Whether a fan-out that stands outside all storage may have loops: a chain begins at the outermost storage. */
export function spreadsOutside({ tiling }: Mapspace, lattice: Lattice): boolean {
  const outermost = tiling.temporal.at(-1)!.level;
  return tiling.spatial.some((fanout) => {
    if (fanout.level <= outermost) return false;
    const choices = fanoutChoices(lattice, fanout, 1);
    return choices === undefined || choices.flat().some((factor) => factor > 1);
  });
}

/**
 * The chain with some of it changed, property by property in the order in which it was made: the engine (V8) gives what
 * a spread makes a layout of its own at each place and of each copy, and code that meets many layouts is slow.
 */
export function chainWith(chain: Chain, change: Partial<Chain>): Chain {
  const { mapspace, lattice, links, halved } = { ...chain, ...change };
  return { mapspace, lattice, links, halved };
}

/** The same of a link. */
export function linkWith(link: Link, change: Partial<Link>): Link {
  const of = { ...link, ...change };
  return {
    level: of.level,
    storage: of.storage,
    temporal: of.temporal,
    allowed: of.allowed,
    loops: of.loops,
    spatial: of.spatial,
    spreads: of.spreads,
    landings: of.landings,
    neighbours: of.neighbours,
    forced: of.forced,
    free: of.free,
    forwarded: of.forwarded,
    forwardedToCompute: of.forwardedToCompute,
  };
}

export type Link = Readonly<NonNullable<ReturnType<typeof linkOf>>>;

/** Of temporal position `t`; null where there are too many spatial choices. */
function linkOf(mapspace: Mapspace, lattice: Lattice, { t, plan, mostSpreads }: ChainOptions & { readonly t: number }) {
  const { problem, tiling, keeps } = mapspace;
  const position = tiling.temporal[t]!;
  const { level } = position;
  const next = t === 0 ? -1 : tiling.temporal[t - 1]!.level;
  const spatial = [...tiling.spatial.keys()]
    .filter((p) => tiling.spatial[p]!.level <= level && tiling.spatial[p]!.level > next)
    .reverse();
  const fanouts = spatial.map((p) => tiling.spatial[p]!);
  const plain = spreadsOf(fanouts, lattice, mostSpreads);
  if (plain === undefined) return null;
  const toCompute = fanouts.at(-1)?.level === 0 ? forwardedAt(plan, 0) : 0;
  const beside =
    toCompute === 0
      ? null
      : new Neighbours(mapspace, fanouts.at(-1)!, { among: toCompute, alone: fanouts.length === 1 });
  const apart = plain.flatMap((spread) => variantsOf(spread, beside));
  const whole = apart.length > mostSpreads;
  const allowed = lattice.bounds.map((_, d) => allowedPlaces(lattice, position, d));
  return {
    /** Index into `Architecture.levels`. */
    level,
    storage: problem.architecture.levels[level]!,
    /** Temporal position, as indexed by the mapspace. */
    temporal: t,
    /** `allowed[d]`: places in the lattice's divisor list that the temporal factor may take. */
    allowed,
    /** Whether any temporal factor above 1 is allowed. */
    loops: allowed.some((places) => places.some((place) => place > 0)),
    /** Spatial positions below the temporal loops, outer to inner, as indexed by the mapspace. */
    spatial,
    /** What those fan-outs can multiply a tile by. */
    spreads: whole ? plain.map((spread) => ({ ...spread, served: beside!.any(spread.factors.at(-1)!) })) : apart,
    /** Where tiles do not multiply (`space/rounding`): what the fan-outs make of them. */
    landings: null as Landings | null,
    /** What tells spatial choices with the same factors apart; null where nothing does. */
    neighbours: whole ? null : beside,
    /** Dataspaces (mask) that must be kept here, and those that may be. */
    forced: maskWhere(keeps, ({ forced }) => ((forced >> level) & 1) === 1),
    free: maskWhere(keeps, ({ free }) => free.includes(level)),
    /** Dataspaces (mask) whose words neighbours may forward at some fan-out of the link, and at the one above compute (F.6). */
    forwarded: fanouts.reduce((mask, fanout) => mask | forwardedAt(plan, fanout.level), 0),
    forwardedToCompute: toCompute,
  };
}

/** A spatial choice for each set of dataspaces that neighbours can serve. */
function variantsOf(spread: Spread, neighbours: Neighbours | null): Spread[] {
  if (neighbours === null) return [spread];
  return neighbours.variants(spread.factors.at(-1)!).map((served) => ({ ...spread, served }));
}

/** Places of the divisors that a position's constraints allow in dimension d. */
function allowedPlaces(lattice: Lattice, position: PositionBase, d: number): number[] {
  const { exact, min = 1, max = Number.POSITIVE_INFINITY } = position.factors[d] ?? {};
  return Array.from(lattice.divisors[d]!, (_, place) => place).filter((place) => {
    const factor = lattice.divisors[d]![place]!;
    return exact === undefined ? factor >= min && factor <= max : factor === exact;
  });
}

function spreadsOf(fanouts: readonly SpatialPosition[], lattice: Lattice, most: number): Spread[] | undefined {
  const none = lattice.bounds.map(() => 0);
  let list = [spreadOf(lattice, none, [])];
  for (const position of fanouts) {
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
  return places.includes(-1) ? [] : [spreadOf(lattice, places, [...outer.factors, factors])];
}

export type Spread = Readonly<ReturnType<typeof spreadOf>>;

/** One choice of spatial factors of all fan-outs of a link: `factors[s][d]` per spatial position of the link. */
function spreadOf(lattice: Lattice, places: readonly number[], factors: readonly (readonly number[])[]) {
  const total: readonly number[] = places.map((place, d) => lattice.divisors[d]![place]!);
  return {
    /** Lattice id of the product. */
    id: places.reduce((sum, place, d) => sum + lattice.offset[d]![place]!, 0),
    /** Product over all dimensions: the instances in use. */
    elements: productOf(total),
    factors,
    /** `total[d]`, and its place among the lattice's divisors. */
    total,
    places,
    /** Dimensions with a factor above 1. */
    stepped: total.flatMap((factor, d) => (factor > 1 ? [d] : [])),
    /** Dataspaces that neighbours above compute serve. */
    served: noneAtCompute,
  };
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
