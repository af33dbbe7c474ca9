import type { Made } from '../charges/copies.js';

/** What the descent has chosen, link by link. */
export interface Path {
  /** Tiles outside and inside the loops, and inside the fan-outs. */
  readonly outer: Int32Array;
  readonly inner: Int32Array;
  readonly below: Int32Array;
  /** Index into `Link.spreads`. */
  readonly spread: Int32Array;
  /** Dataspaces kept by the storage, a mask. */
  readonly keep: Int32Array;
  /** What the fan-outs outside the link make. */
  readonly made: Made[];
}

/** Link of the innermost storage from link k outwards that keeps dataspace t, by what each keeps; -1 for none. */
export function keeperOf(keep: ArrayLike<number>, t: number, k: number): number {
  let p = k;
  while (p >= 0 && !((keep[p]! >> t) & 1)) p -= 1;
  return p;
}
