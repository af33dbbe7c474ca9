// Numbering for mapspaces that are too large to be counted exactly: every position gets room for the orders of all its
// free dimensions, and fan-out products are ignored. Distinct mappings have distinct indices in canonical order, but not
// every index has a mapping, and the size is an upper bound.

import { findOption } from '../math/factorization.js';
import { factorial } from '../math/permutation.js';
import type { KeyLayout } from './canonical-key.js';
import type { DimensionFactors } from './factor-rule.js';
import type { Weights } from './numbering.js';
import type { PositionBase } from './tiling.js';

export function paddedWeights({ tiling, keeps, start }: KeyLayout, factors: readonly DimensionFactors[]): Weights {
  const { spatial, temporal, dimensions } = tiling;
  const spaces = factors.map(({ space }) => space);
  const orders = ({ canonical, free }: PositionBase): number => (canonical ? 1 : factorial(free.length));
  /** Room for the axes and orders of each position, and for those of it and all after it. */
  const room = [
    ...spatial.map((position) => [2 ** dimensions, orders(position), orders(position)]),
    ...temporal.map((position) => [orders(position)]),
  ];
  const roomFrom = start.map((_, p) => productOf(room.slice(p).flat()));
  /** Of the dimensions' ways on from their states, `next` being how many of them have chosen at position `p`. */
  const ways = (p: number, states: readonly number[], { next, without }: { next: number; without?: number }): bigint =>
    productOf(
      spaces.map(({ completions }, d) => (d === without ? 1 : completions[d < next ? p + 1 : p]![states[d]!]!)),
      roomFrom[p],
    );
  const size = productOf([...keeps.map(({ count }) => count), ...spaces.map(({ count }) => count)], roomFrom[0]);
  return {
    exact: false,
    size,
    walk: (digits) => {
      let below = size;
      keeps.forEach(({ count }, t) => {
        below /= BigInt(count);
        digits.rank(count, below, t);
      });
      const states = spaces.map(() => 0);
      start.forEach((offset, p) => {
        spaces.forEach(({ firstOption, factor, next, completions }, d) => {
          const others = ways(p, states, { next: d, without: d });
          const [first, end] = [firstOption[p]![states[d]!]!, firstOption[p]![states[d]! + 1]!];
          const choices = Array.from(factor[p]!.subarray(first, end), (digit, at) => ({
            digit,
            size: others * BigInt(completions[p + 1]![next[p]![first + at]!]!),
          }));
          states[d] = next[p]![findOption(spaces[d]!, p, states[d]!, digits.pick(choices, offset + d))]!;
        });
        let rest = ways(p, states, { next: dimensions });
        room[p]!.forEach((count, digit) => {
          rest /= BigInt(count);
          digits.rank(count, rest, offset + dimensions + digit);
        });
      });
    },
  };
}

function productOf(counts: readonly number[], start = 1n): bigint {
  return counts.reduce((product, count) => product * BigInt(count), start);
}
