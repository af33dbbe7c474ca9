// The loop nest as the kernel reads it: typed arrays, filled in place, no unit loops. One buffer per worker.

import type { LevelMapping, Mapping } from '../mapping/mapping.js';
import { maskWhere } from '../math/bits.js';

export const TEMPORAL = 0;
export const SPATIAL_X = 1;
export const SPATIAL_Y = 2;

/**
 * Room for `loopCapacity` loops in all, inner to outer; level `i` owns loops `levelStart[i]` to `levelStart[i + 1] - 1`,
 * spatial ones first.
 */
export function createNestBuffer(levelCount: number, loopCapacity: number) {
  return {
    levelCount,
    /** Dimension id per loop. */
    dimension: new Int32Array(loopCapacity),
    /** Trip count per loop; only loops with a bound above 1 are stored. */
    bound: new Float64Array(loopCapacity),
    /** Trip count of the last iteration (D.3); equals `bound` for a perfect factor. */
    residual: new Float64Array(loopCapacity),
    /** TEMPORAL, SPATIAL_X or SPATIAL_Y per loop. */
    kind: new Uint8Array(loopCapacity),
    /** `levelCount + 1` entries. */
    levelStart: new Int32Array(levelCount + 1),
    /** First temporal loop of each level. */
    temporalStart: new Int32Array(levelCount),
    /** Bit mask of the dataspaces that each level keeps. */
    keep: new Int32Array(levelCount),
    /** Per level the order of all loops, unit ones included, where a file says it; null for nests that no file holds. */
    written: null as readonly LevelMapping['written'][] | null,
    /** Number of loops whose residual differs from their bound; whoever writes the loops sets it. */
    imperfect: 0,
  };
}

export type NestBuffer = ReturnType<typeof createNestBuffer>;

/** Copies a mapping into the buffer, dropping unit loops (D.2). The buffer must be large enough. */
export function fillNest(nest: NestBuffer, mapping: Mapping): void {
  let at = 0;
  nest.imperfect = 0;
  nest.written = mapping.levels.map(({ written }) => written);
  const put = (dimension: number, bound: number, residual: number, kind: number): void => {
    if (bound === 1) return;
    nest.dimension[at] = dimension;
    nest.bound[at] = bound;
    nest.residual[at] = residual;
    if (residual !== bound) nest.imperfect += 1;
    nest.kind[at] = kind;
    at += 1;
  };
  mapping.levels.forEach((level, index) => {
    nest.levelStart[index] = at;
    for (const loop of level.spatial) {
      put(loop.dimension, loop.bound, loop.residual, loop.axis === 'x' ? SPATIAL_X : SPATIAL_Y);
    }
    nest.temporalStart[index] = at;
    for (const loop of level.temporal) put(loop.dimension, loop.bound, loop.residual, TEMPORAL);
    nest.keep[index] = maskWhere(level.keep, (kept) => kept);
  });
  nest.levelStart[mapping.levels.length] = at;
}
