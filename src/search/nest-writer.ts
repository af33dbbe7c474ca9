// Writes a mapspace point into the kernel's nest buffer, whole or position by position as a walk places loops. Loops with
// factor 1 are left out; trip counts of last iterations (D.3) are filled in only where factors may be imperfect.

import type { Mapspace } from '../mapspace/mapspace.js';
import type { Point } from '../mapspace/point.js';
import { type NestBuffer, SPATIAL_X, SPATIAL_Y, TEMPORAL } from '../model/nest-buffer.js';

export class NestWriter {
  readonly #nest: NestBuffer;
  readonly #point: Point;
  readonly #dimensions: number;
  readonly #levels: number;
  /** Position of each level's spatial and temporal loops, -1 where it has none. */
  readonly #spatialOf: Int32Array;
  readonly #temporalOf: Int32Array;
  readonly #temporalLevel: Int32Array;
  readonly #temporalFrom: number;
  /** Where the temporal loops of temporal position t begin. */
  readonly #start: Int32Array;
  readonly #bounds: readonly number[];
  /** Iterations left per dimension; null where every factor divides. */
  readonly #left: Float64Array | null;

  constructor(mapspace: Mapspace, nest: NestBuffer, point: Point) {
    const { tiling } = mapspace;
    this.#nest = nest;
    this.#point = point;
    this.#dimensions = tiling.dimensions;
    this.#levels = tiling.levels;
    this.#spatialOf = new Int32Array(tiling.levels).fill(-1);
    this.#temporalOf = new Int32Array(tiling.levels).fill(-1);
    tiling.spatial.forEach(({ level }, p) => {
      this.#spatialOf[level] = p;
    });
    tiling.temporal.forEach(({ level }, t) => {
      this.#temporalOf[level] = tiling.spatial.length + t;
    });
    this.#temporalLevel = Int32Array.from(tiling.temporal, ({ level }) => level);
    this.#temporalFrom = tiling.spatial.length;
    this.#start = new Int32Array(tiling.temporal.length + 1);
    this.#bounds = mapspace.problem.workload.bounds;
    this.#left = mapspace.perfect ? null : new Float64Array(tiling.dimensions);
  }

  write(): void {
    this.writePadded();
    this.finish();
  }

  /** As if every loop ran its full trip count to the end. */
  writePadded(): void {
    this.writeKeep();
    this.writeSpatial();
    for (let t = 0; t < this.#temporalLevel.length; t += 1) this.writeTemporal(t);
  }

  writeKeep(): void {
    const { keep } = this.#point;
    for (let level = 0; level < this.#levels; level += 1) {
      let mask = 0;
      for (let t = 0; t < keep.length; t += 1) mask |= ((keep[t]! >> level) & 1) << t;
      this.#nest.keep[level] = mask;
    }
  }

  /** The spatial loops inside the first temporal position; the others follow the temporal ones they stand outside of. */
  writeSpatial(): void {
    // All loops are written anew with their full trip counts.
    this.#nest.imperfect = 0;
    this.#start[0] = this.#spatialFrom(0, 0);
  }

  writeTemporal(t: number): void {
    const level = this.#temporalLevel[t]!;
    const at = this.#loops(this.#temporalFrom + t, this.#start[t]!);
    this.#start[t + 1] = this.#spatialFrom(level + 1, at);
  }

  /** After all positions are written. */
  finish(): void {
    this.#nest.imperfect = 0;
    if (this.#left === null) return;
    const { dimension, bound, residual, levelStart } = this.#nest;
    this.#left.set(this.#bounds);
    for (let l = 0; l < levelStart[this.#levels]!; l += 1) {
      const d = dimension[l]!;
      const rest = this.#left[d]! % bound[l]!;
      residual[l] = rest === 0 ? bound[l]! : rest;
      if (rest !== 0) this.#nest.imperfect += 1;
      this.#left[d] = Math.ceil(this.#left[d]! / bound[l]!);
    }
  }

  /** Spatial loops from `level` outwards, up to those of the next level with temporal loops. */
  #spatialFrom(level: number, from: number): number {
    const { levelStart, temporalStart } = this.#nest;
    let at = from;
    for (let i = level; i < this.#levels; i += 1) {
      levelStart[i] = at;
      if (this.#spatialOf[i]! >= 0) at = this.#loops(this.#spatialOf[i]!, at);
      temporalStart[i] = at;
      if (this.#temporalOf[i]! >= 0) return at;
    }
    levelStart[this.#levels] = at;
    return at;
  }

  #loops(position: number, from: number): number {
    const { dimension, bound, residual, kind } = this.#nest;
    const { factors, order, loops, alongX } = this.#point;
    const row = position * this.#dimensions;
    const spatial = position < this.#temporalFrom;
    const count = loops[position]!;
    let at = from;
    for (let place = 0; place < count; place += 1) {
      const d = order[row + place]!;
      const factor = factors[row + d]!;
      if (factor === 1) continue;
      dimension[at] = d;
      bound[at] = factor;
      residual[at] = factor;
      kind[at] = spatial ? (place < alongX[position]! ? SPATIAL_X : SPATIAL_Y) : TEMPORAL;
      at += 1;
    }
    return at;
  }
}
