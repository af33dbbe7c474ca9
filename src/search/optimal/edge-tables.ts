// One edge in the tables: from what is inside a link's loops, over every choice of their factors, to what is inside its storage.

import { closeOver } from './closure.js';
import { multicastBetween } from './copies.js';
import { parentPj } from './energies.js';
import type { Relaxation } from './relaxation.js';
import type { Edge } from './tables.js';
import type { Throttles } from './throttles.js';

/** One table each, for an edge at work. */
export interface EdgeScratch {
  readonly work: Float64Array;
  readonly outside: Float64Array;
  readonly within: Float64Array;
}

export interface EdgeAtWork {
  readonly k: number;
  readonly edge: Edge;
  /** Tiles inside the loops from which something goes on. */
  readonly reached: readonly number[];
  readonly scratch: EdgeScratch;
  /** `[b * size + node]`; entries are lowered. */
  readonly into: Float64Array;
}

/** Adds the edge's charges and takes the least over its loops' factors. */
export function* closeEdge(relaxation: Relaxation, at: EdgeAtWork): Generator<void, void, void> {
  const { lattice, links } = relaxation.chain;
  const { size } = lattice;
  const { k, edge, scratch, into } = at;
  const { work, outside, within } = scratch;
  const classes = relaxation.parallelism[k]!.length;
  const inside = relaxation.links[k]!.inside[edge.group]!;
  charge(relaxation, at);
  const refills = refillsOf(relaxation, at);
  const from = refills?.within == null ? inside : slowed(relaxation, at, { inside, refills });
  for (let b = 0; b < classes; b += 1) {
    yield;
    let any = false;
    for (let u = 0; u < size; u += 1) {
      const value = from[b * size + u]! + within[u]!;
      work[u] = value;
      if (value < Number.POSITIVE_INFINITY) any = true;
    }
    if (!any) continue;
    closeOver(lattice, work, { allowed: links[k]!.allowed, fixed: edge.fixed });
    for (let c = 0; c < size; c += 1) {
      const value = work[c]! + outside[c]!;
      if (value === Number.POSITIVE_INFINITY) continue;
      const place =
        (refills?.outside == null ? b : classOf(relaxation, refills, { k, b, words: refills.outside[c]! })) * size + c;
      if (value < into[place]!) into[place] = value;
    }
  }
}

/** What settles at the edge, by the tile outside the loops where a run is open there, else by the tile inside. */
function charge(relaxation: Relaxation, { k, edge, reached, scratch: { outside, within } }: EdgeAtWork): void {
  const { chain, flows, energies, copies, remaining } = relaxation;
  const { closings } = relaxation.links[k]!;
  outside.fill(0);
  within.fill(0);
  for (const at of edge.settled) {
    const settlement = closings.settlements[at]!;
    const { t, parent, child } = settlement.closing;
    if (parent < 0) continue;
    const flow = flows[t]!;
    const share = multicastBetween(copies.most[k]!, t, { p: parent, k });
    if (flow.window === null && (settlement.run & flow.idle) !== 0) {
      const idle = remaining.left(flow.idle);
      const leastWords = flow.words * energies.bytes.least(t, child);
      for (let c = 0; c < outside.length; c += 1) {
        outside[c] = outside[c]! + parentPj(energies, flow, parent, (leastWords * idle[c]!) / share);
      }
      continue;
    }
    const loops = allLoops(relaxation);
    for (const u of reached) {
      const words = closings.crossing(settlement, { u, c: chain.lattice.top, loops });
      within[u] = within[u]! + parentPj(energies, flow, parent, words / share);
    }
  }
}

/** Words that refill the innermost keeper of the outputs at the edge, by tile inside or outside the loops (throttles.ts). */
interface Refills {
  readonly throttles: Throttles;
  readonly within: Float64Array | null;
  readonly outside: Float64Array | null;
}

function refillsOf(relaxation: Relaxation, { k, edge, reached }: EdgeAtWork): Refills | null {
  const { throttles, chain, flows, copies, remaining } = relaxation;
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
    return { throttles, within: null, outside: idle.map((left) => Math.max(0, flow.words * left - first)) };
  }
  const within = new Float64Array(chain.lattice.size);
  const loops = allLoops(relaxation);
  for (const u of reached) {
    within[u] = Math.max(0, closings.crossing(refill, { u, c: chain.lattice.top, loops }) - first);
  }
  return { throttles, within, outside: null };
}

/** The table of what is inside, where what a refill slows down has moved to a lower class. */
function slowed(
  relaxation: Relaxation,
  { k, reached }: EdgeAtWork,
  { inside, refills }: { readonly inside: Float64Array; readonly refills: Refills },
): Float64Array {
  const { size } = relaxation.chain.lattice;
  const moved = new Float64Array(inside.length).fill(Number.POSITIVE_INFINITY);
  for (const u of reached) {
    for (let b = 0; b < relaxation.parallelism[k]!.length; b += 1) {
      const value = inside[b * size + u]!;
      if (value === Number.POSITIVE_INFINITY) continue;
      const place = classOf(relaxation, refills, { k, b, words: refills.within![u]! }) * size + u;
      if (value < moved[place]!) moved[place] = value;
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

function allLoops({ chain }: Relaxation): number {
  return chain.lattice.divisors.reduce((mask, list, d) => (list.length > 1 ? mask | (1 << d) : mask), 0);
}
