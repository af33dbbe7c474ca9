// How many children one word serves at the fan-outs of a link: multicast of inputs, and copies of outputs that spatial
// reduction keeps (F.5, F.7.1). The tables take the most that any spatial choice makes; where the choices outside are
// known, the descent takes what they make.

import { type Link, mostElements } from '../space/chain.js';
import type { Fanouts } from './fanouts.js';
import type { Flow } from './flows.js';
import type { ForwardedOperands } from './forwarded-operands.js';
import type { Saved } from './windows.js';

/** What the fan-outs outside a link make. */
export interface Made {
  /** `multicast[link][t]`: elements served by one word at most, for every link outside. */
  readonly multicast: readonly (readonly number[])[];
  /** `copies[t]`: copies of outputs, of all links outside together; 1 for inputs. */
  readonly copies: readonly number[];
  /** The same at least. */
  readonly sure: readonly number[];
}

export class Copies {
  /** `most[k]`: what the links outside link k make at most. */
  readonly most: readonly Made[];
  /**
   * `[k][t]`: distinct deliveries at link k's fan-outs for each that is left where neighbours forward words (F.6), at most: to a
   * child that is next inside, and to one to which they are passed on (F.7.4); 1 where none ever forwards.
   */
  readonly #forwarded: readonly (readonly Forwarded[])[];
  /** `[from][child][t]`, once asked for. */
  readonly #saved: (Saved | null)[][][] = [];
  readonly #links: readonly Link[];
  readonly #isKnown: readonly boolean[];
  /** Elements of each link's fan-outs at most. */
  readonly #widest: readonly number[];
  readonly #multicast: readonly (readonly Float64Array[])[];
  readonly #copies: readonly (readonly Float64Array[])[];
  /** `[k][s][t]`, once asked for. */
  readonly #rows: (readonly number[])[][] = [];
  /** `[k][t]`, at least: elements that take in each word, and their share of all; elements for each that one word serves. */
  readonly #leastServed: readonly (readonly number[])[];
  readonly #leastShare: readonly (readonly number[])[];
  readonly #leastApart: readonly (readonly number[])[];
  readonly #mostMulticast: readonly (readonly number[])[];
  readonly #mostCopies: readonly (readonly number[])[];

  constructor(fanouts: Fanouts, operands: ForwardedOperands) {
    const { chain, flows, costs } = fanouts;
    const { links } = chain;
    this.#links = links;
    this.#isKnown = flows.map(copiesAreKnown);
    this.#forwarded = links.map((_, k) => flows.map((_, t) => forwardedOf(fanouts, k, t)));
    this.#widest = links.map(mostElements);
    const greatest = (list: Float64Array): number => list.reduce((most, one) => Math.max(most, one), 1);
    this.#multicast = links.map((_, k) => flows.map((_, t) => multicastOf(fanouts, operands, { k, t })));
    // Windows of neighbouring elements overlap, so each element may have a whole share of its own.
    this.#copies = links.map((link, k) =>
      flows.map((flow, t) => {
        if (!flow.readWrite) return new Float64Array(link.spreads.length).fill(1);
        return flow.window === null ? costs[k]!.idle[t]! : Float64Array.from(link.spreads, ({ elements }) => elements);
      }),
    );
    const leastOver = (of: (s: number, k: number, t: number) => number): number[][] =>
      links.map(({ spreads }, k) =>
        flows.map((_, t) => spreads.reduce((least, _, s) => Math.min(least, of(s, k, t)), Number.POSITIVE_INFINITY)),
      );
    const elementsOf = (k: number, s: number): number => links[k]!.spreads[s]!.elements;
    this.#leastServed = leastOver((s, k, t) => costs[k]!.idle[t]![s]!);
    this.#leastShare = leastOver((s, k, t) => costs[k]!.idle[t]![s]! / elementsOf(k, s));
    this.#leastApart = leastOver((s, k, t) => elementsOf(k, s) / this.#multicast[k]![t]![s]!);
    this.#mostMulticast = this.#multicast.map((own) => own.map(greatest));
    this.#mostCopies = this.#copies.map((own) => own.map(greatest));
    let outside: Made = { multicast: [], copies: flows.map(() => 1), sure: flows.map(() => 1) };
    this.most = [...links, null].map((_, k) => {
      const made = outside;
      if (k < links.length) {
        const copies = made.copies.map((one, t) => one * this.#mostCopies[k]![t]!);
        const sure = made.sure.map((one, t) => one * this.sureBetween(t, k, k + 1));
        outside = { multicast: [...made.multicast, this.#mostMulticast[k]!], copies, sure };
      }
      return made;
    });
  }

  /** With spatial choice `s` of link k besides. */
  extend(made: Made, k: number, s: number): Made {
    const copies = made.copies.slice();
    const sure = made.sure.slice();
    for (let t = 0; t < copies.length; t += 1) {
      const here = this.#copies[k]![t]![s]!;
      copies[t] = copies[t]! * here;
      if (this.#isKnown[t]) sure[t] = sure[t]! * here;
    }
    return { multicast: [...made.multicast, this.#multicastUnder(k, s)], copies, sure };
  }

  #multicastUnder(k: number, s: number): readonly number[] {
    this.#rows[k] ??= [];
    this.#rows[k]![s] ??= this.#multicast[k]!.map((own) => own[s]!);
    return this.#rows[k]![s]!;
  }

  /**
   * Words that all children at link `child`, or where that is compute whatever children there are, are given at least, per
   * iteration of what does not move them. Where neighbours forward words on the way the model may count even fewer than there
   * are: its displacements are those of two iterations.
   */
  leastWords(flow: Flow, t: number, { k, child }: { readonly k: number; readonly child: number }): number {
    return this.mostForwarded(t, k, child) > 1 ? 0 : flow.leastWords;
  }

  /**
   * How many times fewer words cross to a child at link `child`, or to any on the way to compute, than its elements take in, at
   * most, where neighbours may forward them at the fan-outs of links `from` and further inside: the foremost element of all is
   * never served.
   */
  mostForwarded(t: number, from: number, child: number): number {
    return this.#savedAfter(t, from, child, -1);
  }

  /** The same of whole tiles, and after a step of each dimension; null where nothing is forwarded. */
  saved(t: number, from: number, child: number): Saved | null {
    if (from === child) return null;
    this.#saved[from] ??= [];
    this.#saved[from]![child] ??= [];
    const known = this.#saved[from]![child]!;
    if (known[t] === undefined) {
      const whole = this.mostForwarded(t, from, child);
      const part = this.#links[0]!.allowed.map((_, d) => this.#savedAfter(t, from, child, 1 << d));
      known[t] = whole === 1 ? null : { whole, part };
    }
    return known[t];
  }

  /** After a step of one of these dimensions, a mask. */
  #savedAfter(t: number, from: number, child: number, after: number): number {
    let product = 1;
    for (let link = from; link < child; link += 1) {
      const { next, passed, stepping } = this.#forwarded[link]![t]!;
      const isNext = link + 1 === child || (child === this.#forwarded.length && this.#mayKeep(link + 1, t));
      if (!isNext) product *= passed;
      else if ((stepping & after) !== 0) product *= next;
    }
    return product;
  }

  #mayKeep(link: number, t: number): boolean {
    const { forced, free } = this.#links[link]!;
    return (((forced | free) >> t) & 1) === 1;
  }

  /** Copies that spatial choice `s` of link k makes of output `t`. */
  here(k: number, t: number, s: number): number {
    return this.#copies[k]![t]![s]!;
  }

  /** Elements that one word of `t` serves at most under spatial choice `s` of link k. */
  multicastHere(k: number, t: number, s: number): number {
    return this.#multicast[k]![t]![s]!;
  }

  /**
   * Elements at the fan-outs of links `from` to `to` - 1 for each that one word of `t` serves, at least: what instances side
   * by side do not share.
   */
  leastApart(t: number, from: number, to: number): number {
    return product(this.#leastApart, t, from, to);
  }

  /**
   * Of `words` that arrive at the storage of link p for every instance outside the loops of link k (`leastApart`), those
   * that read what they add to: all but the first of every element (F.7.1). Inputs read none.
   */
  readBack(flow: Flow, words: number, { p, k }: { readonly p: number; readonly k: number }): number {
    const first = flow.words * this.most[p]!.copies[flow.index]! * this.mostElements(p, k);
    return Math.max(0, words - first);
  }

  /** Elements that take in each word of `t` at the fan-outs of links `from` to `to` - 1, at least. */
  leastServed(t: number, from: number, to: number): number {
    return product(this.#leastServed, t, from, to);
  }

  /**
   * Words that each instance at link `child` is filled with at least, where `crossing` cross the fan-outs of link k: as if one
   * instance outside the loops took in all of them.
   */
  filledApart(flow: Flow, crossing: number, { k, child }: { readonly k: number; readonly child: number }): number {
    if (flow.readWrite)
      return Math.max(0, crossing - flow.words * this.most[k]!.copies[flow.index]!) / this.mostElements(k, child);
    return crossing * product(this.#leastShare, flow.index, k, child);
  }

  /** Elements at the fan-outs of links `from` to `to` - 1 at most. */
  mostElements(from: number, to: number): number {
    let product = 1;
    for (let link = from; link < to; link += 1) product *= this.#widest[link]!;
    return product;
  }

  /** Copies of outputs that surely are made there. */
  sureBetween(t: number, from: number, to: number): number {
    return this.#isKnown[t] ? this.leastServed(t, from, to) : 1;
  }

  /** Most copies of outputs at the fan-outs of links `from` to `to` - 1. */
  mostBetween(t: number, from: number, to: number): number {
    return product(this.#mostCopies, t, from, to);
  }

  /** Elements that one word serves at the fan-outs of links `from` to `to` - 1 under a spatial choice of each. */
  multicastUnder(spread: ArrayLike<number>, t: number, from: number, to: number): number {
    let product = 1;
    for (let link = from; link < to; link += 1) product *= this.multicastHere(link, t, spread[link]!);
    return product;
  }

  /** Most elements that one word serves at the fan-outs of links `from` to the last. */
  mostBelow(t: number, from: number): number {
    return product(this.#mostMulticast, t, from, this.#mostMulticast.length);
  }
}

/** Whether a spatial choice tells how many copies it makes, and not only the most: windows of neighbouring elements overlap. */
export function copiesAreKnown({ readWrite, window }: Flow): boolean {
  return readWrite && window === null;
}

/** What fan-outs between the storage of link `p` and the loops of link `k` multicast of what arrives there. */
export function multicastBetween(
  { multicast }: Pick<Made, 'multicast'>,
  t: number,
  { p, k }: { p: number; k: number },
): number {
  return product(multicast, t, Math.max(0, p), k);
}

/** Of what is known of dataspace t at the links `from` to `to` - 1. */
function product(known: readonly (readonly number[])[], t: number, from: number, to: number): number {
  let all = 1;
  for (let link = from; link < to; link += 1) all *= known[link]![t]!;
  return all;
}

function multicastOf(
  { chain, flows, costs, deliveries, forwarding, left }: Fanouts,
  operands: ForwardedOperands,
  { k, t }: { readonly k: number; readonly t: number },
): Float64Array {
  const flow = flows[t]!;
  const handed = deliveries[k]![t]!;
  const forwarded = forwarding[k]![t]!;
  return Float64Array.from(chain.links[k]!.spreads, ({ elements }, s) => {
    if (flow.wild) return elements;
    // Where tiles never overlap neighbours forward nothing but what stands still, which is charged as a run (F.6).
    if (flow.window === null) return costs[k]!.idle[t]![s]!;
    // Right above compute one word may in the end serve everybody.
    if (k === chain.links.length - 1) return elements / Math.max(1, operands.leastLeft(t, s));
    return elements / (forwarded.ever(s) ? left[k]![t]!.leastPassed(s) : handed.least(s));
  });
}

/** How many times fewer deliveries are left where neighbours forward words, and the dimensions after whose steps they may, a mask. */
interface Forwarded {
  readonly next: number;
  readonly passed: number;
  readonly stepping: number;
}

function forwardedOf({ chain, flows, costs, deliveries, forwarding, left }: Fanouts, k: number, t: number): Forwarded {
  const saved = { next: 1, passed: 1, stepping: 0 };
  if (flows[t]!.window === null) return saved;
  const handed = deliveries[k]![t]!;
  for (const [s, { elements }] of chain.links[k]!.spreads.entries()) {
    if (!forwarding[k]![t]!.ever(s)) continue;
    const all = elements / costs[k]!.idle[t]![s]!;
    saved.stepping |= forwarding[k]![t]!.stepping(s);
    saved.next = Math.max(saved.next, all / handed.unserved(s));
    saved.passed = Math.max(saved.passed, all / (flows[t]!.wild ? handed.unshared(s) : left[k]![t]!.leastPassed(s)));
  }
  return saved;
}
