// At a leaf of the descent factors and keeps are chosen, and only the orders of loops are open. What an order of one
// link's loops does is local, as far as the bound goes: it settles the stationary runs of the dataspaces whose waiting
// child some loop of that link is the first to move. So the bound of a mapping is the leaf's, plus what every link's order
// costs more than that link's cheapest.

import { broughtAgain } from '../../../mapping/constraints.js';
import type { OrderList } from '../../../mapspace/walker.js';
import { remembered } from '../../../math/remembered.js';
import type { Closing } from '../charges/closing-terms.js';
import { multicastBetween } from '../charges/copies.js';
import { parentPj } from '../charges/energies.js';
import { OrderedVisits } from '../charges/ordered-visits.js';
import { againPj, othersPj, type Passing } from '../charges/passing.js';
import type { SpreadQuestion } from '../charges/spread-question.js';
import type { BlockOrder } from '../relaxation/block-orders.js';
import type { Tables } from '../relaxation/tables.js';
import { loopMask } from '../space/lattice.js';
import { LeafTraffic } from './leaf-traffic.js';
import { type Block, type Blocks, blocksOf } from './order-blocks.js';
import type { Path } from './path.js';
import { type Settled, Settling } from './settled.js';

/**
 * What a block costs at least, words that the parent then hands on and the child takes in, and how often and how much those inside
 * that have waited along are passed (`Taken`).
 */
interface Price {
  readonly pj: number;
  /** Words that cross the fan-outs below the loops. */
  readonly crossing: number;
  readonly handed: number;
  readonly filled: number;
  readonly times: number;
  readonly words: number;
  /** Words that the last of those that wait along hands to compute while nothing moves, where neighbours leave it to. */
  readonly still?: number;
}

/** What one dataspace costs under each block, and which block every order is. */
interface Asked extends Settled {
  readonly prices: readonly Price[];
  /** The same where neighbours leave something of what stands still to the parent (`leave`). */
  left: readonly Price[] | null;
  /** The least of all blocks. */
  readonly handed: number;
  readonly filled: number;
  readonly times: number;
  readonly words: number;
  readonly of: Int32Array;
}

export class OrderExcess {
  readonly #tables: Tables;
  readonly #traffic: LeafTraffic;
  readonly #settling: Settling;
  /** By link, of the leaf at hand: dimensions that loop, a mask. */
  readonly #loops: number[] = [];
  /** By orders of the dimensions that loop. */
  readonly #blocks = new Map<OrderList, readonly Blocks[]>();
  /** By link, of the leaf at hand. */
  readonly #asked: (readonly Asked[])[] = [];
  /** By link: what the cheapest order costs. */
  readonly #least: number[] = [];
  /** What the cheapest orders of all links cost more than the descent has charged, pJ. */
  raisedPj = 0;
  readonly #questions = new Map<number, SpreadQuestion>();
  /** By link: orders as the tables tell them apart. */
  readonly #told: (readonly BlockOrder[])[];
  readonly #ordered: OrderedVisits;
  /** Dataspaces, a mask, of which visits may bring all again wherever they lead. */
  readonly #again: number;

  constructor(tables: Tables) {
    this.#tables = tables;
    this.#traffic = new LeafTraffic(tables);
    this.#settling = new Settling(tables, this.#loops);
    this.#ordered = new OrderedVisits(tables.problem);
    this.#again = broughtAgain(tables.problem.chain.mapspace.problem.constraints);
    this.#told = tables.links.map(({ edges }) => [...new Set(edges.map(({ order }) => order))]);
  }

  /** Before the links of a leaf are asked about. */
  begin(path: Path): void {
    const { links, lattice } = this.#tables.problem.chain;
    this.raisedPj = 0;
    for (let k = 0; k < links.length; k += 1) this.#loops[k] = loopMask(lattice, path.outer[k]!, path.inner[k]!);
    this.#traffic.begin(path);
  }

  /** Cycles that the storages are busy at least, once all links have been asked about. */
  busyCycles(path: Path): number {
    return this.#traffic.busyCycles(path);
  }

  /**
   * Asks what the orders of the loops of link k mean to every dataspace that they settle.
   */
  ask(path: Path, k: number, orders: OrderList): void {
    const waiting = this.#settling.at(path, k);
    const asked: Asked[] = [];
    this.#asked[k] = asked;
    if (waiting.length === 0) return;
    const blocks = remembered(this.#blocks, orders, () => blocksOf(this.#tables.problem.flows, orders));
    for (const settled of waiting) {
      const { closing, passing, told } = settled;
      const { t, child, parent } = closing;
      const { prices, of } = this.#priced(path, k, settled, { ...blocks[t]!, orders });
      const least = (part: (price: Price) => number): number =>
        prices.reduce((least, price) => Math.min(least, part(price)), Number.POSITIVE_INFINITY);
      const handed = least((price) => price.handed);
      const filled = least((price) => price.filled);
      const times = least((price) => price.times);
      const words = least((price) => price.words);
      asked.push({ closing, passing, told, prices, left: null, handed, filled, times, words, of });
      this.#traffic.pass(path, k, passing, { times, words });
      if (parent !== null) this.#traffic.handOn(path, { t, link: parent, words: handed });
      if (child < path.keep.length) this.#traffic.fill({ t, link: child, words: filled });
    }
    this.#least[k] = leastOf(asked, orders.count);
    const { flows } = this.#tables.problem;
    if (waiting.some(({ closing: { t }, passing }) => flows[t]!.window !== null || passing.length > 0))
      this.raisedPj += Math.max(0, this.#least[k]! - this.#leastTold(path, k, waiting));
  }

  /** What every block costs, and which of these every order does: where neighbours may forward a window it is all of the order that counts. */
  #priced(path: Path, k: number, settled: Settled, { list, of, orders }: Blocks & { readonly orders: OrderList }) {
    const prices = list.map((block) => this.#price(path, k, settled, block, settled.passing));
    if (!this.#isForwarded(path, settled.closing)) return { prices, of };
    const { t, child } = settled.closing;
    const { dimensions, count } = orders;
    const between = { t, k, child, above: path.inner[k]!, outer: path.outer[k]!, inside: path };
    const bytes = this.#tables.links[k]!.closings.bytesOf(settled.closing, path.inner[k]!);
    const apart: Price[] = [];
    const places = of.map((at, order) => {
      const sequence = dimensions.subarray(
        (order * dimensions.length) / count,
        ((order + 1) * dimensions.length) / count,
      );
      const least = this.#ordered.words({ ...between, order: sequence }) * bytes;
      const usual = prices[at]!;
      const price =
        least <= usual.crossing ? usual : this.#price(path, k, settled, { ...list[at]!, least }, settled.passing);
      return apart.push(price) - 1;
    });
    return { prices: apart, of: places };
  }

  /** Whether neighbours may forward words to the child after some steps: of windows alone, then (`Forwarding`). */
  #isForwarded({ spread }: Path, { t, child }: Closing): boolean {
    const { forwarding } = this.#tables.problem;
    if ((this.#again >> t) & 1 || child >= spread.length) return false;
    return forwarding[child - 1]![t]!.ever(spread[child - 1]!);
  }

  /** What the descent has charged at most: which loop comes first and what follows it is not told there, and windows depend on it; nor are all that wait along. */
  #leastTold(path: Path, k: number, waiting: readonly Settled[]): number {
    const loops = this.#loops[k]!;
    const known = new Map<string, number>();
    let least = Number.POSITIVE_INFINITY;
    for (const { run, first } of this.#told[k]!) {
      if (waiting.some(({ closing: { t } }) => (first[t]! & loops) === 0)) continue;
      let pj = 0;
      for (const settled of waiting) {
        const { t } = settled.closing;
        const block = { run: run[t]!, first: first[t]!, beyond: 0 };
        pj += remembered(
          known,
          `${t} ${block.run} ${block.first}`,
          () => this.#price(path, k, settled, block, null).pj,
        );
      }
      least = Math.min(least, pj);
    }
    return least;
  }

  /** What a block of link k's loops means to a dataspace that waits there, and to those that wait along; null: as the descent has been told. */
  #price(
    path: Path,
    k: number,
    { closing, told }: Pick<Settled, 'closing' | 'told'>,
    { run, first, beyond, least = 0 }: Block & { readonly least?: number },
    passing: readonly Passing[] | null,
  ): Price {
    const { t, child, parent } = closing;
    const { problem, links } = this.#tables;
    const { closings } = links[k]!;
    const all = this.#loops[k]!;
    const loops = all & ~beyond;
    const spread = path.spread[k]!;
    const made = path.made[k]!;
    const chosen = passing === null ? undefined : path;
    const nodes = { below: path.below[k]!, above: path.inner[k]!, outer: path.outer[k]!, loops, inside: chosen };
    const question = this.#question(k, { t, child, run, first });
    let pj = question.pj(spread, nodes, made);
    let handed = Number.POSITIVE_INFINITY;
    let more = 0; // what all children take in beyond the first pass
    const settlement = { closing, run, first };
    const step = { c: path.outer[k]!, u: path.inner[k]!, loops: all, beyond, inside: chosen };
    const times = closings.times(settlement, step);
    let words = 0;
    let crossing = 0;
    if (parent !== null) {
      const between = multicastBetween(made, t, { p: parent, k });
      crossing = Math.max(least, closings.crossing(settlement, step));
      handed = crossing / between;
      words = closings.wordsOf(settlement, crossing);
      more = handed * between * (1 - 1 / closings.passes(settlement, step.c)) * problem.costs[k]!.idle[t]![spread]!;
      pj += closings.handing(settlement, passing === null ? handed : handed - this.#chargedApart(path, closing));
    }
    const filled = question.filled(spread, nodes, { made, more });
    const along = passing ?? told;
    if (child === path.keep.length || (more === 0 && along.length === 0))
      return { pj, crossing, handed, filled, times, words };
    const once = more === 0 ? filled : question.filled(spread, nodes, { made, more: 0 });
    // What is taken in at first has been charged above.
    pj += problem.energies.flows[t]![child]!.fillPj * (filled - once);
    const others = closings.wordsOf(settlement, once) * (1 - 1 / problem.costs[k]!.idle[t]![spread]!);
    const taken = Math.max(words, closings.wordsOf(settlement, filled));
    for (const one of along) {
      const copies = made.copies[t]!;
      const passed = againPj(problem, one, { times, words, copies }) + others * othersPj(problem, one);
      pj += passing === null ? passed : Math.max(passed, againPj(problem, one, { times, words: taken, copies }));
    }
    return { pj, crossing, handed, filled, times, words: taken };
  }

  /** Of what the parent hands to compute, words that have been charged at the last fan-outs. */
  #chargedApart({ made, spread }: Path, { t, parent, stepping }: Closing): number {
    if (!stepping || parent === null) return 0;
    const k = spread.length - 1;
    const between = multicastBetween(made[k]!, t, { p: parent, k });
    return this.#tables.problem.operands.beyondLeast(t, spread[k]!) / between;
  }

  /**
   * pJ that each of `count` orders of the loops of link k costs at least more than the cheapest of them where neighbours leave
   * nothing of what stands still to its parent.
   */
  of(k: number, count: number): Float64Array {
    const excess = new Float64Array(count);
    const asked = this.#asked[k]!;
    if (asked.length === 0) return excess;
    for (const { prices, of, left } of asked) {
      const own = left ?? prices;
      for (let order = 0; order < count; order += 1) excess[order] = excess[order]! + own[of[order]!]!.pj;
    }
    for (let order = 0; order < count; order += 1) excess[order] = excess[order]! - this.#least[k]!;
    return excess;
  }

  /** Whether words of some dataspace without windows wait at compute, where neighbours forward them (F.6). */
  get areWaiting(): boolean {
    return this.#asked.some((asked) => asked.some((one) => this.#keeperOfWaiting(one) !== null));
  }

  /** Who gives compute what waits there, where nothing slides: the parent of a closing, or the last child that waits along. */
  #keeperOfWaiting({ closing: { t, child, parent }, passing }: Pick<Settled, 'closing' | 'passing'>): number | null {
    const { flows, filtered } = this.#tables.problem;
    const { length } = this.#asked;
    if (flows[t]!.window !== null || filtered !== null) return null;
    if (child === length) return parent;
    const last = passing.at(-1);
    return last?.along === length ? last.child : null;
  }

  /**
   * Of the distinct words that the elements above compute take in, `share[t]` are left to the parent while nothing moves; null:
   * nothing is known to be.
   */
  leave(path: Path, share: Float64Array | null): void {
    const { problem } = this.#tables;
    const { energies, flows } = problem;
    for (const [k, asked] of this.#asked.entries()) {
      for (const one of asked) {
        const { closing, prices, passing } = one;
        const { t, child } = closing;
        const part = share?.[t] ?? 0;
        const keeper = part === 0 ? null : this.#keeperOfWaiting(one);
        one.left = null;
        if (keeper === null) continue;
        const words = part * this.#traffic.askedStill(path, t, keeper);
        const pj = parentPj(energies, flows[t]!, keeper, words);
        if (child === this.#asked.length) {
          // Where something moves all of them are taken in.
          one.left = prices.map((price) => ({
            ...price,
            pj: pj + (1 - part) * price.pj,
            handed: words + (1 - part) * price.handed,
          }));
          continue;
        }
        one.left = prices.map((price) => {
          const passed = this.#traffic.passedOn(path, k, passing.at(-1)!, price);
          const still = Math.max(0, words - part * passed);
          return { ...price, still, pj: price.pj + parentPj(energies, flows[t]!, keeper, still) };
        });
      }
    }
  }

  /** Cycles that the storages are busy at least under each of `count` orders of the loops of link k; 0 where they settle nothing. */
  busyUnder(path: Path, k: number, count: number): Float64Array {
    const busy = new Float64Array(count);
    const asked = this.#asked[k]!;
    if (asked.length === 0) return busy;
    for (let order = 0; order < count; order += 1) {
      this.#traffic.clearMore();
      for (const { closing, passing, prices, left, handed, filled, times, words, of } of asked) {
        const { t, child, parent } = closing;
        const price = (left ?? prices)[of[order]!]!;
        if (parent !== null) this.#traffic.handOnInstead(path, { t, link: parent, words: price.handed, least: handed });
        if (child < path.keep.length) this.#traffic.fillMore({ t, link: child, words: price.filled - filled });
        this.#traffic.passMore(path, k, passing, price, { times, words });
        if (price.still !== undefined)
          this.#traffic.handOnInstead(path, { t, link: passing.at(-1)!.child, words: price.still, least: 0 });
      }
      busy[order] = this.#traffic.busyCycles(path);
    }
    return busy;
  }

  #question(k: number, of: { t: number; child: number; run: number; first: number }): SpreadQuestion {
    // Dimensions are few: the five together are a whole number.
    const masks = 2 ** this.#tables.problem.chain.lattice.dimensions;
    const key = (((k * 32 + of.t) * 32 + of.child) * masks + of.run) * masks + of.first;
    const known = this.#questions.get(key);
    if (known !== undefined) return known;
    const { idle } = this.#tables.problem.flows[of.t]!;
    const variant = { ...of, along: null, run: of.run & idle, operands: 'none' as const, open: false };
    const question = this.#tables.links[k]!.terms.prepare(variant);
    this.#questions.set(key, question);
    return question;
  }
}

/** What the cheapest of so many orders costs, pJ. */
function leastOf(asked: readonly Asked[], count: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let order = 0; order < count; order += 1) {
    let pj = 0;
    for (const { prices, of } of asked) pj += prices[of[order]!]!.pj;
    if (pj < least) least = pj;
  }
  return least;
}
