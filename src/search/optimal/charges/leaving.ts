// Where a window may stand after a loop outside the ones at hand has stepped (F.13): that takes one step of each of these back, and
// loops further outside move it by multiples of their strides, whatever their order.

import { greatestCommonDivisor } from '../../../math/distinct-sums.js';
import type { Lattice } from '../space/lattice.js';
import type { Flow, Remaining } from './flows.js';

/** Loops between tiles `u` and `c`, of which that of dimension d is the first to move the window. */
interface Leaving {
  readonly d: number;
  readonly u: number;
  readonly c: number;
  /** The greatest distance of two elements at the fan-outs, along the rank of these dimensions, a mask. */
  readonly spanOf: (dimensions: number) => number;
}

/**
 * Whether every step of a loop outside tile c leads to where no neighbour was (F.6), nor the step of the first loop, so that all of
 * a tile is brought, and by the parent: its displacement along some rank is never as short as the fan-outs are wide.
 */
export function alwaysLeaves(
  { value }: Lattice,
  remaining: Remaining,
  { window }: Flow,
  { d, u, c, spanOf }: Leaving,
): boolean {
  const { rank, coefficient, dimensions } = window!;
  return dimensions.some((mask, r) => {
    let back = 0;
    let unit = 0;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const e = 31 - Math.clz32(rest & -rest);
      const own = value[e]!;
      if (own[c] !== own[u]) back += coefficient[e]! * own[u]!;
      if (remaining.left(1 << e)[c]! > 1) unit = greatestCommonDivisor(unit, coefficient[e]! * own[c]!);
    }
    const period = unit === 0 ? Number.POSITIVE_INFINITY : unit; // no loop of the rank is outside
    const part = back % period;
    if (Math.min(part, period - part) <= spanOf(mask)) return false;
    return rank[d] !== r || (back + coefficient[d]! * value[d]![u]!) % period !== 0;
  });
}
