// Edges whose loops are known: where few tiles can stand inside a link's loops and outside its storage, every two of them are
// charged as the descent charges them, which knows more of windows than the stages do (`edge-stages`).

import { landedUnder, passedBy } from './landings.js';
import { raise } from './limit-tables.js';
import { type Edge, loopsBetween, type Tables } from './tables.js';

/** Two tiles by their places, outside the storage and inside the loops, and the dimensions that loop between them, a mask. */
interface Pair {
  readonly outside: number;
  readonly inside: number;
  readonly loops: number;
}

/** Edges that charge the same and lead to the same. */
interface Way {
  readonly outer: number;
  readonly fixed: number;
  readonly settled: readonly number[];
  /** Of these, what bandwidths limit. */
  readonly limited: readonly number[];
  readonly groups: readonly number[];
}

/** What a way charges for one pair. */
interface Charged {
  readonly way: Way;
  readonly pair: Pair;
  readonly pj: number;
  /** Class outside the storage by class inside the loops. */
  readonly landed: (b: number) => number;
}

/** Tiles compared, and pairs charged by one way each, beyond which it takes too long. */
const mostCompared = 1_000_000;
const mostCharged = 200_000;

export class KnownLoops {
  readonly #tables: Tables;
  readonly #k: number;
  readonly #pairs: readonly Pair[];
  readonly #ways: readonly Way[];

  private constructor(
    tables: Tables,
    k: number,
    of: { readonly pairs: readonly Pair[]; readonly ways: readonly Way[] },
  ) {
    this.#tables = tables;
    this.#k = k;
    this.#pairs = of.pairs;
    this.#ways = of.ways;
  }

  /** Null where there are too many, or nothing slides, so that the stages know as much. */
  static between(tables: Tables, k: number): KnownLoops | null {
    const { alive, leading } = tables.links[k]!;
    const outside = tables.tiles.outside(k).nodes;
    const inside = tables.tiles.inside(k).nodes;
    if (tables.problem.flows.every(({ window }) => window === null)) return null;
    if (outside.length * alive.length > mostCompared) return null;
    const ways = leading.flatMap((edges) => waysOf(tables, k, edges));
    const pairs: Pair[] = [];
    for (const [place, c] of outside.entries()) {
      for (const at of alive) {
        const loops = loopsBetween(tables, k, { c, u: inside[at]! });
        if (loops >= 0) pairs.push({ outside: place, inside: at, loops });
      }
      if (pairs.length * ways.length > mostCharged) return null;
    }
    return new KnownLoops(tables, k, { pairs, ways });
  }

  /** How many charges that is. */
  get count(): number {
    return this.#pairs.length * this.#ways.length;
  }

  /** The least of what is inside the loops and what the edges charge, into tables by context outside them. */
  *close(into: readonly (Float64Array | undefined)[]): Generator<void, void, void> {
    const { links, parallelism } = this.#tables;
    const classes = parallelism.count(this.#k);
    const { inside } = links[this.#k]!;
    for (const { way, pair, pj, landed } of this.#charged()) {
      yield;
      const table = into[way.outer]!;
      for (const group of way.groups) {
        for (let b = 0; b < classes; b += 1) {
          const value = inside[group]![pair.inside * classes + b]! + pj;
          if (value === Number.POSITIVE_INFINITY) continue;
          const entry = pair.outside * classes + landed(b);
          if (value < table[entry]!) table[entry] = value;
        }
      }
    }
  }

  /** The other way round: what may be inside the loops at most, `into` tables by group, given the same outside them. */
  *open(from: readonly (Float64Array | null)[], into: (Float64Array | null)[]): Generator<void, void, void> {
    const { links, parallelism } = this.#tables;
    const classes = parallelism.count(this.#k);
    const { inside } = links[this.#k]!;
    for (const { way, pair, pj, landed } of this.#charged()) {
      yield;
      const table = from[way.outer] ?? null;
      if (table === null) continue;
      for (const group of way.groups) {
        for (let b = 0; b < classes; b += 1) {
          const entry = pair.inside * classes + b;
          const limit = table[pair.outside * classes + landed(b)]! - pj;
          if (inside[group]![entry]! <= limit) raise(into, group, { like: inside[group]!, entry, limit });
        }
      }
    }
  }

  /** Every pair with each way that its loops allow; the same object every time. */
  *#charged(): Generator<Charged, void, void> {
    const { links, problem, tiles } = this.#tables;
    const k = this.#k;
    const { closings } = links[k]!;
    for (const pair of this.#pairs) {
      const c = tiles.outside(k).nodes[pair.outside]!;
      const u = tiles.inside(k).nodes[pair.inside]!;
      closings.turn({ c, u, loops: pair.loops }, problem.copies.most[k]!);
      for (const way of this.#ways) {
        if ((way.fixed & pair.loops) !== 0) continue;
        // Some loop moves each tile, and one of those that may be the first in this order.
        if (way.settled.some((place) => (closings.settlements[place]!.first & pair.loops) === 0)) continue;
        let pj = 0;
        for (const place of way.settled) pj += closings.pj(place);
        const { limited } = way;
        const passed =
          limited.length === 0
            ? null
            : passedBy(this.#tables, k, { settled: limited, words: (index) => closings.delivered(limited[index]!) });
        yield { way, pair, pj, landed: (b) => (passed === null ? b : landedUnder(this.#tables, k, b, passed)) };
      }
    }
  }
}

function waysOf({ throttles, parallelism, links }: Tables, k: number, edges: readonly Edge[]): Way[] {
  const { settlements } = links[k]!.closings;
  const limits = parallelism.count(k) === 1 ? null : throttles;
  const together = new Map<string, Way & { readonly groups: number[] }>();
  for (const { outer, fixed, settled, group } of edges) {
    const way = together.get(settled.join()) ?? {
      ...{ outer, fixed, settled, groups: [] },
      limited: settled.filter((place) => limits?.concerns(settlements[place]!.closing) === true),
    };
    if (!way.groups.includes(group)) way.groups.push(group);
    together.set(settled.join(), way);
  }
  return [...together.values()];
}
