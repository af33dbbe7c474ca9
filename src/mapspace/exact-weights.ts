// How many mappings begin with the first digits of a key, and how many there are.

import { type FactorSpace, findOption } from '../math/factorization.js';
import { factorial } from '../math/permutation.js';
import type { KeyLayout } from './canonical-key.js';
import type { DimensionFactors } from './factor-rule.js';
import type { FanoutChoice } from './fanout-choices.js';
import { orderCount } from './loop-order.js';
import type { Digits, Weights } from './numbering.js';
import { patternBasis } from './pattern-basis.js';
import { type Reached, SpatialCount } from './spatial-count.js';
import { StepCount } from './step-count.js';
import { TemporalCount, tableSize } from './temporal-count.js';

export interface IndexLimits {
  readonly minParallelism: number;
  readonly maxTemporalLoops: number | null;
}

/** Tables beyond this are not worth building for an exact size. */
const tableBudget = 1_000_000;

const none: Weights = { exact: true, size: 0n, walk: () => {} };

/** Undefined where counting exactly would take too long. */
export function exactWeights(
  layout: KeyLayout,
  factors: readonly DimensionFactors[],
  { maxTemporalLoops, minParallelism }: IndexLimits,
): Weights | undefined {
  const { tiling, keeps } = layout;
  if (factors.some(({ space }) => space.count === 0) || keeps.some(({ count }) => count === 0)) return none;
  const bases = factors.map((one) => patternBasis(one, tiling.spatial.length));
  if (tableSize(bases) > tableBudget) return undefined;
  const spaces = factors.map(({ space }) => space);
  const temporal = new TemporalCount(tiling.temporal, bases, maxTemporalLoops);
  const spatial = new SpatialCount(tiling, spaces, { temporal, minParallelism });
  return spatial.counted ? new ExactWeights(layout, spaces, { temporal, spatial }) : undefined;
}

class ExactWeights implements Weights {
  readonly exact = true;
  readonly size: bigint;
  readonly #layout: KeyLayout;
  readonly #spaces: readonly FactorSpace[];
  readonly #temporal: TemporalCount;
  readonly #spatial: SpatialCount;

  constructor(
    layout: KeyLayout,
    spaces: readonly FactorSpace[],
    { temporal, spatial }: { readonly temporal: TemporalCount; readonly spatial: SpatialCount },
  ) {
    this.#layout = layout;
    this.#spaces = spaces;
    this.#temporal = temporal;
    this.#spatial = spatial;
    this.size = layout.keeps.reduce((product, { count }) => product * BigInt(count), spatial.ways(0, this.#start()));
  }

  walk(digits: Digits): void {
    const { keeps, tiling } = this.#layout;
    let below = this.size;
    keeps.forEach(({ count }, t) => {
      below /= BigInt(count);
      digits.rank(count, below, t);
    });
    let reached = this.#start();
    for (let p = 0; p < tiling.spatial.length; p += 1) reached = this.#walkSpatial(digits, p, reached);
    let loops = 0;
    for (let t = 0; t < tiling.temporal.length; t += 1)
      loops = this.#walkTemporal(digits, t, { states: reached.states, loops });
  }

  #start(): Reached {
    return { states: new Int32Array(this.#spaces.length), parallelism: 1 };
  }

  #walkSpatial(digits: Digits, p: number, from: Reached): Reached {
    const { tiling, start } = this.#layout;
    const position = tiling.spatial[p]!;
    let open: (Pick<FanoutChoice, 'factors' | 'mask'> & { readonly reached: Reached; readonly size: bigint })[] = [];
    this.#spatial.choices(p, from, ({ factors, states, used, mask }, size) => {
      const reached = { states: states.slice(), parallelism: from.parallelism * used };
      open.push({ factors: factors.slice(), mask, reached, size });
    });
    for (let d = 0; d < tiling.dimensions; d += 1) {
      const sums = new Map<number, bigint>();
      for (const { factors, size } of open) sums.set(factors[d]!, (sums.get(factors[d]!) ?? 0n) + size);
      const choices = [...sums].sort(([a], [b]) => a - b).map(([digit, size]) => ({ digit, size }));
      const factor = digits.pick(choices, start[p]! + d);
      open = open.filter(({ factors }) => factors[d] === factor);
    }
    const [choice] = open;
    const { mask, reached } = choice!;
    const beyond = this.#spatial.ways(p + 1, reached);
    const at = start[p]! + tiling.dimensions;
    const orders = (alongX: number): [number, number] => [
      orderCount(position, alongX),
      orderCount(position, mask & ~alongX),
    ];
    const axes = this.#spatial.axes(p, choice!).map((digit) => {
      const [x, y] = orders(digit);
      return { digit, size: BigInt(x * y) * beyond };
    });
    const [x, y] = orders(digits.pick(axes, at));
    digits.rank(x, BigInt(y) * beyond, at + 1);
    digits.rank(y, beyond, at + 2);
    return reached;
  }

  /** Advances `states`; returns the number of temporal loops so far. */
  #walkTemporal(digits: Digits, t: number, { states, loops }: { states: Int32Array; loops: number }): number {
    const { tiling, start } = this.#layout;
    const p = tiling.spatial.length + t;
    const step = new StepCount({ temporal: this.#temporal, spaces: this.#spaces, t, p }, states, loops);
    this.#spaces.forEach((space, d) => {
      const first = space.firstOption[p]![states[d]!]!;
      const here = space.factor[p]!.subarray(first, space.firstOption[p]![states[d]! + 1]!);
      const choices = Array.from(here, (digit, at) => ({ digit, size: step.count(first + at) }));
      const option = findOption(space, p, states[d]!, digits.pick(choices, start[p]! + d));
      step.take(option);
      states[d] = space.next[p]![option]!;
    });
    const { orders, loops: here } = step.fixed;
    digits.rank(factorial(orders), this.#temporal.at(t + 1, states, here), start[p]! + tiling.dimensions);
    return here;
  }
}
