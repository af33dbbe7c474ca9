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
