// Hardware works in whole units: what an extent is rounded up to.

/** The next multiple of `unit`. */
export function roundUp(extent: number, unit: number): number {
  return Math.ceil(extent / unit) * unit;
}

/** The least that is as many parts of one size as `extent` has parts of `most`. */
export function evenly(extent: number, most: number): number {
  return roundUp(extent, Math.ceil(extent / most));
}
