// Dimensions that nothing tells apart, such as rows and columns of a square convolution: with them swapped, every mapping is
// another one that costs the same, digit for digit, since every count, price and limit is that of the dimension it was
// swapped with. So one of the two is searched, and the other is offered with it (`descent/images`).

import type { FactorConstraint } from '../../../mapping/constraints.js';
import { positionsOf, type SpatialPosition, type TemporalPosition } from '../../../mapspace/tiling.js';
import { denseFloor } from '../../../model/sparse/dense-floor.js';
import type { Dataspace } from '../../../workload/workload.js';
import type { SearchContext } from '../../search-context.js';
import { type Chain, chainWith, linkWith, type Mirror, type Spread } from './chain.js';
import type { Lattice } from './lattice.js';

/** Spatial choices of a link that are not their own image, from which share on they are halved rather than tiles. */
const manyApart = 1 / 2;

/** Ways of swapping that are tried: of many dimensions with the same bound there are millions. */
const mostSwaps = 1000;

/** The first way of swapping dimensions under which the problem stays what it is; null where there is none, or nobody knows. */
export function mirrorOf({ mapspace, machine, inputs: { plan, constraints, met } }: SearchContext): Mirror | null {
  if (machine !== null || denseFloor(plan, constraints, { met: met ?? [], imperfect: false }) !== null) return null;
  const { bounds, dataspaces } = mapspace.problem.workload;
  const positions = positionsOf(mapspace.tiling);
  const alike = (a: number, b: number): boolean =>
    bounds[a] === bounds[b] && (bounds[a] === 1 || positions.every((position) => sameAt(position, a, b)));
  let tried = 0;
  for (const mirror of swaps(bounds.length, alike)) {
    tried += 1;
    if (tried > mostSwaps) return null;
    if (mirror.some((to, d) => to !== d && bounds[d]! > 1) && dataspaces.every((one) => staysUnder(mirror, one)))
      return mirror;
  }
  return null;
}

function sameAt(position: SpatialPosition | TemporalPosition, a: number, b: number): boolean {
  const { factors, free, canonical, kind } = position;
  if (factors[a]?.exact === 1 && factors[b]?.exact === 1) return true; // no loops
  // Orders above compute cost the same, whichever is looked at; along an axis another one is not looked at.
  const ordered = canonical && kind === 'spatial';
  return !ordered && free.includes(a) && free.includes(b) && limitsOf(factors[a]) === limitsOf(factors[b]);
}

function limitsOf({ exact, residual, min, max }: FactorConstraint = {}): string {
  return [exact, residual, min, max].join();
}

/** All ways of swapping pairs of dimensions that are alike, from dimension d on. */
function* swaps(dimensions: number, alike: (a: number, b: number) => boolean, d = 0): Generator<number[]> {
  if (d === dimensions) {
    yield Array.from({ length: dimensions }, (_, own) => own);
    return;
  }
  for (const rest of swaps(dimensions, alike, d + 1)) {
    yield rest;
    for (let other = d + 1; other < dimensions; other += 1)
      if (rest[other] === other && alike(d, other))
        yield rest.map((to, own) => (own === d ? other : own === other ? d : to));
  }
}

/** Whether a dataspace has the same ranks with the dimensions swapped, in whatever order. */
function staysUnder(mirror: Mirror, { projection }: Dataspace): boolean {
  const ranks = (of: (dimension: number) => number): string =>
    projection
      .map((rank) =>
        rank
          .map(({ dimension, coefficient }) => `${of(dimension)}*${coefficient}`)
          .sort()
          .join('+'),
      )
      .sort()
      .join();
  return ranks((d) => d) === ranks((d) => mirror[d]!);
}

/** One of every two mappings that are each other's image; the same chain where that cannot be told by one choice. */
export function halvedBy(mirror: Mirror | null, chain: Chain): Chain {
  if (mirror === null) return chain;
  const { lattice, links } = chain;
  const apart = links.map(({ spreads }) => spreads.filter((spread) => compareImage(mirror, spread) !== 0).length);
  const k = apart.indexOf(Math.max(...apart));
  const link = links[k]!;
  if (apart[k]! >= manyApart * link.spreads.length) {
    const spreads = link.spreads.filter((spread) => compareImage(mirror, spread) <= 0);
    return chainWith(chain, { links: links.with(k, linkWith(link, { spreads })), halved: { mirror, elsewhere: null } });
  }
  const elsewhere = imagesFirst(mirror, lattice);
  return elsewhere === null ? chain : chainWith(chain, { halved: { mirror, elsewhere } });
}

/** Negative where the factors come before those of the image, zero where they are its own. */
function compareImage(mirror: Mirror, { factors }: Spread): number {
  for (const own of factors)
    for (const [d, factor] of own.entries()) if (factor !== own[mirror[d]!]) return factor - own[mirror[d]!]!;
  return 0;
}

/** By tile: whether its image has a lower number; null where the divisors of a coarse lattice are not the same. */
function imagesFirst(mirror: Mirror, { size, divisors, offset, digit }: Lattice): Uint8Array | null {
  if (mirror.some((to, d) => divisors[d]!.join() !== divisors[to]!.join())) return null;
  return Uint8Array.from({ length: size }, (_, node) => {
    const image = mirror.reduce((sum, to, d) => sum + offset[to]![digit[d]![node]!]!, 0);
    return Number(image < node);
  });
}
