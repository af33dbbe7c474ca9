// Who is charged at the loops of a link.

import type { Passing } from './passing.js';

/** One dataspace charged at an edge: child `child` against the storage of link `parent`, null: the child is the backing store. */
export interface Closing {
  readonly t: number;
  readonly child: number;
  /** Children inside that have waited with it, each with the one outside it. */
  readonly passing: readonly Passing[];
  /** As of the state that it settles. */
  readonly stepping: boolean;
  readonly parent: number | null;
}

/** One dataspace charged at one order of the loops. */
export interface Settlement {
  readonly closing: Closing;
  /** Dimensions in the stationary run, and those that can be the first to move the tile. */
  readonly run: number;
  readonly first: number;
}
