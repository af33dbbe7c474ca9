// What the descent has chosen so far and been charged for, one figure per context that the inside may have.

import type { Slowing } from '../../mapping-floor.js';
import type { Made } from '../charges/copies.js';

/** The storages whose bandwidths are limited. */
export interface Limited {
  readonly count: number;
  /** Those of the problem; none where no bandwidth is limited. */
  readonly dataspaces: number;
  /** Cycles of the busiest with so much charged. */
  busyCycles(charge: Charge): number;
}

const most = 2;

/** One row of figures, so that they are copied and compared in one go. */
export class Charge {
  readonly figures: Float64Array;
  /** One figure a cost (`Costs`): pJ, and cycles where those of a machine's schedule add up. */
  readonly costs: Float64Array;
  /** Words that one instance reads and writes so far, by storage whose bandwidth is limited (`Ports`), as that counts them. */
  readonly read: Float64Array;
  readonly write: Float64Array;
  /** By dataspace: how often all its words are taken in by those children that wait past the fan-outs so far, by all instances together. */
  readonly taken: Float64Array;

  constructor({ count, dataspaces }: Limited) {
    const width = widthOf({ count, dataspaces });
    this.figures = new Float64Array(width);
    this.costs = this.figures.subarray(0, most);
    this.read = this.figures.subarray(most + 2, most + 2 + count);
    this.write = this.figures.subarray(most + 2 + count, most + 2 + 2 * count);
    this.taken = this.figures.subarray(most + 2 + 2 * count);
  }

  /** Cycles that all traffic takes at least, whatever is chosen. */
  get busy(): number {
    return this.figures[most]!;
  }

  set busy(cycles: number) {
    this.figures[most] = cycles;
  }

  /** Words that refill the innermost keeper of the outputs (throttles.ts). */
  get refilled(): number {
    return this.figures[most + 1]!;
  }

  set refilled(words: number) {
    this.figures[most + 1] = words;
  }
}

function widthOf({ count, dataspaces }: Pick<Limited, 'count' | 'dataspaces'>): number {
  return most + 2 + 2 * count + dataspaces;
}

/** Ways to one place that are kept apart at most. */
export const mostWays = 3;

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
  /** Room for one charge, once needed. */
  #scratch: Charge | null = null;

  constructor(count: number, limited: Limited) {
    this.count = count;
    this.#limited = limited;
    this.#width = widthOf(limited);
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

  read(way: number, { figures }: Charge): void {
    const first = way * this.#width;
    for (let at = 0; at < this.#width; at += 1) figures[at] = this.#figures[first + at]!;
  }

  set(way: number, { figures }: Charge): void {
    const first = way * this.#width;
    for (let at = 0; at < this.#width; at += 1) this.#figures[first + at] = figures[at]!;
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
    if (ways < mostWays && (this.#binds(charge) || this.#bindsAt(nearest))) {
      this.#next ??= [];
      this.#next[last] = this.#figures.length / this.#width;
      for (const figure of charge.figures) this.#figures.push(figure);
    } else this.#lower(nearest, charge);
  }

  /** Each figure the least of both. */
  #lower(way: number, { figures }: Charge): void {
    const own = this.#figures;
    const first = way * this.#width;
    for (let at = 0; at < this.#width; at += 1) if (figures[at]! < own[first + at]!) own[first + at] = figures[at]!;
  }

  /** Whether a way is no more than a charge in every figure, or no less. */
  #compare(way: number, { figures }: Charge): 'less' | 'more' | null {
    const own = this.#figures;
    const first = way * this.#width;
    let less = true;
    let more = true;
    for (let at = 0; at < this.#width; at += 1) {
      less &&= own[first + at]! <= figures[at]!;
      more &&= own[first + at]! >= figures[at]!;
    }
    return less ? 'less' : more ? 'more' : null;
  }

  /** Whether its bandwidth makes a storage busy for longer than all are for certain. */
  #binds(charge: Charge): boolean {
    return this.#limited.busyCycles(charge) > charge.busy;
  }

  #bindsAt(way: number): boolean {
    this.#scratch ??= new Charge(this.#limited);
    this.read(way, this.#scratch);
    return this.#binds(this.#scratch);
  }

  /** The least of each figure over all ways, or over those of the first `count` places, which have one each, into `charge`. */
  least(charge: Charge, count: number = this.#figures.length / this.#width): Charge {
    const own = this.#figures;
    const { figures } = charge;
    figures.fill(Number.POSITIVE_INFINITY);
    for (let first = 0; first < count * this.#width; first += this.#width)
      for (let at = 0; at < this.#width; at += 1) if (own[first + at]! < figures[at]!) figures[at] = own[first + at]!;
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
