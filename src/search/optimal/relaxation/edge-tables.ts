// One edge in the tables: from what is inside a link's loops, over every choice of their factors, to what is inside its storage.

import { closeOver } from '../space/closure.js';
import type { EdgeLimits, RateLimits } from './rate-limits.js';
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
  readonly limits: RateLimits;
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
  const limits = at.limits.of(edge);
  const from = limits.within === null ? inside : slowed(tables, at, { inside, limits });
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
      const landed = limits.outside === null ? b : limits.landed(limits.outside, end, b);
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

/** The table of what is inside, where what bandwidths slow down has moved to a lower class. */
function slowed(
  tables: Tables,
  { k, alive }: EdgeAtWork,
  { inside, limits }: { readonly inside: Float64Array; readonly limits: EdgeLimits },
): Float64Array {
  const classes = tables.parallelism.count(k);
  const moved = new Float64Array(inside.length).fill(Number.POSITIVE_INFINITY);
  for (const place of alive) {
    for (let b = 0; b < classes; b += 1) {
      const value = inside[place * classes + b]!;
      if (value === Number.POSITIVE_INFINITY) continue;
      const landed = place * classes + limits.landed(limits.within!, place, b);
      if (value < moved[landed]!) moved[landed] = value;
    }
  }
  return moved;
}
