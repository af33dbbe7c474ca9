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
export function closeOver(lattice: Lattice, table: Float64Array, loops: ClosedLoops): void {
  sweep(lattice, table, { outwards: false, ...loops });
}

/** The other way round: replaces `table[u]` by the greatest `table[c]` of the tiles that `closeOver` would lower by it. */
export function openOver(lattice: Lattice, table: Float64Array, loops: ClosedLoops): void {
  sweep(lattice, table, { outwards: true, ...loops });
}

type Direction = { readonly outwards: boolean };

function sweep(
  lattice: Lattice,
  table: Float64Array,
  { allowed, fixed, over, outwards }: ClosedLoops & Direction,
): void {
  for (let d = 0; d < lattice.dimensions; d += 1) {
    const places = allowed[d]!;
    const count = lattice.divisors[d]!.length;
    if (!((over >> d) & 1) || count === 1) continue;
    if ((fixed >> d) & 1) {
      if (!places.includes(0)) table.fill(outwards ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
    } else if (places.length === count) (outwards ? outAlongChains : alongChains)(lattice, table, d);
    else if (places.length !== 1 || places[0] !== 0) alongPlaces(lattice, table, { d, places, outwards });
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

function outAlongChains(lattice: Lattice, table: Float64Array, d: number): void {
  for (const { stride, power } of lattice.chains[d]!) {
    const span = stride * (power + 1);
    for (let base = lattice.size - span; base >= 0; base -= span) {
      for (let at = base + span - 1; at >= base + stride; at -= 1) {
        const outer = table[at]!;
        if (outer > table[at - stride]!) table[at - stride] = outer;
      }
    }
  }
}

function alongPlaces(
  lattice: Lattice,
  table: Float64Array,
  { d, places, outwards }: Direction & { readonly d: number; readonly places: readonly number[] },
): void {
  const { divisors, offset, digit, product, quotient } = lattice;
  const { length } = divisors[d]!;
  const there = (outwards ? product : quotient)[d]!;
  const sign = outwards ? -1 : 1;
  // For each divisor of the tile: how far the node ids are that its factors lead to.
  const steps = Array.from({ length }, (_, tile) =>
    places.filter((place) => there[tile * length + place]! >= 0).map((place) => -sign * offset[d]![place]!),
  );
  const before = table.slice();
  for (let node = 0; node < lattice.size; node += 1) {
    let least = Number.POSITIVE_INFINITY;
    for (const step of steps[digit[d]![node]!]!) {
      const value = sign * before[node + step]!;
      if (value < least) least = value;
    }
    table[node] = sign * least;
  }
}
