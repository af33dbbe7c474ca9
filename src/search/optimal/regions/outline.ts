// The mapspace in outline: tables over rounded tiles (`space/rounding`), which are few, tell which tiles and ways through the loops can
// matter beside what has been found, and what may be inside them at most. Tables over more tiles need no more than that, so every
// outline is finer than the one before; the last one is left to the tables of all tiles.

import { remembered } from '../../../math/remembered.js';
import { Effort } from '../../infeasible/effort.js';
import type { SearchContext } from '../../search-context.js';
import { flowsOf } from '../charges/flows.js';
import { isServed } from '../contexts.js';
import { type Measured, measure, relaxRounded, type Whole } from '../part.js';
import type { Sooner } from '../relaxation/limit-tables.js';
import type { Relaxation } from '../relaxation/relaxation.js';
import type { MostTables, Standing, StandingTables } from '../relaxation/standing.js';
import { survivorsWithin } from '../relaxation/survivors.js';
import type { Chain } from '../space/chain.js';
import { Footprints } from '../space/footprints.js';
import { Rerounding, type Rounding, roundingOf, type Some, unrounded } from '../space/rounding.js';

/** In lattices of `from` tiles on: how many rounded ones each outline has, of which there are `worth` times more in all. */
export interface Outlines {
  readonly from: number;
  readonly sizes: readonly number[];
  readonly worth: number;
}

/** Steps to lay tables out: where these are not enough, neither are they for all tiles. */
const mostSteps = 2_000_000;

export interface Outline {
  readonly standing: Standing;
  /** First metric of all mappings at least. */
  readonly bound: number;
  /** Of its tables: entries looked at, and spatial choices costed. */
  readonly entries: number;
  readonly prepared: number;
}

/** Null where it would tell nothing. `tell`: is told every bound that has been proven. */
export function* outlineOf(
  whole: Whole,
  { from, sizes, worth }: Outlines,
  tell: (bound: number) => void,
): Generator<void, Outline | null, void> {
  const { chain, context, of } = whole;
  const { size } = chain.lattice;
  if (of.pool.best.length === 0 || size < from || !mayRound(context, chain, whole.measured())) return null;
  const fitting = sizes.filter((rounded) => rounded * worth <= size);
  const sum = { bound: Number.NEGATIVE_INFINITY, entries: 0, prepared: 0 };
  let last: { readonly rounding: Rounding; readonly standing: Standing } | null = null;
  for (const rounded of fitting) {
    yield;
    const rounding = roundingOf(chain, rounded);
    const standing: Standing | null = last && rerounded(last.standing, last.rounding, rounding);
    const tables = relaxRounded(rounding.chain, context, of, { ...measuredOf(whole, rounding), standing });
    if (!(yield* tables.layOut(new Effort(mostSteps))) || !(yield* tables.prepare())) break;
    sum.bound = Math.max(sum.bound, boundOf(whole, tables));
    tell(sum.bound);
    const survivors = yield* survivorsWithin(tables, mostPj(whole, tables, 0), soonerOf(whole, tables));
    last = { rounding, standing: survivors.standing };
    sum.entries += tables.entries;
    sum.prepared += tables.prepared;
  }
  return last && { standing: rerounded(last.standing, last.rounding, unrounded(chain)), ...sum };
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
  return { ...measured, footprints };
}

/** What a mapping may cost at most with `elements` instances in use inside the loops of link k, with the most unless told. */
function mostPj(
  { of: { value, floor } }: Whole,
  { problem, parallelism }: Relaxation,
  k: number,
  elements = parallelism.ends[k]!.at(-1)!,
): number {
  return value.limit(problem.copies.mostElements(0, k) * elements, floor.leastBusyCycles);
}

function soonerOf(whole: Whole, tables: Relaxation): Sooner {
  const { problem, parallelism } = tables;
  const most = mostPj(whole, tables, 0);
  const known = new Map<string, number>();
  const later = (k: number, elements: number): number =>
    remembered(known, `${k} ${elements}`, () =>
      most === Number.POSITIVE_INFINITY ? 0 : Math.max(0, most - mostPj(whole, tables, k, elements)),
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

function boundOf({ of: { value, floor } }: Whole, { boundaries, parallelism }: Relaxation): number {
  const { contexts, tables } = boundaries[0]!;
  let least = Number.POSITIVE_INFINITY;
  tables.forEach((table, at) => {
    if (!isServed(contexts.list[at]!)) return;
    table?.forEach((pj, _, entry) => {
      least = Math.min(least, value.of(pj, parallelism.ends[0]![entry]!, floor.leastBusyCycles));
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
