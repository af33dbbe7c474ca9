// Sliding windows between a link's loops and the tile below its fan-outs: the least words per visit over all spatial
// choices, whole tiles and the slice that is new when one dimension steps (F.13, `part`).

import { leastWindowWords, newWords } from '../../../model/charge/window.js';
import type { Chain, Link } from '../space/chain.js';
import type { FittingSpreads } from '../space/fitting-spreads.js';
import type { Lattice } from '../space/lattice.js';
import type { Deliveries } from './deliveries.js';
import type { Flow, Remaining, Window } from './flows.js';
import type { Forwarding } from './forwarding.js';
import { alwaysLeaves } from './leaving.js';
import type { LeftAfter } from './left-after.js';
import { anyLoops, slidingFrom, type Visit } from './sliding.js';

export interface WindowTable {
  /** `whole[u]`: least words of all distinct deliveries of whole tiles. */
  readonly whole: Float64Array;
  /** `part[d][u]`: the same when dimension d is the first to step; empty for dimensions that do not move the tile. */
  readonly part: readonly Float64Array[];
  /** Not null: neighbours may forward words at some steps and not at others, and `part` may be more than `whole`. */
  readonly served: Served | null;
}

interface Served {
  /** `whole` where the parent sends all. */
  readonly sent: Float64Array;
  /** The greatest factor that a spatial choice has of each dimension. */
  readonly factors: readonly number[];
}

/**
 * For the child at the next link, to which neighbours may forward words; for one further inside, to which they are passed on
 * (F.7.4), with the same tile, which is a box (F.2); and where only its points are known.
 */
export interface WindowTables {
  readonly next: WindowTable;
  readonly near: WindowTable;
  readonly deep: WindowTable;
}

export function* windowTables(chain: Chain, link: Link, of: WindowedFlow): Generator<void, WindowTables, void> {
  const next = yield* windowTable(chain, link, { isNext: true, deep: false, ...of });
  const near = next.served ? yield* windowTable(chain, link, { isNext: false, deep: false, ...of }) : next;
  const same = of.flow.points === of.flow.tile;
  return { next, near, deep: same ? near : yield* windowTable(chain, link, { isNext: false, deep: true, ...of }) };
}

interface WindowedFlow {
  readonly flow: Flow;
  readonly deliveries: Deliveries;
  readonly forwarding: Forwarding;
  readonly left: LeftAfter;
  /** Nodes that the tile below the fan-outs can be. */
  readonly below: Int32Array;
  /** Told how many spatial choices are next. */
  readonly count: (choices: number) => void;
  /** Spatial choices of the link that differ, and which of them make a tile above. */
  readonly spreads: Int32Array;
  readonly above: FittingSpreads;
}

/** Whether the child is at the next link, and whether only points of its tile are known. */
interface ChildPlace {
  readonly isNext: boolean;
  readonly deep: boolean;
}

/** Tiles looked at between two moments for the caller. */
const stride = 64;

function* windowTable(chain: Chain, link: Link, of: WindowedFlow & ChildPlace): Generator<void, WindowTable, void> {
  const { flow, below, spreads, count } = of;
  const { bounds, size } = chain.lattice;
  const fill = (): Float64Array => new Float64Array(size).fill(flow.wild ? 0 : Number.POSITIVE_INFINITY);
  const whole = fill();
  const part = bounds.map((_, d) => ((flow.moving >> d) & 1 ? fill() : new Float64Array(0)));
  if (flow.wild) return { whole, part, served: null };
  const served = of.isNext ? servedOf(link, of, fill) : null;
  const filling = new WindowFill(chain, link, { whole, part, served, ...of });
  for (let at = 0; at < below.length; at += 1) {
    count(spreads.length);
    if (at % stride === 0) yield;
    filling.lower(below[at]!);
  }
  return { whole, part, served };
}

/** Null where neighbours forward nothing under any choice. */
function servedOf(link: Link, { forwarding, spreads }: WindowedFlow, fill: () => Float64Array): Served | null {
  if (!spreads.some((s) => forwarding.ever(s))) return null;
  const factors = link.allowed.map((_, d) =>
    spreads.reduce((most, s) => Math.max(most, link.spreads[s]!.total[d]!), 1),
  );
  return { sent: fill(), factors };
}

class WindowFill {
  readonly #served: Served | null;
  readonly #lattice: Lattice;
  readonly #link: Link;
  readonly #above: FittingSpreads;
  readonly #flow: Flow;
  readonly #window: Window;
  readonly #isNext: boolean;
  readonly #deep: boolean;
  readonly #deliveries: Deliveries;
  readonly #forwarding: Forwarding;
  readonly #left: LeftAfter;
  readonly #whole: Float64Array;
  readonly #part: readonly Float64Array[];
  readonly #moving: readonly number[];

  constructor(chain: Chain, link: Link, of: WindowedFlow & ChildPlace & WindowTable) {
    this.#lattice = chain.lattice;
    this.#link = link;
    this.#above = of.above;
    this.#flow = of.flow;
    this.#window = of.flow.window!;
    this.#isNext = of.isNext;
    this.#deep = of.deep;
    this.#deliveries = of.deliveries;
    this.#forwarding = of.forwarding;
    this.#left = of.left;
    this.#whole = of.whole;
    this.#part = of.part;
    this.#moving = chain.lattice.bounds.map((_, d) => d).filter((d) => of.part[d]!.length > 0);
    this.#served = of.served;
  }

  /** Lowers what the fan-outs make of the tile `node`. */
  lower(node: number): void {
    const flow = this.#flow;
    const deep = this.#deep;
    const whole = this.#whole;
    const part = this.#part;
    const { rank, coefficient } = this.#window;
    const tile = (deep ? flow.points : flow.tile)[node]!;
    // What a deep child holds beside the points is unknown, but it lies in the box.
    const points = this.#moving.map((d) => (deep ? flow.along : flow.widths)[rank[d]!]![node]!);
    const count = this.#above.of(node);
    for (let choice = 0; choice < count; choice += 1) {
      const s = this.#above.found[choice]!;
      const u = node + this.#link.spreads[s]!.id;
      const all = tile * (this.#isNext ? this.#deliveries.of(s, node) : this.#left.passed({ s, node }));
      const forwards = this.#isNext && this.#forwarding.ever(s);
      const left = forwards ? tile * this.#deliveries.unserved(s) : all;
      const words = this.#forwarding.may(s, u) ? left : all;
      if (words < whole[u]!) whole[u] = words;
      if (this.#served !== null && all < this.#served.sent[u]!) this.#served.sent[u] = all;
      for (let at = 0; at < points.length; at += 1) {
        const d = this.#moving[at]!;
        const step = coefficient[d]! * this.#lattice.value[d]![u]!;
        const served = forwards && this.#forwarding.steps(s, d);
        const moved = served ? Math.min(all, tile * this.#left.stepped({ s, node }, d)) : all;
        const fresh = newWords(moved, flow.widths[rank[d]!]![node]!, points[at]!, step);
        if (fresh < part[d]![u]!) part[d]![u] = fresh;
      }
    }
  }
}

/**
 * Least words that cross a link for a window, by the entry of a table `at` a place: `first` are the dimensions that can be the first
 * to step. `visits`: iterations outside u, the stationary run taken off.
 */
export function crossingWords(remaining: Remaining, flow: Flow, table: WindowTable, visit: WindowVisit): number {
  if (flow.wild) return 0;
  const { at, u, first, visits, lattice } = visit;
  const { rank, dimensions } = flow.window!;
  const { saved } = visit;
  const whole = saved === null ? table.whole[at]! : table.whole[at]! / saved.whole;
  const of = { d: 0, u, c: visit.c, loops: visit.loops, lattice, visits };
  let least = Number.POSITIVE_INFINITY;
  for (let rest = first; rest !== 0; rest &= rest - 1) {
    const d = 31 - Math.clz32(rest & -rest);
    if (remaining.left(1 << d)[u] === 1) continue; // no loop of it is outside
    const part = saved === null ? table.part[d]![at]! : table.part[d]![at]! / saved.part[d]!;
    const mask = dimensions[rank[d]!]!;
    if (table.served === null && saved === null && part >= whole && (mask & (mask - 1)) === 0) {
      least = Math.min(least, whole * visits); // alone on its rank it brings whole tiles, however long it goes on
      continue;
    }
    of.d = d;
    const { visits: slid, free, steps } = slidingFrom(lattice, remaining, flow, of);
    const apart = table.served && leavingVisits(remaining, flow, table.served, of);
    const own = apart === null ? slid : Math.min(slid, visits / apart);
    // What is forwarded where a loop outside the innermost one steps is only known where it leads away.
    const words =
      leastWindowWords(whole, part, visits, visits / own, table.served ? own / steps - 1 : free) +
      (apart === null ? 0 : apart * (table.served!.sent[at]! - whole));
    if (words < least) least = words;
  }
  return least === Number.POSITIVE_INFINITY ? 0 : least;
}

/**
 * Visits each of which leads to where no neighbour was: those after the steps of all loops but the first, or of those outside
 * tile c; null where neither is known to.
 */
function leavingVisits(
  remaining: Remaining,
  flow: Flow,
  { factors }: Served,
  { d, u, c, loops, visits, lattice }: Visit & Pick<WindowVisit, 'lattice' | 'visits'> & { readonly d: number },
): number | null {
  if (loops === anyLoops) return null;
  const { coefficient } = flow.window!;
  const { value, offset, digit } = lattice;
  const spanOf = (mask: number): number => {
    let span = 0;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const e = 31 - Math.clz32(rest & -rest);
      span += coefficient[e]! * value[e]![u]! * (1 - 1 / factors[e]!);
    }
    return span;
  };
  const first = u + offset[d]![digit[d]![c]!]! - offset[d]![digit[d]![u]!]!;
  if (alwaysLeaves(lattice, remaining, flow, { d, u, c: first, spanOf }))
    return (visits * value[d]![u]!) / value[d]![c]!;
  return alwaysLeaves(lattice, remaining, flow, { d, u, c, spanOf })
    ? remaining.left(flow.moving | flow.idle)[c]!
    : null;
}

export interface WindowVisit extends Visit {
  readonly at: number;
  readonly lattice: Lattice;
  readonly first: number;
  readonly visits: number;
  /** What neighbours further inside save, as far as that is not known by tile; null where they save nothing. */
  readonly saved: Saved | null;
}

/** How many times fewer words cross at most, of whole tiles, and after a step of each dimension. */
export interface Saved {
  readonly whole: number;
  readonly part: readonly number[];
}
