// The mapspace in outline: tables over rounded tiles (`space/rounding`), which are few, tell which tiles and ways through the loops can
// matter beside what has been found, and what may be inside them at most. Tables over more tiles need no more than that, so every
// outline is finer than the one before; the last one is left to the tables of all tiles.

import { remembered } from '../../../math/remembered.js';
import { Effort } from '../../infeasible/effort.js';
import type { SearchContext } from '../../search-context.js';
import type { MostLeft } from '../charges/credited.js';
import type { Blend } from '../charges/energies.js';
import { flowsOf, Remaining } from '../charges/flows.js';
import { isServed } from '../contexts.js';
import { type Measured, measure, relaxRounded, type Whole } from '../part.js';
import type { Sooner } from '../relaxation/limit-tables.js';
import type { Relaxation } from '../relaxation/relaxation.js';
import type { MostTables, Standing, StandingTables } from '../relaxation/standing.js';
import { type Survivors, survivorsWithin } from '../relaxation/survivors.js';
import type { Chain } from '../space/chain.js';
import { Footprints } from '../space/footprints.js';
import { Rerounding, type Rounding, roundingOf, type Some, unrounded } from '../space/rounding.js';
import { blendBound } from './ranges.js';

/**
 * When the whole is taken apart by cycles (`regions/ranges`): where its coarsest outline is `below` such a share of the best found.
 * Ranges are weighed by outlines of so few `tiles`, and, where these have `told` so much, halved as long as there are more than a
 * `few` ways to combine spatial choices (`regions/weighing`).
 */
export interface Ranging {
  readonly below: number;
  readonly tiles: number;
  readonly told: number;
  readonly few: number;
}

/** In lattices of `from` tiles on: how many rounded ones each outline has, of which there are `worth` times more in all. */
export interface Outlines {
  readonly from: number;
  readonly sizes: readonly number[];
  readonly worth: number;
  readonly ranges: Ranging;
}

/** Steps to lay tables out: where these are not enough, neither are they for all tiles. */
const mostSteps = 2_000_000;

/** What tables over rounded tiles count, and what of it is worth having. */
export interface Sketch {
  readonly whole: Whole;
  /** Null for energy alone. */
  readonly blend: Blend | null;
  /** What a mapping with so many instances may come to at most; -Infinity where none is worth having. */
  readonly mostPj: (across: number) => number;
  /** First metric of a mapping that comes to so much, at least. */
  readonly bound: (pj: number, across: number) => number;
}

interface Telling {
  /** Is told every bound that has been proven. */
  readonly tell: (bound: number) => void;
  /** Whether finer outlines are of no use. */
  readonly enough: (so: SoFar) => boolean;
}

/** What outlines have told, and of their tables: entries looked at, and spatial choices costed. */
export interface SoFar {
  /** First metric of all mappings at least. */
  readonly bound: number;
  /** What all come to at least. */
  readonly leastPj: number;
  readonly entries: number;
  readonly prepared: number;
}

export interface Outline extends SoFar {
  /** Null where finer outlines were of no use. */
  readonly standing: Standing | null;
}

/** Null where it would tell nothing. */
export function* outlineOf(
  sketch: Sketch,
  { from, sizes, worth }: Outlines,
  { tell, enough }: Telling,
): Generator<void, Outline | null, void> {
  const { whole } = sketch;
  const { chain } = whole;
  const { size } = chain.lattice;
  if (size < from || !mayDraw(whole)) return null;
  const fitting = sizes.filter((rounded) => rounded * worth <= size);
  const sum = { bound: Number.NEGATIVE_INFINITY, leastPj: Number.NEGATIVE_INFINITY, entries: 0, prepared: 0 };
  let last: { readonly rounding: Rounding; readonly standing: Standing } | null = null;
  for (const rounded of fitting) {
    yield;
    const rounding = roundingOf(chain, rounded);
    const standing: Standing | null = last && rerounded(last.standing, last.rounding, rounding);
    const drawn: Drawn | null = yield* draw(sketch, rounding, standing);
    if (drawn === null) break;
    const { tables, least }: Drawn = drawn;
    sum.bound = Math.max(sum.bound, least.bound);
    sum.leastPj = Math.max(sum.leastPj, least.pj);
    tell(sum.bound);
    sum.entries += tables.entries;
    sum.prepared += tables.prepared;
    if (enough(sum)) return { standing: null, ...sum };
    const survivors: Survivors = yield* survivorsBy(sketch, tables);
    last = { rounding, standing: survivors.standing };
  }
  return last && { standing: rerounded(last.standing, last.rounding, unrounded(chain)), ...sum };
}

/** Tables over rounded tiles, and the least of all mappings by them. */
export interface Drawn {
  readonly tables: Relaxation;
  readonly least: Least;
}

/** Over no more than so many tiles; null where that would tell nothing. */
export function* drawRoughly(sketch: Sketch, tiles: number): Generator<void, Drawn | null, void> {
  const { whole } = sketch;
  return mayDraw(whole) ? yield* draw(sketch, roundingOf(whole.chain, tiles), null) : null;
}

/** What some mapping worth having may pass. */
export function survivorsBy(sketch: Sketch, tables: Relaxation): Generator<void, Survivors, void> {
  return survivorsWithin(tables, mostPj(sketch, tables, 0), soonerOf(sketch, tables));
}

/** Null where tables are too large. */
function* draw(sketch: Sketch, rounding: Rounding, standing: Standing | null): Generator<void, Drawn | null, void> {
  const { whole, blend } = sketch;
  const measured = measuredOf(whole, rounding);
  const tables = relaxRounded(rounding.chain, whole.context, whole.of, { ...measured, standing, blend });
  if (!(yield* tables.layOut(new Effort(mostSteps))) || !(yield* tables.prepare())) return null;
  return { tables, least: leastOf(sketch, tables) };
}

function mayDraw({ context, chain, of, measured }: Whole): boolean {
  return of.pool.best.length > 0 && mayRound(context, chain, measured());
}

/** Whether all charges fall as tiles grow. */
function mayRound({ machine }: SearchContext, { links }: Chain, { flows, sparse }: Measured): boolean {
  return (
    machine === null &&
    sparse === null &&
    flows.every(({ window }) => window === null) &&
    links.every(({ storage }) => storage.minUtilization === 0)
  );
}

function measuredOf({ context, of }: Whole, { chain, least }: Rounding): Measured {
  const { lattice, links, mapspace } = chain;
  const measured = measure(context, chain, of.floor);
  // What fits is told by the least that a tile stands for.
  const words = new Map(
    links.map(({ level }, k) => {
      const flows = flowsOf({ mapspace, lattice: { ...lattice, value: [...least[k]!] } });
      return [level, flows.map(({ tile }) => tile)];
    }),
  );
  const leastWords = (level: number, t: number): Float64Array => words.get(level)![t]!;
  const footprints = new Footprints(chain, measured.flows, { machine: null, room: null, met: [], least: leastWords });
  const mostLeft: MostLeft = (k, mask) => new Remaining({ ...lattice, value: [...least[k]!] }).left(mask);
  return { ...measured, footprints, mostLeft };
}

/** All mappings by their energy. */
export function byEnergy(whole: Whole): Sketch {
  const { value, floor } = whole.of;
  return {
    whole,
    blend: null,
    mostPj: (across) => value.limit(across, floor.leastBusyCycles),
    bound: (pj, across) => value.of(pj, across, floor.leastBusyCycles),
  };
}

/** Mappings that take cycles of a range, by energy and cycles together. */
export function byBlend(whole: Whole, blend: Blend): Sketch {
  const { value, floor } = whole.of;
  return {
    whole,
    blend,
    mostPj: (across) =>
      value.limit(across, floor.leastBusyCycles) === Number.NEGATIVE_INFINITY ? Number.NEGATIVE_INFINITY : blend.mostPj,
    bound: (pj, across) => blendBound(whole, blend, { pj, across }),
  };
}

/** What a mapping may come to at most with `elements` instances in use inside the loops of link k, with the most unless told. */
function mostPj(
  sketch: Sketch,
  { problem, parallelism }: Relaxation,
  k: number,
  elements = parallelism.ends[k]!.at(-1)!,
): number {
  return sketch.mostPj(problem.copies.mostElements(0, k) * elements);
}

function soonerOf(sketch: Sketch, tables: Relaxation): Sooner {
  const { problem, parallelism } = tables;
  const most = mostPj(sketch, tables, 0);
  const known = new Map<string, number>();
  const later = (k: number, elements: number): number =>
    remembered(known, `${k} ${elements}`, () =>
      most === Number.POSITIVE_INFINITY ? 0 : Math.max(0, most - mostPj(sketch, tables, k, elements)),
    );
  return {
    inside: problem.chain.links.map((_, k) =>
      Float64Array.from(parallelism.ends[k]!, (elements) => later(k, elements)),
    ),
    spreads: problem.chain.links.map(({ spreads }, k) =>
      Float64Array.from(
        spreads.flatMap((_, s) => parallelism.ends[k + 1]!.map((inner) => later(k, problem.working(k, s) * inner))),
      ),
    ),
  };
}

/** What mappings come to at least, and their first metric. */
interface Least {
  readonly pj: number;
  readonly bound: number;
}

/** Of all mappings. */
function leastOf(sketch: Sketch, { boundaries, parallelism }: Relaxation): Least {
  const { contexts, tables } = boundaries[0]!;
  const least = { pj: Number.POSITIVE_INFINITY, bound: Number.POSITIVE_INFINITY };
  tables.forEach((table, at) => {
    if (!isServed(contexts.list[at]!)) return;
    table?.forEach((pj, _, entry) => {
      const bound = sketch.bound(pj, parallelism.ends[0]![entry]!);
      if (bound === Number.POSITIVE_INFINITY) return;
      least.pj = Math.min(least.pj, pj);
      least.bound = Math.min(least.bound, bound);
    });
  });
  return least;
}

type Tiles = Pick<Rounding, 'chain' | 'inside' | 'outside'>;

/** What stands, of tiles that are rounded in another way. */
function rerounded(standing: Standing, from: Tiles, to: Tiles): Standing {
  const most = standing.most!;
  const between = (of: 'inside' | 'outside', k: number): Rerounding =>
    new Rerounding(
      { lattice: from.chain.lattice, members: from[of][k]! },
      { lattice: to.chain.lattice, members: to[of][k]! },
    );
  const inside = from.inside.map((_, k) => between('inside', k));
  const outside = from.chain.links.map((_, k) => between('outside', k));
  const groups = standing.groups.map((tables, k) => allOf(tables, most.groups[k]!, inside[k]!));
  const contexts = standing.contexts.map((tables, k) => allOf(tables, most.contexts[k]!, outside[k]!));
  return {
    ...standing,
    inside: standing.inside.map((nodes, k) => inside[k]!.of(whatever(nodes)).nodes),
    outside: standing.outside.map((nodes, k) => outside[k]!.of(whatever(nodes)).nodes),
    groups: groups.map(nodesOf),
    contexts: contexts.map(nodesOf),
    most: { ...most, groups: groups.map(figuresOf), contexts: contexts.map(figuresOf) },
  };
}

type SomeTables = ReadonlyMap<string, Some>;

function allOf(tables: StandingTables, most: MostTables, rerounding: Rerounding): SomeTables {
  return new Map([...tables].map(([key, nodes]) => [key, rerounding.of({ nodes, figures: most.get(key)! })]));
}

function nodesOf(all: SomeTables): StandingTables {
  return new Map([...all].map(([key, { nodes }]) => [key, nodes]));
}

function figuresOf(all: SomeTables): MostTables {
  return new Map([...all].map(([key, { figures }]) => [key, figures]));
}

function whatever(nodes: Int32Array): Some {
  return { nodes, figures: new Float64Array(nodes.length) };
}
