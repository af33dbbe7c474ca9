// What is left of a relaxed problem once mappings have been found and its tables are full: the tiles and spatial choices that
// some mapping worth having may pass. From the outside in, each entry of the tables gets a limit: what everything inside may cost
// at most beside the least that everything outside costs. Entries above it are of no use to any part of the mapspace.

import { isServed } from '../contexts.js';
import { openEdges } from './edge-limits.js';
import { EdgeStages } from './edge-stages.js';
import { keptPjOf } from './keeps.js';
import { KnownLoops } from './known-loops.js';
import { mostOf, raise, type Sooner } from './limit-tables.js';
import { limitSpreads } from './spread-limits.js';
import { FoundStanding, type Standing, standingBoth } from './standing.js';
import type { Table } from './table.js';
import type { Tables } from './tables.js';

export interface Survivors {
  readonly standing: Standing;
  /** By link and spatial choice. */
  readonly spreads: readonly (readonly boolean[])[];
}

type Limits = (Table | null)[];

/** Of tables to the top: mappings with the most parallelism may cost no more than `mostPj`. It tells what may be inside at most. */
export function* survivorsWithin(tables: Tables, mostPj: number, sooner: Sooner): Generator<void, Survivors, void> {
  const { contexts, tables: whole } = tables.boundaries[0]!;
  const limits: Limits = contexts.list.map(() => null);
  for (const [at, like] of whole.entries()) {
    if (like === null || !isServed(contexts.list[at]!)) continue;
    like.forEach((pj, _, entry) => {
      if (pj + sooner.inside[0]![entry]! <= mostPj) raise(limits, at, { like, entry, limit: mostPj });
    });
  }
  const standing = tables.tiles.outside(0).nodes;
  return yield* survivorsOf(tables, yield* throughLoops(tables, 0, { limits, standing, sooner }), sooner);
}

/** `limits`: by group of edges, of the entries inside the loops of the outermost link; `sooner`: null where each class has its own. */
export function* survivorsOf(
  tables: Tables,
  limits: Limits,
  sooner: Sooner | null = null,
): Generator<void, Survivors, void> {
  const { links, boundaries, tiles, problem } = tables;
  const found = new FoundStanding(tables);
  const spreads: boolean[][] = [];
  let inside = limits;
  for (let k = 0; k < links.length; k += 1) {
    found.insideLoops(k, inside);
    const most = mostOf(inside, tiles.inside(k).nodes.length);
    const below: Limits = boundaries[k + 1]!.tables.map(() => null);
    const used = new Uint8Array(links[k]!.link.spreads.length);
    yield* limitSpreads(tables, { k, alive: boundaries[k + 1]!.alive, inside, most, below, used, sooner });
    spreads.push(links[k]!.link.spreads.map((_, s) => used[problem.twins[k]![s]!] === 1));
    if (k + 1 === links.length) break;
    const standing = found.outsideStorage(k + 1, below);
    inside = yield* throughLoops(tables, k + 1, { limits: below, standing, sooner });
  }
  return { standing: found.standing(sooner && spreads), spreads };
}

/** All that there is in tables, whatever it costs. */
export function anySurvivors(tables: Tables): Survivors {
  const { links, boundaries } = tables;
  const found = new FoundStanding(tables);
  for (const [k, { inside }] of links.entries()) {
    if (k > 0) found.outsideStorage(k, boundaries[k]!.tables);
    found.insideLoops(k, inside);
  }
  return {
    standing: found.standing(null),
    spreads: links.map(({ link }) => link.spreads.map(() => true)),
  };
}

/** What survives by both. */
export function inBoth(one: Survivors, other: Survivors): Survivors {
  return {
    standing: standingBoth(one.standing, other.standing),
    spreads: one.spreads.map((used, k) => used.map((is, s) => is && other.spreads[k]![s]!)),
  };
}

/** From outside the storage of link k to inside its loops. */
function* throughLoops(
  tables: Tables,
  k: number,
  {
    limits,
    standing,
    sooner,
  }: { readonly limits: Limits; readonly standing: Int32Array; readonly sooner: Sooner | null },
): Generator<void, Limits, void> {
  const { keeps, inner: contexts, leading, inside, terms, link } = tables.links[k]!;
  const { nodes } = tables.tiles.outside(k);
  const { footprints } = tables.problem;
  const below: Limits = contexts.list.map(() => null);
  for (const keep of keeps) {
    const { mask, inner: to, outer } = keep;
    yield;
    const like = limits[outer] ?? null;
    if (like === null || leading[to]!.length === 0) continue;
    const keptPj = keptPjOf(tables.problem, k, keep);
    like.forEach((limit, place, entry) => {
      const node = nodes[place]!;
      if (footprints.fits(link, mask, node)) raise(below, to, { like, entry, limit: limit - keptPj(node) });
    });
  }
  const into: Limits = terms.groups.map(() => null);
  const known = KnownLoops.between(tables, k, standing);
  if (known !== null) {
    yield* known.open(below, into);
    return into;
  }
  const stages = new EdgeStages(tables, k, standing);
  const { nodes: inner } = tables.tiles.inside(k);
  const alive = inside.map(
    (table) => table?.filled().filter((place) => stages.tiles.place[inner[place]!]! >= 0) ?? null,
  );
  for (const [outer, edges] of leading.entries()) {
    const from = below[outer]!;
    if (from !== null && edges.length > 0)
      yield* openEdges(tables, { k, edges, alive, stages, from, into, sooner: sooner && sooner.inside[k]! });
  }
  return into;
}
