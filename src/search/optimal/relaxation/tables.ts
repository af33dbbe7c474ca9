// The relaxed problem's tables: for every tile at every link, by context and class of parallelism, the least that everything inside
// it costs. Plain data, filled from compute outwards (`Relaxation`), read by the descent from the outside in.

import { type Assumed, assumedInside, type PerCopy } from '../charges/assumed.js';
import type { ClosingTerms } from '../charges/closing-terms.js';
import type { RelaxedProblem } from '../charges/relaxed-problem.js';
import type { SlowTiles } from '../charges/slow-tiles.js';
import type { Throttles } from '../charges/throttles.js';
import type { WindowTables } from '../charges/windows.js';
import type { Contexts } from '../contexts.js';
import type { Link } from '../space/chain.js';
import type { Lattice } from '../space/lattice.js';
import type { TileSets } from '../space/tile-sets.js';
import type { BlockOrders } from './block-orders.js';
import type { Keep } from './keeps.js';
import type { Parallelism } from './parallelism.js';
import type { SpreadTerms } from './spread-terms.js';
import type { Table } from './table.js';

export interface Tables {
  readonly problem: RelaxedProblem;
  /** Null where bandwidths of inner storages are left out. */
  readonly throttles: Throttles | null;
  /** Null where no tile says what nothing hides. */
  readonly slow: SlowTiles | null;
  readonly tiles: TileSets;
  /** Whether contexts say who waits along. */
  readonly tellsAlong: boolean;
  readonly parallelism: Parallelism;
  readonly links: readonly LinkTables[];
  /** One more than links; the last is compute. */
  readonly boundaries: readonly Boundary[];
}

/** One way through the loops of a link: who is charged, in which order of the loops. */
export interface Edge {
  /** Contexts between the fan-outs and the loops, and outside the loops, as places. */
  readonly spread: number;
  readonly outer: number;
  /** Dataspaces that go on waiting; no loop may move their tiles: the dimensions that must not loop. */
  readonly open: number;
  readonly fixed: number;
  /** Who is charged, as places among the link's settlements. */
  readonly settled: readonly number[];
  /** Edges of one group have the same inside. */
  readonly group: number;
}

interface Steps {
  readonly table: Uint8Array;
  readonly width: number;
}

/** How the tables of one link hang together. */
export interface LinkTables {
  readonly link: Link;
  /** By dataspace; filled with the tables. */
  readonly windows: (WindowTables | null)[];
  readonly terms: SpreadTerms;
  readonly closings: ClosingTerms;
  /** Of its loops. */
  readonly orders: BlockOrders;
  readonly edges: readonly Edge[];
  /** By context outside the loops: the edges that lead to something. */
  leading: readonly (readonly Edge[])[];
  /** By group: least cost inside the loops, by tile (`TileSets.inside`) and parallelism class; null where there is nothing. */
  inside: readonly (Table | null)[];
  /** The least of them all, `least[place * classes + b]`. */
  least: Float64Array;
  /** By group: what the fan-outs outside are taken to make. */
  readonly assumed: readonly Assumed[];
  /** Places of the tiles inside the loops from which something can go on, cheapest first, and the least of their entries. */
  alive: Int32Array;
  leastPj: Float64Array;
  /** Per dimension: whether tile place c may step to tile place u, `table[c * width + u]`: 0 no, 1 without a loop, 2 with. */
  readonly steps: readonly Steps[];
  /** Contexts between the storage and the loops. */
  readonly inner: Contexts;
  /** By context there: what keepers inside save. */
  readonly saved: readonly PerCopy[];
  readonly keeps: readonly Keep[];
}

/** Tables at the boundary outside the storage of a link; the last boundary is compute. */
export interface Boundary {
  readonly contexts: Contexts;
  /** By context, and so by tile (`TileSets.outside`) and parallelism class; null where there is nothing. */
  tables: readonly (Table | null)[];
  /** The least of them all, `least[place * classes + b]`. */
  least: Float64Array;
  /** By context: what the fan-outs outside are taken to make. */
  readonly assumed: readonly Assumed[];
  /** Places of the tiles with any finite value. */
  alive: Int32Array;
}

/** Of storage k, nothing filled yet. */
export function boundaryOf(problem: RelaxedProblem, k: number, contexts: Contexts): Boundary {
  return {
    contexts,
    tables: [],
    least: new Float64Array(0),
    assumed: contexts.list.map((context) => assumedInside(problem, k, context)),
    alive: new Int32Array(0),
  };
}

/** By dimension: which steps the loops of a link may take. */
export function stepsOf({ divisors, quotient }: Lattice, { allowed }: Link): Steps[] {
  return divisors.map(({ length: width }, d) => {
    const table = new Uint8Array(width * width);
    for (let c = 0; c < width; c += 1) {
      for (const place of allowed[d]!) {
        const u = quotient[d]![c * width + place]!;
        if (u >= 0) table[c * width + u] = place === 0 ? 1 : 2;
      }
    }
    return { table, width };
  });
}

/** Dimensions that loop between tiles c and u, a mask; -1 where link k may not have the factors c / u. */
export function loopsBetween({ problem, links }: Tables, k: number, { c, u }: { c: number; u: number }): number {
  const { digit, dimensions } = problem.chain.lattice;
  const { steps } = links[k]!;
  let loops = 0;
  for (let d = 0; d < dimensions; d += 1) {
    const places = digit[d]!;
    const step = steps[d]!.table[places[c]! * steps[d]!.width + places[u]!]!;
    if (step === 0) return -1;
    if (step === 2) loops |= 1 << d;
  }
  return loops;
}

export function bytesOf(tables: readonly (Table | null | undefined)[]): number {
  return tables.reduce((sum, table) => sum + (table?.bytes ?? 0), 0);
}

/** The least of some tables of so many places and classes, by entry. */
export function leastOf(
  tables: readonly (Table | null)[],
  of: { readonly places: number; readonly classes: number },
): Float64Array {
  const least = new Float64Array(of.places * of.classes).fill(Number.POSITIVE_INFINITY);
  for (const table of tables)
    table?.forEach((pj, _, entry) => {
      if (pj < least[entry]!) least[entry] = pj;
    });
  return least;
}

/** The least of the classes of each place, of figures by entry. */
export function leastByPlace(least: Float64Array, classes: number): Float64Array {
  const pj = new Float64Array(least.length / classes).fill(Number.POSITIVE_INFINITY);
  for (let place = 0, entry = 0; place < pj.length; place += 1)
    for (const end = entry + classes; entry < end; entry += 1)
      if (least[entry]! < pj[place]!) pj[place] = least[entry]!;
  return pj;
}

/** Places of the tiles that any class reaches, by `leastByPlace`. */
export function placesIn(pj: Float64Array): Int32Array {
  return Int32Array.from(pj.keys()).filter((place) => pj[place]! < Number.POSITIVE_INFINITY);
}

/** By place, of so many: nought where none of these is. */
export function marksOf(places: Int32Array, count: number): Uint8Array {
  const marks = new Uint8Array(count);
  for (const place of places) marks[place] = 1;
  return marks;
}
