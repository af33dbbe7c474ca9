// What the descent has chosen so far and been charged for, one figure per context that the inside may have.

import type { Made } from '../charges/copies.js';

export interface Charge {
  /** One figure a cost (`Costs`): pJ, and cycles where those of a machine's schedule add up. */
  readonly costs: Float64Array;
  /** Words that leave and enter the outermost storage so far, weighted as its bandwidth is. */
  read: number;
  write: number;
  /** Cycles that the traffic of the other storages takes at least. */
  busy: number;
  /** Words that refill the innermost keeper of the outputs (throttles.ts). */
  refilled: number;
}

const most = 2;
const figures = most + 4;

export function noCharge(): Charge {
  return { costs: new Float64Array(most), read: 0, write: 0, busy: 0, refilled: 0 };
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
    const own = this.#figures;
    const at = place * figures;
    for (let cost = 0; cost < most; cost += 1) into.costs[cost] = own[at + cost]!;
    into.read = own[at + most]!;
    into.write = own[at + most + 1]!;
    into.busy = own[at + most + 2]!;
    into.refilled = own[at + most + 3]!;
    return into;
  }

  set(place: number, charge: Charge): void {
    this.#figures.fill(Number.POSITIVE_INFINITY, place * figures, (place + 1) * figures);
    this.lower(place, charge);
  }

  /** Several ways may lead to one place: each figure keeps its own least. */
  lower(place: number, { costs, read, write, busy, refilled }: Charge): void {
    const own = this.#figures;
    const at = place * figures;
    for (let cost = 0; cost < most; cost += 1) if (costs[cost]! < own[at + cost]!) own[at + cost] = costs[cost]!;
    if (read < own[at + most]!) own[at + most] = read;
    if (write < own[at + most + 1]!) own[at + most + 1] = write;
    if (busy < own[at + most + 2]!) own[at + most + 2] = busy;
    if (refilled < own[at + most + 3]!) own[at + most + 3] = refilled;
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
