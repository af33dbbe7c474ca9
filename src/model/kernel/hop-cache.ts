// A direct-mapped memory of numbers by number: a later key may push an earlier one out, nothing is ever allocated.

export interface HopCache {
  readonly keys: Float64Array;
  readonly values: Float64Array;
}

const places = 512;

export function createHopCache(): HopCache {
  return { keys: new Float64Array(places).fill(-1), values: new Float64Array(places) };
}

/** NaN when the key is not there. Keys are non-negative integers. */
export function recall({ keys, values }: HopCache, key: number): number {
  const place = key % places;
  return keys[place] === key ? values[place]! : Number.NaN;
}

export function remember({ keys, values }: HopCache, key: number, value: number): void {
  const place = key % places;
  keys[place] = key;
  values[place] = value;
}
