// What a question about a fan-out is asked for, and between which tiles.

/**
 * What becomes of compute's operands at a fan-out: they are charged to the storage of this link; or they wait, as a storage
 * inside would; or they are passed on to fan-outs further outside; or there are none, somebody inside has answered for them.
 */
export type Operands = number | 'waiting' | 'passed' | 'none';

export interface Variant {
  readonly t: number;
  readonly operands: Operands;
  /** Link whose storage is filled, -1 for none. */
  readonly child: number;
  /** The child stays pending through the loops outside: it is charged there. */
  readonly open: boolean;
  readonly run: number;
  readonly first: number;
}

/** Tiles on both sides of the fan-outs, and the dimensions that may loop right outside them, a mask. */
export interface Crossed {
  readonly below: number;
  readonly above: number;
  /** Outside the loops, where they are known. */
  readonly outer: number;
  readonly loops: number;
}
