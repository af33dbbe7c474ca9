// One question about a fan-out: what one dataspace costs there, given what is waiting for it inside and outside. Many edges
// ask the same; each is prepared once and answered per tile and spatial choice.

import { computeCount } from '../../../workload/workload.js';
import { copiesBackHere } from './assumed.js';
import type { AnswerRow, Choices } from './choices.js';
import { type Made, multicastBetween } from './copies.js';
import { demandLink, parentPj } from './energies.js';
import type { Flow } from './flows.js';
import { leastTaking, othersPj, passingsOf, touched } from './passing.js';
import { type Crossed, isStorage, isWaiting, type Place, type Variant } from './question-variant.js';
import type { RelaxedProblem } from './relaxed-problem.js';
import { anyLoops } from './sliding.js';
import { productOver } from './spread-cost.js';
import { windowFills } from './window-fills.js';

const anyNodes: Crossed = { below: 0, above: 0, outer: 0, loops: anyLoops };

/** The choices of one tile among many. */
interface Span {
  readonly below: number;
  readonly from: number;
  readonly to: number;
  readonly choices: Choices;
}

/** By spatial choice: what compute's operands cost, and words that outputs are touched with for the first time for each copy made outside. */
interface Prices {
  readonly asked: Float64Array;
  readonly first: Float64Array;
}

export class SpreadQuestion {
  readonly variant: Variant;
  /** Link of the storage that compute's operands are asked of, where that is known. */
  readonly parent: number | null;
  readonly #problem: RelaxedProblem;
  readonly #place: Place;
  readonly #flow: Flow;
  readonly #fills: boolean;
  /** Iterations left outside, of the dimensions that do not move the tile and are not in the run. */
  readonly #idleLeft: Float64Array;
  readonly #visits: Float64Array;
  /** Per spatial choice: factors of the run; copies of outputs made here and on the way to the child. */
  readonly #runs: Float64Array;
  readonly #copies: Float64Array;
  readonly #hops: Float64Array;
  readonly #isFilled: boolean;
  readonly #leastWords: number;
  /** Where groups of elements differ in size, rounding may cost every child a word of its fills (F.7.2). */
  readonly #cut: number;
  /** Whether the child holds the very tile that stands below the fan-outs. */
  readonly #isNear: boolean;
  readonly #fillPj: number;
  /** Elements that take in each word at fan-outs further inside, and at these, at least. */
  readonly #inside: number;
  readonly #leastHere: number;
  /** What a word costs that it passes on to those which have waited along. */
  readonly #alongPj: number;
  readonly #through: number | Float64Array;
  /** What one word that compute asks for costs at its parent. */
  readonly #demandPj: number;
  /** Elements that one such word serves at most at the fan-outs inside; what all words cost there once. */
  readonly #within: number;
  readonly #sharedPj: number;
  readonly #firstPj: number;
  readonly #computes: number;
  /** Who may be charged further outside for what is passed on, with what each word of all computes costs there. */
  readonly #parents: readonly { readonly p: number; readonly pj: number }[];
  /** Elements that one word serves at these fan-outs at most; words, or bytes, for all computes where fan-outs inside multicast the most. */
  readonly #here: number;
  readonly #askedWords: number;

  constructor(problem: RelaxedProblem, place: Place, variant: Variant) {
    const { chain, energies, flows, remaining } = problem;
    const { t, child, along, operands, run } = variant;
    const { k, link, costs } = place;
    const flow = flows[t]!;
    this.variant = variant;
    this.#problem = problem;
    this.#place = place;
    this.#flow = flow;
    this.#fills = isStorage(chain, child);
    this.#isNear = problem.isNear(t, k, child);
    this.#idleLeft = remaining.left(flow.idle & ~run);
    this.#visits = remaining.left(flow.moving);
    this.#runs = Float64Array.from(link.spreads, ({ total }) => productOver(total, run));
    const between = this.#fills ? problem.copies.mostBetween(t, k + 1, child) : 1;
    this.#copies = Float64Array.from(link.spreads, (_, s) => problem.copies.here(k, t, s) * between);
    // Outside its backing store nothing of a dataspace travels (F.7.5).
    const carried = problem.keptOutside(t, k + 1);
    this.#hops = carried ? costs.hops[t]! : new Float64Array(link.spreads.length);
    // The outermost keeper is never filled (F.7.5).
    this.#leastWords = this.#fills ? problem.copies.leastWords(flow, t, { k, child }) : 0;
    this.#cut = this.#fills && flow.window !== null ? chain.links[child]!.storage.instances : 0;
    this.#isFilled = this.#fills && problem.keptOutside(t, child);
    this.#through = this.#fills ? energies.bytes.through(t, { k, child }) : 1;
    this.#fillPj = this.#isFilled ? energies.flows[t]![child]!.fillPj : 0;
    this.#inside = this.#fills ? leastTaking(problem, t, k + 1, child) : 1;
    this.#leastHere = leastTaking(problem, t, k, k + 1);
    const passed = this.#isFilled ? passingsOf(t, child, along) : [];
    this.#alongPj = passed.reduce((pj, one) => pj + touched(problem, t, othersPj(problem, one), null), 0);
    this.#within = problem.copies.mostBelow(t, k + 1);
    const pjOf = (words: number): number =>
      typeof operands === 'number' ? parentPj(energies, flow, operands, words) : 0;
    this.#demandPj = pjOf(energies.bytes.least(t, chain.links.length) / this.#within);
    // What is given back for each of those words that more than one element shares (`sharesOf`), and of outputs' first touches,
    // which read nothing, at the price of the floor.
    const shares = typeof operands === 'number' && operands < k;
    const least = shares ? problem.copies.leastWords(flow, t, { k: operands, child: chain.links.length }) : 0;
    this.#sharedPj = pjOf(least);
    this.#firstPj =
      flow.readWrite && typeof operands === 'number' ? pjOf(flow.words * problem.copies.most[operands]!.copies[t]!) : 0;
    this.#computes = computeCount(chain.mapspace.problem.workload);
    this.#here = problem.copies.mostBelow(t, k) / this.#within;
    const asked = (this.#computes / this.#within) * energies.bytes.least(t, chain.links.length);
    this.#askedWords = asked;
    const waiting = isWaiting(operands);
    const later = (waiting || operands === 'passed') && problem.filtered === null;
    const parents = problem.parents(t, k);
    this.#parents = (later ? parents : []).flatMap((p) =>
      p === null || (!waiting && demandLink(energies, p) >= k) ? [] : [{ p, pj: parentPj(energies, flow, p, asked) }],
    );
    this.parent = typeof operands === 'number' ? operands : waiting && parents.length === 1 ? parents[0]! : null;
  }

  /**
   * What spatial choice `s` between the tiles `below` and `above` costs at least, where the fan-outs outside make no more
   * copies than `outside`; Infinity where it cannot stand here.
   */
  pj(s: number, nodes: Crossed, outside: Made): number {
    const pj = this.#asked(s, nodes, outside);
    return pj + this.#taking(s, this.#arriving(s, nodes), this.#firstTouches(s, outside), nodes.above);
  }

  /** The same for many choices. */
  fillRow(row: AnswerRow, choices: Choices, outside: Made): void {
    const { tiles, below, start, spread } = choices;
    const backPj = copiesBackHere(this.#problem, this.#place.k, this.variant);
    const prices = this.#flow.window === null ? this.#prices(outside) : null;
    for (let tile = 0; tile < tiles; tile += 1) {
      const from = start[tile]!;
      const to = start[tile + 1]!;
      if (prices === null) this.#answer(row.pj, { below: below[tile]!, from, to, choices, outside });
      else this.#answerPlain(row.pj, { below: below[tile]!, from, to, choices, prices });
      let least = Number.POSITIVE_INFINITY;
      for (let at = from; at < to; at += 1) {
        if (backPj !== null) row.pj[at] = row.pj[at]! + backPj(spread[at]!, below[tile]!);
        if (row.pj[at]! < least) least = row.pj[at]!;
      }
      row.least[tile] = least;
    }
  }

  #answer(pj: Float64Array, of: Span & { readonly outside: Made }): void {
    const { spread, above } = of.choices;
    const nodes = { below: of.below, above: 0, outer: 0, loops: anyLoops };
    for (let at = of.from; at < of.to; at += 1) {
      nodes.above = above[at]!;
      pj[at] = this.pj(spread[at]!, nodes, of.outside);
    }
  }

  /** Where tiles do not overlap, all that depends on them is how often they are taken in: `pj` for that case. */
  #answerPlain(pj: Float64Array, { below, from, to, choices, prices }: Span & { readonly prices: Prices }): void {
    const { spread, above } = choices;
    const { asked, first } = prices;
    const copies = this.#flow.readWrite ? this.#problem.credited.filled(this.#place.k, this.variant.t) : null;
    const { words } = this.#flow;
    const arriving = this.#fills ? words * this.#idleLeft[below]! : 0;
    for (let at = from; at < to; at += 1) {
      const s = spread[at]!;
      const touched = copies === null ? 0 : first[s]! * copies[above[at]!]!;
      pj[at] = asked[s]! + this.#taking(s, arriving * this.#runs[s]!, touched, above[at]!);
    }
  }

  /** By spatial choice, for a dataspace whose tiles do not overlap. */
  #prices(outside: Made): Prices {
    const spreads = this.#runs.length;
    const prices = { asked: new Float64Array(spreads), first: new Float64Array(spreads) };
    for (let s = 0; s < spreads; s += 1) {
      prices.asked[s] = this.#asked(s, anyNodes, outside);
      prices.first[s] = this.#flow.words * this.#copies[s]!;
    }
    return prices;
  }

  /** What compute's operands cost; Infinity where the choice cannot stand here. */
  #asked(s: number, { below, above }: Crossed, outside: Made): number {
    const { operands, t } = this.variant;
    if (operands === 'none') return 0;
    // What is forwarded while nothing moves saves accesses in a stationary run, as a storage below would.
    const waits = this.#place.toCompute ? this.#problem.operands.waits(t, s) : null;
    if (waits !== (isWaiting(operands) ? operands : null)) return Number.POSITIVE_INFINITY;
    if (operands === 'passed') return this.#passedOn(s, outside);
    if (isWaiting(operands)) {
      return (this.#problem.operands.beyondLeast(t, s) / this.#computes) * this.#leastPj(outside);
    }
    if (typeof operands !== 'number') return 0;
    const { k } = this.#place;
    const shared = multicastBetween(outside, t, { p: operands, k });
    const pj = (this.#demandPj * this.#demandWords(s, below, above)) / shared;
    const { filtered, copies } = this.#problem;
    if (filtered === null) return pj;
    const chosen = outside !== copies.most[k];
    const demand = { t, p: operands, multicast: shared * this.#within, sure: chosen ? shared : 1 };
    const more = Math.max(0, pj - this.#firstPj) * (filtered.demand(k, s, demand)[this.#problem.priced] - 1);
    return pj + Math.max(0, more - (chosen ? 0 : this.#sharedPj));
  }

  /**
   * What words that are charged further outside cost more than where these fan-outs multicast the most they can: a product of
   * shares is no less than that of the least of them, and each one's excess times the least of all others.
   */
  #passedOn(s: number, outside: Made): number {
    return this.#excess(s) * this.#leastPj(outside);
  }

  /** By how much of all computes these fan-outs multicast less than the most they can. */
  #excess(s: number): number {
    const { copies } = this.#problem;
    return Math.max(0, 1 / copies.multicastHere(this.#place.k, this.variant.t, s) - 1 / this.#here);
  }

  /** The same in words, or bytes, that compute asks of the storage of link `p` beyond those that have been counted further outside. */
  passedOn(s: number, p: number, outside: Made): number {
    const { t, operands } = this.variant;
    const { k } = this.#place;
    if (operands !== 'passed' || !this.#parents.some((parent) => parent.p === p)) return 0;
    return (this.#excess(s) * this.#askedWords) / multicastBetween(outside, t, { p, k });
  }

  /** What a word for each compute costs at least where it is charged further outside, or where its operands no longer wait. */
  #leastPj(outside: Made): number {
    const { t } = this.variant;
    const { k } = this.#place;
    if (this.#parents.length === 0) return 0;
    let least = Number.POSITIVE_INFINITY;
    for (const { p, pj } of this.#parents) least = Math.min(least, pj / multicastBetween(outside, t, { p, k }));
    return least;
  }

  #demandWords(s: number, below: number, above: number): number {
    const flow = this.#flow;
    const { costs, link, deliveries, forwarding, left, toCompute } = this.#place;
    if (flow.window === null) return this.#computes / costs.idle[flow.index]![s]!;
    if (flow.wild) return this.#computes / link.spreads[s]!.elements;
    let distinct = deliveries.of(s, below);
    if (forwarding.may(s, above))
      distinct = toCompute ? this.#problem.operands.leastLeft(flow.index, s) : left.passed({ s, node: below });
    return (this.#computes / link.spreads[s]!.elements) * distinct;
  }

  /** Words that compute asks of the parent at least, all instances; of a sparse problem by its floor. */
  demanded(s: number, { below, above }: Pick<Crossed, 'below' | 'above'>, outside: Pick<Made, 'multicast'>): number {
    return this.#demandWords(s, below, above) / this.#multicast(outside);
  }

  /** How many times as many these are. */
  raised(s: number): number {
    const { t, operands } = this.variant;
    const { filtered } = this.#problem;
    if (filtered === null || typeof operands !== 'number') return 1;
    const reach = { t, p: operands, multicast: this.#multicast(this.#problem.copies.most[this.#place.k]!), sure: 1 };
    return filtered.demand(this.#place.k, s, reach).words;
  }

  /** Elements that one word serves at most at all fan-outs but these, as far as the parent. */
  #multicast(outside: Pick<Made, 'multicast'>): number {
    const { t, operands } = this.variant;
    const { k } = this.#place;
    return this.#within * (typeof operands === 'number' ? multicastBetween(outside, t, { p: operands, k }) : 1);
  }

  /** The same where every instance outside, as far as the parent, has words of its own: as its rate limits what is inside. */
  demandedApart(s: number, { below, above }: Pick<Crossed, 'below' | 'above'>): number {
    const { t, operands } = this.variant;
    const { k } = this.#place;
    const { copies, operands: forwarded } = this.#problem;
    const apart = this.parent === null ? 1 : copies.leastApart(t, this.parent, k);
    if (isWaiting(operands)) return forwarded.sure(t, s) * apart;
    return (this.#demandWords(s, below, above) * apart) / copies.mostBelow(t, k + 1);
  }

  /** Words, or bytes, that all children are filled with at least, where they take in so many `more` than in the first pass. */
  filled(s: number, nodes: Crossed, { made, more }: { readonly made: Made; readonly more: number }): number {
    const arriving = this.#isFilled && !this.variant.open ? this.#arriving(s, nodes) : 0;
    return Math.max(0, (arriving - this.#firstTouches(s, made)) * this.#bytes(nodes.above) + more);
  }

  /** Words that outputs are touched with for the first time, at all copies that fan-outs make; 0 for inputs. */
  #firstTouches(s: number, { copies }: Made): number {
    return this.#flow.readWrite ? this.#flow.words * (this.#copies[s]! * copies[this.variant.t]!) : 0;
  }

  /** What carrying the words that arrive at all children there, and taking in all but the `first`, costs below tile `above`. */
  #taking(s: number, arriving: number, first: number, above: number): number {
    // Words that neighbours forward have no other way to go. Others cross once at least for every element that shares them.
    const paid = this.#hops[s] !== 0 && !this.#place.forwarding.may(s, above);
    const once = paid ? this.#flow.leastWords * this.#place.costs.idle[this.variant.t]![s]! : 0;
    const hops = paid ? Math.max(arriving, once) * this.#hops[s]! : 0;
    if (!this.#fills) return hops;
    // Taken in where the run ends, but by as many children more as the fan-outs on the way multicast to.
    if (this.variant.open) return hops + this.#passed(s);
    const filling = Math.max(0, arriving - first) * (this.#fillPj * this.#inside * this.#bytes(above));
    return hops + filling + arriving * this.#alongPj * (1 - 1 / this.#place.costs.idle[this.variant.t]![s]!);
  }

  /** What the children that share words cost at least beyond those that are charged where the run ends, further outside. */
  #passed(s: number): number {
    const { t, child } = this.variant;
    if (this.#flow.readWrite || this.#fillPj + this.#alongPj === 0) return 0;
    const alike = this.#place.costs.idle[t]![s]!;
    const fillPj = this.#fillPj * this.#problem.energies.bytes.least(t, child) * this.#inside;
    return this.#leastWords * (fillPj * (alike - this.#leastHere) + this.#alongPj * (alike - 1));
  }

  /** That a machine moves for each word which arrives at the child from outside the tile `above`. */
  #bytes(above: number): number {
    return typeof this.#through === 'number' ? this.#through : this.#through[above]!;
  }

  /** Words that arrive at all children at least. */
  #arriving(s: number, nodes: Crossed): number {
    const { below, above } = nodes;
    const flow = this.#flow;
    if (!this.#fills || flow.wild) return 0;
    const kept = this.#idleLeft[below]! * this.#runs[s]!;
    if (flow.window === null) return flow.words * kept;
    if (this.variant.open) return 0;
    const { t, child, first } = this.variant;
    const taken = { t, child, first, k: this.#place.k, isDeep: !this.#isNear, visits: this.#visits[below]! };
    const words = Math.max(windowFills(this.#problem, taken, nodes), this.#leastWords) * kept;
    return Math.max(0, words / this.#sharing(s, above) - this.#cut);
  }

  /** What neighbours forward to a child is shared out among all instances, those of other parents among them (F.7.6): so many parents. */
  #sharing(s: number, above: number): number {
    const { t, child } = this.variant;
    const { k, forwarding } = this.#place;
    const { copies, chain } = this.#problem;
    const isForwarded = child === k + 1 ? forwarding.may(s, above) : copies.mostForwarded(t, child - 1, child) > 1;
    if (!isForwarded) return 1;
    return chain.links[child - 1]!.spatial.length > 1 ? Number.POSITIVE_INFINITY : copies.mostElements(0, child - 1);
  }
}
