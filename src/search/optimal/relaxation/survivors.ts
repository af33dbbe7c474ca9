// What is left of a relaxed problem once mappings have been found and its tables are full: the tiles and spatial choices that
// some mapping worth having may pass. From the outside in, each entry of the tables gets a limit: what everything inside may cost
// at most beside the least that everything outside costs. Entries above it are of no use to any part of the mapspace.

import { nodesAt, type Standing } from '../space/tile-sets.js';
import { openEdges } from './edge-limits.js';
import { EdgeStages } from './edge-stages.js';
import { KnownLoops } from './known-loops.js';
import { mostOf, raise } from './limit-tables.js';
import { limitSpreads } from './spread-fill.js';
import { placesIn, type Tables } from './tables.js';

export interface Survivors {
  readonly standing: Standing;
  /** By link and spatial choice. */
  readonly spreads: readonly (readonly boolean[])[];
}

type Limits = (Float64Array | null)[];

/** `limits`: by group of edges, of the entries inside the loops of the outermost link. */
export function* survivorsOf(tables: Tables, limits: Limits): Generator<void, Survivors, void> {
  const { links, boundaries, tiles, problem } = tables;
  const standing = { inside: [] as Int32Array[], outside: [nodesAt(tiles.outside(0), Int32Array.of(0))] };
  const spreads: boolean[][] = [];
  let inside = limits;
  for (let k = 0; k < links.length; k += 1) {
    const { nodes } = tiles.inside(k);
    const most = mostOf(inside, tables.parallelism.count(k), nodes.length);
    standing.inside.push(standingIn(nodes, most));
    const below: Limits = boundaries[k + 1]!.tables.map(() => null);
    const used = new Uint8Array(links[k]!.link.spreads.length);
    yield* limitSpreads(tables, { k, alive: boundaries[k + 1]!.alive, inside, most, below, used });
    spreads.push(links[k]!.link.spreads.map((_, s) => used[problem.twins[k]![s]!] === 1));
    if (k + 1 === links.length) break;
    const next = tiles.outside(k + 1).nodes;
    standing.outside.push(standingIn(next, mostOf(below, tables.parallelism.count(k + 1), next.length)));
    inside = yield* throughLoops(tables, k + 1, below);
  }
  return { standing, spreads };
}

/** All that there is in tables, whatever it costs. */
export function anySurvivors({ links, boundaries, tiles }: Tables): Survivors {
  return {
    standing: {
      inside: links.map(({ alive }, k) => nodesAt(tiles.inside(k), alive)),
      outside: links.map((_, k) => nodesAt(tiles.outside(k), k === 0 ? Int32Array.of(0) : boundaries[k]!.alive)),
    },
    spreads: links.map(({ link }) => link.spreads.map(() => true)),
  };
}

/** What survives by both. */
export function inBoth(one: Survivors, other: Survivors): Survivors {
  const both = (nodes: readonly Int32Array[], others: readonly Int32Array[]): Int32Array[] =>
    nodes.map((own, at) => {
      const known = new Set(others[at]!);
      return own.filter((node) => known.has(node));
    });
  const { standing, spreads } = one;
  return {
    standing: {
      inside: both(standing.inside, other.standing.inside),
      outside: both(standing.outside, other.standing.outside),
    },
    spreads: spreads.map((used, k) => used.map((is, s) => is && other.spreads[k]![s]!)),
  };
}

function standingIn(nodes: Int32Array, most: Float64Array): Int32Array {
  return nodes.filter((_, place) => most[place]! > Number.NEGATIVE_INFINITY);
}

/** From outside the storage of link k to inside its loops. */
function* throughLoops(tables: Tables, k: number, outside: Limits): Generator<void, Limits, void> {
  const { keeps, inner, leading, inside, terms, link } = tables.links[k]!;
  const { nodes } = tables.tiles.outside(k);
  const { footprints } = tables.problem;
  const classes = tables.parallelism.count(k);
  const below: Limits = inner.list.map(() => null);
  for (const { mask, inner: to, outer, extraPj } of keeps) {
    yield;
    const like = outside[outer] ?? null;
    if (like === null || leading[to]!.length === 0) continue;
    for (let place = 0; place < nodes.length; place += 1) {
      if (!footprints.fits(link, mask, nodes[place]!)) continue;
      for (let entry = place * classes; entry < (place + 1) * classes; entry += 1)
        if (like[entry]! > Number.NEGATIVE_INFINITY) raise(below, to, { like, entry, limit: like[entry]! - extraPj });
    }
  }
  const into: Limits = terms.groups.map(() => null);
  const alive = inside.map((table) => table && placesIn(table, classes));
  const known = KnownLoops.between(tables, k);
  if (known !== null) {
    yield* known.open(below, into);
    return into;
  }
  const stages = new EdgeStages(tables, k);
  for (const [outer, edges] of leading.entries()) {
    const from = below[outer]!;
    if (from !== null && edges.length > 0) yield* openEdges(tables, { k, edges, alive, stages, from, into });
  }
  return into;
}
