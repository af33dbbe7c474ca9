// What the descent has chosen so far and been charged for, one figure per context that the inside may have.

import type { StorageLevel } from '../../arch/architecture.js';
import type { Made } from './copies.js';

export interface Charge {
  pj: number;
  /** Words that leave and enter the outermost storage so far, weighted as its bandwidth is. */
  read: number;
  write: number;
  /** Cycles that the traffic of the other storages takes at least. */
  busy: number;
  /** Cycles that add up, where a machine's schedule does. */
  added: number;
  /** Words that refill the innermost keeper of the outputs (throttles.ts). */
  refilled: number;
}

const figures = 6;

export function noCharge(): Charge {
  return { pj: 0, read: 0, write: 0, busy: 0, added: 0, refilled: 0 };
}

export function setCharge(into: Charge, from: Charge): void {
  into.pj = from.pj;
  into.read = from.read;
  into.write = from.write;
  into.busy = from.busy;
  into.added = from.added;
  into.refilled = from.refilled;
}

/** By count: what new charges are copied from. */
const blank: number[][] = [];

/** Charges by place, all figures Infinity to begin with: what no way leads to. */
export class Charges {
  readonly count: number;
  // Not a typed array: these are made by the million, and most are small.
  readonly #figures: number[];

  constructor(count: number) {
    this.count = count;
    blank[count] ??= Array.from({ length: count * figures }, () => Number.POSITIVE_INFINITY);
    this.#figures = blank[count]!.slice();
  }

  pj(place: number): number {
    return this.#figures[place * figures]!;
  }

  read(place: number, into: Charge): Charge {
    const at = place * figures;
    into.pj = this.#figures[at]!;
    into.read = this.#figures[at + 1]!;
    into.write = this.#figures[at + 2]!;
    into.busy = this.#figures[at + 3]!;
    into.added = this.#figures[at + 4]!;
    into.refilled = this.#figures[at + 5]!;
    return into;
  }

  set(place: number, { pj, read, write, busy, added, refilled }: Charge): void {
    const own = this.#figures;
    const at = place * figures;
    own[at] = pj;
    own[at + 1] = read;
    own[at + 2] = write;
    own[at + 3] = busy;
    own[at + 4] = added;
    own[at + 5] = refilled;
  }

  /** Several ways may lead to one place: each figure keeps its own least. */
  lower(place: number, { pj, read, write, busy, added, refilled }: Charge): void {
    const own = this.#figures;
    const at = place * figures;
    if (pj < own[at]!) own[at] = pj;
    if (read < own[at + 1]!) own[at + 1] = read;
    if (write < own[at + 2]!) own[at + 2] = write;
    if (busy < own[at + 3]!) own[at + 3] = busy;
    if (added < own[at + 4]!) own[at + 4] = added;
    if (refilled < own[at + 5]!) own[at + 5] = refilled;
  }

  /** The least of each figure over the first `count` places. */
  least(count: number = this.count): Charge {
    const all = new Charges(1);
    const one = noCharge();
    for (let place = 0; place < count; place += 1) all.lower(0, this.read(place, one));
    return all.read(0, one);
  }
}

/** What is chosen so far: one least charge per context that the inside may have. */
export interface Outside {
  /** By context of the boundary. */
  readonly charges: Charges;
  /** Spatial instances in use so far. */
  readonly across: number;
  /** Temporal loops so far. */
  readonly loops: number;
  /** What the fan-outs so far make. */
  readonly made: Made;
}

/** Cycles that words of one instance take at its bandwidths (F.9). */
export function transferCycles(storage: StorageLevel, read: number, write: number): number {
  const { readBandwidth, writeBandwidth, sharedBandwidth } = storage;
  return Math.max(
    readBandwidth === null ? 0 : read / readBandwidth,
    writeBandwidth === null ? 0 : write / writeBandwidth,
    sharedBandwidth === null ? 0 : (read + write) / sharedBandwidth,
  );
}
