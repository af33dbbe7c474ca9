// The traffic of every storage at a leaf of the descent, as far as it is certain: what its children take at least, what it
// is filled with at least, and what compute asks of it. Its bandwidths then say how many cycles the leaf takes at least,
// whatever the orders (F.9).

import { computeCount } from '../../workload/workload.js';
import type { Copies } from './copies.js';
import type { Path } from './order-excess.js';
import type { Relaxation } from './relaxation.js';

export class LeafTraffic {
  readonly #relaxation: Relaxation;
  /** Words of all instances, times the dataspace's bandwidth scale. */
  readonly #read: Float64Array;
  readonly #write: Float64Array;
  /** The same beyond the least, under the order at hand of one link's loops. */
  readonly #moreRead: Float64Array;
  readonly #moreWrite: Float64Array;

  constructor(relaxation: Relaxation) {
    this.#relaxation = relaxation;
    this.#read = new Float64Array(relaxation.chain.links.length);
    this.#write = new Float64Array(relaxation.chain.links.length);
    this.#moreRead = new Float64Array(relaxation.chain.links.length);
    this.#moreWrite = new Float64Array(relaxation.chain.links.length);
  }

  /** Starts with what compute asks of the innermost keepers. */
  begin(path: Path): void {
    const { flows, chain, copies, links, energies } = this.#relaxation;
    this.#read.fill(0);
    this.#write.fill(0);
    this.clearMore();
    const last = chain.links.length - 1;
    const computes = computeCount(chain.mapspace.problem.workload);
    for (let t = 0; t < flows.length; t += 1) {
      let keeper = last;
      while (keeper >= 0 && !((path.keep[keeper]! >> t) & 1)) keeper -= 1;
      // Where neighbours may forward compute's operands they are counted as a child's.
      if (
        keeper < 0 ||
        (chain.links[last]!.forwardedToCompute >> t) & 1 ||
        links[last]!.terms.waits(t, path.spread[last]!)
      )
        continue;
      const words = computes / multicastInside(copies, path, t, keeper);
      this.handOn(path, { t, link: keeper, words: words * energies.bytes.least(t, last + 1) });
    }
  }

  /** `words`, or bytes, of dataspace `t` that the storage of a link hands to, or takes from, its children. */
  handOn(path: Path, { t, link, words }: { readonly t: number; readonly link: number; readonly words: number }): void {
    const flow = this.#relaxation.flows[t]!;
    const scale = this.#scale(t, link);
    if (!flow.readWrite) {
      this.#read[link] = this.#read[link]! + words * scale;
      return;
    }
    // Every update but the first of each element reads what it adds to.
    const first = this.#firstTouches(path, t, link);
    this.#write[link] = this.#write[link]! + words * scale;
    this.#read[link] = this.#read[link]! + Math.max(0, words - first) * scale;
  }

  fill({ t, link, words }: { readonly t: number; readonly link: number; readonly words: number }): void {
    this.#write[link] = this.#write[link]! + words * this.#scale(t, link);
  }

  clearMore(): void {
    this.#moreRead.fill(0);
    this.#moreWrite.fill(0);
  }

  /** `words` instead of the `least` that have been counted. */
  handOnMore(
    path: Path,
    { t, link, words, least }: { readonly t: number; readonly link: number; readonly words: number; least: number },
  ): void {
    const flow = this.#relaxation.flows[t]!;
    const scale = this.#scale(t, link);
    const more = (words - least) * scale;
    if (!flow.readWrite) {
      this.#moreRead[link] = this.#moreRead[link]! + more;
      return;
    }
    const first = this.#firstTouches(path, t, link);
    this.#moreWrite[link] = this.#moreWrite[link]! + more;
    this.#moreRead[link] = this.#moreRead[link]! + (Math.max(0, words - first) - Math.max(0, least - first)) * scale;
  }

  /** `words` more than have been counted. */
  fillMore({ t, link, words }: { readonly t: number; readonly link: number; readonly words: number }): void {
    this.#moreWrite[link] = this.#moreWrite[link]! + words * this.#scale(t, link);
  }

  /** Cycles of the busiest storage. */
  busyCycles(path: Path): number {
    const { links } = this.#relaxation.chain;
    let busy = 0;
    let instances = 1;
    for (let k = 0; k < links.length; k += 1) {
      const { storage, spreads } = links[k]!;
      const { readBandwidth, writeBandwidth, sharedBandwidth } = storage;
      const read = (this.#read[k]! + this.#moreRead[k]!) / instances;
      const write = (this.#write[k]! + this.#moreWrite[k]!) / instances;
      if (readBandwidth !== null) busy = Math.max(busy, read / readBandwidth);
      if (writeBandwidth !== null) busy = Math.max(busy, write / writeBandwidth);
      if (sharedBandwidth !== null) busy = Math.max(busy, (read + write) / sharedBandwidth);
      instances *= spreads[path.spread[k]!]!.elements;
    }
    return busy;
  }

  #firstTouches(path: Path, t: number, link: number): number {
    const { flows, energies } = this.#relaxation;
    return flows[t]!.words * path.made[link]!.copies[t]! * energies.bytes.credited(t, link);
  }

  #scale(t: number, link: number): number {
    const { flows, chain } = this.#relaxation;
    return chain.links[link]!.storage.bandwidthScale[flows[t]!.name] ?? 1;
  }
}

/** Elements that one word serves at the fan-outs from link `from` inwards, under the choices of the path. */
function multicastInside(copies: Copies, { spread }: Path, t: number, from: number): number {
  let product = 1;
  for (let link = from; link < spread.length; link += 1) product *= copies.multicastHere(link, t, spread[link]!);
  return product;
}
