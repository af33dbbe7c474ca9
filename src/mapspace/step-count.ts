// Ranking within one temporal position: how many mappings begin with given factors of the first dimensions there. The
// table of the next position (temporal-count.ts) is narrowed from the last dimension down, keeping apart how many loops
// the dimensions passed so far contribute, because those decide the number of orders.

import type { FactorSpace } from '../math/factorization.js';
import { factorial } from '../math/permutation.js';
import type { PatternBasis } from './pattern-basis.js';
import type { TemporalCount } from './temporal-count.js';
import type { TemporalPosition } from './tiling.js';

export interface StepContext {
  readonly position: TemporalPosition;
  /** Index of the position among the temporal ones, and in the factor spaces. */
  readonly t: number;
  readonly p: number;
  readonly spaces: readonly FactorSpace[];
  readonly bases: readonly PatternBasis[];
  readonly temporal: TemporalCount;
  readonly maxLoops: number | null;
}

/** Values over the coordinates of the first dimensions, by (free loops, temporal loops) of the other dimensions. */
type Split = Map<number, { readonly orders: number; readonly loops: number; readonly values: readonly bigint[] }>;

export class StepCount {
  readonly #context: StepContext;
  /** `#rest[d]`: dimensions d and beyond summed over all their options here. */
  readonly #rest: Split[] = [];
  #dimension = 0;
  #orders = 0;
  #loops: number;
  /** Coordinates of the dimensions fixed so far. */
  readonly #fixed: (readonly number[])[] = [];
  /** Values over the coordinates of the dimension at hand, the dimensions before it fixed. */
  #open: Split | undefined;

  constructor(context: StepContext, states: ArrayLike<number>, used: number) {
    this.#context = context;
    this.#loops = used;
    const { bases, temporal, t } = context;
    this.#rest[bases.length] = new Map(
      temporal.byLoops(t + 1).map((values, loops) => [keyOf(0, loops), { orders: 0, loops, values }]),
    );
    for (let d = bases.length - 1; d >= 0; d -= 1) this.#rest[d] = this.#sumOver(d, states[d]!);
  }

  /** Mappings whose next dimension takes this option. */
  count(option: number): bigint {
    const { space, basis } = this.#at(this.#dimension);
    const factor = space.factor[this.#context.p]![option]!;
    const coordinates = basis.coordinates(this.#context.t + 1, space.next[this.#context.p]![option]!);
    const loop = factor > 1 ? 1 : 0;
    const orders = this.#orders + (loop && this.#isOrdered(this.#dimension) ? 1 : 0);
    this.#open ??= this.#narrow();
    let sum = 0n;
    for (const rest of this.#open.values()) {
      const { maxLoops } = this.#context;
      if (maxLoops !== null && this.#loops + loop + rest.loops > maxLoops) continue;
      let value = 0n;
      coordinates.forEach((weight, coordinate) => {
        if (weight !== 0) value += BigInt(weight) * rest.values[coordinate]!;
      });
      sum += BigInt(factorial(orders + rest.orders)) * value;
    }
    return sum;
  }

  /** Fixes the next dimension's option. */
  take(option: number): void {
    const { space, basis } = this.#at(this.#dimension);
    if (space.factor[this.#context.p]![option]! > 1) {
      this.#loops += 1;
      if (this.#isOrdered(this.#dimension)) this.#orders += 1;
    }
    this.#fixed.push(basis.coordinates(this.#context.t + 1, space.next[this.#context.p]![option]!));
    this.#dimension += 1;
    this.#open = undefined;
  }

  /** Free loops among the dimensions fixed so far. */
  get orders(): number {
    return this.#orders;
  }

  /** Temporal loops so far, those further inside included. */
  get loops(): number {
    return this.#loops;
  }

  #at(d: number): { space: FactorSpace; basis: PatternBasis } {
    return { space: this.#context.spaces[d]!, basis: this.#context.bases[d]! };
  }

  #isOrdered(d: number): boolean {
    const { position } = this.#context;
    return !position.canonical && ((position.freeMask >> d) & 1) === 1;
  }

  #narrow(): Split {
    const { bases, t } = this.#context;
    const open: Split = new Map();
    for (const rest of this.#rest[this.#dimension + 1]!.values()) {
      const values = this.#fixed.reduce(
        (wide, weights, d) => contractFirst(wide, weights, bases[d]!.sizes[t + 1]!),
        rest.values,
      );
      add(open, { ...rest, values });
    }
    return open;
  }

  /** Contracts dimension `d`, the last one of the values, with all its options here. */
  #sumOver(d: number, state: number): Split {
    const { p, t } = this.#context;
    const { space, basis } = this.#at(d);
    const size = basis.sizes[t + 1]!;
    const unit = new Array<bigint>(size).fill(0n);
    const loop = new Array<bigint>(size).fill(0n);
    let hasLoop = false;
    for (let option = space.firstOption[p]![state]!; option < space.firstOption[p]![state + 1]!; option += 1) {
      const isLoop = space.factor[p]![option]! > 1;
      const weights = isLoop ? loop : unit;
      hasLoop ||= isLoop;
      basis.coordinates(t + 1, space.next[p]![option]!).forEach((weight, coordinate) => {
        weights[coordinate] = weights[coordinate]! + BigInt(weight);
      });
    }
    const result: Split = new Map();
    for (const { orders, loops, values } of this.#rest[d + 1]!.values()) {
      add(result, { orders, loops, values: contractLast(values, unit) });
      if (!hasLoop) continue;
      const more = this.#isOrdered(d) ? 1 : 0;
      const counted = this.#context.maxLoops === null ? 0 : 1;
      add(result, { orders: orders + more, loops: loops + counted, values: contractLast(values, loop) });
    }
    return result;
  }
}

function keyOf(orders: number, loops: number): number {
  return orders * 65_536 + loops;
}

function add(split: Split, part: { orders: number; loops: number; values: readonly bigint[] }): void {
  const key = keyOf(part.orders, part.loops);
  const present = split.get(key);
  const values = present ? part.values.map((value, at) => value + present.values[at]!) : part.values;
  split.set(key, { ...part, values });
}

function contractLast(values: readonly bigint[], weights: readonly bigint[]): bigint[] {
  const size = weights.length;
  const contracted: bigint[] = [];
  for (let first = 0; first < values.length; first += size) {
    let sum = 0n;
    for (let coordinate = 0; coordinate < size; coordinate += 1) {
      if (weights[coordinate] !== 0n) sum += weights[coordinate]! * values[first + coordinate]!;
    }
    contracted.push(sum);
  }
  return contracted;
}

function contractFirst(values: readonly bigint[], weights: readonly number[], size: number): readonly bigint[] {
  const rest = values.length / size;
  const narrowed = new Array<bigint>(rest).fill(0n);
  weights.forEach((weight, coordinate) => {
    if (weight === 0) return;
    for (let at = 0; at < rest; at += 1)
      narrowed[at] = narrowed[at]! + BigInt(weight) * values[coordinate * rest + at]!;
  });
  return narrowed;
}
