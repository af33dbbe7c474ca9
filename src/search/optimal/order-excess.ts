// At a leaf of the descent factors and keeps are chosen, and only the orders of loops are open. What an order of one
// link's loops does is local, as far as the bound goes: it settles the stationary runs of the dataspaces whose waiting
// child some loop of that link is the first to move. So the bound of a mapping is the leaf's, plus what every link's order
// costs more than that link's cheapest.

import { readOrder } from './block-orders.js';
import { type Made, multicastBetween } from './copies.js';
import { LeafTraffic } from './leaf-traffic.js';
import type { Relaxation } from './relaxation.js';
import { NOTHING, type SpreadQuestion } from './spread-question.js';

/** What the descent has chosen, link by link. */
export interface Path {
  /** Tiles outside and inside the loops, and inside the fan-outs. */
  readonly outer: Int32Array;
  readonly inner: Int32Array;
  readonly below: Int32Array;
  /** Index into `Link.spreads`. */
  readonly spread: Int32Array;
  /** Dataspaces kept by the storage, a mask. */
  readonly keep: Int32Array;
  /** What the fan-outs outside the link make. */
  readonly made: Made[];
}

interface Waiting {
  readonly t: number;
  readonly child: number;
  readonly parent: number;
}

export class OrderExcess {
  readonly #relaxation: Relaxation;
  readonly #traffic: LeafTraffic;
  readonly #questions = new Map<number, SpreadQuestion>();

  constructor(relaxation: Relaxation) {
    this.#relaxation = relaxation;
    this.#traffic = new LeafTraffic(relaxation);
  }

  /** Before the links of a leaf are asked about. */
  begin(path: Path): void {
    this.#traffic.begin(path);
  }

  /** Cycles that the storages are busy at least, once all links have been asked about. */
  busyCycles(path: Path): number {
    return this.#traffic.busyCycles(path);
  }

  /**
   * pJ that each order of the loops of link k costs more than the cheapest of them, at least. `orders`: dimensions of
   * the loops inner to outer, `count` orders one after the other.
   */
  of(path: Path, k: number, orders: { readonly count: number; readonly dimensions: Uint8Array }): Float64Array {
    const { count, dimensions } = orders;
    const excess = new Float64Array(count);
    const waiting = this.#settledAt(path, k);
    if (waiting.length === 0) return excess;
    const moving = this.#relaxation.flows.map((flow) => flow.moving);
    const loops = dimensions.length / count;
    const step = { c: path.outer[k]!, u: path.inner[k]!, loops: this.#loops(path, k) };
    const { closings } = this.#relaxation.links[k]!;
    const nodes = { below: path.below[k]!, above: path.inner[k]! };
    const handed = new Float64Array(waiting.length).fill(Number.POSITIVE_INFINITY);
    const filled = new Float64Array(waiting.length).fill(Number.POSITIVE_INFINITY);
    let least = Number.POSITIVE_INFINITY;
    for (let order = 0; order < count; order += 1) {
      const block = readOrder(dimensions.subarray(order * loops, (order + 1) * loops), moving);
      let pj = 0;
      waiting.forEach((closing, at) => {
        const { t, child, parent } = closing;
        const settlement = { closing, run: block.run[t]!, first: block.first[t]! };
        if (parent >= 0) {
          const between = multicastBetween(path.made[k]!, t, { p: parent, k });
          const words = closings.crossing(settlement, step) / between;
          pj += closings.charge(settlement, { u: step.u, words, between });
          handed[at] = Math.min(handed[at]!, words);
        }
        const question = this.#question(k, { t, child, run: block.run[t]!, first: block.first[t]! });
        pj += question.pj(path.spread[k]!, nodes, path.made[k]!);
        filled[at] = Math.min(filled[at]!, question.filled(path.spread[k]!, nodes, path.made[k]!));
      });
      excess[order] = pj;
      if (pj < least) least = pj;
    }
    for (let order = 0; order < count; order += 1) excess[order] = excess[order]! - least;
    waiting.forEach(({ t, child, parent }, at) => {
      if (parent >= 0) this.#traffic.handOn(path, { t, link: parent, words: handed[at]! });
      if (child < path.keep.length) this.#traffic.fill({ t, link: child, words: filled[at]! });
    });
    return excess;
  }

  /** Dataspaces whose nearest keeper inside link k still waits there, and is moved by a loop of it. */
  #settledAt(path: Path, k: number): Waiting[] {
    const { flows, chain } = this.#relaxation;
    const found: Waiting[] = [];
    const loops = this.#loops(path, k);
    for (let t = 0; t < flows.length; t += 1) {
      const { moving } = flows[t]!;
      if ((loops & moving) === 0) continue;
      let child = k + 1;
      while (child < chain.links.length && !((path.keep[child]! >> t) & 1) && !(this.#loops(path, child) & moving))
        child += 1;
      const kept = child < chain.links.length && ((path.keep[child]! >> t) & 1) !== 0;
      if (!kept && child < chain.links.length) continue; // settled further inside
      if (!kept && !this.#relaxation.links.at(-1)!.terms.waits(t, path.spread.at(-1)!)) continue;
      let parent = k;
      while (parent >= 0 && !((path.keep[parent]! >> t) & 1)) parent -= 1;
      found.push({ t, child, parent });
    }
    return found;
  }

  #loops(path: Path, k: number): number {
    const { digit } = this.#relaxation.chain.lattice;
    let mask = 0;
    for (let d = 0; d < digit.length; d += 1) {
      if (digit[d]![path.outer[k]!] !== digit[d]![path.inner[k]!]) mask |= 1 << d;
    }
    return mask;
  }

  #question(k: number, of: { t: number; child: number; run: number; first: number }): SpreadQuestion {
    // Dimensions are few: the five together are a whole number.
    const masks = 2 ** this.#relaxation.chain.lattice.dimensions;
    const key = (((k * 32 + of.t) * 32 + of.child) * masks + of.run) * masks + of.first;
    const known = this.#questions.get(key);
    if (known !== undefined) return known;
    const { idle } = this.#relaxation.flows[of.t]!;
    const variant = { ...of, run: of.run & idle, parent: NOTHING, open: false };
    const question = this.#relaxation.links[k]!.terms.prepare(variant);
    this.#questions.set(key, question);
    return question;
  }
}
