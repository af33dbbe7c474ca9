// How much memory the relaxed problem takes, before any of it is taken: everything that grows with the lattice, counted
// from the contexts, edges and keeps that are laid out already.

import { bitCount } from '../../../math/bits.js';
import type { RelaxedProblem } from '../charges/relaxed-problem.js';
import type { Lattice } from '../space/lattice.js';
import type { TileSets } from '../space/tile-sets.js';
import type { Boundary, LinkTables } from './tables.js';

/** Bytes of a descent's list entry per tile of a link, and of what it chooses per spatial choice of a link. */
const childBytes = 64;
const spreadBytes = 1024;

export interface TableBytes {
  readonly fixed: number;
  /** Per class of parallelism. */
  readonly perClass: number;
}

/** `tiles`: those that there can be; null for all of the lattice everywhere. */
export function tableBytes(
  { chain, flows }: RelaxedProblem,
  { links, boundaries }: { readonly links: readonly LinkTables[]; readonly boundaries: readonly Boundary[] },
  tiles: TileSets | null,
): TableBytes {
  const { lattice } = chain;
  const table = 8 * lattice.size;
  let windows = 0;
  let entries = 0;
  let passing = 0; // what a link needs besides while it is filled, or its entries get limits (`survivorsOf`)
  let further = 0; // limits outside the fan-outs of the link before
  links.forEach(({ link, terms, inner }, k) => {
    for (const { index, window, moving, points, tile } of flows) {
      const forwarded = (link.forwarded >> index) & 1;
      if (window !== null) windows += (1 + bitCount(moving)) * (1 + forwarded + (points === tile ? 0 : 1)) + forwarded;
    }
    const inside = terms.groups.length * (tiles?.inside(k).nodes.length ?? lattice.size);
    entries += inside + (tiles?.inside(k).nodes.length ?? lattice.size);
    if (k > 0) {
      const outside = tiles?.outside(k).nodes.length ?? lattice.size;
      const contexts = boundaries[k]!.contexts.list.length;
      entries += (contexts + 1) * outside;
      passing = Math.max(passing, further + contexts * outside, (contexts + inner.list.length) * outside + inside);
    }
    further = inside;
  });
  for (const { widths } of flows) windows += widths.length;
  const spreads = links.reduce((sum, { link }) => sum + link.spreads.length, 0);
  const lists = (childBytes + 24) * lattice.size * links.length + spreadBytes * spreads;
  return {
    fixed: latticeBytes(lattice, flows.length) + (windows + 3) * table + lists,
    perClass: 8 * (entries + passing),
  };
}

/** What is certain before anything is laid out: two tables per link and boundary, in two classes. */
export function leastBytes(lattice: Pick<Lattice, 'size' | 'dimensions'>, dataspaces: number, links: number): number {
  const tables = 2 * 2 * 8;
  const perTile = links * (childBytes + 16 + tables) + (links - 1) * tables;
  return latticeBytes(lattice, dataspaces) + lattice.size * perTile;
}

/** The lattice itself, and what is tabulated of each dataspace: tiles, points, and what is left outside a tile. */
function latticeBytes({ size, dimensions }: Pick<Lattice, 'size' | 'dimensions'>, dataspaces: number): number {
  return size * (10 * dimensions + 16 * dataspaces + 8 * (dimensions + 6 * dataspaces));
}
