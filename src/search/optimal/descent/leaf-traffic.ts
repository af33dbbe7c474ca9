// The traffic of every storage at a leaf of the descent, as far as it is certain: what its children take at least, what it
// is filled with at least, and what compute asks of it. Its bandwidths then say how many cycles the leaf takes at least,
// whatever the orders (F.9).

import { transferCycles } from '../../../model/charge/bandwidth.js';
import { computeCount } from '../../../workload/workload.js';
import { keptWordsUnder } from '../charges/asked-words.js';
import type { Operands } from '../charges/forwarded-operands.js';
import { filledWords, type Passing, passingWords, type Taken, takingUnder, timesPassed } from '../charges/passing.js';
import { alikeUnder } from '../charges/spread-cost.js';
import type { Tables } from '../relaxation/tables.js';
import { keeperOf, type Path } from './path.js';
import { readWords } from './ports.js';

/** By link: words of all instances, times the dataspace's bandwidth scale. */
interface Words {
  readonly read: Float64Array;
  readonly write: Float64Array;
}

/** Words, or bytes, of dataspace `t` at the storage of a link. */
interface Handed {
  readonly t: number;
  readonly link: number;
  readonly words: number;
  /** How many times as many pass, where `words` are the floor of a sparse problem, by which first touches are counted. */
  readonly raised?: number;
}

type Passed = Pick<Taken, 'times' | 'words'>;

export class LeafTraffic {
  readonly #tables: Tables;
  readonly #loops: readonly number[];
  /** Under all orders, and what there is beyond it under the order at hand of one link's loops. */
  readonly #sure: Words;
  readonly #more: Words;

  /** `loops`: by link, of the leaf at hand, the dimensions that loop, a mask. */
  constructor(tables: Tables, loops: readonly number[]) {
    this.#tables = tables;
    this.#loops = loops;
    const words = (): Float64Array => new Float64Array(tables.problem.chain.links.length);
    this.#sure = { read: words(), write: words() };
    this.#more = { read: words(), write: words() };
  }

  /** Starts with what compute asks of the innermost keepers. */
  begin(path: Path): void {
    const { flows, chain, filtered, operands } = this.#tables.problem;
    this.#sure.read.fill(0);
    this.#sure.write.fill(0);
    this.clearMore();
    const last = chain.links.length - 1;
    for (let t = 0; t < flows.length; t += 1) {
      const keeper = keeperOf(path.keep, t, last);
      if (keeper < 0) continue;
      // Where neighbours may forward compute's operands they are counted as a child's, unless no loop inside the keeper moves them.
      const waits = operands.waits(t, path.spread[last]!);
      if (waits !== null) {
        const words = this.#askedThrough(path, keeper, { t, stepping: waits === 'stepping' });
        this.handOn(path, { t, link: keeper, words });
        continue;
      }
      const raised = filtered?.words(t, keeper, path.spread) ?? 1;
      this.handOn(path, { t, link: keeper, words: this.askedStill(path, t, keeper), raised });
    }
  }

  /** `words`, or bytes, of dataspace `t` that the storage of a link hands to, or takes from, its children. */
  handOn(path: Path, of: Handed): void {
    this.#handOn(this.#sure, path, of, 1);
  }

  /** The same with the metadata of the tiles that the storage of link `child` takes in. */
  handOnCut(path: Path, of: Handed, child: number): void {
    const { cuts } = this.#tables.problem;
    const isCut = of.link === 0 && cuts !== null && child < path.outer.length;
    this.handOn(path, isCut ? { ...of, raised: cuts.raised(of.t, child, path.outer[child]!) } : of);
  }

  /** `words`, or bytes, that cross the fan-outs right inside the loops of link k to the storage of a link. */
  fill(path: Path, k: number, of: Handed): void {
    this.#fill(this.#sure, this.#served(path, k, of));
  }

  /** Children take words in, each from the storage of the one before, the first of which is given them by the loops of link k. */
  pass(path: Path, k: number, passing: readonly Passing[], taken: Passed): void {
    for (const one of passing) this.#pass(this.#sure, path, one, this.#times(path, k, one, taken));
  }

  clearMore(): void {
    this.#more.read.fill(0);
    this.#more.write.fill(0);
  }

  /** `words` instead of the `least` that have been counted. */
  handOnInstead(path: Path, of: Handed & { readonly least: number }): void {
    if (of.words === of.least) return;
    this.#handOn(this.#more, path, of, 1);
    this.#handOn(this.#more, path, { t: of.t, link: of.link, words: of.least }, -1);
  }

  /** `words` more than have been counted. */
  fillMore(path: Path, k: number, of: Handed): void {
    this.#fill(this.#more, this.#served(path, k, of));
  }

  /** What all elements take in that hold the same at fan-outs further inside. */
  #served({ spread }: Path, k: number, of: Handed): Handed {
    const { t, link, words } = of;
    return { ...of, words: words * takingUnder(this.#tables.problem, spread, t, { from: k + 1, to: link }) };
  }

  /** As many instead of the `least` that have been counted. */
  passMore(path: Path, k: number, passing: readonly Passing[], taken: Passed, least: Passed): void {
    for (const one of passing) {
      const times = this.#times(path, k, one, taken);
      const before = this.#times(path, k, one, least);
      if (times === before) continue;
      this.#pass(this.#more, path, one, times);
      this.#pass(this.#more, path, one, before, -1);
    }
  }

  /** Words, or bytes, that compute asks of the storage of link `keeper` where neighbours forward none. */
  askedStill(path: Path, t: number, keeper: number): number {
    const { chain, copies, energies } = this.#tables.problem;
    const computes = computeCount(chain.mapspace.problem.workload);
    const shared = copies.multicastUnder(path.spread, t, keeper, path.spread.length);
    return (computes / shared) * energies.bytes.least(t, chain.links.length);
  }

  /** The same where operands wait through it and what is asked for is counted; else 0. */
  #askedThrough(path: Path, keeper: number, operands: Operands): number {
    const { problem } = this.#tables;
    const { t } = operands;
    if (!problem.operands.areCounted(operands)) return 0;
    if (this.#loops.some((loops, link) => link >= keeper && (loops & problem.flows[t]!.moving) !== 0)) return 0;
    const words = keptWordsUnder(problem, keeper, operands, { spread: path.spread, node: path.outer[keeper]! });
    return words * problem.energies.bytes.least(t, problem.chain.links.length);
  }

  /** Words, or bytes, that the outer of two children passes on to the other. */
  passedOn(path: Path, k: number, passing: Passing, taken: Passed): number {
    return this.#times(path, k, passing, taken) * passingWords(this.#tables.problem, passing);
  }

  /** How often the outer of two children passes on all words: elements side by side that hold the same do so, each. */
  #times(path: Path, k: number, passing: Passing, { times, words }: Passed): number {
    const alike = this.#alike(path, passing.t, k, passing.child);
    return timesPassed(this.#tables.problem, passing, { times: times * alike, words });
  }

  #alike({ spread }: Path, t: number, from: number, to: number): number {
    return alikeUnder(this.#tables.problem.costs, spread, t, { from, to });
  }

  #pass(into: Words, path: Path, passing: Passing, times: number, sign = 1): void {
    const { problem } = this.#tables;
    const { t, child, along } = passing;
    this.#handOn(into, path, { t, link: child, words: times * passingWords(problem, passing) }, sign);
    if (along === path.keep.length) return; // compute keeps nothing
    const served = this.#alike(path, t, child, along);
    const filled = filledWords(problem, passing, { times, copies: path.made[child]!.copies[t]!, served });
    this.#fill(into, { t, link: along, words: sign * filled });
  }

  #handOn({ read, write }: Words, path: Path, { t, link, words, raised = 1 }: Handed, times: number): void {
    const { problem } = this.#tables;
    const scale = this.#scale(t, link) * raised * times;
    read[link] = read[link]! + readWords(problem, { t, p: link, words }, path.made[link]!.copies[t]!) * scale;
    if (problem.flows[t]!.readWrite) write[link] = write[link]! + words * scale;
  }

  #fill({ write }: Words, { t, link, words }: Handed): void {
    write[link] = write[link]! + words * this.#scale(t, link);
  }

  /** Cycles of the busiest storage. */
  busyCycles(path: Path): number {
    const { links } = this.#tables.problem.chain;
    let busy = 0;
    let instances = 1;
    for (let k = 0; k < links.length; k += 1) {
      const { storage, spreads } = links[k]!;
      const read = (this.#sure.read[k]! + this.#more.read[k]!) / instances;
      const write = (this.#sure.write[k]! + this.#more.write[k]!) / instances;
      busy = Math.max(busy, transferCycles(storage, read, write));
      instances *= spreads[path.spread[k]!]!.elements;
    }
    return busy;
  }

  #scale(t: number, link: number): number {
    const { flows, chain } = this.#tables.problem;
    return chain.links[link]!.storage.bandwidthScale.get(flows[t]!.name) ?? 1;
  }
}
