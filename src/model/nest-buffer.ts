// The loop nest as the kernel reads it: typed arrays, filled in place, no unit loops. One buffer per worker.

import type { LevelMapping, Mapping } from '../mapping/mapping.js';
import { maskWhere } from '../math/bits.js';

export const TEMPORAL = 0;
export const SPATIAL_X = 1;
export const SPATIAL_Y = 2;

/** Loops inner to outer; level `i` owns loops `levelStart[i]` to `levelStart[i + 1] - 1`, spatial ones first. */
export interface NestBuffer {
  readonly levelCount: number;
  /** Dimension id per loop. */
  readonly dimension: Int32Array;
  /** Trip count per loop; only loops with a bound above 1 are stored. */
  readonly bound: Float64Array;
  /** Trip count of the last iteration (D.3); equals `bound` for a perfect factor. */
  readonly residual: Float64Array;
  /** TEMPORAL, SPATIAL_X or SPATIAL_Y per loop. */
  readonly kind: Uint8Array;
  /** `levelCount + 1` entries. */
  readonly levelStart: Int32Array;
  /** First temporal loop of each level. */
  readonly temporalStart: Int32Array;
  /** Bit mask of the dataspaces that each level keeps. */
  readonly keep: Int32Array;
  /** Per level the order of all loops, unit ones included, where a file says it; null for nests that no file holds. */
  written: readonly LevelMapping['written'][] | null;
  /** Number of loops whose residual differs from their bound; whoever writes the loops sets it. */
  imperfect: number;
}

/** Room for `loopCapacity` loops in all. */
export function createNestBuffer(levelCount: number, loopCapacity: number): NestBuffer {
  return {
    levelCount,
    dimension: new Int32Array(loopCapacity),
    bound: new Float64Array(loopCapacity),
    residual: new Float64Array(loopCapacity),
    kind: new Uint8Array(loopCapacity),
    levelStart: new Int32Array(levelCount + 1),
    temporalStart: new Int32Array(levelCount),
    keep: new Int32Array(levelCount),
    written: null,
    imperfect: 0,
  };
}

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
