// One edge in the tables: from what is inside a link's loops, over every choice of their factors, to what is inside its storage.

import { closeOver } from './closure.js';
import { multicastBetween } from './copies.js';
import { parentPj } from './energies.js';
import type { Relaxation } from './relaxation.js';
import { anyLoops } from './spread-question.js';
import type { Edge } from './tables.js';
import type { Throttles } from './throttles.js';

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
export function* closeEdge(relaxation: Relaxation, at: EdgeAtWork): Generator<void, void, void> {
  const { lattice, links } = relaxation.chain;
  const { k, edge, alive, scratch, into } = at;
  const { work, outside, within } = scratch;
  const { nodes } = relaxation.tiles.inside(k);
  const { nodes: ends } = relaxation.tiles.outside(k);
  const classes = relaxation.parallelism[k]!.length;
  const inside = relaxation.links[k]!.inside[edge.group]!;
  charge(relaxation, at);
  const refills = refillsOf(relaxation, at);
  const from = refills?.within == null ? inside : slowed(relaxation, at, { inside, refills });
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
      const landed =
        refills?.outside == null ? b : classOf(relaxation, refills, { k, b, words: refills.outside[end]! });
      if (value < into[end * classes + landed]!) into[end * classes + landed] = value;
    }
  }
}

/** What settles at the edge, by the tile outside the loops where a run is open there, else by the tile inside. */
function charge(relaxation: Relaxation, { k, edge, alive, scratch: { outside, within } }: EdgeAtWork): void {
  const { chain, flows, energies, copies, remaining, tiles } = relaxation;
  const { closings } = relaxation.links[k]!;
  const { nodes } = tiles.inside(k);
  const { nodes: ends } = tiles.outside(k);
  outside.fill(0, 0, ends.length);
  within.fill(0, 0, nodes.length);
  for (const at of edge.settled) {
    const settlement = closings.settlements[at]!;
    const { t, parent, child } = settlement.closing;
    if (parent < 0) continue;
    const flow = flows[t]!;
    const share = multicastBetween(copies.most[k]!, t, { p: parent, k });
    if (flow.window === null && (settlement.run & flow.idle) !== 0) {
      const idle = remaining.left(flow.idle);
      const once = remaining.left(flow.idle & ~settlement.run);
      const leastWords = flow.words * energies.bytes.least(t, child);
      const fillPj = child < chain.links.length ? energies.flows[t]![child]!.fillPj : 0;
      const first = flow.readWrite ? leastWords * copies.most[k]!.copies[t]! : 0; // as in `ClosingTerms.again`
      for (let end = 0; end < ends.length; end += 1) {
        const c = ends[end]!;
        const handed = parentPj(energies, flow, parent, (leastWords * idle[c]!) / share);
        // The fills that the spread below charged stand for one pass of the stationary run.
        outside[end] = outside[end]! + handed + fillPj * Math.max(0, leastWords * (idle[c]! - once[c]!) - first);
      }
      continue;
    }
    for (const place of alive) {
      const words = closings.crossing(settlement, { u: nodes[place]!, c: chain.lattice.top, loops: anyLoops });
      within[place] = within[place]! + parentPj(energies, flow, parent, words / share);
    }
  }
}

/** Words that refill the innermost keeper of the outputs at the edge, by place of the tile inside or outside the loops (throttles.ts). */
interface Refills {
  readonly throttles: Throttles;
  readonly within: Float64Array | null;
  readonly outside: Float64Array | null;
}

function refillsOf(relaxation: Relaxation, { k, edge, alive }: EdgeAtWork): Refills | null {
  const { throttles, chain, flows, copies, remaining, tiles } = relaxation;
  if (throttles === null || throttles.keeper < 0) return null;
  const { closings } = relaxation.links[k]!;
  const refill = edge.settled
    .map((at) => closings.settlements[at]!)
    .find(({ closing }) => closing.child === throttles.keeper && closing.t === throttles.t && closing.parent >= 0);
  if (refill === undefined) return null;
  const flow = flows[throttles.t]!;
  const first = flow.words * copies.most[k]!.copies[throttles.t]!;
  if (flow.window === null && (refill.run & flow.idle) !== 0) {
    const idle = remaining.left(flow.idle);
    const { nodes: ends } = tiles.outside(k);
    const outside = new Float64Array(ends.length);
    for (let end = 0; end < ends.length; end += 1) outside[end] = Math.max(0, flow.words * idle[ends[end]!]! - first);
    return { throttles, within: null, outside };
  }
  const { nodes } = tiles.inside(k);
  const within = new Float64Array(nodes.length);
  for (const place of alive) {
    within[place] = Math.max(
      0,
      closings.crossing(refill, { u: nodes[place]!, c: chain.lattice.top, loops: anyLoops }) - first,
    );
  }
  return { throttles, within, outside: null };
}

/** The table of what is inside, where what a refill slows down has moved to a lower class. */
function slowed(
  relaxation: Relaxation,
  { k, alive }: EdgeAtWork,
  { inside, refills }: { readonly inside: Float64Array; readonly refills: Refills },
): Float64Array {
  const classes = relaxation.parallelism[k]!.length;
  const moved = new Float64Array(inside.length).fill(Number.POSITIVE_INFINITY);
  for (const place of alive) {
    for (let b = 0; b < classes; b += 1) {
      const value = inside[place * classes + b]!;
      if (value === Number.POSITIVE_INFINITY) continue;
      const landed = place * classes + classOf(relaxation, refills, { k, b, words: refills.within![place]! });
      if (value < moved[landed]!) moved[landed] = value;
    }
  }
  return moved;
}

/** Class of what is in class b inside link k where the keeper is refilled with so many words. */
function classOf(
  relaxation: Relaxation,
  { throttles }: Refills,
  { k, b, words }: { readonly k: number; readonly b: number; readonly words: number },
): number {
  const most = throttles.slowest(k, b, words);
  return most < relaxation.parallelism[k]![b]! ? relaxation.classAt(k, most) : b;
}
