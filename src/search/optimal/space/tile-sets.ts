// Which tiles can stand where in the chain: above the fan-outs of a link what some spatial choice makes of a tile below them,
// outside its storage what its loops then make and its capacity holds. Tables have entries for these alone, which are few
// where storages are small.

import { type Chain, keepMasks, type Link } from './chain.js';
import { allDimensions, closeOver } from './closure.js';
import { FittingSpreads } from './fitting-spreads.js';
import type { Footprints } from './footprints.js';
import type { Lattice } from './lattice.js';

export interface TileSet {
  /** Ids in the lattice, ascending. */
  readonly nodes: Int32Array;
  /** `place[node]` among `nodes`, -1 for a tile that cannot stand here. */
  readonly place: Int32Array;
}

/** Ids of the tiles at these places. */
export function nodesAt({ nodes }: TileSet, places: Int32Array): Int32Array {
  return places.map((place) => nodes[place]!);
}

/** Steps of tiles through spatial choices beyond which more tiles are admitted than there may be. */
const mostSteps = 20_000_000;

/** Tiles that are worth looking at, by link, inside its loops and outside its storage, ids in the lattice. */
export interface StandingTiles {
  readonly inside: readonly Int32Array[];
  readonly outside: readonly Int32Array[];
}

const none: TileSet = { nodes: new Int32Array(0), place: new Int32Array(0) };

export class TileSets {
  readonly #chain: Chain;
  readonly #footprints: Footprints;
  readonly #inside: TileSet[];
  readonly #outside: TileSet[];
  readonly #standing: StandingTiles | null;

  /**
   * Outside the outermost storage stands the whole space, and compute is one point; all else is empty to begin with, and no
   * more is admitted than is `standing`, if not null.
   */
  constructor(chain: Chain, footprints: Footprints, standing: StandingTiles | null = null) {
    const { lattice, links } = chain;
    this.#chain = chain;
    this.#footprints = footprints;
    this.#standing = standing;
    this.#inside = links.map(() => none);
    this.#outside = links.map((_, k) => (k === 0 ? tileSet(lattice, (node) => node === lattice.top) : none));
    this.#outside.push(tileSet(lattice, (node) => node === 0));
  }

  /** Tiles between the loops and the fan-outs of link k. */
  inside(k: number): TileSet {
    return this.#inside[k]!;
  }

  /** Tiles outside the storage of link k; the last is compute. */
  outside(k: number): TileSet {
    return this.#outside[k]!;
  }

  /** Admits between the loops and the fan-outs of link k what these make of the tiles below them. */
  admitInside(k: number, below: Int32Array): TileSet {
    const tiles = among(
      this.#chain.lattice,
      spreadOver(this.#chain, this.#chain.links[k]!, below),
      this.#standing?.inside[k],
    );
    this.#inside[k] = tiles;
    return tiles;
  }

  /** Admits outside the storage of link k what its loops make of the tiles inside them, if it fits. */
  admitOutside(k: number, inside: Int32Array): TileSet {
    const link = this.#chain.links[k]!;
    const masks = keepMasks(link);
    const tiles = reachedFrom(this.#chain.lattice, inside, link.allowed, (node) =>
      masks.some((mask) => this.#footprints.fits(link, mask, node)),
    );
    this.#outside[k] = among(this.#chain.lattice, tiles, this.#standing?.outside[k]);
    return this.#outside[k]!;
  }
}

/** Those of some tiles that are `standing`. */
function among(lattice: Lattice, tiles: TileSet, standing: Int32Array | undefined): TileSet {
  if (standing === undefined) return tiles;
  const stands = new Uint8Array(lattice.size);
  for (const node of standing) stands[node] = 1;
  return tileSet(lattice, (node) => tiles.place[node]! >= 0 && stands[node] === 1);
}

/** All tiles that there can be, whatever they cost. */
export function allTiles(chain: Chain, footprints: Footprints): TileSets {
  const tiles = new TileSets(chain, footprints);
  for (let k = chain.links.length - 1; k >= 0; k -= 1) {
    const { nodes } = tiles.admitInside(k, tiles.outside(k + 1).nodes);
    if (k > 0) tiles.admitOutside(k, nodes);
  }
  return tiles;
}

/** Tiles above the fan-outs of a link, from those below them. */
function spreadOver(chain: Chain, link: Link, nodes: Int32Array): TileSet {
  const { lattice } = chain;
  const { spreads } = link;
  if (nodes.length * spreads.length > mostSteps) {
    if (link.landings !== null) return tileSet(lattice, () => true); // no factor says how far a rounded tile comes
    const places = lattice.divisors.map((list, d) => {
      const factors = new Set(spreads.map(({ total }) => total[d]!));
      return Array.from(list, (_, place) => place).filter((place) => factors.has(list[place]!));
    });
    return reachedFrom(lattice, nodes, places, () => true);
  }
  const reached = new Uint8Array(lattice.size);
  const fitting = new FittingSpreads(lattice, 'product', { among: [...spreads.keys()], ...link });
  for (const node of nodes) {
    const count = fitting.of(node);
    for (let at = 0; at < count; at += 1) reached[fitting.made[at]!] = 1;
  }
  return tileSet(lattice, (node) => reached[node] === 1);
}

function reachedFrom(
  lattice: Lattice,
  nodes: Int32Array,
  allowed: readonly (readonly number[])[],
  admits: (node: number) => boolean,
): TileSet {
  const table = new Float64Array(lattice.size).fill(Number.POSITIVE_INFINITY);
  for (const node of nodes) table[node] = 0;
  closeOver(lattice, table, { allowed, fixed: 0, over: allDimensions });
  return tileSet(lattice, (node) => table[node] === 0 && admits(node));
}

function tileSet({ size }: Lattice, has: (node: number) => boolean): TileSet {
  const place = new Int32Array(size).fill(-1);
  let count = 0;
  for (let node = 0; node < size; node += 1) {
    if (!has(node)) continue;
    place[node] = count;
    count += 1;
  }
  const nodes = new Int32Array(count);
  for (let node = 0; node < size; node += 1) if (place[node]! >= 0) nodes[place[node]!] = node;
  return { nodes, place };
}
