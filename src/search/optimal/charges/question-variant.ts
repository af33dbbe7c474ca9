// What a question about a fan-out is asked for, where, and between which tiles.

import type { Along } from '../contexts.js';
import type { Chain, Link } from '../space/chain.js';
import type { Deliveries } from './deliveries.js';
import type { Forwarding } from './forwarding.js';
import type { LeftAfter } from './left-after.js';
import type { SpreadCosts } from './spread-cost.js';

/**
 * What becomes of compute's operands at a fan-out: they are charged to the storage of this link; or they wait; or they are passed
 * on to fan-outs further outside; or there are none, somebody inside has answered for them.
 */
export type Operands = number | Waits | 'passed' | 'none';

/** What operands wait for: as a storage inside would, neighbours forward them while nothing moves; or only as something steps. */
export type Waits = 'still' | 'stepping';

export const waits: readonly Waits[] = ['still', 'stepping'];

export function isWaiting(operands: Operands): operands is Waits {
  return operands === 'still' || operands === 'stepping';
}

/** Whether a child is a storage, and not compute or none. */
export function isStorage({ links }: Pick<Chain, 'links'>, child: number): boolean {
  return child >= 0 && child < links.length;
}

/** The fan-outs. */
export interface Place {
  readonly k: number;
  readonly link: Link;
  readonly costs: SpreadCosts;
  readonly deliveries: Deliveries;
  readonly forwarding: Forwarding;
  readonly left: LeftAfter;
  /** Whether compute is right below the fan-outs. */
  readonly toCompute: boolean;
}

export interface Variant {
  readonly t: number;
  readonly operands: Operands;
  /** Link whose storage is filled, -1 for none. */
  readonly child: number;
  /** Children inside that have waited with it. */
  readonly along: Along;
  /** The child stays pending through the loops outside: it is charged there. */
  readonly open: boolean;
  readonly run: number;
  readonly first: number;
  /** What has been credited inside for each copy of outputs that is made outside, at least. */
  readonly savedPj: number;
  /** The same of what is passed on inside, and has been charged. */
  readonly passedPj: number;
}

/** By link: the spatial choice, and the tile below its fan-outs. */
export interface Inside {
  readonly spread: ArrayLike<number>;
  readonly below: ArrayLike<number>;
}

/** Tiles on both sides of the fan-outs, and the dimensions that may loop right outside them, a mask. */
export interface Crossed {
  readonly below: number;
  readonly above: number;
  /** Outside the loops, where they are known. */
  readonly outer: number;
  readonly loops: number;
  /** Where everything as far as the child is known. */
  readonly inside?: Inside | undefined;
}
