// Edges whose loops are known: where few tiles can stand inside a link's loops and outside its storage, every two of them are
// charged as the descent charges them, which knows more of windows than the stages do (`edge-stages`).

import { remembered } from '../../../math/remembered.js';
import { creditedPjOf } from '../charges/assumed.js';
import type { Step } from '../charges/settlement.js';
import { landedUnder, passedBy } from './landings.js';
import { raise } from './limit-tables.js';
import type { Table } from './table.js';
import { loopsBetween, type Tables } from './tables.js';

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
  /** Of these, what bandwidths limit; many ways have the same. */
  readonly limited: Limited;
  readonly groups: readonly number[];
}

/** Settlements that bandwidths limit. */
interface Limited {
  readonly settled: readonly number[];
  /** Class outside the storage by class inside the loops, of the pair at hand where it has been asked for. */
  readonly landed: Int32Array;
  asked: Pair | null;
}

/** What a way charges for a pair; the same object every time. */
interface Charged {
  pj: number;
  /** Class outside the storage by class inside the loops. */
  landed: Int32Array;
}

type Visit = (pair: Pair, way: Way, charged: Charged) => void;

/** Tiles compared, and pairs charged by one way each, beyond which it takes too long. */
const mostCompared = 1_000_000;
const mostCharged = 200_000;

/** Pairs charged between two moments for the caller. */
const stride = 32;

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

  /** Null where there are too many, or nothing slides, so that the stages know as much. `outside`: as `EdgeStages`. */
  static between(tables: Tables, k: number, outside = tables.tiles.outside(k).nodes): KnownLoops | null {
    const { alive } = tables.links[k]!;
    const { place: placeOf } = tables.tiles.outside(k);
    const inside = tables.tiles.inside(k).nodes;
    if (tables.problem.flows.every(({ window }) => window === null)) return null;
    if (outside.length * alive.length > mostCompared) return null;
    const ways = waysOf(tables, k);
    const pairs: Pair[] = [];
    for (const c of outside) {
      for (const at of alive) {
        const loops = loopsBetween(tables, k, { c, u: inside[at]! });
        if (loops >= 0) pairs.push({ outside: placeOf[c]!, inside: at, loops });
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
  close(into: readonly (Table | undefined)[]): Generator<void, void, void> {
    const classes = this.#tables.parallelism.count(this.#k);
    const { inside } = this.#tables.links[this.#k]!;
    return this.#visit((pair, { outer, groups }, { pj, landed }) => {
      const table = into[outer]!;
      for (const group of groups) {
        const values = inside[group]!;
        for (let b = 0; b < classes; b += 1) {
          const value = values.get(pair.inside * classes + b) + pj;
          table.lower(pair.outside * classes + landed[b]!, value);
        }
      }
    });
  }

  /** The other way round: what may be inside the loops at most, `into` tables by group, given the same outside them. */
  open(from: readonly (Table | null)[], into: (Table | null)[]): Generator<void, void, void> {
    const classes = this.#tables.parallelism.count(this.#k);
    const { inside } = this.#tables.links[this.#k]!;
    return this.#visit((pair, { outer, groups }, { pj, landed }) => {
      const table = from[outer] ?? null;
      if (table === null) return;
      for (const group of groups) {
        const like = inside[group]!;
        for (let b = 0; b < classes; b += 1) {
          const entry = pair.inside * classes + b;
          const limit = table.get(pair.outside * classes + landed[b]!) - pj;
          if (like.get(entry) <= limit) raise(into, group, { like, entry, limit });
        }
      }
    });
  }

  /** Every pair with each way that its loops allow. */
  *#visit(visit: Visit): Generator<void, void, void> {
    const { links, problem, tiles } = this.#tables;
    const k = this.#k;
    const { closings, saved } = links[k]!;
    const credited = saved.map((own) => creditedPjOf(problem, k, own));
    const charged: Charged = { pj: 0, landed: new Int32Array(0) };
    for (let at = 0; at < this.#pairs.length; at += 1) {
      if (at % stride === 0) yield;
      const pair = this.#pairs[at]!;
      const c = tiles.outside(k).nodes[pair.outside]!;
      const u = tiles.inside(k).nodes[pair.inside]!;
      const step = { c, u, loops: pair.loops };
      closings.turn(step, problem.copies.most[k]!);
      for (const way of this.#ways) {
        if ((way.fixed & pair.loops) !== 0) continue;
        // Some loop moves each tile, and one of those that may be the first in this order.
        if (way.settled.some((place) => (closings.settlements[place]!.first & pair.loops) === 0)) continue;
        charged.pj = credited[way.outer]!(u) - credited[way.outer]!(c);
        for (const place of way.settled) charged.pj += closings.pj(place);
        charged.landed = this.#landed(pair, way.limited, step);
        visit(pair, way, charged);
      }
    }
  }

  #landed(pair: Pair, limited: Limited, step: Step): Int32Array {
    const { settled, landed } = limited;
    if (settled.length === 0 || limited.asked === pair) return landed;
    limited.asked = pair;
    const { closings } = this.#tables.links[this.#k]!;
    const words = (index: number): number => closings.delivered(settled[index]!);
    const passed = passedBy(this.#tables, this.#k, { settled, words, step });
    for (let b = 0; b < landed.length; b += 1) landed[b] = landedUnder(this.#tables, this.#k, b, passed);
    return landed;
  }
}

function waysOf({ throttles, parallelism, links }: Tables, k: number): Way[] {
  const { settlements } = links[k]!.closings;
  const classes = parallelism.count(k);
  const limits = classes === 1 ? null : throttles;
  const limited = new Map<string, Limited>();
  const limitedOf = (settled: readonly number[]): Limited =>
    remembered(limited, settled.join(), () => ({
      settled,
      landed: Int32Array.from({ length: classes }, (_, b) => b),
      asked: null,
    }));
  const together = new Map<string, Way & { readonly groups: number[] }>();
  for (const { outer, fixed, settled, group } of links[k]!.leading.flat()) {
    const way = remembered(together, `${outer} ${settled}`, () => {
      const concerned = settled.filter((place) => limits?.concerns(settlements[place]!.closing) === true);
      return { outer, fixed, settled, limited: limitedOf(concerned), groups: [] };
    });
    if (!way.groups.includes(group)) way.groups.push(group);
  }
  return [...together.values()];
}
