// Tables beside those of the relaxed problem: how much an entry may cost at most, so that some mapping through it is worth having.

import type { Limits } from './pruning.js';
import { Table } from './table.js';

/**
 * How much less what is in use less may cost than with the most parallelism there can be, by link: by class inside its loops, and by
 * spatial choice and class inside the next one, `[s * classes + b]`. Limits are then those of the most parallelism.
 */
export interface Sooner {
  readonly inside: readonly Float64Array[];
  readonly spreads: readonly Float64Array[];
}

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

/** Rounding must not shut anything out, nor what costs nothing. */
const generous = 1e-9;

function beyond(mostPj: number, ofPj: number): number {
  return Number.isFinite(ofPj) ? mostPj + generous * Math.abs(ofPj) + Number.MIN_VALUE : mostPj;
}

/** By class, whatever the place: no more than a table, if there is one, says anywhere of the most parallelism. */
export function mostUnder({ mostPj }: Pick<Limits, 'mostPj'>, table: Table | null | undefined): Float64Array {
  if (table === undefined) return mostPj;
  let most = Number.NEGATIVE_INFINITY;
  table?.forEach((limit) => {
    most = Math.max(most, limit);
  });
  const last = mostPj.at(-1)!;
  const sooner = (pj: number): number => (last === Number.POSITIVE_INFINITY ? 0 : last - pj);
  return mostPj.map((pj) => Math.min(pj, beyond(most - sooner(pj), most)));
}

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
    return { mostPj: new Float64Array(classes).fill(beyond(mostPj, greatest)), outsidePj };
  });
}
