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

/** The storages whose bandwidths are limited. */
export interface Limited {
  readonly count: number;
  /** Cycles of the busiest with so much charged. */
  busyCycles(charge: Charge): number;
}

/** Ways to one place that are kept apart at most. */
export const mostWays = 3;

/** By number of storages: room for one charge, read and done with at once. */
const scratch: Charge[] = [];

/** By number of figures: what new charges are copied from. */
const blank: number[][] = [];

/**
 * Charges by place, all figures Infinity to begin with: what no way leads to. Several ways may lead to one place. Where some storage
 * is busy for longer than anything is for certain, cheap ways and quick ones are kept apart; of all others each figure keeps its
 * own least.
 */
export class Charges {
  readonly count: number;
  readonly #limited: Limited;
  readonly #width: number;
  // Not a typed array: these are made by the million, and most are small. First one way to each place, then all further ones.
  readonly #figures: number[];
  /** By way: the next one to the same place, 0 for none; null where no place has several. */
  #next: number[] | null = null;

  constructor(count: number, limited: Limited) {
    this.count = count;
    this.#limited = limited;
    this.#width = most + 2 + 2 * limited.count;
    const length = count * this.#width;
    blank[length] ??= Array.from({ length }, () => Number.POSITIVE_INFINITY);
    this.#figures = blank[length]!.slice();
  }

  /** The way after this one to its place, -1 for none; the first has the number of the place. */
  after(way: number): number {
    return (this.#next?.[way] ?? 0) || -1;
  }

  pj(way: number): number {
    return this.#figures[way * this.#width]!;
  }

  read(way: number, into: Charge): Charge {
    const own = this.#figures;
    let at = way * this.#width;
    into.busy = own[at + most]!;
    into.refilled = own[at + most + 1]!;
    for (let cost = 0; cost < most; cost += 1) into.costs[cost] = own[at + cost]!;
    at += most + 2;
    const { count } = this.#limited;
    for (let port = 0; port < count; port += 1) {
      into.read[port] = own[at + port]!;
      into.write[port] = own[at + count + port]!;
    }
    return into;
  }

  set(way: number, charge: Charge): void {
    this.#figures.fill(Number.POSITIVE_INFINITY, way * this.#width, (way + 1) * this.#width);
    this.#lower(way, charge);
  }

  /** One more way to a place. */
  add(place: number, charge: Charge): void {
    if (this.pj(place) === Number.POSITIVE_INFINITY || this.#limited.count === 0) {
      this.#lower(place, charge);
      return;
    }
    let ways = 0;
    let last = place;
    let nearest = place;
    for (let way = place; way >= 0; way = this.after(way)) {
      const order = this.#compare(way, charge);
      if (order === 'less') return;
      if (order === 'more') {
        this.set(way, charge);
        return;
      }
      if (Math.abs(this.pj(way) - charge.costs[0]!) < Math.abs(this.pj(nearest) - charge.costs[0]!)) nearest = way;
      last = way;
      ways += 1;
    }
    if (ways < mostWays && (this.#binds(charge) || this.#binds(this.read(nearest, this.#scratch())))) {
      this.#next ??= [];
      const added = this.#figures.length / this.#width;
      this.#next[last] = added;
      for (let at = 0; at < this.#width; at += 1) this.#figures.push(Number.POSITIVE_INFINITY);
      this.#lower(added, charge);
    } else this.#lower(nearest, charge);
  }

  /** Each figure the least of both. */
  #lower(way: number, { costs, read, write, busy, refilled }: Charge): void {
    const own = this.#figures;
    let at = way * this.#width;
    for (let cost = 0; cost < most; cost += 1) if (costs[cost]! < own[at + cost]!) own[at + cost] = costs[cost]!;
    if (busy < own[at + most]!) own[at + most] = busy;
    if (refilled < own[at + most + 1]!) own[at + most + 1] = refilled;
    at += most + 2;
    const { count } = this.#limited;
    for (let port = 0; port < count; port += 1) {
      if (read[port]! < own[at + port]!) own[at + port] = read[port]!;
      if (write[port]! < own[at + count + port]!) own[at + count + port] = write[port]!;
    }
  }

  /** Whether a way is no more than a charge in every figure, or no less. */
  #compare(way: number, { costs, read, write, busy, refilled }: Charge): 'less' | 'more' | null {
    const own = this.#figures;
    let at = way * this.#width;
    let less = own[at + most]! <= busy && own[at + most + 1]! <= refilled;
    let more = own[at + most]! >= busy && own[at + most + 1]! >= refilled;
    for (let cost = 0; cost < most; cost += 1) {
      less &&= own[at + cost]! <= costs[cost]!;
      more &&= own[at + cost]! >= costs[cost]!;
    }
    at += most + 2;
    const { count } = this.#limited;
    for (let port = 0; port < count; port += 1) {
      less &&= own[at + port]! <= read[port]! && own[at + count + port]! <= write[port]!;
      more &&= own[at + port]! >= read[port]! && own[at + count + port]! >= write[port]!;
    }
    return less ? 'less' : more ? 'more' : null;
  }

  #scratch(): Charge {
    const { count } = this.#limited;
    scratch[count] ??= noCharge(count);
    return scratch[count];
  }

  /** Whether its bandwidth makes a storage busy for longer than all are for certain. */
  #binds(charge: Charge): boolean {
    return this.#limited.busyCycles(charge) > charge.busy;
  }

  /** The least of each figure over all ways, or over those of the first `count` places, which have one each, into `charge`. */
  least(charge: Charge, count: number = this.#figures.length / this.#width): Charge {
    const own = this.#figures;
    const { count: ports } = this.#limited;
    for (const figures of [charge.costs, charge.read, charge.write]) figures.fill(Number.POSITIVE_INFINITY);
    charge.busy = Number.POSITIVE_INFINITY;
    charge.refilled = Number.POSITIVE_INFINITY;
    for (let way = 0; way < count; way += 1) {
      let at = way * this.#width;
      for (let cost = 0; cost < most; cost += 1) charge.costs[cost] = Math.min(charge.costs[cost]!, own[at + cost]!);
      charge.busy = Math.min(charge.busy, own[at + most]!);
      charge.refilled = Math.min(charge.refilled, own[at + most + 1]!);
      at += most + 2;
      for (let port = 0; port < ports; port += 1) {
        charge.read[port] = Math.min(charge.read[port]!, own[at + port]!);
        charge.write[port] = Math.min(charge.write[port]!, own[at + ports + port]!);
      }
    }
    return charge;
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
