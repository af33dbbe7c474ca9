// A direct-mapped memory: numbers per dataspace by one key. A later key may push an earlier one out; nothing is ever
// allocated.

export interface HopCache {
  readonly keys: Float64Array;
  /** `[place * dataspaces + t]`; NaN until counted. */
  readonly values: Float64Array;
}

/** A power of two. */
export const hopPlaces = 2048;

export function createHopCache(dataspaces: number): HopCache {
  return { keys: new Float64Array(hopPlaces).fill(-1), values: new Float64Array(hopPlaces * dataspaces) };
}
