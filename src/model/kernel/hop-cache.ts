// A direct-mapped memory: numbers per dataspace by one key. A later key may push an earlier one out; nothing is ever
// allocated.

export interface HopCache {
  readonly keys: Float64Array;
  /** `[place * dataspaces + t]`; NaN until counted. */
  readonly values: Float64Array;
}

/** A power of two. */
export const hopPlaces = 512;

/** Marks a level whose place in its memory has not been looked for in this evaluation. */
export const unknownPlace = -2;

export function createHopCache(dataspaces: number): HopCache {
  return { keys: new Float64Array(hopPlaces).fill(-1), values: new Float64Array(hopPlaces * dataspaces) };
}
