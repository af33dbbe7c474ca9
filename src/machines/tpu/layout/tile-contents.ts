// One tile of the first kind as an array of its own, with the later tiles as its layout. That is so as long as no later tile
// reaches beyond it; then it is one piece of memory, and all are alike.

import { type Layout, layoutOf } from './layout.js';

export function tileContents(layout: Layout): Layout | undefined {
  const [first, ...later] = layout.steps;
  if (!first || !staysWithin(first.tile.length, layout)) return undefined;
  const tiles = layout.tiles.slice(1);
  const { elementType, elementBits } = layout;
  const contents = layoutOf({ elementType, elementBits, dims: first.tile, tiles });
  if (contents.kind === 'illegal')
    throw new Error(`${later.length} later tiles do not fit a tile that they stay within`);
  return contents.value;
}

function staysWithin(rank: number, { tiles }: Layout): boolean {
  let within = rank;
  return tiles.slice(1).every((tile) => {
    if (tile.length > within) return false;
    const stars = tile.filter((size) => size === '*').length;
    within += tile.length - 2 * stars;
    return true;
  });
}
