// Edges the other way round: from what may be inside the storage at most to what may be inside the loops at most, so that some
// mapping behind it is worth having. What `edge-tables` adds on the way out is taken off on the way in.

import { allDimensions } from '../space/closure.js';
import { type Stage, type Way, waysOf } from './edge-stages.js';
import { creditsOf, type EdgesAtWork } from './edge-tables.js';
import { raise } from './limit-tables.js';
import type { Table } from './table.js';
import type { Tables } from './tables.js';

export interface EdgeLimits extends Omit<EdgesAtWork, 'into' | 'most'> {
  /** As `Boundary.tables`, before the storage; and as `LinkTables.inside`, raised. */
  readonly from: Table;
  readonly into: (Table | null)[];
  /** By class: how much less may be inside than the limits say (`Sooner`); null for nothing. */
  readonly sooner: Float64Array | null;
}

export function* openEdges(tables: Tables, of: EdgeLimits): Generator<void, void, void> {
  const { k, edges, alive, stages, into, sooner } = of;
  const { nodes } = tables.tiles.inside(k);
  const classes = tables.parallelism.count(k);
  const { inside } = tables.links[k]!;
  const opening = new Opening(tables, of);
  for (const way of waysOf(edges, stages)) {
    yield;
    const least = opening.leastBefore(way);
    let limits = opening.ending(way.closed);
    for (const [at, stage] of [...way.stages.entries()].reverse()) limits = opening.open(stage, limits, least[at]!);
    for (const group of way.groups) {
      const values = inside[group]!;
      for (const place of alive[group]!) {
        const at = stages.tiles.place[nodes[place]!]!;
        for (let b = 0; b < classes; b += 1) {
          const entry = place * classes + b;
          const limit = (limits[b]?.[at] ?? Number.NEGATIVE_INFINITY) - opening.credit[at]!;
          const value = values.get(entry);
          if (value + (sooner?.[b] ?? 0) <= limit && value !== Number.POSITIVE_INFINITY)
            raise(into, group, { like: values, entry, limit });
        }
      }
    }
  }
}

/** By class of parallelism, a figure a tile; null where there is nothing. */
type Limits = readonly (Float64Array | null)[];

class Opening {
  /** As in `edge-tables`. */
  readonly credit: Float64Array;
  readonly #tables: Tables;
  readonly #of: EdgeLimits;
  readonly #endings = new Map<number, Limits>();
  readonly #fixed: number;

  constructor(tables: Tables, of: EdgeLimits) {
    this.#tables = tables;
    this.#of = of;
    this.#fixed = of.edges[0]?.fixed ?? 0;
    this.credit = creditsOf(tables, of);
  }

  /** Before all loops but those of dimensions `closed`. */
  ending(closed: number): Limits {
    const known = this.#endings.get(closed);
    if (known !== undefined) return known;
    const { k, from, stages } = this.#of;
    const { nodes } = this.#tables.tiles.outside(k);
    const { length } = this.#tables.parallelism.ends[k]!;
    const limits = Array.from({ length }, (): Float64Array | null => null);
    from.forEach((limit, place, entry) => {
      const at = stages.tiles.place[nodes[place]!]!;
      if (at < 0) return;
      const b = entry - place * length;
      limits[b] ??= nothing(stages.tiles.nodes.length);
      limits[b]![at] = limit + this.credit[at]!;
    });
    for (const table of limits)
      if (table !== null) stages.tiles.open(table, { fixed: this.#fixed, over: allDimensions & ~closed });
    this.#endings.set(closed, limits);
    return limits;
  }

  /** By stage: the least by tile that stands there before it charges, in any class; most tiles have nothing. */
  leastBefore({ groups, stages: list }: Way): Float64Array[] {
    const { k, alive, stages } = this.#of;
    const { nodes } = this.#tables.tiles.inside(k);
    const classes = this.#tables.parallelism.count(k);
    const least = new Float64Array(stages.tiles.nodes.length).fill(Number.POSITIVE_INFINITY);
    for (const group of groups) {
      const values = this.#tables.links[k]!.inside[group]!;
      for (const place of alive[group]!) {
        const at = stages.tiles.place[nodes[place]!]!;
        if (at < 0) continue;
        for (let b = 0; b < classes; b += 1)
          least[at] = Math.min(least[at]!, values.get(place * classes + b) + this.credit[at]!);
      }
    }
    return list.map(({ over, charges }) => {
      if (over !== 0) stages.tiles.close(least, { fixed: this.#fixed, over });
      const before = least.slice();
      for (let at = 0; at < least.length; at += 1)
        if (before[at]! < Number.POSITIVE_INFINITY) least[at] = before[at]! + charges.pj(at);
      return before;
    });
  }

  /** Takes off what a stage charges, and opens the loops before it. */
  open({ over, charges }: Stage, after: Limits, least: Float64Array): Limits {
    const { tiles } = this.#of.stages;
    const { length } = tiles.nodes;
    const before = after.map((): Float64Array | null => null);
    // By tile: whether there is anything in the classes so far.
    const any = new Uint8Array(length);
    for (const [b, own] of after.entries()) {
      let table: Float64Array | null = null;
      for (let at = 0; at < length; at += 1) {
        if (least[at] === Number.POSITIVE_INFINITY) continue;
        if (own !== null && own[at]! - charges.pj(at) >= least[at]!) any[at] = 1;
        if (any[at] === 0) continue;
        const limit = (charges.slows ? after[charges.landed(at, b)] : own)?.[at] ?? Number.NEGATIVE_INFINITY;
        if (limit === Number.NEGATIVE_INFINITY) continue;
        table ??= nothing(length);
        table[at] = limit - charges.pj(at);
      }
      if (table !== null && over !== 0) tiles.open(table, { fixed: this.#fixed, over });
      before[b] = table;
    }
    return before;
  }
}

function nothing(size: number): Float64Array {
  return new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
}
