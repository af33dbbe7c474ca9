// Canonical index of a key and back, and the exact size: mixed radix with weights that depend on the digits before.

import { type FactorSpace, findOption } from '../math/factorization.js';
import { factorial } from '../math/permutation.js';
import type { KeyLayout } from './canonical-key.js';
import type { DimensionFactors } from './factor-rule.js';
import { orderCount } from './loop-order.js';
import { type PatternBasis, patternBasis } from './pattern-basis.js';
import { type FanoutChoice, SpatialCount } from './spatial-count.js';
import { StepCount } from './step-count.js';
import { TemporalCount, tableSize } from './temporal-count.js';

/** How keys are numbered. Where `exact` is false some numbers below `size` belong to no mapping. */
export interface Indexing {
  readonly exact: boolean;
  readonly size: bigint;
  /** The key with that index, or with the next index that is one. */
  keyAt(index: bigint): Float64Array;
  indexOf(key: ArrayLike<number>): bigint;
}

export interface IndexLimits {
  readonly minParallelism: number;
  readonly maxTemporalLoops: number | null;
}

/** Tables beyond this are not worth building for an exact size. */
const tableBudget = 1_000_000;

/** Undefined where counting exactly would take too long. */
export function exactIndex(
  layout: KeyLayout,
  factors: readonly DimensionFactors[],
  limits: IndexLimits,
): Indexing | undefined {
  const { tiling } = layout;
  if (factors.some(({ space }) => space.count === 0) || layout.keeps.some(({ count }) => count === 0))
    return emptyIndex;
  const bases = factors.map((one) => patternBasis(one, tiling.spatial.length));
  if (tableSize(bases) > tableBudget) return undefined;
  const spaces = factors.map(({ space }) => space);
  const temporal = new TemporalCount(tiling.temporal, bases, limits.maxTemporalLoops);
  const spatial = new SpatialCount(tiling, spaces, { temporal, minParallelism: limits.minParallelism });
  if (!spatial.counted) return undefined;
  return new ExactIndex({ layout, spaces, bases, temporal, spatial, maxLoops: limits.maxTemporalLoops });
}

const emptyIndex: Indexing = {
  exact: true,
  size: 0n,
  keyAt: () => {
    throw new RangeError('the index lies beyond the mapspace');
  },
  indexOf: () => {
    throw new RangeError('the key is not one of this mapspace');
  },
};

interface Parts {
  readonly layout: KeyLayout;
  readonly spaces: readonly FactorSpace[];
  readonly bases: readonly PatternBasis[];
  readonly temporal: TemporalCount;
  readonly spatial: SpatialCount;
  readonly maxLoops: number | null;
}

/** The digits of a key are either searched for (by index) or given (by key); both walk the same weights. */
interface Digits {
  /** Chooses the digit at `at` among these, in ascending order; `size` mappings begin with each. */
  pick(sizes: readonly { readonly digit: number; readonly size: bigint }[], at: number): number;
  /** The same for digits 0 to `count - 1` of equal size. */
  rank(count: number, size: bigint, at: number): number;
}

class ExactIndex implements Indexing {
  readonly exact = true;
  readonly size: bigint;
  readonly #parts: Parts;
  /** Mappings per choice of keep masks. */
  readonly #perKeep: bigint;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#perKeep = parts.spatial.ways(0, new Int32Array(parts.spaces.length), 1);
    this.size = parts.layout.keeps.reduce((product, { count }) => product * BigInt(count), this.#perKeep);
  }

  keyAt(index: bigint): Float64Array {
    const key = new Float64Array(this.#parts.layout.length);
    let rest = index;
    this.#walk({
      pick: (sizes, at) => {
        for (const { digit, size } of sizes) {
          if (rest < size) {
            key[at] = digit;
            return digit;
          }
          rest -= size;
        }
        throw new RangeError('the index lies beyond the mapspace');
      },
      rank: (_, size, at) => {
        const digit = Number(rest / size);
        rest %= size;
        key[at] = digit;
        return digit;
      },
    });
    return key;
  }

  indexOf(key: ArrayLike<number>): bigint {
    let index = 0n;
    this.#walk({
      pick: (sizes, at) => {
        for (const { digit, size } of sizes) {
          if (digit === key[at]) return digit;
          index += size;
        }
        throw new RangeError('the key is not one of this mapspace');
      },
      rank: (_, size, at) => {
        index += BigInt(key[at]!) * size;
        return key[at]!;
      },
    });
    return index;
  }

  #walk(digits: Digits): void {
    const { layout, spaces } = this.#parts;
    const { keeps, tiling } = layout;
    let below = this.size;
    keeps.forEach(({ count }, t) => {
      below /= BigInt(count);
      digits.rank(count, below, t);
    });
    let states: Int32Array = new Int32Array(spaces.length);
    let parallelism = 1;
    for (let p = 0; p < tiling.spatial.length; p += 1) {
      const choice = this.#walkSpatial(digits, p, { states, parallelism });
      states = choice.states;
      parallelism = choice.parallelism;
    }
    let loops = 0;
    for (let t = 0; t < tiling.temporal.length; t += 1) loops = this.#walkTemporal(digits, t, { states, loops });
  }

  #walkSpatial(digits: Digits, p: number, from: { states: Int32Array; parallelism: number }): FanoutChoice {
    const { layout, spatial } = this.#parts;
    const position = layout.tiling.spatial[p]!;
    const { dimensions } = layout.tiling;
    const weighted: { choice: FanoutChoice; size: bigint }[] = [];
    spatial.choices(p, from, (choice) => {
      const beyond = spatial.ways(p + 1, choice.states, choice.parallelism);
      if (beyond === 0n) return;
      const size = BigInt(spatial.arrangements(p, choice.mask, choice.factors)) * beyond;
      if (size === 0n) return;
      weighted.push({ choice: { ...choice, factors: choice.factors.slice(), states: choice.states.slice() }, size });
    });
    let open = weighted;
    for (let d = 0; d < dimensions; d += 1) {
      const sums = new Map<number, bigint>();
      for (const { choice, size } of open) sums.set(choice.factors[d]!, (sums.get(choice.factors[d]!) ?? 0n) + size);
      const factor = digits.pick(
        [...sums].sort(([a], [b]) => a - b).map(([digit, size]) => ({ digit, size })),
        layout.start[p]! + d,
      );
      open = open.filter(({ choice }) => choice.factors[d] === factor);
    }
    const { choice } = open[0]!;
    const { mask } = choice;
    const beyond = spatial.ways(p + 1, choice.states, choice.parallelism);
    const at = layout.start[p]! + dimensions;
    const along = (x: number): [number, number] => [orderCount(position, x), orderCount(position, mask & ~x)];
    const axes = spatial.axes(p, mask, choice.factors).map((digit) => {
      const [x, y] = along(digit);
      return { digit, size: BigInt(x * y) * beyond };
    });
    const [x, y] = along(digits.pick(axes, at));
    digits.rank(x, BigInt(y) * beyond, at + 1);
    digits.rank(y, beyond, at + 2);
    return choice;
  }

  /** Advances `states`; returns the number of temporal loops so far. */
  #walkTemporal(digits: Digits, t: number, { states, loops }: { states: Int32Array; loops: number }): number {
    const { layout, spaces, bases, temporal, maxLoops } = this.#parts;
    const position = layout.tiling.temporal[t]!;
    const p = layout.tiling.spatial.length + t;
    const step = new StepCount({ position, t, p, spaces, bases, temporal, maxLoops }, states, loops);
    spaces.forEach((space, d) => {
      const state = states[d]!;
      const options = range(space.firstOption[p]![state]!, space.firstOption[p]![state + 1]!);
      const sizes = options.map((option) => ({ digit: space.factor[p]![option]!, size: step.count(option) }));
      const factor = digits.pick(sizes, layout.start[p]! + d);
      const option = findOption(space, p, state, factor);
      step.take(option);
      states[d] = space.next[p]![option]!;
    });
    const beyond = temporal.open(t + 1, step.loops).with(states);
    digits.rank(factorial(step.orders), beyond, layout.start[p]! + layout.tiling.dimensions);
    return step.loops;
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}
