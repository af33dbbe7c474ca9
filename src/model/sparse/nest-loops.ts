// The nest at hand as the sparse model reads it: loops with the box of iterations that each spans with everything inside.
// Of unit loops (D.2) one a block is part of it, outside all others, for all of them: a level spans something even where it has
// no loop of its own.

import type { NestBuffer } from '../nest-buffer.js';

export interface NestLoop {
  dimension: number;
  bound: number;
  spatial: boolean;
  /** -1 beyond the last one. */
  level: number;
  /** Extents per dimension of the loop and all inside it. */
  box: Float64Array;
}

interface Options {
  readonly dimensions: number;
  /** Whether a level is a fan-out. */
  readonly fanouts: readonly boolean[];
  /** With all unit loops, and where they were written. */
  readonly asWritten: boolean;
}

/** Overwritten by every nest. */
export class NestLoops {
  /** Innermost first; those from the last `start` on are of nests before. */
  readonly loops: NestLoop[] = [];
  /** First loop of every level, and the end. */
  readonly start: number[] = [];
  readonly #options: Options;
  /** The first one of a point; each of the others for a loop that is not a unit one. */
  readonly #boxes: Float64Array[];
  readonly #places: Int32Array;
  /** By level: its loops in the nest before, and how often they have changed. */
  readonly #before: number[][];
  readonly #changes: number[];
  /** By level: what all inside it span, and how often that has changed. */
  readonly #spans: readonly Float64Array[];
  readonly #boxChanges: number[];
  #count = 0;
  #grown = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#boxes = [new Float64Array(options.dimensions).fill(1)];
    this.#places = new Int32Array(options.dimensions);
    this.#before = options.fanouts.map(() => []);
    this.#changes = options.fanouts.map(() => 0);
    this.#spans = options.fanouts.map(() => new Float64Array(options.dimensions));
    this.#boxChanges = options.fanouts.map(() => 0);
  }

  read(nest: NestBuffer): void {
    const { fanouts } = this.#options;
    this.#count = 0;
    this.#grown = 0;
    for (let i = 0; i < nest.levelCount; i += 1) {
      const from = this.#count;
      this.start[i] = from;
      const temporal = nest.temporalStart[i]!;
      if (fanouts[i]! || nest.levelStart[i]! < temporal) this.#block(nest, i, true);
      this.#block(nest, i, false);
      if (this.#loopsDiffer(i, from)) this.#changes[i]! += 1;
      if (this.#boxDiffers(i)) this.#boxChanges[i]! += 1;
    }
    this.start[nest.levelCount] = this.#count;
    this.#push(-1, { dimension: 0, bound: 1, spatial: false });
  }

  /** Extents of all loops at level i and inside it. */
  boxOf(i: number): Float64Array {
    return this.#spans[i]!;
  }

  /** As long as it is the same number, so is the box of level i. */
  boxChanges(i: number): number {
    return this.#boxChanges[i]!;
  }

  /** As long as it is the same number, so are the loops at the levels from `from` to `to`, and their order. */
  changes(from: number, to: number): number {
    let sum = 0;
    for (let i = from; i <= to; i += 1) sum += this.#changes[i]!;
    return sum;
  }

  #block(nest: NestBuffer, i: number, spatial: boolean): void {
    const { dimensions, asWritten } = this.#options;
    const from = spatial ? nest.levelStart[i]! : nest.temporalStart[i]!;
    const to = spatial ? nest.temporalStart[i]! : nest.levelStart[i + 1]!;
    const written = asWritten ? nest.written?.[i]?.[spatial ? 'spatial' : 'temporal'] : undefined;
    const places = this.#places.fill(-1);
    for (let l = from; l < to; l += 1) {
      const dimension = nest.dimension[l]!;
      places[dimension] = l;
      if (written === undefined) this.#push(i, { dimension, bound: nest.bound[l]!, spatial });
    }
    for (const dimension of written ?? []) {
      const place = places[dimension]!;
      this.#push(i, { dimension, bound: place < 0 ? 1 : nest.bound[place]!, spatial });
    }
    if (written !== undefined) return;
    for (let d = asWritten ? 0 : places.lastIndexOf(-1); d >= 0 && d < dimensions; d += 1)
      if (places[d] === -1) this.#push(i, { dimension: d, bound: 1, spatial });
  }

  #push(level: number, { dimension, bound, spatial }: Pick<NestLoop, 'dimension' | 'bound' | 'spatial'>): void {
    let box = this.#boxes[this.#grown]!;
    if (bound !== 1) {
      this.#grown += 1;
      this.#boxes[this.#grown] ??= box.slice();
      const grown = this.#boxes[this.#grown]!;
      for (let d = 0; d < grown.length; d += 1) grown[d] = box[d]!;
      grown[dimension] = grown[dimension]! * bound;
      box = grown;
    }
    const at = this.#count;
    this.#count += 1;
    const loop = this.loops[at];
    if (loop === undefined) {
      this.loops.push({ dimension, bound, spatial, level, box });
      return;
    }
    loop.dimension = dimension;
    loop.bound = bound;
    loop.spatial = spatial;
    loop.level = level;
    loop.box = box;
  }

  #boxDiffers(i: number): boolean {
    const box = this.#boxes[this.#grown]!;
    const before = this.#spans[i]!;
    let differs = false;
    for (let d = 0; d < box.length; d += 1) {
      if (before[d] === box[d]) continue;
      differs = true;
      before[d] = box[d]!;
    }
    return differs;
  }

  #loopsDiffer(i: number, from: number): boolean {
    const before = this.#before[i]!;
    let differs = before.length !== 2 * (this.#count - from);
    if (differs) before.length = 2 * (this.#count - from);
    for (let l = from, at = 0; l < this.#count; l += 1, at += 2) {
      const { dimension, bound, spatial } = this.loops[l]!;
      const place = spatial ? -1 - dimension : dimension;
      if (before[at] === place && before[at + 1] === bound) continue;
      differs = true;
      before[at] = place;
      before[at + 1] = bound;
    }
    return differs;
  }
}
