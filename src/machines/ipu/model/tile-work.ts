// What a tile does in one superstep, in the terms of the planner's formulas (section 2.5): positions, and groups of channels that the
// matrix unit takes one after the other; and how its cycles are bounded from below.

import { innerCycles } from '../compute/amp-kernel.js';
import type { AmpShape } from '../compute/rates.js';
import { splitWork } from '../workers/work-split.js';

export interface TileWork {
  readonly elements: number;
  readonly inGroups: number;
  readonly outGroups: number;
  readonly groups: number;
}

/**
 * Cycles of the kernel for 1x1 convolutions; each kernel position counts as one more group of input channels, as the planner has it.
 * The formula is that of halves; for other types it is an estimate with their groups and loads.
 */
export class TileCycles {
  readonly #loadCycles: number;
  readonly #inner = new Map<number, readonly [first: number, later: number]>();

  constructor(loadCycles: number) {
    this.#loadCycles = loadCycles;
  }

  of({ elements, inGroups, outGroups, groups }: TileWork): number {
    const [first, later] = this.#innerOf(elements);
    const adding = (inGroups - 1) * (15 + outGroups * (25 + this.#loadCycles + later));
    const beginning = outGroups * (25 + this.#loadCycles + first);
    return 50 + 6 * (7 + 3 * (inGroups * groups - 1)) + groups * (24 + adding + beginning);
  }

  /** Never more than `of`. */
  least({ elements, inGroups, outGroups, groups }: TileWork): number {
    return inGroups * outGroups * groups * (4 * elements + leastGroupCycles(this.#loadCycles));
  }

  /** Of those, what the loads of coefficients take. */
  loading({ inGroups, outGroups, groups }: TileWork): number {
    return inGroups * outGroups * groups * this.#loadCycles;
  }

  #innerOf(elements: number): readonly [number, number] {
    const known = this.#inner.get(elements);
    if (known) return known;
    const { counts } = splitWork(elements, 'scattered');
    const inner = [innerCycles(counts, 'first'), innerCycles(counts, 'later')] as const;
    this.#inner.set(elements, inner);
    return inner;
  }
}

export function coefficientLoadCycles(amp: AmpShape, bytesPerCycle: number): number {
  return amp.coefficientBytes / bytesPerCycle;
}

/**
 * What every group of coefficients costs a tile at least, beside a cycle for each of the unit's phases and element: its load, 25
 * cycles of the supervisor, and 112 of the workers. Of their slots, w(x) >= 18 + 4x for x >= 1 elements of a worker; the one with most
 * has a sixth, rounded up, which is least with 5 elements over; with none over, all end at the same time and wait for 14 more.
 */
export function leastGroupCycles(loadCycles: number): number {
  return loadCycles + 25 + 112;
}
