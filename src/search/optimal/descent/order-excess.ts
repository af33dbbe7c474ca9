// At a leaf of the descent factors and keeps are chosen, and only the orders of loops are open. What an order of one
// link's loops does is local, as far as the bound goes: it settles the stationary runs of the dataspaces whose waiting
// child some loop of that link is the first to move. So the bound of a mapping is the leaf's, plus what every link's order
// costs more than that link's cheapest.

import type { OrderList } from '../../../mapspace/walker.js';
import { remembered } from '../../../math/remembered.js';
import { computeCount } from '../../../workload/workload.js';
import type { Closing } from '../charges/closing-terms.js';
import { multicastBetween } from '../charges/copies.js';
import { parentPj } from '../charges/energies.js';
import type { Flow } from '../charges/flows.js';
import type { SpreadQuestion } from '../charges/spread-question.js';
import { type BlockOrder, readOrder } from '../relaxation/block-orders.js';
import type { Tables } from '../relaxation/tables.js';
import { loopMask } from '../space/lattice.js';
import { LeafTraffic } from './leaf-traffic.js';
import type { Path } from './path.js';

/** What an order means to one dataspace (`readOrder`). */
interface Block {
  readonly run: number;
  readonly first: number;
  /** Dimensions that move its window on only after another loop has taken it elsewhere (`beyond`). */
  readonly beyond: number;
}

interface Blocks {
  readonly list: readonly Block[];
  /** By order: place in the list. */
  readonly of: Int32Array;
}

/** What a block costs at least, and words that the parent then hands on and the child takes in. */
interface Price {
  readonly pj: number;
  readonly handed: number;
  readonly filled: number;
}

/** What one dataspace costs under each block, and which block every order is. */
interface Asked {
  readonly closing: Closing;
  readonly prices: readonly Price[];
  /** The same where neighbours leave something of what stands still to the parent (`leave`). */
  left: readonly Price[] | null;
  /** The least words of all blocks. */
  readonly handed: number;
  readonly filled: number;
  readonly of: Int32Array;
}

export class OrderExcess {
  readonly #tables: Tables;
  readonly #traffic: LeafTraffic;
  /** By link and mask of the dimensions that loop. */
  readonly #blocks: Map<OrderList, readonly Blocks[]>[] = [];
  /** By link, of the leaf at hand. */
  readonly #asked: (readonly Asked[])[] = [];
  /** By link: what the cheapest order costs. */
  readonly #least: number[] = [];
  /** What the cheapest orders of all links cost more than the descent has charged, pJ. */
  raisedPj = 0;
  readonly #questions = new Map<number, SpreadQuestion>();
  /** By link: orders as the tables tell them apart. */
  readonly #told: (readonly BlockOrder[])[];

  constructor(tables: Tables) {
    this.#tables = tables;
    this.#traffic = new LeafTraffic(tables);
    this.#told = tables.links.map(({ edges }) => [...new Set(edges.map(({ order }) => order))]);
  }

  /** Before the links of a leaf are asked about. */
  begin(path: Path): void {
    this.raisedPj = 0;
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
    const loops = this.#loops(path, k);
    const waiting = this.#settledAt(path, k, loops);
    const asked: Asked[] = [];
    this.#asked[k] = asked;
    if (waiting.length === 0) return;
    const blocks = this.#blocksOf(k, orders);
    for (const closing of waiting) {
      const { t, child, parent } = closing;
      const { list, of } = blocks[t]!;
      let handed = Number.POSITIVE_INFINITY;
      let filled = Number.POSITIVE_INFINITY;
      const prices: Price[] = [];
      for (let at = 0; at < list.length; at += 1) {
        const price = this.#price(path, k, closing, list[at]!);
        prices.push(price);
        handed = Math.min(handed, price.handed);
        filled = Math.min(filled, price.filled);
      }
      asked.push({ closing, prices, left: null, handed, filled, of });
      if (parent !== null) this.#traffic.handOn(path, { t, link: parent, words: handed });
      if (child < path.keep.length) this.#traffic.fill({ t, link: child, words: filled });
    }
    this.#least[k] = leastOf(asked, orders.count);
    if (waiting.some(({ t }) => this.#tables.problem.flows[t]!.window !== null))
      this.raisedPj += Math.max(0, this.#least[k]! - this.#leastTold(path, k, waiting));
  }

  /** What the descent has charged at most: which loop comes first and what follows it is not told there, and windows depend on it. */
  #leastTold(path: Path, k: number, waiting: readonly Closing[]): number {
    const loops = this.#loops(path, k);
    const known = new Map<string, number>();
    let least = Number.POSITIVE_INFINITY;
    for (const { run, first } of this.#told[k]!) {
      if (waiting.some(({ t }) => (first[t]! & loops) === 0)) continue;
      let pj = 0;
      for (const closing of waiting) {
        const { t } = closing;
        const block = { run: run[t]!, first: first[t]!, beyond: 0 };
        pj += remembered(known, `${t} ${block.run} ${block.first}`, () => this.#price(path, k, closing, block).pj);
      }
      least = Math.min(least, pj);
    }
    return least;
  }

  /** What a block of link k's loops means to a dataspace that waits there. */
  #price(path: Path, k: number, closing: Closing, { run, first, beyond }: Block): Price {
    const { t, child, parent } = closing;
    const { problem, links } = this.#tables;
    const { closings } = links[k]!;
    const all = this.#loops(path, k);
    const loops = all & ~beyond;
    const spread = path.spread[k]!;
    const made = path.made[k]!;
    const nodes = { below: path.below[k]!, above: path.inner[k]!, outer: path.outer[k]!, loops };
    const question = this.#question(k, { t, child, run, first });
    let pj = question.pj(spread, nodes, made);
    let handed = Number.POSITIVE_INFINITY;
    let more = 0; // what all children take in beyond the first pass
    if (parent !== null) {
      const step = { c: path.outer[k]!, u: path.inner[k]!, loops: all, beyond };
      const between = multicastBetween(made, t, { p: parent, k });
      const settlement = { closing, run, first };
      handed = closings.crossing(settlement, step) / between;
      more = handed * between * (1 - 1 / closings.passes(settlement, step.c)) * problem.costs[k]!.idle[t]![spread]!;
      pj += closings.handing(settlement, handed);
    }
    const filled = question.filled(spread, nodes, { made, more });
    if (more > 0 && child < path.keep.length) {
      // What is taken in at first has been charged above.
      const once = question.filled(spread, nodes, { made, more: 0 });
      pj += problem.energies.flows[t]![child]!.fillPj * (filled - once);
    }
    return { pj, handed, filled };
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

  /** Inputs whose words wait at compute, where neighbours forward them (F.6), as a mask. */
  get waiting(): number {
    const { length } = this.#asked;
    let mask = 0;
    for (const asked of this.#asked)
      for (const { closing } of asked) if (closing.child === length && this.#isPlain(closing)) mask |= 1 << closing.t;
    return mask;
  }

  /**
   * Of the distinct words that the elements above compute take in, `share[t]` are left to the parent while nothing moves; null:
   * nothing is known to be.
   */
  leave(path: Path, share: Float64Array | null): void {
    const { problem } = this.#tables;
    const { length } = this.#asked;
    const last = length - 1;
    for (const asked of this.#asked) {
      for (const one of asked) {
        const { closing, prices } = one;
        const { t, child, parent } = closing;
        const part = share?.[t] ?? 0;
        if (child !== length || part === 0 || parent === null || !this.#isPlain(closing)) {
          one.left = null;
          continue;
        }
        const { copies, energies, flows, chain } = problem;
        const shared = copies.multicastHere(last, t, path.spread[last]!);
        const served = shared * multicastBetween(path.made[last]!, t, { p: parent, k: last });
        const computes = computeCount(chain.mapspace.problem.workload);
        const words = (part * computes * energies.bytes.least(t, length)) / served;
        const pj = parentPj(energies, flows[t]!, parent, words);
        // Where something moves all of them are taken in.
        one.left = prices.map((price) => ({
          pj: pj + (1 - part) * price.pj,
          handed: words + (1 - part) * price.handed,
          filled: price.filled,
        }));
      }
    }
  }

  #isPlain({ t, parent }: Closing): boolean {
    const { flows, filtered } = this.#tables.problem;
    const { window, readWrite } = flows[t]!;
    return parent !== null && window === null && !readWrite && filtered === null;
  }

  /** Cycles that the storages are busy at least under each of `count` orders of the loops of link k; 0 where they settle nothing. */
  busyUnder(path: Path, k: number, count: number): Float64Array {
    const busy = new Float64Array(count);
    const asked = this.#asked[k]!;
    if (asked.length === 0) return busy;
    for (let order = 0; order < count; order += 1) {
      this.#traffic.clearMore();
      for (const { closing, prices, left, handed, filled, of } of asked) {
        const { t, child, parent } = closing;
        const price = (left ?? prices)[of[order]!]!;
        if (parent !== null) this.#traffic.handOnInstead(path, { t, link: parent, words: price.handed, least: handed });
        if (child < path.keep.length) this.#traffic.fillMore({ t, link: child, words: price.filled - filled });
      }
      busy[order] = this.#traffic.busyCycles(path);
    }
    return busy;
  }

  /** Per dataspace: what the orders of these loops of link k mean to it, each once, and which of them every order means. */
  #blocksOf(k: number, orders: OrderList): readonly Blocks[] {
    this.#blocks[k] ??= new Map();
    const own = this.#blocks[k]!;
    const known = own.get(orders);
    if (known !== undefined) return known;
    const { flows } = this.#tables.problem;
    const { count, dimensions } = orders;
    const length = dimensions.length / count;
    const moving = flows.map((flow) => flow.moving);
    const sequences = Array.from({ length: count }, (_, order) =>
      dimensions.subarray(order * length, (order + 1) * length),
    );
    const read = sequences.map((sequence) => readOrder(sequence, moving));
    const blocks = flows.map((flow, t): Blocks => {
      const list: Block[] = [];
      const of = Int32Array.from(read, ({ run, first }, order) => {
        const block = { run: run[t]!, first: first[t]!, beyond: beyond(sequences[order]!, flow) };
        const at = list.findIndex(
          (one) => one.run === block.run && one.first === block.first && one.beyond === block.beyond,
        );
        return at >= 0 ? at : list.push(block) - 1;
      });
      return { list, of };
    });
    own.set(orders, blocks);
    return blocks;
  }

  /** Dataspaces whose nearest keeper inside link k still waits there, and is moved by a loop of it. */
  #settledAt(path: Path, k: number, loops: number): Closing[] {
    const { flows, chain } = this.#tables.problem;
    const found: Closing[] = [];
    for (let t = 0; t < flows.length; t += 1) {
      const { moving } = flows[t]!;
      if ((loops & moving) === 0) continue;
      let child = k + 1;
      while (child < chain.links.length && !((path.keep[child]! >> t) & 1) && !(this.#loops(path, child) & moving))
        child += 1;
      const kept = child < chain.links.length && ((path.keep[child]! >> t) & 1) !== 0;
      if (!kept && child < chain.links.length) continue; // settled further inside
      if (!kept && !this.#tables.problem.operands.waits(t, path.spread.at(-1)!)) continue;
      let parent = k;
      while (parent >= 0 && !((path.keep[parent]! >> t) & 1)) parent -= 1;
      found.push({ t, child, parent: parent < 0 ? null : parent });
    }
    return found;
  }

  #loops({ outer, inner }: Path, k: number): number {
    return loopMask(this.#tables.problem.chain.lattice, outer[k]!, inner[k]!);
  }

  #question(k: number, of: { t: number; child: number; run: number; first: number }): SpreadQuestion {
    // Dimensions are few: the five together are a whole number.
    const masks = 2 ** this.#tables.problem.chain.lattice.dimensions;
    const key = (((k * 32 + of.t) * 32 + of.child) * masks + of.run) * masks + of.first;
    const known = this.#questions.get(key);
    if (known !== undefined) return known;
    const { idle } = this.#tables.problem.flows[of.t]!;
    const variant = { ...of, run: of.run & idle, operands: 'none' as const, open: false };
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

/**
 * Of loops from inner to outer: dimensions that step the rank which the innermost moving one steps, outside a loop that moves
 * another rank. None of their steps goes on where the window stood (F.13).
 */
function beyond(sequence: Uint8Array, { moving, window }: Flow): number {
  let found = 0;
  let rank = 0; // dimensions that step it, once known
  let elsewhere = false;
  for (const d of sequence) {
    if (window === null || !((moving >> d) & 1)) continue;
    rank ||= window.dimensions[window.rank[d]!]!;
    if (!((rank >> d) & 1)) elsewhere = true;
    else if (elsewhere) found |= 1 << d;
  }
  return found;
}
