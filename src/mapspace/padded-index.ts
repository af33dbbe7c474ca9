// Numbering for mapspaces that are too large to be counted exactly: every position gets room for the orders of all its
// free dimensions, and fan-out products are ignored. Distinct mappings have distinct indices in canonical order, but not
// every index has a mapping, and the size is an upper bound.

import { findOption } from '../math/factorization.js';
import { factorial } from '../math/permutation.js';
import type { KeyLayout } from './canonical-key.js';
import type { Indexing } from './exact-index.js';
import type { DimensionFactors } from './factor-rule.js';
import type { PositionBase } from './tiling.js';

export function paddedIndex(layout: KeyLayout, factors: readonly DimensionFactors[]): Indexing {
  return new PaddedIndex(layout, factors);
}

class PaddedIndex implements Indexing {
  readonly exact = false;
  readonly size: bigint;
  readonly #layout: KeyLayout;
  readonly #factors: readonly DimensionFactors[];
  /** Room for the axes and orders of a position, and of it and all after it. */
  readonly #room: readonly (readonly number[])[];
  readonly #roomFrom: readonly bigint[];

  constructor(layout: KeyLayout, factors: readonly DimensionFactors[]) {
    this.#layout = layout;
    this.#factors = factors;
    const { spatial, temporal, dimensions } = layout.tiling;
    const orders = ({ canonical, free }: PositionBase): number => (canonical ? 1 : factorial(free.length));
    this.#room = [
      ...spatial.map((position) => [2 ** dimensions, orders(position), orders(position)]),
      ...temporal.map((position) => [orders(position)]),
    ];
    const from = [1n];
    for (const room of this.#room.toReversed()) {
      from.unshift(room.reduce((product, one) => product * BigInt(one), from[0]!));
    }
    this.#roomFrom = from;
    const keeps = layout.keeps.reduce((product, { count }) => product * BigInt(count), 1n);
    this.size = factors.reduce((product, { space }) => product * BigInt(space.count), keeps * from[0]!);
  }

  keyAt(index: bigint): Float64Array {
    const key = new Float64Array(this.#layout.length);
    let rest = index;
    this.#walk(
      (sizes, at) => {
        const last = sizes.length - 1;
        const chosen = sizes.findIndex(({ size }, choice) => {
          if (rest < size || choice === last) return true;
          rest -= size;
          return false;
        });
        key[at] = sizes[chosen]!.digit;
        return sizes[chosen]!.digit;
      },
      (count, size, at) => {
        key[at] = Math.min(count - 1, Number(rest / size));
        rest -= BigInt(key[at]!) * size;
      },
    );
    return key;
  }

  indexOf(key: ArrayLike<number>): bigint {
    let index = 0n;
    this.#walk(
      (sizes, at) => {
        for (const { digit, size } of sizes) {
          if (digit === key[at]) break;
          index += size;
        }
        return key[at]!;
      },
      (_, size, at) => {
        index += BigInt(key[at]!) * size;
      },
    );
    return index;
  }

  #walk(
    pick: (sizes: readonly { digit: number; size: bigint }[], at: number) => number,
    rank: (count: number, size: bigint, at: number) => void,
  ): void {
    const { keeps, start } = this.#layout;
    let below = this.size;
    keeps.forEach(({ count }, t) => {
      below /= BigInt(count);
      rank(count, below, t);
    });
    const states = this.#factors.map(() => 0);
    start.forEach((offset, p) => {
      this.#factors.forEach(({ space }, d) => {
        const others = this.#factors.reduce(
          (product, other, index) =>
            index === d ? product : product * BigInt(other.space.completions[index < d ? p + 1 : p]![states[index]!]!),
          this.#roomFrom[p]!,
        );
        const sizes: { digit: number; size: bigint }[] = [];
        const state = states[d]!;
        for (let option = space.firstOption[p]![state]!; option < space.firstOption[p]![state + 1]!; option += 1) {
          const ways = space.completions[p + 1]![space.next[p]![option]!]!;
          sizes.push({ digit: space.factor[p]![option]!, size: others * BigInt(ways) });
        }
        states[d] = space.next[p]![findOption(space, p, state, pick(sizes, offset + d))]!;
      });
      let rest = this.#factors.reduce(
        (product, { space }, d) => product * BigInt(space.completions[p + 1]![states[d]!]!),
        this.#roomFrom[p]!,
      );
      this.#room[p]!.forEach((count, digit) => {
        rest /= BigInt(count);
        rank(count, rest, offset + this.#factors.length + digit);
      });
    });
  }
}
