// Layouts that are mirror images: where rows and columns of a picture are as many and filters square, one that has columns minor costs
// what the one with rows minor does, with rows and columns exchanged in the mapping. One of the two is enough.

import type { Term, Workload } from '../../../workload/workload.js';

/** Per dataspace: orders of its ranks, minor to major. */
export type Orders = Readonly<Record<string, readonly number[]>>;

/** Where each rank goes when dimensions are exchanged, per dataspace. */
type Mirror = Readonly<Record<string, readonly number[]>>;

const mostExchanges = 5000;

/** Of those that are images of each other the first. */
export function withoutMirrors<T extends { readonly layouts: Orders }>(workload: Workload, all: readonly T[]): T[] {
  const mirrors = all.length > 1 ? mirrorsOf(workload) : [];
  const kept = new Set<string>();
  return all.filter(({ layouts }) => {
    const images = mirrors.map((mirror) => keyOf(layouts, (name, rank) => mirror[name]![rank]!));
    if (images.some((image) => kept.has(image))) return false;
    kept.add(keyOf(layouts, (_, rank) => rank));
    return true;
  });
}

/** Only the two most minor ranks are cut into tiles. */
function keyOf(layouts: Orders, image: (name: string, rank: number) => number): string {
  const minor = Object.entries(layouts).map(([name, order]) => [
    name,
    order.slice(0, 2).map((rank) => image(name, rank)),
  ]);
  return JSON.stringify(minor);
}

/** Ways to exchange dimensions of one size that leave the problem as it is, the one that exchanges nothing left out. */
function mirrorsOf({ dimensions, bounds, paddedFrom = bounds, dataspaces }: Workload): Mirror[] {
  const all = dimensions.map((_, d) => d);
  const alike = (a: number, b: number): boolean => bounds[a] === bounds[b] && paddedFrom[a] === paddedFrom[b];
  const mirrors: Mirror[] = [];
  const images: number[] = [];
  let tried = 0;
  const exchange = (): void => {
    tried += 1;
    if (images.length < all.length) {
      for (const image of all) {
        if (images.includes(image) || !alike(images.length, image) || tried > mostExchanges) continue;
        images.push(image);
        exchange();
        images.pop();
      }
      return;
    }
    const ranks = dataspaces.map(({ name, projection }) => [name, imagesOf(projection, images)] as const);
    if (ranks.every(([, places]) => !places.includes(-1))) mirrors.push(Object.fromEntries(ranks));
  };
  exchange();
  return mirrors.filter((mirror) => Object.values(mirror).some((places) => places.some((place, at) => place !== at)));
}

/** For each rank the one that it becomes; -1 where there is none. */
function imagesOf(projection: readonly (readonly Term[])[], images: readonly number[]): number[] {
  const textOf = (rank: readonly Term[], of: (d: number) => number): string =>
    rank
      .map(({ dimension, coefficient }) => `${of(dimension)}x${coefficient}`)
      .toSorted()
      .join();
  const own = projection.map((rank) => textOf(rank, (d) => d));
  return projection.map((rank) => own.indexOf(textOf(rank, (d) => images[d]!)));
}
