// Bandwidths of inner storages in the tables (F.9). What compute asks of a storage is known where its spatial choice is made: a
// choice that asks for more than the bandwidths give counts as a slower one, in a lower class of parallelism. What the innermost
// keeper of the outputs is written by compute is kept beside the classes, because it is refilled from outside as well: the
// descent adds both.

import { isLimited, transferCycles } from '../../../model/charge/bandwidth.js';
import { type Chain, mostElements } from '../space/chain.js';
import type { Flow } from './flows.js';
import { type Passing, passingWords } from './passing.js';
import type { RelaxedProblem } from './relaxed-problem.js';
import type { Closing } from './settlement.js';

/** Rounding must not move a choice to a slower class. */
const generous = 1 + 1e-12;

/** What takes cycles (`MappingFloor`). */
export interface Busy {
  readonly busyComputes: number;
  readonly lostCycles: number;
}

export class Throttles {
  /** Dataspace and link of the innermost keeper of outputs, where compute alone writes to it from inside; -1 for none. */
  readonly t: number;
  readonly keeper: number;
  readonly #chain: Chain;
  readonly #computes: number;
  readonly #lostCycles: number;
  /** `[k][b]`: words that compute writes to the keeper at least, of all that is in class b inside link k or a lower one. */
  readonly #written: Float64Array[] = [];
  /** `[k]`: most instances of the keeper for one of what is inside the loops of link k. */
  readonly #instances: Float64Array;
  /** Words the keeper takes in a cycle, and what its bandwidth counts for each of the outputs. */
  readonly #keeperBandwidth: number;
  readonly #keeperScale: number;

  readonly #problem: RelaxedProblem;
  readonly #load: Load;
  #settled = false;

  constructor(problem: RelaxedProblem, { busyComputes, lostCycles }: Busy) {
    const { chain, flows } = problem;
    const { links } = chain;
    this.#chain = chain;
    this.#problem = problem;
    this.#load = new Load(this, problem);
    this.#computes = busyComputes;
    this.#lostCycles = lostCycles;
    const widest = links.map(mostElements);
    [this.t, this.keeper] = keeperOfOutputs(chain, flows);
    this.#instances = Float64Array.from(links, (_, k) => {
      let product = 1;
      for (let link = k; link < this.keeper; link += 1) product *= widest[link]!;
      return product;
    });
    const storage = links[this.keeper]?.storage;
    this.#keeperBandwidth = Math.min(
      storage?.writeBandwidth ?? Number.POSITIVE_INFINITY,
      storage?.sharedBandwidth ?? Number.POSITIVE_INFINITY,
    );
    this.#keeperScale = storage === undefined ? 1 : this.scale(flows[this.t]!, this.keeper);
  }

  /** All figures are known: other tables of the same mappings tell their classes apart by these. */
  settle(): void {
    this.#settled = true;
  }

  /** Starts the figures of link k: `classes` of them. */
  begin(k: number, classes: number): void {
    if (this.#settled) return;
    this.#written[k] = new Float64Array(classes).fill(Number.POSITIVE_INFINITY);
  }

  /** A choice at the fan-outs of link k that makes compute write so many words to the keeper has landed in class b. */
  write(k: number, b: number, words: number): void {
    const own = this.#written[k]!;
    if (!this.#settled && words < own[b]!) own[b] = words;
  }

  /** What is in class `inner` of link k + 1 has become class b of link k. */
  carry(k: number, b: number, inner: number): void {
    this.write(k, b, this.#written[k + 1]![inner]!);
  }

  /** Ends the figures of link k: what is in a class may have been faster than it counts. */
  end(k: number): void {
    if (this.#settled) return;
    const own = this.#written[k]!;
    for (let b = own.length - 2; b >= 0; b -= 1) own[b] = Math.min(own[b]!, own[b + 1]!);
  }

  /** Whether any storage's bandwidth is limited. */
  get any(): boolean {
    return this.#chain.links.some((_, p) => this.limits(p));
  }

  /** Whether a bandwidth of link p's storage is limited; nothing limits compute. */
  limits(p: number): boolean {
    return p < this.#chain.links.length && isLimited(this.#chain.links[p]!.storage);
  }

  /** Whether a bandwidth limits what is charged. */
  concerns({ child, passing, parent }: Closing): boolean {
    if (parent === null) return false;
    return [parent, child, ...passing.map(({ along }) => along)].some((p) => this.limits(p));
  }

  /** Whether what is charged fills the innermost keeper of the outputs. */
  refills({ child, passing, parent }: Closing): boolean {
    return parent !== null && (child === this.keeper || passing.some(({ along }) => along === this.keeper));
  }

  /**
   * Words that fill the keeper at least, as those of outputs count, where `crossing` words on their way there cross the fan-outs of
   * link k and those outside make so many copies of outputs.
   */
  refilled(t: number, k: number, of: { readonly crossing: number; readonly copies: readonly number[] }): number {
    const { flows, copies } = this.#problem;
    const flow = flows[t]!;
    if (flow.readWrite) return Math.max(0, of.crossing - flow.words * of.copies[t]!);
    const scale = this.scale(flow, this.keeper) / this.#keeperScale;
    return of.crossing * copies.leastServed(t, k, this.keeper) * scale;
  }

  /** What storages pass for what is inside the loops of link k; nothing to begin with. The same object every time. */
  load(k: number): Load {
    return this.#load.begin(k);
  }

  /** Parallelism inside the loops of a link at most, where compute reads and writes so many words at the storage of link p. */
  parallelism(p: number, read: number, write: number): number {
    return this.#within(transferCycles(this.#chain.links[p]!.storage, read, write));
  }

  /** Words of the dataspace at a storage, as its bandwidth counts them. */
  scale(flow: Flow, p: number): number {
    return this.#chain.links[p]!.storage.bandwidthScale.get(flow.name) ?? 1;
  }

  /** Parallelism inside link k at most, where what is inside is in class b and the keeper is refilled with so many words. */
  slowest(k: number, b: number, refilled: number): number {
    return this.#within(this.cycles(k, b, refilled, 1));
  }

  /** Parallelism with which computes take so many cycles. */
  #within(cycles: number): number {
    return cycles <= this.#lostCycles
      ? Number.POSITIVE_INFINITY
      : (this.#computes / (cycles - this.#lostCycles)) * generous;
  }

  /** Cycles that the keeper takes at least where it is refilled with so many words, and what is inside link k is in class b. */
  cycles(k: number, b: number, refilled: number, across: number): number {
    if (k > this.keeper || refilled === 0) return 0;
    const written = this.#written[k]![b]!;
    if (written === Number.POSITIVE_INFINITY) return 0;
    return ((written + refilled) * this.#keeperScale) / (this.#keeperBandwidth * across * this.#instances[k]!);
  }
}

/** The innermost storage that may keep an output, if it must, and its writes are limited. */
function keeperOfOutputs({ links }: Chain, flows: readonly Flow[]): [t: number, keeper: number] {
  for (const [t, { readWrite, name }] of flows.entries()) {
    const keeper = links.findLastIndex(({ forced, free }) => (((forced | free) >> t) & 1) === 1);
    if (!readWrite || keeper < 0 || !((links[keeper]!.forced >> t) & 1)) continue;
    // What neighbours hand on to each other compute need not write.
    if (links.at(-1)!.spreads.some(({ served }) => (served.still >> t) & 1)) continue;
    const { writeBandwidth, sharedBandwidth, bandwidthScale } = links[keeper]!.storage;
    if (bandwidthScale.get(name) === 0) continue; // its writes take no time
    if (writeBandwidth !== null || sharedBandwidth !== null) return [t, keeper];
  }
  return [-1, -1];
}

/** Words at the ports of the storages, as many as there would be if every instance outside had words of its own. */
export class Load {
  /** Words that fill the innermost keeper of the outputs. */
  refilled = 0;
  readonly #throttles: Throttles;
  readonly #problem: RelaxedProblem;
  #k = 0;
  /** By link. */
  readonly #read: Float64Array;
  readonly #write: Float64Array;

  constructor(throttles: Throttles, problem: RelaxedProblem) {
    const { length } = problem.chain.links;
    this.#throttles = throttles;
    this.#problem = problem;
    this.#read = new Float64Array(length);
    this.#write = new Float64Array(length);
  }

  /** Starts with nothing, for what is inside the loops of link k. */
  begin(k: number): this {
    this.#k = k;
    this.refilled = 0;
    this.#read.fill(0);
    this.#write.fill(0);
    return this;
  }

  /** Of what is charged `crossing` words cross the fan-outs of link k; how often children that wait along are passed all words. */
  add({ t, child, passing, parent }: Closing, crossing: number, times: (passing: Passing) => number): void {
    if (parent === null) return;
    this.hand(t, parent, crossing * this.#problem.copies.leastApart(t, parent, this.#k));
    this.#fill(t, child, crossing);
    for (const one of passing) {
      const words = times(one) * passingWords(this.#problem, one);
      this.#handInside(t, one.child, words);
      this.#fill(t, one.along, words);
    }
  }

  /** The storage of link `child`, if it is one, takes in what crosses. */
  #fill(t: number, child: number, crossing: number): void {
    const { flows, copies, chain } = this.#problem;
    if (child >= chain.links.length) return;
    const k = this.#k;
    const filled = copies.filledApart(flows[t]!, crossing, { k, child });
    this.#write[child] = this.#write[child]! + filled * this.#throttles.scale(flows[t]!, child);
    if (child === this.#throttles.keeper)
      this.refilled += this.#throttles.refilled(t, k, { crossing, copies: copies.most[k]!.copies });
  }

  /** The storage of link p, inside the loops, hands on, or takes, so many words of all its instances. */
  #handInside(t: number, p: number, words: number): void {
    const { flows, copies } = this.#problem;
    const flow = flows[t]!;
    const scale = this.#throttles.scale(flow, p);
    if (!flow.readWrite) {
      this.#read[p] = this.#read[p]! + copies.filledApart(flow, words, { k: this.#k, child: p }) * scale;
      return;
    }
    const apart = scale / copies.mostElements(this.#k, p);
    const back = Math.max(0, words - flow.words * copies.most[p]!.copies[t]!);
    this.#write[p] = this.#write[p]! + words * apart;
    this.#read[p] = this.#read[p]! + back * apart;
  }

  /** The storage of link p hands on, or takes, so many words. */
  hand(t: number, p: number, words: number): void {
    const flow = this.#problem.flows[t]!;
    const scale = this.#throttles.scale(flow, p);
    let read = words;
    if (flow.readWrite) {
      this.#write[p] = this.#write[p]! + words * scale;
      read = this.#problem.copies.readBack(flow, words, { p, k: this.#k });
    }
    this.#read[p] = this.#read[p]! + read * scale;
  }

  /** Computes a cycle of what is inside the loops at most. */
  get rate(): number {
    let most = Number.POSITIVE_INFINITY;
    for (let p = 0; p < this.#read.length; p += 1)
      most = Math.min(most, this.#throttles.parallelism(p, this.#read[p]!, this.#write[p]!));
    return most;
  }
}
