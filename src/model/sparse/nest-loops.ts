// The nest at hand as the sparse model reads it: loops with the box of iterations that each spans with everything inside.
// Unit loops are part of it (D.2): a level spans something even where it has no loop of its own.

import type { NestBuffer } from '../nest-buffer.js';
import { SPATIAL_Y } from '../nest-buffer.js';

export interface NestLoop {
  readonly dimension: number;
  readonly bound: number;
  readonly spatial: boolean;
  /** Along Y rather than X; only of spatial loops. */
  readonly alongY: boolean;
  readonly level: number;
  /** Extents per dimension of the loop and all inside it. */
  readonly box: Float64Array;
}

export interface NestLoops {
  /** Innermost first. */
  readonly loops: readonly NestLoop[];
  /** First loop of every level, and the end. */
  readonly start: readonly number[];
}

/**
 * `fanouts`: whether a level is a fan-out, and so has spatial loops, if only of bound 1. Unit loops stand outside the others
 * of their block, unless `asWritten`.
 */
export function nestLoops(
  nest: NestBuffer,
  { dimensions, fanouts, asWritten }: { dimensions: number; fanouts: readonly boolean[]; asWritten: boolean },
): NestLoops {
  const loops: NestLoop[] = [];
  const start: number[] = [];
  let box = new Float64Array(dimensions).fill(1);
  const block = (level: number, [from, to]: readonly [number, number], spatial: boolean): void => {
    const written = asWritten ? nest.written?.[level]?.[spatial ? 'spatial' : 'temporal'] : undefined;
    const places: number[] = [];
    for (let l = from; l < to; l += 1) places[nest.dimension[l]!] = l;
    const moving = Array.from({ length: to - from }, (_, at) => nest.dimension[from + at]!);
    const still = Array.from({ length: dimensions }, (_, d) => d).filter((d) => places[d] === undefined);
    for (const dimension of written ?? [...moving, ...still]) {
      const place = places[dimension];
      const bound = place === undefined ? 1 : nest.bound[place]!;
      if (bound !== 1) {
        box = box.slice();
        box[dimension] = box[dimension]! * bound;
      }
      const alongY = place !== undefined && nest.kind[place] === SPATIAL_Y;
      loops.push({ dimension, bound, spatial, alongY, level, box });
    }
  };
  for (let i = 0; i < nest.levelCount; i += 1) {
    start.push(loops.length);
    if (fanouts[i]! || nest.levelStart[i]! < nest.temporalStart[i]!) block(i, [nest.levelStart[i]!, nest.temporalStart[i]!], true);
    block(i, [nest.temporalStart[i]!, nest.levelStart[i + 1]!], false);
  }
  start.push(loops.length);
  return { loops, start };
}
