// The nest at hand as the sparse model reads it: loops with the box of iterations that each spans with everything inside.
// Of unit loops (D.2) one a block is part of it, outside all others, for all of them: a level spans something even where it has
// no loop of its own.

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

/** `fanouts`: whether a level is a fan-out. `asWritten`: with all unit loops, and where they were written. */
export function nestLoops(
  nest: NestBuffer,
  { dimensions, fanouts, asWritten }: { dimensions: number; fanouts: readonly boolean[]; asWritten: boolean },
): NestLoops {
  const loops: NestLoop[] = [];
  const start: number[] = [];
  let box = new Float64Array(dimensions).fill(1);
  const push = (level: number, { dimension, place }: { dimension: number; place: number }, spatial: boolean): void => {
    const bound = place < 0 ? 1 : nest.bound[place]!;
    if (bound !== 1) {
      box = box.slice();
      box[dimension] = box[dimension]! * bound;
    }
    const alongY = place >= 0 && nest.kind[place] === SPATIAL_Y;
    loops.push({ dimension, bound, spatial, alongY, level, box });
  };
  const block = (level: number, [from, to]: readonly [number, number], spatial: boolean): void => {
    const written = asWritten ? nest.written?.[level]?.[spatial ? 'spatial' : 'temporal'] : undefined;
    const places: number[] = new Array<number>(dimensions).fill(-1);
    for (let l = from; l < to; l += 1) {
      places[nest.dimension[l]!] = l;
      if (written === undefined) push(level, { dimension: nest.dimension[l]!, place: l }, spatial);
    }
    for (const dimension of written ?? []) push(level, { dimension, place: places[dimension]! }, spatial);
    if (written !== undefined) return;
    for (let d = asWritten ? 0 : places.lastIndexOf(-1); d >= 0 && d < dimensions; d += 1)
      if (places[d] === -1) push(level, { dimension: d, place: -1 }, spatial);
  };
  for (let i = 0; i < nest.levelCount; i += 1) {
    start.push(loops.length);
    if (fanouts[i]! || nest.levelStart[i]! < nest.temporalStart[i]!)
      block(i, [nest.levelStart[i]!, nest.temporalStart[i]!], true);
    block(i, [nest.temporalStart[i]!, nest.levelStart[i + 1]!], false);
  }
  start.push(loops.length);
  return { loops, start };
}
