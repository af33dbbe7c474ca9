// The factors that all dimensions may have together at one position, after what they have at the positions before. The walk of a
// mapspace has loops of its own for the same choices: through these it took a tenth longer (test/mapspace holds them equal).

import type { FactorSpace } from '../math/factorization.js';
import { positionsOf, type Tiling } from './tiling.js';

/** Where the choices of each position are tried: factors, and the state of each dimension before and after. */
export function factorRows(tiling: Tiling) {
  let after = new Int32Array(tiling.dimensions);
  return positionsOf(tiling).map((position, p) => {
    const before = after;
    after = new Int32Array(tiling.dimensions);
    const room = position.kind === 'spatial' ? position.fanoutX * position.fanoutY : Number.POSITIVE_INFINITY;
    return { p, room, before, factors: new Float64Array(tiling.dimensions), after };
  });
}

interface Choosing {
  /** Before a factor is taken, whether there is room or not. False skips all larger ones. */
  readonly look: () => boolean;
  /** All dimensions have a factor: their product, and which are above 1. False ends it all. */
  readonly chosen: (product: number, mask: number) => boolean;
}

/**
 * Tries every choice that there is room for, ascending, from dimension d on; those before it have chosen already. False where it was
 * ended.
 */
export function factorChooser(
  spaces: readonly FactorSpace[],
  { p, room, before, factors, after }: ReturnType<typeof factorRows>[number],
  { look, chosen }: Choosing,
) {
  return function choose(d = 0, product = 1, mask = 0): boolean {
    const space = spaces[d];
    if (space === undefined) return chosen(product, mask);
    const options = space.factor[p]!;
    const end = space.firstOption[p]![before[d]! + 1]!;
    for (let option = space.firstOption[p]![before[d]!]!; option < end; option += 1) {
      const factor = options[option]!;
      if (!look() || product * factor > room) break;
      factors[d] = factor;
      after[d] = space.next[p]![option]!;
      if (!choose(d + 1, product * factor, factor > 1 ? mask | (1 << d) : mask)) return false;
    }
    return true;
  };
}
