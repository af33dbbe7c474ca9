// One edge in the tables: from what is inside a link's loops, over every choice of their factors, to what is inside its storage.

import type { Tile } from '../charges/closing-terms.js';
import type { Throttles } from '../charges/throttles.js';
import { closeOver } from '../space/closure.js';
import type { Edge, Tables } from './tables.js';

/** For an edge at work: over the lattice, and by tile outside and inside the loops. */
export interface EdgeScratch {
  readonly work: Float64Array;
  readonly outside: Float64Array;
  readonly within: Float64Array;
}

export interface EdgeAtWork {
  readonly k: number;
  readonly edge: Edge;
  /** Places of the tiles inside the loops from which something goes on. */
  readonly alive: Int32Array;
  readonly scratch: EdgeScratch;
  /** As `Boundary.tables`, before the storage; entries are lowered. */
  readonly into: Float64Array;
}

/** Adds the edge's charges and takes the least over its loops' factors. */
export function* closeEdge(tables: Tables, at: EdgeAtWork): Generator<void, void, void> {
  const { lattice, links } = tables.problem.chain;
  const { k, edge, alive, scratch, into } = at;
  const { work, outside, within } = scratch;
  const { nodes } = tables.tiles.inside(k);
  const { nodes: ends } = tables.tiles.outside(k);
  const classes = tables.parallelism.count(k);
  const inside = tables.links[k]!.inside[edge.group]!;
  charge(tables, at);
  const refills = refillsOf(tables, at);
  const from = refills?.within == null ? inside : slowed(tables, at, { inside, refills });
  for (let b = 0; b < classes; b += 1) {
    yield;
    let any = false;
    for (const place of alive) {
      if (from[place * classes + b]! === Number.POSITIVE_INFINITY) continue;
      if (!any) work.fill(Number.POSITIVE_INFINITY);
      any = true;
      work[nodes[place]!] = from[place * classes + b]! + within[place]!;
    }
    if (!any) continue;
    closeOver(lattice, work, { allowed: links[k]!.allowed, fixed: edge.fixed });
    for (let end = 0; end < ends.length; end += 1) {
      const value = work[ends[end]!]! + outside[end]!;
      if (value === Number.POSITIVE_INFINITY) continue;
      const landed = refills?.outside == null ? b : classOf(tables, refills, { k, b, words: refills.outside[end]! });
      if (value < into[end * classes + landed]!) into[end * classes + landed] = value;
    }
  }
}

/** What settles at the edge, by the tile outside the loops where a run is open there, else by the tile inside. */
function charge({ tiles, links }: Tables, { k, edge, alive, scratch: { outside, within } }: EdgeAtWork): void {
  const { closings } = links[k]!;
  const { nodes } = tiles.inside(k);
  const { nodes: ends } = tiles.outside(k);
  outside.fill(0, 0, ends.length);
  within.fill(0, 0, nodes.length);
  for (const at of edge.settled) {
    const settlement = closings.settlements[at]!;
    if (closings.hangsOnRun(settlement)) {
      for (let end = 0; end < ends.length; end += 1)
        outside[end] = outside[end]! + closings.leastPj(settlement, { c: ends[end]! });
    } else {
      for (const place of alive) within[place] = within[place]! + closings.leastPj(settlement, { u: nodes[place]! });
    }
  }
}

/** Words that refill the innermost keeper of the outputs at the edge, by place of the tile inside or outside the loops (throttles.ts). */
interface Refills {
  readonly throttles: Throttles;
  readonly within: Float64Array | null;
  readonly outside: Float64Array | null;
}

function refillsOf(tables: Tables, { k, edge, alive }: EdgeAtWork): Refills | null {
  const { throttles, problem, tiles } = tables;
  if (throttles === null || throttles.keeper < 0) return null;
  const { closings } = tables.links[k]!;
  const refill = edge.settled
    .map((at) => closings.settlements[at]!)
    .find(({ closing }) => closing.child === throttles.keeper && closing.t === throttles.t && closing.parent !== null);
  if (refill === undefined) return null;
  const first = problem.flows[throttles.t]!.words * problem.copies.most[k]!.copies[throttles.t]!;
  const refilled = (at: Partial<Tile>): number => Math.max(0, closings.leastWords(refill, at) - first);
  if (closings.hangsOnRun(refill)) {
    const outside = Float64Array.from(tiles.outside(k).nodes, (c) => refilled({ c }));
    return { throttles, within: null, outside };
  }
  const { nodes } = tiles.inside(k);
  const within = new Float64Array(nodes.length);
  for (const place of alive) within[place] = refilled({ u: nodes[place]! });
  return { throttles, within, outside: null };
}

/** The table of what is inside, where what a refill slows down has moved to a lower class. */
function slowed(
  tables: Tables,
  { k, alive }: EdgeAtWork,
  { inside, refills }: { readonly inside: Float64Array; readonly refills: Refills },
): Float64Array {
  const classes = tables.parallelism.count(k);
  const moved = new Float64Array(inside.length).fill(Number.POSITIVE_INFINITY);
  for (const place of alive) {
    for (let b = 0; b < classes; b += 1) {
      const value = inside[place * classes + b]!;
      if (value === Number.POSITIVE_INFINITY) continue;
      const landed = place * classes + classOf(tables, refills, { k, b, words: refills.within![place]! });
      if (value < moved[landed]!) moved[landed] = value;
    }
  }
  return moved;
}

/** Class of what is in class b inside link k where the keeper is refilled with so many words. */
function classOf(
  { parallelism }: Tables,
  { throttles }: Refills,
  { k, b, words }: { readonly k: number; readonly b: number; readonly words: number },
): number {
  const most = throttles.slowest(k, b, words);
  return most < parallelism.ends[k]![b]! ? parallelism.classAt(k, most) : b;
}
