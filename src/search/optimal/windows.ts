// Sliding windows between a link's loops and the tile below its fan-outs: the least words per visit over all spatial
// choices, whole tiles and the slice that is new when one dimension steps (F.13, `part`).

import type { Chain, Link } from './chain.js';
import { distinctDeliveries } from './spread-cost.js';
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
  readonly below: readonly number[];
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
  for (const node of below) {
    count(link.spreads.length);
    yield;
    const extent = (d: number): number => lattice.value[d]![node]!;
    for (const spread of link.spreads) {
      const u = spreadNode(chain, node, spread.id, spread.total);
      if (u < 0) continue;
      const forwards = ((link.forwarded >> t) & 1) === 1 && mayForward(chain, flow, spread.total, u);
      const shared = forwards ? 1 : distinctDeliveries(flow, spread, extent);
      const words = (deep ? flow.points : flow.tile)[node]! * shared;
      if (words < whole[u]!) whole[u] = words;
      part.forEach((table, d) => {
        if (table.length === 0) return;
        const rank = flow.window!.rank[d]!;
        const step = flow.window!.coefficient[d]! * lattice.value[d]![u]!;
        const slice = words * newShare(flow, { rank, step, extent, deep });
        if (slice < table[u]!) table[u] = slice;
      });
    }
  }
  return { whole, part };
}

/** The tile above the fan-outs; -1 where the product is no divisor of the bounds. */
export function spreadNode({ lattice, mapspace }: Chain, node: number, id: number, total: readonly number[]): number {
  if (id === 0) return node;
  const { bounds } = mapspace.problem.workload;
  for (let d = 0; d < total.length; d += 1) {
    if (total[d] !== 1 && bounds[d]! % (lattice.value[d]![node]! * total[d]!) !== 0) return -1;
  }
  return node + id;
}

/**
 * Neighbours may forward words only where a displacement is no longer than the fan-out is wide, and a step of a dimension
 * is longer than all its own spatial steps: so another dimension of the same rank must be spatial (F.6, F.13 "Links").
 */
export function mayForward({ lattice, mapspace }: Chain, flow: Flow, total: readonly number[], u: number): boolean {
  const { bounds } = mapspace.problem.workload;
  return flow.window!.dimensions.some((mask) => {
    for (let d = 0; d < total.length; d += 1) {
      if (!((mask >> d) & 1) || lattice.value[d]![u] === bounds[d]) continue;
      for (let other = 0; other < total.length; other += 1) {
        if (other !== d && (mask >> other) & 1 && total[other]! > 1) return true;
      }
    }
    return false;
  });
}

function widthOf(flow: Flow, rank: number, extent: (d: number) => number): number {
  const mask = flow.window!.dimensions[rank]!;
  let width = 1;
  flow.window!.coefficient.forEach((coefficient, d) => {
    if ((mask >> d) & 1) width += coefficient * (extent(d) - 1);
  });
  return width;
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
    const own = remaining.left(rank)[u]!;
    const fresh = visits / own;
    const coincide = own > remaining.left(1 << d)[u]!;
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
  of: {
    readonly rank: number;
    readonly step: number;
    readonly extent: (d: number) => number;
    readonly deep: boolean;
  },
): number {
  const width = widthOf(flow, of.rank, of.extent);
  if (of.step >= width) return 1;
  if (!of.deep) return of.step / width;
  const { dimensions, coefficient } = flow.window!;
  const points = rankPoints(dimensions[of.rank]!, coefficient, of.extent);
  return Math.max(0, points - (width - of.step)) / points;
}
