// What an order of one link's loops costs each dataspace that waits there, at a leaf of the descent: it settles the stationary run of
// its waiting child, and passes those that have waited along.

import type { OrderList } from '../../../mapspace/walker.js';
import { maskOf } from '../../../math/bits.js';
import { remembered } from '../../../math/remembered.js';
import { multicastBetween } from '../charges/copies.js';
import { OrderedVisits } from '../charges/ordered-visits.js';
import {
  againPj,
  leastTaking,
  othersPj,
  type Passing,
  passingWords,
  takingUnder,
  touched,
} from '../charges/passing.js';
import type { Closing } from '../charges/settlement.js';
import type { SpreadQuestion } from '../charges/spread-question.js';
import { nobody } from '../contexts.js';
import type { Tables } from '../relaxation/tables.js';
import type { Block, Blocks } from './order-blocks.js';
import type { Path } from './path.js';
import type { Settled } from './settled.js';

/**
 * What a block costs at least, words that the parent then hands on and the child takes in, and how often and how much those inside
 * that have waited along are passed (`Taken`).
 */
export interface Price {
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

/** Orders, and what they mean to one dataspace. */
interface Listed extends Blocks {
  readonly orders: OrderList;
}

interface Priced {
  readonly prices: readonly Price[];
  /** By order: place in the list. */
  readonly of: Int32Array;
}

export class OrderPrices {
  readonly #tables: Tables;
  readonly #loops: readonly number[];
  readonly #questions = new Map<number, SpreadQuestion>();
  readonly #ordered: OrderedVisits;

  /** `loops`: by link, of the leaf at hand, the dimensions that loop, a mask. */
  constructor(tables: Tables, loops: readonly number[]) {
    this.#tables = tables;
    this.#loops = loops;
    this.#ordered = new OrderedVisits(tables.problem);
  }

  /** What every block costs, and which of these every order does: where neighbours may forward a window it is all of the order that counts. */
  of(path: Path, k: number, settled: Settled, { list, of, orders }: Listed): Priced {
    if (this.areCounted(path, settled.closing)) {
      const counted = this.#counted(path, k, settled, { list, of, orders });
      if (counted !== null) return counted;
    }
    const prices: Price[] = [];
    for (const block of list) prices.push(this.#price(path, k, settled, block, settled.closing.passing));
    return { prices, of };
  }

  #counted(path: Path, k: number, settled: Settled, { list, of, orders }: Listed): Priced | null {
    const { closing } = settled;
    const { t, child, passing } = closing;
    const [above, outer] = [path.inner[k]!, path.outer[k]!];
    const words = this.#ordered.words({ t, k, child, above, outer, inside: path }, orders);
    if (words === null) return null;
    const bytes = this.#tables.links[k]!.closings.bytesOf(closing, above);
    const prices: Price[] = [];
    const known = list.map(() => new Map<number, number>());
    const places = new Int32Array(of.length);
    for (let order = 0; order < of.length; order += 1) {
      const at = of[order]!;
      const crossing = words[order]! * bytes;
      const price = known[at]!.get(crossing);
      places[order] = price ?? prices.length;
      if (price !== undefined) continue;
      known[at]!.set(crossing, prices.length);
      prices.push(this.#price(path, k, settled, { crossing, ...list[at]! }, passing));
    }
    return { prices, of: places };
  }

  /** Whether words are counted visit by visit: neighbours may forward them. */
  areCounted(path: Path, closing: Closing): boolean {
    return this.#ordered.counts(closing, path);
  }

  /** What the descent has charged at most: which loop comes first and what follows it is not told there, and windows depend on it; nor are all that wait along. */
  leastTold(path: Path, k: number, waiting: readonly Settled[]): number {
    const loops = this.#loops[k]!;
    const known = new Map<string, number>();
    let least = Number.POSITIVE_INFINITY;
    const settling = maskOf(waiting.map(({ closing: { t } }) => t));
    for (const { run, first, within } of this.#tables.links[k]!.orders.of(settling)) {
      if (waiting.some(({ closing: { t } }) => (first[t]! & loops) === 0)) continue;
      let pj = 0;
      for (const settled of waiting) {
        const { t } = settled.closing;
        const block = { run: run[t]!, first: first[t]!, within: within[t]!, beyond: 0 };
        pj += remembered(
          known,
          `${t} ${block.run} ${block.first} ${block.within}`,
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
    { run, first, within, beyond, crossing: counted = 0 }: Block & { readonly crossing?: number },
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
    const settlement = { closing, run, first, within };
    const step = { c: path.outer[k]!, u: path.inner[k]!, loops: all, beyond, inside: chosen };
    const times = closings.times(settlement, step);
    let crossing = 0;
    if (parent !== null) {
      const between = multicastBetween(made, t, { p: parent, k });
      // What compute asks for is counted to the last word.
      crossing =
        counted > 0 && child === path.keep.length ? counted : Math.max(counted, closings.crossing(settlement, step));
      handed = crossing / between;
      more = handed * between * (1 - 1 / closings.passes(settlement, step.c)) * problem.costs[k]!.idle[t]![spread]!;
      pj += closings.handing(settlement, passing === null ? handed : handed - this.#chargedApart(path, closing));
    }
    const filled = question.filled(spread, nodes, { made, more });
    const along = passing ?? told;
    if (child === path.keep.length) return { pj, crossing, handed, filled, times, words: 0 };
    const once = more === 0 ? filled : question.filled(spread, nodes, { made, more: 0 });
    pj += this.#fillingPj({ t, k, child }, { filled, once }, passing === null ? null : path);
    if (more === 0 && along.length === 0) return { pj, crossing, handed, filled, times, words: 0 };
    const node = path.below[child - 1]!;
    const touchedOf = (crossed: number): number => touched(problem, t, closings.wordsOf(settlement, crossed), node);
    const others = touchedOf(once) * (1 - 1 / problem.costs[k]!.idle[t]![spread]!);
    const words = touchedOf(crossing);
    const taken = Math.max(words, touchedOf(filled));
    for (const one of along) {
      const own = { copies: made.copies[t]!, sure: made.sure[t]! };
      const passed = againPj(problem, one, { times, words, ...own }) + others * othersPj(problem, one);
      pj += passing === null ? passed : Math.max(passed, againPj(problem, one, { times, words: taken, ...own }));
    }
    return { pj, crossing, handed, filled, times, words: taken };
  }

  /**
   * What the child pays for `filled` words beyond those that it takes in at `once`, which the fan-outs charge with what all elements
   * side by side take in once; `path`: where these are known, and not the least of them.
   */
  #fillingPj(
    { t, k, child }: { readonly t: number; readonly k: number; readonly child: number },
    { filled, once }: { readonly filled: number; readonly once: number },
    path: Path | null,
  ): number {
    const { problem } = this.#tables;
    const { fillPj } = problem.energies.flows[t]![child]!;
    const least = leastTaking(problem, t, k + 1, child);
    const told = fillPj * (filled - once) * least;
    if (path === null) return told;
    const alike = takingUnder(problem, path.spread, t, { from: k + 1, to: child });
    const again = Math.max(0, filled - passingWords(problem, { t, child: k, along: child }));
    return told + fillPj * (alike - least) * again;
  }

  /** Of what the parent hands to compute, words that have been charged at the last fan-outs. */
  #chargedApart({ made, spread }: Path, { t, parent, stepping }: Closing): number {
    if (!stepping || parent === null) return 0;
    const k = spread.length - 1;
    const between = multicastBetween(made[k]!, t, { p: parent, k });
    return this.#tables.problem.operands.beyondLeast(t, spread[k]!) / between;
  }

  #question(k: number, of: { t: number; child: number; run: number; first: number }): SpreadQuestion {
    const { t, child, run, first } = of;
    // Dimensions are few: the five together are a whole number.
    const masks = 2 ** this.#tables.problem.chain.lattice.dimensions;
    const key = (((k * 32 + t) * 32 + child) * masks + run) * masks + first;
    const known = this.#questions.get(key);
    if (known !== undefined) return known;
    const none = { along: nobody, operands: 'none' as const, savedPj: 0, passedPj: 0, open: false };
    const question = this.#tables.links[k]!.terms.prepare({ t, child, run, first, ...none });
    this.#questions.set(key, question);
    return question;
  }
}
