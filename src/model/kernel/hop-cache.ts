// A direct-mapped memory of numbers by number: a later key may push an earlier one out, nothing is ever allocated.

export interface HopCache {
  readonly keys: Float64Array;
  readonly values: Float64Array;
}

/** A power of two. */
export const hopPlaces = 512;

export function createHopCache(): HopCache {
  return { keys: new Float64Array(hopPlaces).fill(-1), values: new Float64Array(hopPlaces) };
}
