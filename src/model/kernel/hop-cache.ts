// A direct-mapped memory: numbers per dataspace by one key. A later key may push an earlier one out; nothing is ever
// allocated.

export interface HopCache {
  readonly keys: Float64Array;
  /** `[place * dataspaces + t]`; `uncounted` at first. */
  readonly values: Float64Array;
}

export const uncounted = -1;

/** A power of two. */
export const hopPlaces = 2048;

export function createHopCache(dataspaces: number): HopCache {
  return { keys: new Float64Array(hopPlaces).fill(-1), values: new Float64Array(hopPlaces * dataspaces) };
}
