// Ranking within one temporal position: how many mappings begin with given factors of the first dimensions there. The
// table of the next position (temporal-count.ts) is narrowed from the last dimension down, keeping apart how many loops
// the dimensions passed so far contribute, because those decide the number of orders.

import type { FactorSpace } from '../math/factorization.js';
import { factorial } from '../math/permutation.js';
import { contractFirst, type TemporalCount } from './temporal-count.js';

/** What some dimensions contribute: values over the coordinates of the others, by their free loops and temporal loops. */
interface Part {
  readonly orders: number;
  readonly loops: number;
  readonly values: readonly bigint[];
}

export interface StepContext {
  readonly temporal: TemporalCount;
  readonly spaces: readonly FactorSpace[];
  /** Index of the position among the temporal ones, and in the factor spaces. */
  readonly t: number;
  readonly p: number;
}

/** Choices that the first dimensions have made here. */
interface Fixed {
  readonly orders: number;
  readonly loops: number;
  /** Coordinates after the position. */
  readonly weights: readonly (readonly number[])[];
}

export class StepCount {
  readonly #context: StepContext;
  /** `#rest[d]`: dimensions d and beyond summed over all their options here. */
  readonly #rest: (readonly Part[])[] = [];
  #fixed: Fixed;
  /** Over the coordinates of the dimension at hand, the dimensions before it fixed. */
  #open: readonly Part[] | undefined;

  /** `states` before the position, `loops` temporal ones further inside. */
  constructor(context: StepContext, states: ArrayLike<number>, loops: number) {
    this.#context = context;
    this.#fixed = { orders: 0, loops, weights: [] };
    const { temporal, t } = context;
    let rest: readonly Part[] = temporal.byLoops(t + 1).map((values, own) => ({ orders: 0, loops: own, values }));
    for (let d = temporal.bases.length; d > 0; d -= 1) {
      this.#rest[d] = rest;
      rest = this.#sumOver(rest, d - 1, states[d - 1]!);
    }
  }

  /** Mappings whose next dimension takes this option. */
  count(option: number): bigint {
    const { maxLoops } = this.#context.temporal;
    const { orders, loops, weights } = this.#taken(option);
    this.#open ??= this.#narrow();
    let sum = 0n;
    for (const part of this.#open) {
      if (maxLoops !== null && loops + part.loops > maxLoops) continue;
      const [value] = contractFirst(part.values, weights.at(-1)!, part.values.length);
      sum += BigInt(factorial(orders + part.orders)) * value!;
    }
    return sum;
  }

  /** Fixes the next dimension's option. */
  take(option: number): void {
    this.#fixed = this.#taken(option);
    this.#open = undefined;
  }

  /** Free loops among the dimensions fixed so far, and temporal ones, those further inside included. */
  get fixed(): Pick<Fixed, 'orders' | 'loops'> {
    return this.#fixed;
  }

  #taken(option: number): Fixed {
    const { temporal, spaces, t, p } = this.#context;
    const { orders, loops, weights } = this.#fixed;
    const d = weights.length;
    const { factor, next } = spaces[d]!;
    const own = temporal.bases[d]!.coordinates(t + 1, next[p]![option]!);
    const loop = Number(factor[p]![option]! > 1);
    return { orders: orders + loop * this.#freeLoop(d), loops: loops + loop, weights: [...weights, own] };
  }

  /** 1 if a loop of the dimension takes a place among the free ones. */
  #freeLoop(d: number): number {
    const { canonical, freeMask } = this.#context.temporal.positions[this.#context.t]!;
    return canonical ? 0 : (freeMask >> d) & 1;
  }

  #narrow(): readonly Part[] {
    const { temporal, t } = this.#context;
    const { weights } = this.#fixed;
    return this.#rest[weights.length + 1]!.map((part) => ({
      ...part,
      values: weights.reduce((wide, own, d) => contractFirst(wide, own, temporal.bases[d]!.sizes[t + 1]!), part.values),
    }));
  }

  /** Contracts dimension `d`, the last one of the values, with all its options here. */
  #sumOver(rest: readonly Part[], d: number, state: number): readonly Part[] {
    const { temporal, spaces, t, p } = this.#context;
    const { firstOption, factor, next } = spaces[d]!;
    const { coordinates, sizes } = temporal.bases[d]!;
    const weights = [0, 1].map(() => new Array<bigint>(sizes[t + 1]!).fill(0n));
    const end = firstOption[p]![state + 1]!;
    for (let option = firstOption[p]![state]!; option < end; option += 1) {
      const own = weights[Number(factor[p]![option]! > 1)]!;
      coordinates(t + 1, next[p]![option]!).forEach((weight, coordinate) => {
        own[coordinate] = own[coordinate]! + BigInt(weight);
      });
    }
    const parts = new Map<string, Part>();
    for (const part of rest) {
      for (const [loop, own] of weights.entries()) {
        if (own.every((weight) => weight === 0n)) continue;
        const orders = part.orders + loop * this.#freeLoop(d);
        const loops = part.loops + (temporal.maxLoops === null ? 0 : loop);
        const key = `${orders},${loops}`;
        const added = parts.get(key)?.values;
        const values = contractLast(part.values, own).map((value, at) => value + (added?.[at] ?? 0n));
        parts.set(key, { orders, loops, values });
      }
    }
    return [...parts.values()];
  }
}

function contractLast(values: readonly bigint[], weights: readonly bigint[]): bigint[] {
  return Array.from({ length: values.length / weights.length }, (_, at) =>
    weights.reduce((sum, weight, place) => sum + weight * values[at * weights.length + place]!, 0n),
  );
}
