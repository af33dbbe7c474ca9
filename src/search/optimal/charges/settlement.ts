// Who is charged at the loops of a link.

import type { Passing } from './passing.js';
import type { Inside } from './question-variant.js';

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
  /** Those known to stand inside all others, the first one among them; 0 where none are. */
  readonly within: number;
}

/** Tiles outside and inside the loops, and the dimensions that loop. */
export interface Step {
  readonly c: number;
  readonly u: number;
  readonly loops: number;
  /** Where these are not known: those that may loop inside tile u as well, a mask. */
  readonly closed?: number;
  /** Where the order is known: of a window those that step the first one's rank outside a loop that steps another, a mask. */
  readonly beyond?: number;
  readonly inside?: Inside | undefined;
}
