// The storages whose bandwidths are limited, and what of the traffic that has been charged passes each of them (F.9).

import { isLimited, transferCycles } from '../../../model/charge/bandwidth.js';
import type { BusyPort } from '../charges/energies.js';
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

/** Of `words` that pass a storage those that are read: of outputs what every update but the first of each element adds to. */
export function readWords(
  { flows, energies }: RelaxedProblem,
  { t, p, words }: Handed,
  copies: readonly number[],
): number {
  const flow = flows[t]!;
  return flow.readWrite ? Math.max(0, words - flow.words * copies[t]! * energies.bytes.credited(t, p)) : words;
}

export class Ports {
  readonly #problem: RelaxedProblem;
  readonly #links: readonly number[];
  /** By link: place of its storage, -1 for one without limits. */
  readonly #at: readonly number[];
  /** `[t][p]`: what a word counts. */
  readonly #scale: readonly (readonly number[])[];
  readonly #kinds = ['readBandwidth', 'writeBandwidth', 'sharedBandwidth'] as const;
  /** By storage and kind of port: how often it was the busiest of all. */
  readonly #noted: Uint32Array;

  constructor(problem: RelaxedProblem) {
    const { links } = problem.chain;
    this.#problem = problem;
    this.#links = [...links.keys()].filter((p) => isLimited(links[p]!.storage));
    this.#at = links.map((_, p) => this.#links.indexOf(p));
    this.#noted = new Uint32Array(this.#links.length * this.#kinds.length);
    this.#scale = problem.flows.map(({ name }) => links.map(({ storage }) => storage.bandwidthScale.get(name) ?? 1));
  }

  get count(): number {
    return this.#links.length;
  }

  /** Adds what one instance of the storage passes. */
  hand(charge: Charge, { t, p, words, raised = 1 }: Handed, { instances, made }: Outside): void {
    const at = this.#at[p]!;
    if (at < 0) return;
    const scale = (this.#scale[t]![p]! / instances[p]!) * raised;
    charge.read[at] = charge.read[at]! + readWords(this.#problem, { t, p, words }, made.copies) * scale;
    if (this.#problem.flows[t]!.readWrite) charge.write[at] = charge.write[at]! + words * scale;
  }

  /** Cycles of the busiest storage. */
  busyCycles({ busy, read, write }: Charge): number {
    const { links } = this.#problem.chain;
    let cycles = busy;
    for (let at = 0; at < this.#links.length; at += 1)
      cycles = Math.max(cycles, transferCycles(links[this.#links[at]!]!.storage, read[at]!, write[at]!));
    return cycles;
  }

  /** Takes down which port is the busiest. */
  note({ read, write }: Charge): void {
    const { links } = this.#problem.chain;
    let most = 0;
    let busiest = 0;
    for (let at = 0; at < this.#links.length; at += 1) {
      const { storage } = links[this.#links[at]!]!;
      for (let kind = 0; kind < this.#kinds.length; kind += 1) {
        const given = storage[this.#kinds[kind]!];
        if (given === null) continue;
        const words = kind === 0 ? read[at]! : kind === 1 ? write[at]! : read[at]! + write[at]!;
        if (words / given <= most) continue;
        most = words / given;
        busiest = at * this.#kinds.length + kind;
      }
    }
    if (most > 0) this.#noted[busiest] = this.#noted[busiest]! + 1;
  }

  /** What was noted most often; null for nothing. */
  get busiest(): BusyPort | null {
    const most = this.#noted.reduce((best, count, at) => (count > this.#noted[best]! ? at : best), 0);
    if (this.#noted.length === 0 || this.#noted[most] === 0) return null;
    const kinds = this.#kinds.length;
    return { link: this.#links[Math.floor(most / kinds)]!, port: this.#kinds[most % kinds]! };
  }
}
