// Least value over all tiles inside a tile, for a whole table at once: per dimension over the factors that a link allows.
// Dimension by dimension, because factors are chosen independently; along prime chains where every factor is allowed.

import type { Lattice } from './lattice.js';

/** Every dimension: `ClosedLoops.over`. */
export const allDimensions = -1;

export interface ClosedLoops {
  /** By dimension: places of the factors that the loops may have. */
  readonly allowed: readonly (readonly number[])[];
  /** Dimensions that must not loop, a mask. */
  readonly fixed: number;
  /** Dimensions looked at, a mask. */
  readonly over: number;
}

/**
 * Replaces `table[c]` by the least `table[u]` with c / u in `allowed` for every dimension in `over` outside `fixed`, and
 * c = u in all others.
 */
export function closeOver(lattice: Lattice, table: Float64Array, { allowed, fixed, over }: ClosedLoops): void {
  for (let d = 0; d < lattice.dimensions; d += 1) {
    if (!((over >> d) & 1)) continue;
    const places = allowed[d]!;
    const count = lattice.divisors[d]!.length;
    if (count === 1) continue;
    if ((fixed >> d) & 1) {
      if (!places.includes(0)) table.fill(Number.POSITIVE_INFINITY);
      continue;
    }
    if (places.length === count) alongChains(lattice, table, d);
    else if (places.length !== 1 || places[0] !== 0) alongPlaces(lattice, table, d, places);
  }
}

/** The other way round: replaces `table[u]` by the greatest `table[c]` of the tiles that `closeOver` would lower by it. */
export function openOver(lattice: Lattice, table: Float64Array, { allowed, fixed, over }: ClosedLoops): void {
  for (let d = 0; d < lattice.dimensions; d += 1) {
    if (!((over >> d) & 1)) continue;
    const places = allowed[d]!;
    const { length } = lattice.divisors[d]!;
    if (length === 1) continue;
    if ((fixed >> d) & 1) {
      if (!places.includes(0)) table.fill(Number.NEGATIVE_INFINITY);
      continue;
    }
    if (places.length !== 1 || places[0] !== 0) fromPlaces(lattice, table, d, places);
  }
}

function fromPlaces(lattice: Lattice, table: Float64Array, d: number, places: readonly number[]): void {
  const { divisors, offset, digit, product } = lattice;
  const { length } = divisors[d]!;
  const ahead = Array.from({ length }, (_, tile) =>
    places.filter((place) => product[d]![tile * length + place]! >= 0).map((place) => offset[d]![place]!),
  );
  const before = table.slice();
  for (let node = 0; node < lattice.size; node += 1) {
    let greatest = Number.NEGATIVE_INFINITY;
    for (const step of ahead[digit[d]![node]!]!) {
      const value = before[node + step]!;
      if (value > greatest) greatest = value;
    }
    table[node] = greatest;
  }
}

function alongChains(lattice: Lattice, table: Float64Array, d: number): void {
  for (const { stride, power } of lattice.chains[d]!) {
    const span = stride * (power + 1);
    for (let base = 0; base < lattice.size; base += span) {
      for (let at = base + stride; at < base + span; at += 1) {
        const inner = table[at - stride]!;
        if (inner < table[at]!) table[at] = inner;
      }
    }
  }
}

function alongPlaces(lattice: Lattice, table: Float64Array, d: number, places: readonly number[]): void {
  const { divisors, offset, digit, quotient } = lattice;
  const { length } = divisors[d]!;
  // For each divisor of the tile: how far back in the node id each allowed factor reaches.
  const back = Array.from({ length }, (_, tile) =>
    places.filter((place) => quotient[d]![tile * length + place]! >= 0).map((place) => offset[d]![place]!),
  );
  const before = table.slice();
  for (let node = 0; node < lattice.size; node += 1) {
    let least = Number.POSITIVE_INFINITY;
    for (const step of back[digit[d]![node]!]!) {
      const value = before[node - step]!;
      if (value < least) least = value;
    }
    table[node] = least;
  }
}
