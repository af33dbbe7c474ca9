// Tables beside those of the relaxed problem: how much an entry may cost at most, so that some mapping through it is worth having.

/** Raises an entry of table `at`, which is made where there is none, like another. */
export function raise(
  limits: (Float64Array | null)[],
  at: number,
  { like, entry, limit }: { readonly like: Float64Array; readonly entry: number; readonly limit: number },
): void {
  limits[at] ??= new Float64Array(like.length).fill(Number.NEGATIVE_INFINITY);
  const table = limits[at]!;
  if (limit > table[entry]!) table[entry] = limit;
}

/** By place: whether any entry of any table is within its limit. */
export function within(limits: readonly (Float64Array | null)[], classes: number, places: number): Uint8Array {
  const any = new Uint8Array(places);
  for (const table of limits) {
    if (table === null) continue;
    for (let entry = 0; entry < table.length; entry += 1)
      if (table[entry]! > Number.NEGATIVE_INFINITY) any[Math.floor(entry / classes)] = 1;
  }
  return any;
}
