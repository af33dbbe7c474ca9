// The edges that lead to one context outside a link's loops, in the tables: from what is inside the loops, over every choice of
// their factors, to what is inside the storage. Edges that charge the same go together, and so does everything that has the
// same loops left to close.

import { allDimensions, closeOver } from '../space/closure.js';
import type { EdgeStages, Stage } from './edge-stages.js';
import type { Edge, Tables } from './tables.js';

export interface EdgesAtWork {
  readonly k: number;
  /** Some, with one context outside. */
  readonly edges: readonly Edge[];
  /** By group: places of the tiles inside the loops from which something goes on. */
  readonly alive: readonly (Int32Array | null)[];
  readonly stages: EdgeStages;
  /** As `Boundary.tables`, before the storage; entries are lowered. */
  readonly into: Float64Array;
}

/** Edges that charge the same. */
interface Lane {
  readonly groups: readonly number[];
  readonly stages: readonly Stage[];
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

  constructor(tables: Tables, of: EdgesAtWork) {
    const { size } = tables.problem.chain.lattice;
    this.#tables = tables;
    this.#of = of;
    this.#work = new Float64Array(size);
    this.#fixed = of.edges[0]?.fixed ?? 0; // what is open, and must not loop, is told by the context
    const together = new Map<string, Edge[]>();
    for (const edge of of.edges) {
      const key = edge.settled.join();
      together.set(key, [...(together.get(key) ?? []), edge]);
    }
    this.#lanes = [...together.values()].map((edges): Lane => {
      const stages = of.stages.of(edges[0]!);
      const closed = stages.reduce((all, { over }) => all | over, 0);
      let ending = this.#endings.get(closed);
      if (ending === undefined) {
        ending = { closed, table: new Float64Array(size), any: false, slowed: new Map() };
        this.#endings.set(closed, ending);
      }
      const groups = [...new Set(edges.map(({ group }) => group))];
      return { groups, stages, slowed: stages.map(() => new Map()), ending };
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
    const { k, into } = this.#of;
    const { lattice, links } = this.#tables.problem.chain;
    const { nodes: ends } = this.#tables.tiles.outside(k);
    const classes = this.#tables.parallelism.count(k);
    for (const { closed, table, any } of this.#endings.values()) {
      if (!any) continue;
      yield;
      const { allowed } = links[k]!;
      closeOver(lattice, table, { allowed, fixed: this.#fixed, over: allDimensions & ~closed });
      for (let end = 0; end < ends.length; end += 1) {
        const value = table[ends[end]!]!;
        if (value < into[end * classes + b]!) into[end * classes + b] = value;
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
      if (any) this.#close(lane, { at, b });
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
    const { k, alive } = this.#of;
    const { nodes } = this.#tables.tiles.inside(k);
    const classes = this.#tables.parallelism.count(k);
    const slower = stages.length > 1 ? slowed[0]! : ending.slowed;
    let any = false;
    for (const group of groups) {
      const inside = this.#tables.links[k]!.inside[group]!;
      for (const place of alive[group]!) {
        const value = inside[place * classes + b]!;
        if (value === Number.POSITIVE_INFINITY) continue;
        const node = nodes[place]!;
        const pj = first === null ? value : value + first.charges.pj(node);
        const landed = first?.charges.slows ? first.charges.landed(node, b) : b;
        if (landed !== b) put(slower, work.length, { landed, node, pj });
        else {
          any = true;
          if (pj < work[node]!) work[node] = pj;
        }
      }
    }
    return first !== null && stages.length > 1 ? join(work, slower, b) || any : any;
  }

  /** Closes the loops before a stage and adds what it charges; what it slows down goes to the tables of lower classes. */
  #close({ stages, slowed, ending }: Lane, { at, b }: { at: number; b: number }): void {
    const { lattice, links } = this.#tables.problem.chain;
    const work = this.#work;
    const { over, charges } = stages[at]!;
    const slower = at === stages.length - 1 ? ending.slowed : slowed[at]!;
    closeOver(lattice, work, { allowed: links[this.#of.k]!.allowed, fixed: this.#fixed, over });
    for (let node = 0; node < work.length; node += 1) {
      if (work[node] === Number.POSITIVE_INFINITY) continue;
      const pj = work[node]! + charges.pj(node);
      const landed = charges.slows ? charges.landed(node, b) : b;
      work[node] = landed === b ? pj : Number.POSITIVE_INFINITY;
      if (landed !== b) put(slower, work.length, { landed, node, pj });
    }
  }
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
  for (let node = 0; node < table.length; node += 1) if (by[node]! < table[node]!) table[node] = by[node]!;
}

function put(slowed: Slowed, size: number, of: { landed: number; node: number; pj: number }): void {
  const { landed, node, pj } = of;
  let table = slowed.get(landed);
  if (table === undefined) {
    table = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    slowed.set(landed, table);
  }
  if (pj < table[node]!) table[node] = pj;
}
