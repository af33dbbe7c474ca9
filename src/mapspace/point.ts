// One mapping as the searches hold it: plain numbers in typed arrays, changed in place. Factors and loop orders are kept
// per position (tiling.ts), spatial positions first.

import type { LevelMapping, Mapping, TemporalLoop } from '../mapping/mapping.js';
import { positionsOf, type Tiling } from './tiling.js';

export function createPoint(tiling: Tiling, dataspaces: number) {
  const positions = tiling.spatial.length + tiling.temporal.length;
  return {
    /** `[position * dimensions + dimension]`. */
    factors: new Float64Array(positions * tiling.dimensions).fill(1),
    /** Dimensions with a factor above 1, inner to outer: `[position * dimensions + place]`. */
    order: new Uint8Array(positions * tiling.dimensions),
    /** How many of them there are, per position. */
    loops: new Int32Array(positions),
    /** How many of them lie along X; they come first. Spatial positions only. */
    alongX: new Int32Array(tiling.spatial.length),
    /** Per dataspace: mask of the levels that keep it. */
    keep: new Int32Array(dataspaces),
  };
}

export type Point = Readonly<ReturnType<typeof createPoint>>;

export function copyPoint(from: Point, to: Point): void {
  to.factors.set(from.factors);
  to.order.set(from.order);
  to.loops.set(from.loops);
  to.alongX.set(from.alongX);
  to.keep.set(from.keep);
}

/** Trip counts of the last iterations (D.3), by the recurrence from the innermost loop of a dimension outwards. */
export function mappingOf(tiling: Tiling, point: Point, bounds: readonly number[]): Mapping {
  const left = [...bounds];
  const draft = Array.from({ length: tiling.levels }, (_, level) => ({
    spatial: [] as LevelMapping['spatial'],
    temporal: [] as LevelMapping['temporal'],
    keep: Array.from(point.keep, (mask) => ((mask >> level) & 1) === 1),
  }));
  const positions = positionsOf(tiling);
  const byDepth = positions.map((_, index) => index).sort((a, b) => positions[a]!.depth - positions[b]!.depth);
  for (const index of byDepth) {
    const position = positions[index]!;
    const loops = Array.from({ length: point.loops[index]! }, (_, place): TemporalLoop => {
      const dimension = point.order[index * tiling.dimensions + place]!;
      const bound = point.factors[index * tiling.dimensions + dimension]!;
      const residual = left[dimension]! % bound === 0 ? bound : left[dimension]! % bound;
      left[dimension] = Math.ceil(left[dimension]! / bound);
      return { dimension, bound, residual };
    });
    const level = draft[position.level]!;
    if (position.kind === 'temporal') level.temporal = loops;
    else level.spatial = loops.map((loop, place) => ({ ...loop, axis: place < point.alongX[index]! ? 'x' : 'y' }));
  }
  return { levels: draft };
}
