// Metadata of inputs that the outermost storage keeps whole, in formats of several ranks: they are cut into tiles of the child first,
// and what tiles of a window share is listed with each of them (G.3).

import { remembered } from '../../../math/remembered.js';
import type { Cut, DenseFloor } from '../../../model/sparse/dense-floor.js';
import type { Chain } from '../space/chain.js';
import { FittingSpreads } from '../space/fitting-spreads.js';
import { byBox } from '../space/lattice.js';
import type { Flow } from './flows.js';

/** `beyond`: of bits that are charged anyway how many times as many there are more, by tile. */
export type ListedTiles = Pick<Cut, 'pj' | 'words'> & { readonly beyond: Float64Array };

/** How many times as many words bandwidth has to serve above a tile. */
export function raisedBy(tiles: ListedTiles | null, node: number): number {
  return tiles === null ? 1 : 1 + tiles.beyond[node]! * tiles.words;
}

/** By dataspace and link of the child that holds the tiles; null where there is no such metadata. */
type Listing = (t: number, child: number) => ListedTiles | null;

/** Most figures that are looked at to tell what spatial choices make of a tile. */
const mostFigures = 4_000_000;

/** Null where there are none. */
export function cutTilesOf(
  { lattice, links }: Chain,
  flows: readonly Flow[],
  floor: DenseFloor | null,
): Listing | null {
  if (floor === null) return null;
  const known = new Map<string, ListedTiles | null>();
  return (t, child) =>
    remembered(known, `${t} ${child}`, () => {
      const cut = floor.cut(t, links[0]!.level, links[child]!.level);
      if (cut === null || flows[t]!.readWrite) return null;
      return { ...cut, beyond: byBox(lattice, (box) => Math.max(0, cut.beyond(box))) };
    });
}

export class CutTiles {
  readonly #chain: Chain;
  readonly #listing: Listing;
  readonly #known = new Map<number, ListedTiles | null>();

  constructor(chain: Chain, listing: Listing) {
    this.#chain = chain;
    this.#listing = listing;
  }

  /** Where link `child` holds a tile. */
  raised(t: number, child: number, node: number): number {
    return raisedBy(this.under(t, { k: child, child }), node);
  }

  /** At least, by tile above the fan-outs of link k, where no loop between them and the child moves the dataspace. */
  under(t: number, { k, child }: { readonly k: number; readonly child: number }): ListedTiles | null {
    const { length } = this.#chain.links;
    if (child === length) return null;
    return remembered(this.#known, (t * length + k) * length + child, () => {
      const held = k === child ? this.#listing(t, child) : this.under(t, { k: k + 1, child });
      if (held === null || k === child) return held;
      const beyond = leastAbove(this.#chain, k, held.beyond);
      return beyond === null ? null : { ...held, beyond };
    });
  }
}

/** The least that spatial choices of link k make of what is known below its fan-outs; null where there is too much to look at. */
function leastAbove({ lattice, links }: Chain, k: number, below: Float64Array): Float64Array | null {
  const { spreads } = links[k]!;
  if (spreads.length === 1 && spreads[0]!.elements === 1) return below;
  if (spreads.length * lattice.size > mostFigures) return null;
  const fitting = new FittingSpreads(lattice, 'product', { ...links[k]!, among: [...spreads.keys()] });
  const least = new Float64Array(lattice.size).fill(Number.POSITIVE_INFINITY);
  for (const [node, beyond] of below.entries()) {
    for (let at = fitting.of(node) - 1; at >= 0; at -= 1) {
      const above = fitting.made[at]!;
      least[above] = Math.min(least[above]!, beyond);
    }
  }
  return least.map((beyond) => (Number.isFinite(beyond) ? beyond : 0)); // of tiles that no choice makes
}
