// Bandwidths of inner storages in the tables (F.9). What compute asks of a storage is known where its spatial choice is made: a
// choice that asks for more than the bandwidths give counts as a slower one, in a lower class of parallelism. What the innermost
// keeper of the outputs is written by compute is kept beside the classes, because it is refilled from outside as well: the
// descent adds both.

import { isLimited, transferCycles } from '../../../model/charge/bandwidth.js';
import { type Chain, mostElements } from '../space/chain.js';
import type { Flow } from './flows.js';

/** Rounding must not move a choice to a slower class. */
const generous = 1 + 1e-9;

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
  /** Per link: the outermost link whose storage has as many instances as what is inside this link's loops. */
  readonly #same: readonly number[];
  /** `[k][b]`: words that compute writes to the keeper at least, of all that is in class b inside link k or a lower one. */
  readonly #written: Float64Array[] = [];
  /** `[k]`: most instances of the keeper for one of what is inside the loops of link k. */
  readonly #instances: Float64Array;
  /** Words the keeper takes in a cycle, and what its bandwidth counts for each of the outputs. */
  readonly #keeperBandwidth: number;
  readonly #keeperScale: number;

  constructor(chain: Chain, flows: readonly Flow[], { busyComputes, lostCycles }: Busy) {
    const { links } = chain;
    this.#chain = chain;
    this.#computes = busyComputes;
    this.#lostCycles = lostCycles;
    const widest = links.map(mostElements);
    this.#same = links.map((_, k) => {
      let p = k;
      while (p > 0 && widest[p - 1] === 1) p -= 1;
      return p;
    });
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

  /** Starts the figures of link k: `classes` of them. */
  begin(k: number, classes: number): void {
    this.#written[k] = new Float64Array(classes).fill(Number.POSITIVE_INFINITY);
  }

  /** A choice at the fan-outs of link k that makes compute write so many words to the keeper has landed in class b. */
  write(k: number, b: number, words: number): void {
    const own = this.#written[k]!;
    if (words < own[b]!) own[b] = words;
  }

  /** What is in class `inner` of link k + 1 has become class b of link k. */
  carry(k: number, b: number, inner: number): void {
    this.write(k, b, this.#written[k + 1]![inner]!);
  }

  /** Ends the figures of link k: what is in a class may have been faster than it counts. */
  end(k: number): void {
    const own = this.#written[k]!;
    for (let b = own.length - 2; b >= 0; b -= 1) own[b] = Math.min(own[b]!, own[b + 1]!);
  }

  /** Whether what compute asks of link p's storage limits the parallelism inside the loops of link k. */
  concerns(p: number, k: number): boolean {
    return isLimited(this.#chain.links[p]!.storage) && p >= this.#same[k]! && p <= k;
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
    return this.#within(this.cycles(k, b, { refilled, across: 1 }));
  }

  /** Parallelism with which computes take so many cycles. */
  #within(cycles: number): number {
    return cycles <= this.#lostCycles
      ? Number.POSITIVE_INFINITY
      : (this.#computes / (cycles - this.#lostCycles)) * generous;
  }

  /** Cycles that the keeper takes at least where it is refilled with so many words, and what is inside link k is in class b. */
  cycles(k: number, b: number, of: { readonly refilled: number; readonly across: number }): number {
    if (k > this.keeper || of.refilled === 0) return 0;
    const written = this.#written[k]![b]!;
    if (written === Number.POSITIVE_INFINITY) return 0;
    return ((written + of.refilled) * this.#keeperScale) / (this.#keeperBandwidth * of.across * this.#instances[k]!);
  }
}

/** The innermost storage that may keep an output, if it must, and its writes are limited. */
function keeperOfOutputs({ links }: Chain, flows: readonly Flow[]): [t: number, keeper: number] {
  for (const [t, { readWrite }] of flows.entries()) {
    const keeper = links.findLastIndex(({ forced, free }) => (((forced | free) >> t) & 1) === 1);
    if (!readWrite || keeper < 0 || !((links[keeper]!.forced >> t) & 1)) continue;
    // What neighbours hand on to each other compute need not write.
    if ((links.at(-1)!.forwardedToCompute >> t) & 1) continue;
    const { writeBandwidth, sharedBandwidth } = links[keeper]!.storage;
    if (writeBandwidth !== null || sharedBandwidth !== null) return [t, keeper];
  }
  return [-1, -1];
}
