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
}

/**
 * Whether every step of a loop outside tile c leads to where no neighbour was (F.6), nor the step of the first loop, so that all of
 * a tile is brought, and by the parent: its displacement along some rank is never within `spanOf` the rank, the greatest distance of
 * two elements at the fan-outs.
 */
export function alwaysLeaves(
  { value }: Lattice,
  remaining: Remaining,
  { window }: Flow,
  { d, u, c, spanOf }: Leaving & { readonly spanOf: (dimensions: number) => number },
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
    const part = unit === 0 ? back : back % unit;
    const nearest = unit === 0 ? back : Math.min(part, unit - part);
    if (nearest <= spanOf(mask)) return false;
    const stride = coefficient[d]! * value[d]![u]!;
    return rank[d] !== r || (unit === 0 ? back + stride !== 0 : (back + stride) % unit !== 0);
  });
}
