// The edges that lead to one context outside a link's loops, in the tables: from what is inside the loops, over every choice of
// their factors, to what is inside the storage. Edges that charge the same go together, and so does everything that has the
// same loops left to close.

import { creditedPjOf } from '../charges/assumed.js';
import { allDimensions } from '../space/closure.js';
import { type EdgeStages, type Stage, type Way, waysOf } from './edge-stages.js';
import type { Table } from './table.js';
import type { Edge, Tables } from './tables.js';

export interface EdgesAtWork {
  readonly k: number;
  /** Some, with one context outside. */
  readonly edges: readonly Edge[];
  /** By group: places of the tiles inside the loops from which something goes on. */
  readonly alive: readonly (Int32Array | null)[];
  readonly stages: EdgeStages;
  /** As `Boundary.tables`, before the storage; entries are lowered. */
  readonly into: Table;
  /** By class: of no use from this much on (`mostInside`). Charges only add. */
  readonly most: Float64Array;
}

interface Lane extends Way {
  /** Slowed down after each stage but the last, by class. */
  readonly slowed: readonly Slowed[];
  readonly ending: Ending;
}

/** What has the same loops left to close, those outside the dimensions `closed`. */
interface Ending {
  readonly closed: number;
  readonly table: Float64Array;
  /** Whether there is anything in the class at hand. */
  any: boolean;
  readonly slowed: Slowed;
}

type Slowed = Map<number, Float64Array>;

/** Adds the edges' charges and takes the least over their loops' factors. */
export function* closeEdges(tables: Tables, at: EdgesAtWork): Generator<void, void, void> {
  const closing = new Closing(tables, at);
  // From the fastest class down: what is slowed down joins a lower one.
  for (let b = tables.parallelism.count(at.k) - 1; b >= 0; b -= 1) {
    for (const _ of closing.run(b)) yield;
  }
}

class Closing {
  readonly #tables: Tables;
  readonly #of: EdgesAtWork;
  readonly #lanes: readonly Lane[];
  readonly #endings = new Map<number, Ending>();
  readonly #work: Float64Array;
  readonly #fixed: number;
  /** By place of the tile: what is credited inside for copies that loops outside of it leave room for (`creditedPjOf`). */
  readonly #credit: Float64Array;

  constructor(tables: Tables, of: EdgesAtWork) {
    const { length } = of.stages.tiles.nodes;
    this.#tables = tables;
    this.#of = of;
    this.#work = new Float64Array(length);
    this.#fixed = of.edges[0]?.fixed ?? 0; // what is open, and must not loop, is told by the context
    this.#credit = creditsOf(tables, of);
    this.#lanes = waysOf(of.edges, of.stages).map((way): Lane => {
      const { stages, closed } = way;
      let ending = this.#endings.get(closed);
      if (ending === undefined) {
        ending = { closed, table: new Float64Array(length), any: false, slowed: new Map() };
        this.#endings.set(closed, ending);
      }
      return { slowed: stages.map(() => new Map()), ending, ...way };
    });
  }

  *run(b: number): Generator<void, void, void> {
    for (const ending of this.#endings.values()) {
      ending.table.fill(Number.POSITIVE_INFINITY);
      ending.any = join(ending.table, ending.slowed, b);
    }
    for (const lane of this.#lanes) {
      yield;
      this.#open(lane, b);
    }
    const { k, into, stages, most } = this.#of;
    const { nodes: ends } = this.#tables.tiles.outside(k);
    const { place } = stages.tiles;
    const classes = this.#tables.parallelism.count(k);
    for (const { closed, table, any } of this.#endings.values()) {
      if (!any) continue;
      yield;
      stages.tiles.close(table, { fixed: this.#fixed, over: allDimensions & ~closed });
      for (let end = 0; end < ends.length; end += 1) {
        const at = place[ends[end]!]!;
        if (at < 0) continue;
        const pj = table[at]! - this.#credit[at]!;
        if (pj < most[b]!) into.lower(end * classes + b, pj);
      }
    }
  }

  /** All stages of a lane, in class b, up to the loops that are left. */
  #open(lane: Lane, b: number): void {
    const { stages, ending } = lane;
    // What hangs on no run is charged tile by tile, of which there are few.
    const first = stages[0]?.over === 0 ? stages[0] : null;
    const begun = first === null ? 0 : 1;
    const work = begun === stages.length ? ending.table : this.#work;
    if (work === this.#work) work.fill(Number.POSITIVE_INFINITY);
    let any = this.#enter(work, lane, { b, first });
    for (let at = begun; at < stages.length; at += 1) {
      if (any) this.#close(lane, { stage: at, b });
      any = join(this.#work, lane.slowed[at]!, b) || any;
    }
    if (!any) return;
    if (work === this.#work) lower(ending.table, work);
    ending.any = true;
  }

  /** What is inside the loops, with what the first stage charges if nothing closes before; whether there is anything. */
  #enter(
    work: Float64Array,
    { groups, slowed, stages, ending }: Lane,
    of: { b: number; first: Stage | null },
  ): boolean {
    const { b, first } = of;
    const { k, alive, most } = this.#of;
    const { nodes } = this.#tables.tiles.inside(k);
    const classes = this.#tables.parallelism.count(k);
    const { place: placeOf } = this.#of.stages.tiles;
    const slower = stages.length > 1 ? slowed[0]! : ending.slowed;
    let any = false;
    for (const group of groups) {
      const inside = this.#tables.links[k]!.inside[group]!;
      for (const place of alive[group]!) {
        const value = inside.get(place * classes + b);
        if (!(value < most[b]!)) continue;
        const at = placeOf[nodes[place]!]!;
        if (at < 0) continue;
        const credit = this.#credit[at]!;
        const pj = value + credit + (first === null ? 0 : first.charges.pj(at));
        if (!(pj - credit < most[b]!)) continue;
        const landed = first?.charges.slows ? first.charges.landed(at, b) : b;
        if (landed !== b) put(slower, work.length, { landed, at, pj });
        else {
          any = true;
          if (pj < work[at]!) work[at] = pj;
        }
      }
    }
    return first !== null && stages.length > 1 ? join(work, slower, b) || any : any;
  }

  /** Closes the loops before a stage and adds what it charges; what it slows down goes to the tables of lower classes. */
  #close({ stages, slowed, ending }: Lane, { stage, b }: { stage: number; b: number }): void {
    const work = this.#work;
    const { over, charges } = stages[stage]!;
    const most = this.#of.most[b]!;
    const slower = stage === stages.length - 1 ? ending.slowed : slowed[stage]!;
    this.#of.stages.tiles.close(work, { fixed: this.#fixed, over });
    for (let at = 0; at < work.length; at += 1) {
      if (work[at] === Number.POSITIVE_INFINITY) continue;
      const limit = most + this.#credit[at]!;
      const pj = work[at]! < limit ? work[at]! + charges.pj(at) : Number.POSITIVE_INFINITY;
      const isUseful = pj < limit;
      const landed = isUseful && charges.slows ? charges.landed(at, b) : b;
      work[at] = isUseful && landed === b ? pj : Number.POSITIVE_INFINITY;
      if (landed !== b) put(slower, work.length, { landed, at, pj });
    }
  }
}

/** By place of the tiles of edges with one context outside: what is credited inside (`creditedPjOf`). */
export function creditsOf(
  tables: Tables,
  { k, edges, stages }: Pick<EdgesAtWork, 'k' | 'edges' | 'stages'>,
): Float64Array {
  const creditedPj = creditedPjOf(tables.problem, k, tables.links[k]!.saved[edges[0]!.outer]!);
  return Float64Array.from(stages.tiles.nodes, creditedPj);
}

/** Joins what was slowed down to class b; whether there was anything. */
function join(table: Float64Array, slowed: Slowed, b: number): boolean {
  const joining = slowed.get(b);
  if (joining === undefined) return false;
  lower(table, joining);
  slowed.delete(b);
  return true;
}

function lower(table: Float64Array, by: Float64Array): void {
  for (let at = 0; at < table.length; at += 1) if (by[at]! < table[at]!) table[at] = by[at]!;
}

function put(slowed: Slowed, size: number, of: { landed: number; at: number; pj: number }): void {
  const { landed, at, pj } = of;
  let table = slowed.get(landed);
  if (table === undefined) {
    table = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    slowed.set(landed, table);
  }
  if (pj < table[at]!) table[at] = pj;
}
