// How many ways there are to fill the fan-outs, and everything outside and inside them, from a spatial position on.
// Fan-outs couple the dimensions through their products, so the factors of one fan-out are listed, few as they are, and
// what they leave is merged by state before the temporal count (temporal-count.ts) is asked.

import type { FactorSpace } from '../math/factorization.js';
import { axisMasks, orderCount } from './loop-order.js';
import type { TemporalCount } from './temporal-count.js';
import { availableInstances, type SpatialPosition, type Tiling } from './tiling.js';

/** More choices of factors than this are not worth listing for an exact size. */
const choiceBudget = 400_000;

/** The factors of one fan-out, as handed to a visitor: arrays are reused. */
export interface FanoutChoice {
  readonly factors: Float64Array;
  readonly states: Int32Array;
  /** Product of all spatial factors so far. */
  parallelism: number;
  /** Dimensions with a factor above 1. */
  mask: number;
}

interface Choosing {
  readonly at: number;
  readonly from: { readonly states: ArrayLike<number>; readonly parallelism: number };
  readonly choice: FanoutChoice;
  readonly visit: (choice: FanoutChoice) => void;
}

export class SpatialCount {
  readonly #tiling: Tiling;
  readonly #spaces: readonly FactorSpace[];
  readonly #temporal: TemporalCount;
  readonly #leastParallelism: number;
  readonly #axes: Map<number, readonly number[]>[];
  #budget = choiceBudget;
  /** Per position: ways to go on by state key. */
  readonly #ways: Map<number | string, bigint>[] = [];

  /** `minParallelism` is a share of the whole fan-out (B.1). */
  constructor(
    tiling: Tiling,
    spaces: readonly FactorSpace[],
    rest: { readonly temporal: TemporalCount; readonly minParallelism: number },
  ) {
    this.#tiling = tiling;
    this.#spaces = spaces;
    this.#temporal = rest.temporal;
    this.#leastParallelism = rest.minParallelism * availableInstances(tiling);
    this.#axes = tiling.spatial.map(() => new Map());
    this.#count();
  }

  /** False when the fan-outs offer too many choices to be counted; then nothing else here may be used. */
  get counted(): boolean {
    return this.#budget >= 0;
  }

  /** Masks of dimensions along X that fit the fan-out with these factors, ascending. */
  axes(at: number, mask: number, factors: ArrayLike<number>): number[] {
    const position = this.#tiling.spatial[at]!;
    let masks = this.#axes[at]!.get(mask);
    if (masks === undefined) {
      masks = axisMasks(position, mask);
      this.#axes[at]!.set(mask, masks);
    }
    return masks.filter((alongX) => fits(position, mask, { alongX, factors }));
  }

  /** Orders and axes for one choice of factors. */
  arrangements(at: number, mask: number, factors: ArrayLike<number>): number {
    const position = this.#tiling.spatial[at]!;
    return this.axes(at, mask, factors).reduce(
      (sum, alongX) => sum + orderCount(position, mask & alongX) * orderCount(position, mask & ~alongX),
      0,
    );
  }

  ways(at: number, states: ArrayLike<number>, parallelism: number): bigint {
    return this.#ways[at]!.get(this.#key(at, states, parallelism)) ?? 0n;
  }

  /** Calls `visit` for every choice of factors at position `at` whose product fits, lexicographically. */
  choices(
    at: number,
    from: { states: ArrayLike<number>; parallelism: number },
    visit: (choice: FanoutChoice) => void,
  ): void {
    const choice: FanoutChoice = {
      factors: new Float64Array(this.#spaces.length).fill(1),
      states: new Int32Array(this.#spaces.length),
      parallelism: from.parallelism,
      mask: 0,
    };
    this.#choose({ at, from, choice, visit }, 0, 1);
  }

  /** Factors of dimension d and those that follow, `used` being the product of those before. */
  #choose(choosing: Choosing, d: number, used: number): void {
    const { at, from, choice, visit } = choosing;
    if (d === this.#spaces.length) {
      this.#budget -= 1;
      choice.parallelism = from.parallelism * used;
      visit(choice);
      return;
    }
    const { fanoutX, fanoutY } = this.#tiling.spatial[at]!;
    const space = this.#spaces[d]!;
    const state = from.states[d]!;
    for (let option = space.firstOption[at]![state]!; option < space.firstOption[at]![state + 1]!; option += 1) {
      const factor = space.factor[at]![option]!;
      if (used * factor > fanoutX * fanoutY) break;
      choice.factors[d] = factor;
      choice.states[d] = space.next[at]![option]!;
      const { mask } = choice;
      if (factor > 1) choice.mask = mask | (1 << d);
      this.#choose(choosing, d + 1, used * factor);
      choice.mask = mask;
    }
  }

  #count(): void {
    const last = this.#tiling.spatial.length;
    const start = { states: new Int32Array(this.#spaces.length), parallelism: 1 };
    const reached: Map<number | string, { states: Int32Array; parallelism: number }>[] = [];
    reached[0] = new Map([[this.#key(0, start.states, 1), start]]);
    for (let at = 0; at < last; at += 1) {
      const beyond = new Map<number | string, { states: Int32Array; parallelism: number }>();
      for (const from of reached[at]!.values()) {
        if (this.#budget < 0) return;
        this.choices(at, from, ({ states, parallelism }) => {
          const key = this.#key(at + 1, states, parallelism);
          if (!beyond.has(key)) beyond.set(key, { states: states.slice(), parallelism });
        });
      }
      reached[at + 1] = beyond;
    }
    this.#ways[last] = this.#temporalWays([...reached[last]!.values()]);
    this.#budget = Number.POSITIVE_INFINITY;
    for (let at = last - 1; at >= 0; at -= 1) {
      const ways = new Map<number | string, bigint>();
      for (const [key, from] of reached[at]!) {
        let sum = 0n;
        this.choices(at, from, ({ factors, states, parallelism, mask }) => {
          const beyond = this.ways(at + 1, states, parallelism);
          if (beyond !== 0n) sum += BigInt(this.arrangements(at, mask, factors)) * beyond;
        });
        ways.set(key, sum);
      }
      this.#ways[at] = ways;
    }
  }

  /** Narrows the temporal count dimension by dimension, so that states with a common beginning share the work. */
  #temporalWays(reached: { states: Int32Array; parallelism: number }[]): Map<number | string, bigint> {
    const last = this.#tiling.spatial.length;
    const ways = new Map<number | string, bigint>();
    const enough = reached.filter(({ parallelism }) => parallelism >= this.#leastParallelism);
    enough.sort((a, b) => compare(a.states, b.states));
    const open = [this.#temporal.open(0, 0)];
    let previous: Int32Array | undefined;
    for (const { states, parallelism } of enough) {
      let shared = 0;
      while (previous !== undefined && shared < states.length && previous[shared] === states[shared]) shared += 1;
      for (let d = shared; d < states.length; d += 1) open[d + 1] = open[d]!.narrow(states[d]!);
      ways.set(this.#key(last, states, parallelism), open[states.length]!.value);
      previous = states;
    }
    return ways;
  }

  /** Equal for states that go on alike. The parallelism matters only where a least one is asked for. */
  #key(at: number, states: ArrayLike<number>, parallelism: number): number | string {
    let key = 0;
    for (let d = 0; d < states.length; d += 1) key = key * this.#spaces[d]!.states[at]! + states[d]!;
    if (this.#leastParallelism === 0 && key < 2 ** 53) return key;
    return `${Array.from(states).join()};${parallelism}`;
  }
}

function compare(a: Int32Array, b: Int32Array): number {
  const at = a.findIndex((state, d) => state !== b[d]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

function fits(
  { fanoutX, fanoutY }: SpatialPosition,
  mask: number,
  { alongX, factors }: { readonly alongX: number; readonly factors: ArrayLike<number> },
): boolean {
  let x = 1;
  let y = 1;
  for (let d = 0; mask >> d !== 0; d += 1) {
    if (!((mask >> d) & 1)) continue;
    if ((alongX >> d) & 1) x *= factors[d]!;
    else y *= factors[d]!;
  }
  return x <= fanoutX && y <= fanoutY;
}
