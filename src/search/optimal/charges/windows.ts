// Sliding windows between a link's loops and the tile below its fan-outs: the least words per visit over all spatial
// choices, whole tiles and the slice that is new when one dimension steps (F.13, `part`).

import { leastWindowWords, newWords } from '../../../model/charge/window.js';
import type { Chain, Link } from '../space/chain.js';
import type { FittingSpreads } from '../space/fitting-spreads.js';
import type { Lattice } from '../space/lattice.js';
import type { Deliveries } from './deliveries.js';
import { type Flow, type Remaining, rankPoints, type Window } from './flows.js';
import { slidingFrom, type Visit } from './sliding.js';

export interface WindowTable {
  /** `whole[u]`: least words of all distinct deliveries of whole tiles. */
  readonly whole: Float64Array;
  /** `part[d][u]`: the same when dimension d is the first to step; empty for dimensions that do not move the tile. */
  readonly part: readonly Float64Array[];
  /** Whether neighbours may forward words at some steps and not at others: `part` may then be more than `whole`. */
  readonly served: boolean;
}

/** For a child right below the fan-outs, whose tile is a box (F.2), and for one further inside, of which only points are known. */
export interface WindowTables {
  readonly near: WindowTable;
  readonly deep: WindowTable;
}

export function* windowTables(chain: Chain, link: Link, of: WindowedFlow): Generator<void, WindowTables, void> {
  const near = yield* windowTable(chain, link, { ...of, deep: false });
  const same = of.flow.points === of.flow.tile;
  return { near, deep: same ? near : yield* windowTable(chain, link, { ...of, deep: true }) };
}

interface WindowedFlow {
  readonly flow: Flow;
  readonly deliveries: Deliveries;
  readonly forwarding: Forwarding;
  /** Nodes that the tile below the fan-outs can be. */
  readonly below: Int32Array;
  /** Told how many spatial choices are next. */
  readonly count: (choices: number) => void;
  /** Spatial choices of the link that differ, and which of them make a tile above. */
  readonly spreads: Int32Array;
  readonly above: FittingSpreads;
}

/** Tiles looked at between two moments for the caller. */
const stride = 64;

function* windowTable(
  chain: Chain,
  link: Link,
  of: WindowedFlow & { readonly deep: boolean },
): Generator<void, WindowTable, void> {
  const { flow, below, spreads, count } = of;
  const { bounds, size } = chain.lattice;
  const fill = (): Float64Array => new Float64Array(size).fill(flow.wild ? 0 : Number.POSITIVE_INFINITY);
  const whole = fill();
  const part = bounds.map((_, d) => ((flow.moving >> d) & 1 ? fill() : new Float64Array(0)));
  if (flow.wild) return { whole, part, served: false };
  const filling = new WindowFill(chain, link, { ...of, whole, part });
  for (let at = 0; at < below.length; at += 1) {
    count(spreads.length);
    if (at % stride === 0) yield;
    filling.lower(below[at]!);
  }
  return { whole, part, served: filling.served };
}

class WindowFill {
  /** Whether neighbours may forward words under any choice. */
  readonly served: boolean;
  readonly #lattice: Lattice;
  readonly #link: Link;
  readonly #above: FittingSpreads;
  readonly #flow: Flow;
  readonly #window: Window;
  readonly #deep: boolean;
  readonly #deliveries: Deliveries;
  readonly #forwarding: Forwarding;
  readonly #whole: Float64Array;
  readonly #part: readonly Float64Array[];
  readonly #moving: readonly number[];

  constructor(
    chain: Chain,
    link: Link,
    of: WindowedFlow & { readonly deep: boolean } & Pick<WindowTable, 'whole' | 'part'>,
  ) {
    this.#lattice = chain.lattice;
    this.#link = link;
    this.#above = of.above;
    this.#flow = of.flow;
    this.#window = of.flow.window!;
    this.#deep = of.deep;
    this.#deliveries = of.deliveries;
    this.#forwarding = of.forwarding;
    this.#whole = of.whole;
    this.#part = of.part;
    this.#moving = chain.lattice.bounds.map((_, d) => d).filter((d) => of.part[d]!.length > 0);
    this.served = of.spreads.some((s) => this.#forwarding.ever(s));
  }

  /** Lowers what the fan-outs make of the tile `node`. */
  lower(node: number): void {
    const flow = this.#flow;
    const deep = this.#deep;
    const whole = this.#whole;
    const part = this.#part;
    const { rank, coefficient } = this.#window;
    const tile = (deep ? flow.points : flow.tile)[node]!;
    const points = this.#moving.map((d) => pointsAlong(flow, this.#lattice, { rank: rank[d]!, node, deep }));
    const count = this.#above.of(node);
    for (let choice = 0; choice < count; choice += 1) {
      const s = this.#above.found[choice]!;
      const u = node + this.#link.spreads[s]!.id;
      const all = tile * this.#deliveries.of(s, node);
      const left = this.#forwarding.ever(s) ? tile * this.#deliveries.unserved(s) : all;
      const words = this.#forwarding.may(s, u) ? left : all;
      if (words < whole[u]!) whole[u] = words;
      for (let at = 0; at < points.length; at += 1) {
        const d = this.#moving[at]!;
        const step = coefficient[d]! * this.#lattice.value[d]![u]!;
        const moved = this.#forwarding.steps(s, d) ? left : all;
        const fresh = newWords(moved, flow.widths[rank[d]!]![node]!, points[at]!, step);
        if (fresh < part[d]![u]!) part[d]![u] = fresh;
      }
    }
  }
}

/**
 * Neighbours may forward words only where a displacement is no longer than the fan-out is wide, and a step of a dimension
 * is longer than all its own spatial steps: so another dimension of the same rank must be spatial (F.6, F.13 "Links").
 */
export class Forwarding {
  readonly #lattice: Lattice;
  readonly #bounds: readonly number[];
  /** Per spatial choice: dimensions whose steps outside may forward words. */
  readonly #stepping: readonly (readonly number[])[];
  readonly #still: readonly boolean[];

  constructor({ lattice, mapspace }: Chain, link: Link, { flow, t }: { readonly flow: Flow; readonly t: number }) {
    this.#lattice = lattice;
    this.#bounds = mapspace.problem.workload.bounds;
    const ranks = (link.forwarded >> t) & 1 ? (flow.window?.dimensions ?? []) : [];
    this.#stepping = link.spreads.map(({ total, served }) =>
      this.#bounds.flatMap((_, d) => {
        if (!((served.stepping >> t) & 1)) return [];
        const beside = ranks.some(
          (mask) => (mask >> d) & 1 && total.some((factor, other) => other !== d && factor > 1 && (mask >> other) & 1),
        );
        return beside ? [d] : [];
      }),
    );
    this.#still = link.spreads.map(({ served }) => ((served.still >> t) & 1) === 1);
  }

  /**
   * Whether words may be forwarded while the tile stands still: right above compute, which takes in the same again (F.6).
   */
  still(s: number): boolean {
    return this.#still[s]!;
  }

  /** Whether they may under spatial choice `s` above any tile. */
  ever(s: number): boolean {
    return this.#stepping[s]!.length > 0;
  }

  /** Whether they may where dimension d steps. */
  steps(s: number, d: number): boolean {
    return this.#stepping[s]!.includes(d);
  }

  /** Whether they may under spatial choice `s`, seen from tile `above`. */
  may(s: number, above: number): boolean {
    for (const d of this.#stepping[s]!) if (this.#lattice.value[d]![above] !== this.#bounds[d]) return true;
    return false;
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
  const whole = table.whole[at]!;
  const of = { d: 0, u, c: visit.c, loops: visit.loops };
  let least = Number.POSITIVE_INFINITY;
  for (let rest = first; rest !== 0; rest &= rest - 1) {
    const d = 31 - Math.clz32(rest & -rest);
    if (remaining.left(1 << d)[u] === 1) continue; // no loop of it is outside
    const part = table.part[d]![at]!;
    const mask = dimensions[rank[d]!]!;
    if (!table.served && part >= whole && (mask & (mask - 1)) === 0) {
      least = Math.min(least, whole * visits); // alone on its rank it brings whole tiles, however long it goes on
      continue;
    }
    of.d = d;
    const { visits: own, free, steps } = slidingFrom(lattice, remaining, flow, of);
    // What is forwarded where a loop outside the innermost one steps, nobody knows.
    const words = leastWindowWords(whole, part, visits, visits / own, table.served ? own / steps - 1 : free);
    if (words < least) least = words;
  }
  return least === Number.POSITIVE_INFINITY ? 0 : least;
}

export interface WindowVisit extends Visit {
  readonly at: number;
  readonly lattice: Lattice;
  readonly first: number;
  readonly visits: number;
}

/** Of a tile along one rank. What a deep child holds beside the points is unknown, but it lies in the box. */
export function pointsAlong(
  flow: Flow,
  { value }: Lattice,
  { rank, node, deep }: { readonly rank: number; readonly node: number; readonly deep: boolean },
): number {
  if (!deep) return flow.widths[rank]![node]!;
  const { dimensions, coefficient } = flow.window!;
  return rankPoints(dimensions[rank]!, coefficient, (d) => value[d]![node]!);
}
