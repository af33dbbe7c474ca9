// Tiles as nodes of a lattice: one divisor of the bound per dimension, written in the exponents of its primes. Node ids
// are mixed-radix numbers over those exponents, so multiplying tiles is adding ids.

import { divisors, primeFactors } from '../../math/divisors.js';

export interface Lattice {
  readonly dimensions: number;
  readonly size: number;
  /** The whole iteration space. */
  readonly top: number;
  /** `value[d][node]`: iterations of dimension d in the tile. */
  readonly value: readonly Float64Array[];
  /** Ascending divisors of each bound, and the id of the node with that factor in this dimension alone. */
  readonly divisors: readonly Float64Array[];
  readonly offset: readonly Int32Array[];
  /** Per dimension: its prime chains, as strides in the node id and lengths. */
  readonly chains: readonly (readonly { readonly stride: number; readonly power: number }[])[];
  /** `digit[d][node]`: place of the node's divisor among `divisors[d]`. */
  readonly digit: readonly Uint16Array[];
}

/** Number of nodes, to decide beforehand whether there is room. */
export function latticeSize(bounds: readonly number[]): number {
  return bounds.reduce((size, bound) => size * divisors(bound).length, 1);
}

export function createLattice(bounds: readonly number[]): Lattice {
  let stride = 1;
  const offset: Int32Array[] = [];
  const list: Float64Array[] = [];
  const radix: number[] = [];
  const chainsOf: { readonly stride: number; readonly power: number }[][] = [];
  for (const bound of bounds) {
    const own = divisors(bound);
    const chains = primeFactors(bound).map((prime) => {
      let power = 0;
      for (let rest = bound; rest % prime === 0; rest /= prime) power += 1;
      const chain = { prime, stride, power };
      stride *= power + 1;
      return chain;
    });
    radix.push(stride);
    chainsOf.push(chains);
    list.push(Float64Array.from(own));
    offset.push(
      Int32Array.from(own, (divisor) =>
        chains.reduce((id, chain) => {
          let power = 0;
          for (let rest = divisor; rest % chain.prime === 0; rest /= chain.prime) power += 1;
          return id + power * chain.stride;
        }, 0),
      ),
    );
  }
  const size = stride;
  const value = bounds.map(() => new Float64Array(size));
  const digit = bounds.map(() => new Uint16Array(size));
  bounds.forEach((_, d) => {
    const below = d === 0 ? 1 : radix[d - 1]!;
    const span = radix[d]!;
    const placeOf = new Map(Array.from(offset[d]!, (id, place) => [id, place]));
    for (let node = 0; node < size; node += 1) {
      const own = (node % span) - (node % below);
      const place = placeOf.get(own)!;
      digit[d]![node] = place;
      value[d]![node] = list[d]![place]!;
    }
  });
  const top = bounds.reduce((id, _, d) => id + offset[d]!.at(-1)!, 0);
  return { dimensions: bounds.length, size, top, value, divisors: list, offset, chains: chainsOf, digit };
}
