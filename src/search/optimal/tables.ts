// The relaxed problem's tables, and the contexts they are kept by.
//
// What a tile's inside still owes the outside is its context, one code per dataspace:
//   p            a child inside has been charged to the storage of link p; nothing between may keep the dataspace
//                (-1: the child is the backing store, and nothing outside may keep it)
//   PENDING + j  the child at link j (or compute, j = number of links) still waits for a loop that moves its tile
//   DEMAND       compute asks for its operands, and nobody has been charged for them yet

import type { Assumed } from './assumed.js';
import type { BlockOrder } from './block-orders.js';
import type { Link } from './chain.js';
import type { ClosingTerms } from './closing-terms.js';
import type { SpreadCosts } from './spread-cost.js';
import type { SpreadTerms } from './spread-terms.js';
import type { WindowTables } from './windows.js';

export const PENDING = 100;
export const DEMAND = 1000;

export type Codes = readonly number[];

/** One dataspace charged at an edge: child `child` against the storage of link `parent`. */
export interface Closing {
  readonly t: number;
  readonly child: number;
  readonly parent: number;
}

/** One way through the loops of a link: who is charged, in which order of the loops. */
export interface Edge {
  readonly spread: number;
  readonly outer: number;
  readonly order: BlockOrder;
  /** Dataspaces that stay pending; no loop may move their tiles. */
  readonly open: number;
  readonly fixed: number;
  /** Who is charged, as places among the link's settlements. */
  readonly settled: readonly number[];
  /** Edges of one group have the same inside. */
  readonly group: number;
}

/** How the tables of one link hang together. */
export interface LinkTables {
  readonly link: Link;
  readonly costs: SpreadCosts;
  readonly windows: (WindowTables | null)[];
  /** Contexts between the fan-outs and the loops. */
  readonly spreads: readonly Codes[];
  readonly terms: SpreadTerms;
  readonly closings: ClosingTerms;
  readonly edges: readonly Edge[];
  /** `inside[group][place * classes + b]`: least energy inside the loops, by tile (`TileSets.inside`) and parallelism class. */
  inside: readonly Float64Array[];
  /** The least of them all. */
  least: Float64Array;
  /** By group: what the fan-outs outside are taken to make. */
  readonly assumed: readonly Assumed[];
  /** Places of the tiles inside the loops from which something can go on, cheapest first, and the least of their entries. */
  alive: Int32Array;
  leastPj: Float64Array;
  /** Per dimension: whether tile place c may step to tile place u, `table[c * width + u]`: 0 no, 1 without a loop, 2 with. */
  readonly steps: readonly { readonly table: Uint8Array; readonly width: number }[];
  /** Contexts between the storage and the loops. */
  readonly inner: Contexts;
  /** `[keep mask, inner context, outer context, pJ]` at the storage. */
  readonly keeps: readonly Keep[];
}

export interface Keep {
  readonly mask: number;
  readonly inner: number;
  readonly outer: number;
  /** Least charge for a child that stays pending through a storage that keeps its dataspace. */
  readonly extraPj: number;
  /** Of the fan-outs outside, for the charge. */
  readonly assumed: Assumed;
}

export class Contexts {
  readonly list: Codes[] = [];
  readonly #index = new Map<string, number>();

  add(codes: Codes): number {
    const key = codes.join();
    const known = this.#index.get(key);
    if (known !== undefined) return known;
    this.#index.set(key, this.list.length);
    this.list.push(codes);
    return this.list.length - 1;
  }

  find(codes: Codes): number {
    return this.#index.get(codes.join()) ?? -1;
  }
}

/** Tables at the boundary outside the storage of a link; the last boundary is compute. */
export interface Boundary {
  readonly contexts: Contexts;
  /** `tables[context][place * classes + b]`, by tile (`TileSets.outside`) and parallelism class. */
  tables: readonly Float64Array[];
  /** The least of them all. */
  least: Float64Array;
  /** By context: what the fan-outs outside are taken to make. */
  readonly assumed: readonly Assumed[];
  /** Places of the tiles with any finite value. */
  alive: Int32Array;
}
