// What the descent has chosen so far and been charged for, one figure per context that the inside may have.

import type { Slowing } from '../../mapping-floor.js';
import type { Made } from '../charges/copies.js';

export interface Charge {
  /** One figure a cost (`Costs`): pJ, and cycles where those of a machine's schedule add up. */
  readonly costs: Float64Array;
  /** Words that one instance reads and writes so far, by storage whose bandwidth is limited (`Ports`), as that counts them. */
  readonly read: Float64Array;
  readonly write: Float64Array;
  /** Cycles that all traffic takes at least, whatever is chosen. */
  busy: number;
  /** Words that refill the innermost keeper of the outputs (throttles.ts). */
  refilled: number;
}

const most = 2;

export function noCharge(ports: number): Charge {
  const words = (): Float64Array => new Float64Array(ports);
  return { costs: new Float64Array(most), read: words(), write: words(), busy: 0, refilled: 0 };
}

/** By number of figures: what new charges are copied from. */
const blank: number[][] = [];

/** Charges by place, all figures Infinity to begin with: what no way leads to. */
export class Charges {
  readonly count: number;
  readonly #ports: number;
  readonly #width: number;
  // Not a typed array: these are made by the million, and most are small.
  readonly #figures: number[];

  constructor(count: number, ports: number) {
    this.count = count;
    this.#ports = ports;
    this.#width = most + 2 + 2 * ports;
    const length = count * this.#width;
    blank[length] ??= Array.from({ length }, () => Number.POSITIVE_INFINITY);
    this.#figures = blank[length]!.slice();
  }

  pj(place: number): number {
    return this.#figures[place * this.#width]!;
  }

  read(place: number, into: Charge): Charge {
    const own = this.#figures;
    let at = place * this.#width;
    into.busy = own[at + most]!;
    into.refilled = own[at + most + 1]!;
    for (let cost = 0; cost < most; cost += 1) into.costs[cost] = own[at + cost]!;
    at += most + 2;
    for (let port = 0; port < this.#ports; port += 1) {
      into.read[port] = own[at + port]!;
      into.write[port] = own[at + this.#ports + port]!;
    }
    return into;
  }

  set(place: number, charge: Charge): void {
    this.#figures.fill(Number.POSITIVE_INFINITY, place * this.#width, (place + 1) * this.#width);
    this.lower(place, charge);
  }

  /** Several ways may lead to one place: each figure keeps its own least. */
  lower(place: number, { costs, read, write, busy, refilled }: Charge): void {
    const own = this.#figures;
    let at = place * this.#width;
    for (let cost = 0; cost < most; cost += 1) if (costs[cost]! < own[at + cost]!) own[at + cost] = costs[cost]!;
    if (busy < own[at + most]!) own[at + most] = busy;
    if (refilled < own[at + most + 1]!) own[at + most + 1] = refilled;
    at += most + 2;
    for (let port = 0; port < this.#ports; port += 1) {
      if (read[port]! < own[at + port]!) own[at + port] = read[port]!;
      if (write[port]! < own[at + this.#ports + port]!) own[at + this.#ports + port] = write[port]!;
    }
  }

  /** The least of each figure over the first `count` places. */
  least(count: number = this.count): Charge {
    const all = new Charges(1, this.#ports);
    const one = noCharge(this.#ports);
    for (let place = 0; place < count; place += 1) all.lower(0, this.read(place, one));
    return all.read(0, one);
  }
}

/** What is chosen so far: one least charge per context that the inside may have. */
export interface Outside {
  /** By context of the boundary. */
  readonly charges: Charges;
  /** Spatial instances in use so far, and those in use outside each link. */
  readonly across: number;
  /** By the tiles chosen so far (`SlowTiles`). */
  readonly slowing: Slowing;
  readonly instances: readonly number[];
  /** What the storages so far keep, masks. */
  readonly kept: readonly number[];
  /** Temporal loops so far. */
  readonly loops: number;
  /** What the fan-outs so far make. */
  readonly made: Made;
}
