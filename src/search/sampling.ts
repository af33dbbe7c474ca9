// Random factors for a draft. `even` draws each dimension's vector evenly among all it may have, as far as the fan-outs
// leave room; `fitting` also keeps within capacities and prefers to fill the fan-outs.

import type { FactorSpace } from '../math/factorization.js';
import { type RandomSource, shuffle } from '../math/random.js';
import type { Capacity } from './capacity.js';
import type { Draft, DraftReader } from './draft.js';
import type { SearchContext } from './search-context.js';

export class Sampler {
  readonly #context: SearchContext;
  readonly #random: RandomSource;
  readonly #reader: DraftReader;
  readonly #states: Int32Array;
  readonly #extent: Float64Array;

  constructor(context: SearchContext, random: RandomSource, reader: DraftReader) {
    const { tiling } = context.mapspace;
    this.#context = context;
    this.#random = random;
    this.#reader = reader;
    this.#states = new Int32Array(tiling.dimensions);
    this.#extent = new Float64Array(tiling.dimensions * tiling.temporal.length);
  }

  /** False when the draw ran into a dead end: no axes, or less room than the least factors need. */
  even(draft: Draft): boolean {
    const { tiling } = this.#context.mapspace;
    if (!this.#spread(draft, 1)) return false;
    for (let t = 0; t < tiling.temporal.length; t += 1) {
      for (let d = 0; d < tiling.dimensions; d += 1)
        this.#drawEven(draft, tiling.spatial.length + t, { d, room: Infinity });
    }
    return true;
  }

  /** Keep masks must be set before. */
  fitting(draft: Draft): boolean {
    if (!this.#spread(draft, 3)) return false;
    return this.#context.mapspace.tiling.temporal.every((_, t) => this.#drawTemporal(draft, t));
  }

  /** Whether what a draft keeps fits everywhere, as far as tiles tell. */
  holds(draft: Draft): boolean {
    const { mapspace, capacity } = this.#context;
    return mapspace.tiling.temporal.every((_, t) => {
      this.#enter(draft, t, t + 1);
      return capacity.fits(t, this.#extent, draft.keep);
    });
  }

  #spread(draft: Draft, tries: number): boolean {
    this.#states.fill(0);
    return this.#context.mapspace.tiling.spatial.every((_, p) => this.#drawSpatial(draft, p, tries));
  }

  /** Takes the largest of `tries` draws per dimension, in random order of dimensions. */
  #drawSpatial(draft: Draft, p: number, tries: number): boolean {
    const { tiling } = this.#context.mapspace;
    const { fanoutX, fanoutY } = tiling.spatial[p]!;
    let room = fanoutX * fanoutY;
    for (const d of this.#anyOrder(tiling.dimensions)) {
      const before = this.#states[d]!;
      let best = -1;
      for (let draw = 0; draw < tries; draw += 1) {
        this.#states[d] = before;
        const option = this.#drawEven(draft, p, { d, room });
        if (option < 0) return false;
        best = Math.max(best, option);
      }
      const { space } = this.#context.mapspace.factors[d]!;
      this.#take(draft, p, { space, d, option: best });
      room /= draft.factors[p * tiling.dimensions + d]!;
    }
    return this.#reader.chooseAxes(draft, p, this.#random);
  }

  #drawTemporal(draft: Draft, t: number): boolean {
    const { mapspace, capacity } = this.#context;
    const { tiling, factors } = mapspace;
    const p = tiling.spatial.length + t;
    this.#enter(draft, t);
    if (!capacity.fits(t, this.#extent, draft.keep)) return false;
    for (const d of this.#anyOrder(tiling.dimensions)) {
      const { space } = factors[d]!;
      const first = space.firstOption[p]![this.#states[d]!]!;
      const end = space.firstOption[p]![this.#states[d]! + 1]!;
      let last = end - 1;
      while (last >= first && !this.#holds(capacity, draft, { t, d, factor: space.factor[p]![last]! })) last -= 1;
      if (last < first) return false;
      const option = first + this.#random.below(last - first + 1);
      this.#take(draft, p, { space, d, option });
      this.#extent[t * tiling.dimensions + d] = this.#extent[t * tiling.dimensions + d]! * space.factor[p]![option]!;
    }
    return true;
  }

  #holds(capacity: Capacity, draft: Draft, { t, d, factor }: { t: number; d: number; factor: number }): boolean {
    const at = t * this.#states.length + d;
    const inside = this.#extent[at]!;
    this.#extent[at] = Math.min(inside * factor, this.#context.mapspace.factors[d]!.bound);
    const fits = capacity.fits(t, this.#extent, draft.keep);
    this.#extent[at] = inside;
    return fits;
  }

  /** Tile extents at temporal position `t`, of the loops of the first `placed` ones. */
  #enter(draft: Draft, t: number, placed = t): void {
    const { tiling, factors } = this.#context.mapspace;
    const { depth } = tiling.temporal[t]!;
    for (let d = 0; d < tiling.dimensions; d += 1) {
      let extent = 1;
      tiling.spatial.forEach((position, p) => {
        if (position.depth < depth) extent *= draft.factors[p * tiling.dimensions + d]!;
      });
      for (let inner = 0; inner < placed; inner += 1)
        extent *= draft.factors[(tiling.spatial.length + inner) * tiling.dimensions + d]!;
      this.#extent[t * tiling.dimensions + d] = Math.min(extent, factors[d]!.bound);
    }
  }

  /** Draws an option with factor up to `room`, weighted by its completions, and takes it; -1 when there is none. */
  #drawEven(draft: Draft, p: number, { d, room }: { d: number; room: number }): number {
    const { space } = this.#context.mapspace.factors[d]!;
    const first = space.firstOption[p]![this.#states[d]!]!;
    const end = space.firstOption[p]![this.#states[d]! + 1]!;
    const ways = (option: number): number => space.completions[p + 1]![space.next[p]![option]!]!;
    let total = 0;
    let last = first;
    for (; last < end && space.factor[p]![last]! <= room; last += 1) total += ways(last);
    if (total === 0) return -1;
    let rest = this.#random.next() * total;
    let option = first;
    while (option < last - 1 && rest >= ways(option)) {
      rest -= ways(option);
      option += 1;
    }
    this.#take(draft, p, { space, d, option });
    return option;
  }

  #take(draft: Draft, p: number, { space, d, option }: { space: FactorSpace; d: number; option: number }): void {
    draft.factors[p * this.#states.length + d] = space.factor[p]![option]!;
    this.#states[d] = space.next[p]![option]!;
  }

  #anyOrder(count: number): number[] {
    const order = Array.from({ length: count }, (_, d) => d);
    shuffle(this.#random, order);
    return order;
  }
}
