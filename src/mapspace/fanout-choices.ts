// The factors of one fan-out: few enough to be listed, as their product must fit it.

import type { FactorSpace } from '../math/factorization.js';
import type { SpatialPosition } from './tiling.js';

/** As handed to a visitor: the arrays are reused. */
export interface FanoutChoice {
  readonly factors: Float64Array;
  /** Of each dimension after this position. */
  readonly states: Int32Array;
  /** Product of the factors. */
  used: number;
  /** Dimensions with a factor above 1. */
  mask: number;
}

export interface Fanout {
  readonly position: SpatialPosition;
  /** Its place among the spatial positions. */
  readonly p: number;
  readonly spaces: readonly FactorSpace[];
  /** Of each dimension before this position. */
  readonly states: ArrayLike<number>;
}

/** Calls `visit` for every choice of factors whose product fits, lexicographically, until it returns false. */
export function eachFanoutChoice(fanout: Fanout, visit: (choice: FanoutChoice) => boolean): void {
  const { position, p, spaces, states } = fanout;
  const most = position.fanoutX * position.fanoutY;
  const choice: FanoutChoice = {
    factors: new Float64Array(spaces.length).fill(1),
    states: new Int32Array(spaces.length),
    used: 1,
    mask: 0,
  };
  const choose = (d: number, used: number, mask: number): boolean => {
    if (d === spaces.length) {
      choice.used = used;
      choice.mask = mask;
      return visit(choice);
    }
    const { firstOption, factor, next } = spaces[d]!;
    const end = firstOption[p]![states[d]! + 1]!;
    for (let option = firstOption[p]![states[d]!]!; option < end; option += 1) {
      const own = factor[p]![option]!;
      if (used * own > most) break;
      choice.factors[d] = own;
      choice.states[d] = next[p]![option]!;
      if (!choose(d + 1, used * own, own > 1 ? mask | (1 << d) : mask)) return false;
    }
    return true;
  };
  choose(0, 1, 0);
}
