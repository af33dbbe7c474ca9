// How many ways there are to fill the fan-outs, and everything outside and inside them, from a spatial position on.
// Fan-outs couple the dimensions through their products, so the factors of one fan-out are listed, few as they are, and
// what they leave is merged by state before the temporal count (temporal-count.ts) is asked.

import type { FactorSpace } from '../math/factorization.js';
import { eachFanoutChoice, type FanoutChoice } from './fanout-choices.js';
import { axesFit, axisMasks, orderCount } from './loop-order.js';
import type { TemporalCount } from './temporal-count.js';
import { availableInstances, type Tiling } from './tiling.js';

/** More choices of factors than this are not worth listing for an exact size. */
const choiceBudget = 400_000;

/** What has been chosen before a position: the states of the dimensions, and the product of all factors so far. */
export interface Reached {
  readonly states: Int32Array;
  readonly parallelism: number;
}

export class SpatialCount {
  readonly #tiling: Tiling;
  readonly #spaces: readonly FactorSpace[];
  readonly #temporal: TemporalCount;
  readonly #leastParallelism: number;
  /** False when the fan-outs offer too many choices to be counted; then nothing else here may be used. */
  readonly counted: boolean;
  readonly #axes: Map<number, readonly number[]>[];
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
    this.counted = this.#count();
  }

  /** Masks of dimensions along X that fit the fan-out with these factors, ascending. */
  axes(at: number, { mask, factors }: Pick<FanoutChoice, 'mask' | 'factors'>): number[] {
    const position = this.#tiling.spatial[at]!;
    let masks = this.#axes[at]!.get(mask);
    if (masks === undefined) {
      masks = axisMasks(position, mask);
      this.#axes[at]!.set(mask, masks);
    }
    return masks.filter((alongX) => axesFit(position, mask, { alongX, factors }));
  }

  /** Ways to go on from position `at`. */
  ways(at: number, { states, parallelism }: Reached): bigint {
    return this.#ways[at]!.get(this.#key(at, states, parallelism)) ?? 0n;
  }

  /** Calls `visit` for every choice of factors at position `at` with the ways to arrange its loops and to go on, if there are any. */
  choices(at: number, from: Reached, visit: (choice: FanoutChoice, ways: bigint) => void): void {
    this.#each(at, from, (choice) => {
      const beyond = this.ways(at + 1, { states: choice.states, parallelism: from.parallelism * choice.used });
      if (beyond === 0n) return true;
      const ways = BigInt(this.#arrangements(at, choice)) * beyond;
      if (ways > 0n) visit(choice, ways);
      return true;
    });
  }

  /** Orders and axes for one choice of factors. */
  #arrangements(at: number, choice: FanoutChoice): number {
    const position = this.#tiling.spatial[at]!;
    const { mask } = choice;
    return this.axes(at, choice).reduce(
      (sum, alongX) => sum + orderCount(position, mask & alongX) * orderCount(position, mask & ~alongX),
      0,
    );
  }

  #each(at: number, { states }: Reached, visit: (choice: FanoutChoice) => boolean): void {
    eachFanoutChoice({ position: this.#tiling.spatial[at]!, p: at, spaces: this.#spaces, states }, visit);
  }

  #count(): boolean {
    let budget = choiceBudget;
    const last = this.#tiling.spatial.length;
    const start: Reached = { states: new Int32Array(this.#spaces.length), parallelism: 1 };
    const reached: Map<number | string, Reached>[] = [new Map([[this.#key(0, start.states, 1), start]])];
    for (let at = 0; at < last; at += 1) {
      const beyond = new Map<number | string, Reached>();
      for (const from of reached[at]!.values()) {
        if (budget < 0) return false;
        this.#each(at, from, ({ states, used }) => {
          budget -= 1;
          const parallelism = from.parallelism * used;
          const key = this.#key(at + 1, states, parallelism);
          if (!beyond.has(key)) beyond.set(key, { states: states.slice(), parallelism });
          return true;
        });
      }
      reached[at + 1] = beyond;
    }
    this.#ways[last] = this.#temporalWays([...reached[last]!.values()]);
    for (let at = last - 1; at >= 0; at -= 1) {
      const ways = new Map<number | string, bigint>();
      for (const [key, from] of reached[at]!) {
        let sum = 0n;
        this.choices(at, from, (_, own) => {
          sum += own;
        });
        ways.set(key, sum);
      }
      this.#ways[at] = ways;
    }
    return true;
  }

  /** Narrows the temporal count dimension by dimension, so that states with a common beginning share the work. */
  #temporalWays(reached: readonly Reached[]): Map<number | string, bigint> {
    const last = this.#tiling.spatial.length;
    const ways = new Map<number | string, bigint>();
    const enough = reached.filter(({ parallelism }) => parallelism >= this.#leastParallelism);
    enough.sort((a, b) => compare(a.states, b.states));
    const open = [this.#temporal.values(0, 0)];
    let previous: Int32Array | undefined;
    for (const { states, parallelism } of enough) {
      let shared = 0;
      while (previous !== undefined && shared < states.length && previous[shared] === states[shared]) shared += 1;
      for (let d = shared; d < states.length; d += 1)
        open[d + 1] = this.#temporal.narrow(open[d]!, { t: 0, d, state: states[d]! });
      ways.set(this.#key(last, states, parallelism), open[states.length]![0]!);
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
