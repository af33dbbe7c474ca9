// Tables beside those of the relaxed problem: how much an entry may cost at most, so that some mapping through it is worth having.

import type { Limits } from './pruning.js';

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

/** By place: the most that any entry of any table may cost. */
export function mostOf(limits: readonly (Float64Array | null)[], classes: number, places: number): Float64Array {
  const most = new Float64Array(places).fill(Number.NEGATIVE_INFINITY);
  for (const table of limits) {
    if (table === null) continue;
    for (let place = 0, entry = 0; place < places; place += 1) {
      for (const end = entry + classes; entry < end; entry += 1)
        if (table[entry]! > most[place]!) most[place] = table[entry]!;
    }
  }
  return most;
}

/** Rounding must not shut anything out. */
const generous = 1e-9;

/** By table: what `mostOf` leaves of each place, as if the rest were charged outside of it. */
export function limitsUnder(most: Float64Array, limits: readonly (Float64Array | null)[], classes: number): Limits[] {
  const greatest = most.reduce((all, pj) => Math.max(all, pj), Number.NEGATIVE_INFINITY);
  if (greatest === Number.POSITIVE_INFINITY) {
    const none = { mostPj: new Float64Array(classes).fill(greatest), outsidePj: null };
    return limits.map(() => none);
  }
  const outsidePj = most.map((pj) => greatest - pj);
  return limits.map((table) => {
    let mostPj = Number.NEGATIVE_INFINITY;
    for (let entry = 0; entry < (table?.length ?? 0); entry += 1) {
      const limit = table![entry]!;
      if (limit > Number.NEGATIVE_INFINITY) mostPj = Math.max(mostPj, limit + outsidePj[Math.floor(entry / classes)]!);
    }
    return { mostPj: new Float64Array(classes).fill(mostPj + generous * Math.abs(greatest)), outsidePj };
  });
}
