// At a leaf of the descent factors and keeps are chosen, and only the orders of loops are open. What an order of one
// link's loops does is local, as far as the bound goes: it settles the stationary runs of the dataspaces whose waiting
// child some loop of that link is the first to move. So the bound of a mapping is the leaf's, plus what every link's order
// costs more than that link's cheapest.

import type { OrderList } from '../../../mapspace/walker.js';
import { remembered } from '../../../math/remembered.js';
import { parentPj } from '../charges/energies.js';
import type { Closing } from '../charges/settlement.js';
import type { Tables } from '../relaxation/tables.js';
import { loopMask } from '../space/lattice.js';
import { LeafTraffic } from './leaf-traffic.js';
import { type Blocks, blocksOf } from './order-blocks.js';
import { OrderPrices, type Price } from './order-prices.js';
import type { Path } from './path.js';
import { type Settled, Settling } from './settled.js';

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

/** What the orders of one link's loops mean. */
interface Answer {
  readonly asked: readonly Asked[];
  /** What the cheapest costs, and how much more than the descent has charged. */
  readonly leastPj: number;
  readonly raisedPj: number;
}

interface Question {
  readonly waiting: readonly Settled[];
  readonly orders: OrderList;
}

/** Of all words. */
const once = { times: 1, words: 0 };

const nothing: Answer = { asked: [], leastPj: 0, raisedPj: 0 };

/** Answers that are kept. */
const mostKept = 20_000;

export class OrderExcess {
  readonly #tables: Tables;
  readonly #traffic: LeafTraffic;
  readonly #settling: Settling;
  /** By link, of the leaf at hand: dimensions that loop, a mask. */
  readonly #loops: number[] = [];
  /** By orders of the dimensions that loop. */
  readonly #blocks = new Map<OrderList, readonly Blocks[]>();
  /** By link, of the leaf at hand. */
  readonly #answers: Answer[] = [];
  /** Those of the leaves so far, by orders, so many. */
  readonly #known = new Map<OrderList, Map<string, Answer>>();
  #kept = 0;
  /** Spatial choices of the leaf at hand. */
  #spreads = '';
  /** What the cheapest orders of all links cost more than the descent has charged, pJ. */
  raisedPj = 0;
  readonly #prices: OrderPrices;

  constructor(tables: Tables) {
    this.#tables = tables;
    this.#traffic = new LeafTraffic(tables, this.#loops);
    this.#settling = new Settling(tables, this.#loops);
    this.#prices = new OrderPrices(tables, this.#loops);
  }

  /** Before the links of a leaf are asked about. */
  begin(path: Path): void {
    const { links, lattice } = this.#tables.problem.chain;
    this.raisedPj = 0;
    for (let k = 0; k < links.length; k += 1) this.#loops[k] = loopMask(lattice, path.outer[k]!, path.inner[k]!);
    this.#spreads = path.spread.join();
  }

  /** Asks what the orders of the loops of link k mean to every dataspace that they settle. */
  ask(path: Path, k: number, orders: OrderList): void {
    const waiting = this.#settling.at(path, k);
    const answer = waiting.length === 0 ? nothing : this.#answered(path, k, { waiting, orders });
    this.#answers[k] = answer;
    this.raisedPj += answer.raisedPj;
    for (const one of answer.asked) one.left = null;
  }

  /** Cycles that the storages are busy at least, once all links have been asked about. */
  busyCycles(path: Path): number {
    this.#traffic.begin(path);
    for (const passing of this.#settling.throughAll(path))
      if (passing.length > 0) this.#traffic.pass(path, passing[0]!.child, passing, once);
    for (const [k, { asked }] of this.#answers.entries()) {
      for (const { closing, handed, filled, times, words } of asked) {
        const { t, child, passing, parent } = closing;
        this.#traffic.pass(path, k, passing, { times, words });
        if (parent !== null) this.#traffic.handOnCut(path, { t, link: parent, words: handed }, child);
        if (child < path.keep.length) this.#traffic.fill(path, k, { t, link: child, words: filled });
      }
    }
    return this.#traffic.busyCycles(path);
  }

  /** Leaves have most of their links in common with others; what takes long to find out is kept. */
  #answered(path: Path, k: number, of: Question): Answer {
    if (!of.waiting.some(({ closing }) => this.#prices.areCounted(path, closing))) return this.#answer(path, k, of);
    if (this.#kept >= mostKept) {
      this.#known.clear();
      this.#kept = 0;
    }
    const known = remembered(this.#known, of.orders, () => new Map<string, Answer>());
    return remembered(known, this.#keyOf(path, k, of.waiting), () => {
      this.#kept += 1;
      return this.#answer(path, k, of);
    });
  }

  /** All that an answer hangs on: what is waiting, and the tiles and spatial choices as far as the innermost that is filled. */
  #keyOf({ outer, inner, below }: Path, k: number, waiting: readonly Settled[]): string {
    let key = `${k} ${outer[k]} ${inner[k]} ${this.#spreads}`;
    let last = k;
    for (const { closing } of waiting) {
      key += ` ${closing.t} ${closing.parent} ${closing.child}`;
      for (const { along } of closing.passing) key += `,${along}`;
      last = Math.max(last, closing.child - 1);
    }
    for (let link = k; link <= last; link += 1) key += ` ${below[link]}`;
    return key;
  }

  #answer(path: Path, k: number, { waiting, orders }: Question): Answer {
    const { flows } = this.#tables.problem;
    const blocks = remembered(this.#blocks, orders, () => blocksOf(flows, orders));
    const asked: Asked[] = [];
    for (const settled of waiting) {
      const { list, of } = blocks[settled.closing.t]!;
      asked.push(askedOf(settled, this.#prices.of(path, k, settled, { list, of, orders })));
    }
    const leastPj = leastOf(asked, orders.count);
    const isUntold = waiting.some(
      ({ closing: { t, child, passing } }) => flows[t]!.window !== null || child > k + 1 || passing.length > 0,
    );
    const raisedPj = isUntold ? Math.max(0, leastPj - this.#prices.leastTold(path, k, waiting)) : 0;
    return { asked, leastPj, raisedPj };
  }

  /**
   * pJ that each of `count` orders of the loops of link k costs at least more than the cheapest of them where neighbours leave
   * nothing of what stands still to its parent.
   */
  of(k: number, count: number): Float64Array {
    const excess = new Float64Array(count);
    const { asked } = this.#answers[k]!;
    if (asked.length === 0) return excess;
    for (const { prices, of, left } of asked) {
      const own = left ?? prices;
      for (let order = 0; order < count; order += 1) excess[order] = excess[order]! + own[of[order]!]!.pj;
    }
    for (let order = 0; order < count; order += 1) excess[order] = excess[order]! - this.#answers[k]!.leastPj;
    return excess;
  }

  /** Whether words of some dataspace without windows wait at compute, where neighbours forward them (F.6). */
  get areWaiting(): boolean {
    return this.#answers.some(({ asked }) => asked.some((one) => this.#keeperOfWaiting(one.closing) !== null));
  }

  /** Who gives compute what waits there, where nothing slides: the parent of a closing, or the last child that waits along. */
  #keeperOfWaiting({ t, child, passing, parent }: Closing): number | null {
    const { flows, filtered } = this.#tables.problem;
    const { length } = this.#answers;
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
    for (const [k, { asked }] of this.#answers.entries()) {
      for (const one of asked) {
        const { closing, prices } = one;
        const { t, child, passing } = closing;
        const part = share?.[t] ?? 0;
        const keeper = part === 0 ? null : this.#keeperOfWaiting(closing);
        one.left = null;
        if (keeper === null) continue;
        const words = part * this.#traffic.askedStill(path, t, keeper);
        const pj = parentPj(energies, flows[t]!, keeper, words);
        if (child === this.#answers.length) {
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
    const { asked } = this.#answers[k]!;
    if (asked.length === 0) return busy;
    for (let order = 0; order < count; order += 1) {
      this.#traffic.clearMore();
      for (const { closing, prices, left, handed, filled, times, words, of } of asked) {
        const { t, child, passing, parent } = closing;
        const price = (left ?? prices)[of[order]!]!;
        if (parent !== null) this.#traffic.handOnInstead(path, { t, link: parent, words: price.handed, least: handed });
        if (child < path.keep.length) this.#traffic.fillMore(path, k, { t, link: child, words: price.filled - filled });
        this.#traffic.passMore(path, k, passing, price, { times, words });
        if (price.still !== undefined)
          this.#traffic.handOnInstead(path, { t, link: passing.at(-1)!.child, words: price.still, least: 0 });
      }
      busy[order] = this.#traffic.busyCycles(path);
    }
    return busy;
  }
}

function askedOf({ closing, told }: Settled, { prices, of }: Pick<Asked, 'prices' | 'of'>): Asked {
  const most = Number.POSITIVE_INFINITY;
  const asked = { closing, told, prices, left: null, handed: most, filled: most, times: most, words: most, of };
  for (const { handed, filled, times, words } of prices) {
    asked.handed = Math.min(asked.handed, handed);
    asked.filled = Math.min(asked.filled, filled);
    asked.times = Math.min(asked.times, times);
    asked.words = Math.min(asked.words, words);
  }
  return asked;
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
