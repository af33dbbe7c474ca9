// Tables beside those of the relaxed problem: how much an entry may cost at most, so that some mapping through it is worth having.

import type { Limits } from './pruning.js';
import { Table } from './table.js';

/** Raises an entry of table `at`, which is made where there is none, like another. */
export function raise(
  limits: (Table | null)[],
  at: number,
  { like, entry, limit }: { readonly like: Table; readonly entry: number; readonly limit: number },
): void {
  limits[at] ??= new Table(like.places, like.classes, Number.NEGATIVE_INFINITY);
  limits[at]!.raise(entry, limit);
}

/** By place: the most that any entry of any table may cost. */
export function mostOf(limits: readonly (Table | null)[], places: number): Float64Array {
  const most = new Float64Array(places).fill(Number.NEGATIVE_INFINITY);
  for (const table of limits)
    table?.forEach((limit, place) => {
      if (limit > most[place]!) most[place] = limit;
    });
  return most;
}

/** Rounding must not shut anything out. */
const generous = 1e-9;

/** By table: what `mostOf` leaves of each place, as if the rest were charged outside of it. */
export function limitsUnder(most: Float64Array, limits: readonly (Table | null)[], classes: number): Limits[] {
  const greatest = most.reduce((all, pj) => Math.max(all, pj), Number.NEGATIVE_INFINITY);
  if (greatest === Number.POSITIVE_INFINITY) {
    const none = { mostPj: new Float64Array(classes).fill(greatest), outsidePj: null };
    return limits.map(() => none);
  }
  const outsidePj = most.map((pj) => greatest - pj);
  return limits.map((table) => {
    let mostPj = Number.NEGATIVE_INFINITY;
    table?.forEach((limit, place) => {
      mostPj = Math.max(mostPj, limit + outsidePj[place]!);
    });
    return { mostPj: new Float64Array(classes).fill(mostPj + generous * Math.abs(greatest)), outsidePj };
  });
}
