// What a tile does in one superstep, in the terms of the planner's formulas (section 2.5): positions, and groups of channels that a kernel
// takes one after the other.

import type { AmpTask } from '../compute/amp-kernel.js';

/** In groups of input channels, those of every kernel position counted. */
export type TileWork = Omit<AmpTask, 'loadCycles'>;

/** Cycles of a kernel on a tile, and how they are bounded from below. */
export interface TileCycles {
  of(work: TileWork): number;
  /** Never more than `of`. */
  least(work: TileWork): number;
  /** Of those, what the loads of coefficients take. */
  loading(work: TileWork): number;
}
