// The storages whose bandwidths are limited, and what of the traffic that has been charged passes each of them (F.9).

import { isLimited, transferCycles } from '../../../model/charge/bandwidth.js';
import type { RelaxedProblem } from '../charges/relaxed-problem.js';
import type { Charge, Outside } from './outside.js';

/** Words, or bytes, of dataspace `t` that the storage of link `p` hands to, or takes from, what is inside: all instances. */
interface Handed {
  readonly t: number;
  readonly p: number;
  readonly words: number;
  /** How many times as many pass, where `words` are the floor of a sparse problem, by which first touches are counted. */
  readonly raised?: number;
}

/** Of `words` that pass a storage those that are read: of outputs what every update but the first of each element, in so many copies, adds to. */
export function readWords({ flows, energies }: RelaxedProblem, { t, p, words }: Handed, copies: number): number {
  const flow = flows[t]!;
  return flow.readWrite ? Math.max(0, words - flow.words * copies * energies.bytes.credited(t, p)) : words;
}

export class Ports {
  readonly #problem: RelaxedProblem;
  readonly #links: readonly number[];
  /** By link: place of its storage, -1 for one without limits. */
  readonly #at: readonly number[];
  /** `[t][p]`: what a word counts. */
  readonly #scale: readonly (readonly number[])[];

  constructor(problem: RelaxedProblem) {
    const { links } = problem.chain;
    this.#problem = problem;
    this.#links = [...links.keys()].filter((p) => isLimited(links[p]!.storage));
    this.#at = links.map((_, p) => this.#links.indexOf(p));
    this.#scale = problem.flows.map(({ name }) => links.map(({ storage }) => storage.bandwidthScale.get(name) ?? 1));
  }

  get count(): number {
    return this.#links.length;
  }

  get dataspaces(): number {
    return this.count === 0 ? 0 : this.#problem.flows.length;
  }

  /** Adds what one instance of the storage passes. */
  hand(charge: Charge, handed: Handed, { instances, made }: Pick<Outside, 'instances' | 'made'>): void {
    this.handInside(charge, handed, { instances: instances[handed.p]!, copies: made.copies[handed.t]! });
  }

  /** The same at a storage which has so many instances in use at most, where the fan-outs outside make so many copies at most. */
  handInside(
    charge: Charge,
    { t, p, words, raised = 1 }: Handed,
    { instances, copies }: { readonly instances: number; readonly copies: number },
  ): void {
    const at = this.#at[p]!;
    if (at < 0) return;
    const scale = (this.#scale[t]![p]! / instances) * raised;
    charge.read[at] = charge.read[at]! + readWords(this.#problem, { t, p, words }, copies) * scale;
    if (this.#problem.flows[t]!.readWrite) charge.write[at] = charge.write[at]! + words * scale;
  }

  /** Whether there is a storage of link `p`, and limited. */
  isLimited(p: number): boolean {
    return p >= 0 && p < this.#at.length && this.#at[p]! >= 0;
  }

  /** The same of `words` that such a storage takes in, which has so many instances in use at most. */
  fill(charge: Charge, { t, p, words }: Handed, instances: number): void {
    const at = this.#at[p]!;
    if (at >= 0) charge.write[at] = charge.write[at]! + (words * this.#scale[t]![p]!) / instances;
  }

  /** Cycles of the busiest storage. */
  busyCycles({ busy, read, write }: Charge): number {
    const { links } = this.#problem.chain;
    let cycles = busy;
    for (let at = 0; at < this.#links.length; at += 1)
      cycles = Math.max(cycles, transferCycles(links[this.#links[at]!]!.storage, read[at]!, write[at]!));
    return cycles;
  }
}
