// Sliding windows between a link's loops and the tile below its fan-outs: the least words per visit over all spatial
// choices, whole tiles and the slice that is new when one dimension steps (F.13, `part`).

import { type Chain, type Link, nodeAbove } from './chain.js';
import { Deliveries } from './deliveries.js';
import type { Lattice } from './lattice.js';
import { type Flow, type Remaining, rankPoints } from './traffic.js';

export interface WindowTable {
  /** `whole[u]`: least words of all distinct deliveries of whole tiles. */
  readonly whole: Float64Array;
  /** `part[d][u]`: the same when dimension d is the first to step; empty for dimensions that do not move the tile. */
  readonly part: readonly Float64Array[];
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
  readonly t: number;
  /** Nodes that the tile below the fan-outs can be. */
  readonly below: Int32Array;
  /** Told how many spatial choices are next. */
  readonly count: (choices: number) => void;
}

function* windowTable(
  chain: Chain,
  link: Link,
  { flow, t, below, count, deep }: WindowedFlow & { readonly deep: boolean },
): Generator<void, WindowTable, void> {
  const { lattice, mapspace } = chain;
  const { bounds } = mapspace.problem.workload;
  const fill = (): Float64Array => new Float64Array(lattice.size).fill(Number.POSITIVE_INFINITY);
  const whole = fill();
  const part = bounds.map((_, d) => ((flow.moving >> d) & 1 ? fill() : new Float64Array(0)));
  if (flow.wild) {
    whole.fill(0);
    for (const table of part) table.fill(0);
    return { whole, part };
  }
  const deliveries = new Deliveries(lattice, link, flow);
  const forwarding = new Forwarding(chain, link, { flow, t });
  const { rank: rankOf, coefficient } = flow.window!;
  const moving = bounds.map((_, d) => d).filter((d) => part[d]!.length > 0);
  for (const node of below) {
    count(link.spreads.length);
    yield;
    const tile = (deep ? flow.points : flow.tile)[node]!;
    for (let s = 0; s < link.spreads.length; s += 1) {
      const spread = link.spreads[s]!;
      const u = nodeAbove(lattice, node, spread);
      if (u < 0) continue;
      const words = tile * (forwarding.may(s, u) ? forwarding.unserved(deliveries, s) : deliveries.of(s, node));
      if (words < whole[u]!) whole[u] = words;
      for (const d of moving) {
        const step = coefficient[d]! * lattice.value[d]![u]!;
        const slice = words * newShare(flow, lattice, { rank: rankOf[d]!, step, node, deep });
        if (slice < part[d]![u]!) part[d]![u] = slice;
      }
    }
  }
  return { whole, part };
}

/**
 * Neighbours may forward words only where a displacement is no longer than the fan-out is wide, and a step of a dimension
 * is longer than all its own spatial steps: so another dimension of the same rank must be spatial (F.6, F.13 "Links").
 */
export class Forwarding {
  readonly #lattice: Lattice;
  readonly #bounds: readonly number[];
  readonly #toCompute: boolean;
  /** Per spatial choice: dimensions whose steps outside may forward words. */
  readonly #stepping: readonly (readonly number[])[];

  constructor({ lattice, mapspace }: Chain, link: Link, { flow, t }: { readonly flow: Flow; readonly t: number }) {
    this.#lattice = lattice;
    this.#toCompute = ((link.forwardedToCompute >> t) & 1) === 1;
    this.#bounds = mapspace.problem.workload.bounds;
    const ranks = (link.forwarded >> t) & 1 ? (flow.window?.dimensions ?? []) : [];
    this.#stepping = link.spreads.map(({ total }) =>
      this.#bounds.flatMap((_, d) => {
        const beside = ranks.some(
          (mask) => (mask >> d) & 1 && total.some((factor, other) => other !== d && factor > 1 && (mask >> other) & 1),
        );
        return beside ? [d] : [];
      }),
    );
  }

  /** Distinct deliveries left to the parent; at compute neighbours may forward even what has not moved. */
  unserved(deliveries: Deliveries, s: number): number {
    return this.#toCompute ? 1 : deliveries.unserved(s);
  }

  /** Whether they may under spatial choice `s` above any tile. */
  ever(s: number): boolean {
    return this.#stepping[s]!.length > 0;
  }

  /** Whether they may under spatial choice `s`, seen from tile `above`. */
  may(s: number, above: number): boolean {
    for (const d of this.#stepping[s]!) if (this.#lattice.value[d]![above] !== this.#bounds[d]) return true;
    return false;
  }
}

/**
 * Least words that cross a link for a window: `first` are the dimensions that can be the first to step. Between two steps
 * of it only the slice is new; where another dimension of its rank steps too, positions can come to coincide (t_k = 0).
 * `visits`: iterations outside u, the stationary run taken off.
 */
export function windowWords(remaining: Remaining, flow: Flow, table: WindowTable, visit: WindowVisit): number {
  const { u, first, visits } = visit;
  let least = Number.POSITIVE_INFINITY;
  for (let rest = first; rest !== 0; rest &= rest - 1) {
    const d = 31 - Math.clz32(rest & -rest);
    const whole = table.whole[u]!;
    const part = table.part[d]![u]!;
    const rank = flow.wild ? 0 : flow.window!.dimensions[flow.window!.rank[d]!]!;
    const steps = remaining.left(1 << d)[u]!;
    if (steps === 1) continue; // no loop of it is outside
    const own = remaining.left(rank)[u]!;
    const fresh = visits / own;
    const coincide = own > steps;
    const words = coincide ? (part * visits) / 2 + (whole - part / 2) * fresh : part * visits + (whole - part) * fresh;
    if (words < least) least = words;
  }
  return least === Number.POSITIVE_INFINITY ? 0 : least;
}

export interface WindowVisit {
  readonly u: number;
  readonly first: number;
  readonly visits: number;
}

/**
 * Share of a tile that is new after a step of one rank. What a deep child holds beside the points is unknown, but it lies
 * in the box: the points outside the box before the step are new.
 */
export function newShare(
  flow: Flow,
  lattice: Lattice,
  of: { readonly rank: number; readonly step: number; readonly node: number; readonly deep: boolean },
): number {
  const width = flow.widths[of.rank]![of.node]!;
  if (of.step >= width) return 1;
  if (!of.deep) return of.step / width;
  const { dimensions, coefficient } = flow.window!;
  const points = rankPoints(dimensions[of.rank]!, coefficient, (d) => lattice.value[d]![of.node]!);
  return Math.max(0, points - (width - of.step)) / points;
}
