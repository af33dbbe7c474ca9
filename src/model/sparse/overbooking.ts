// How sure it is that tiles fit (G.8): always, or, where a level may be overbooked, as often as its share of the capacity
// allows. What does not fit is read again from the parent.

import type { Held, Room } from './held.js';
import { type Distributed, metadataUnits } from './metadata.js';
import type { SparseLayout } from './sparse-layout.js';

/** What tiles take up, at most in `confidence` of the cases. */
export function roomOf(held: Held, confidence: number, of: Distributed): Room {
  const most = of.density.mostNonzeros(held.tile, confidence);
  return {
    words: held.format?.compressed ? most : of.whole.up(held.tile.words * confidence),
    metadata: metadataUnits(held, most, of).map(of.whole.up),
  };
}

/**
 * Sets capacity and confidence for the dataspaces of a level that may be overbooked: each gets a part of the capacity by what
 * it is expected to hold, and the greatest confidence, in steps of one hundredth, with which it makes do with that.
 */
export function overbook(level: readonly Held[], capacity: number, { densities, whole }: SparseLayout): void {
  const expected = (held: Held): number => (held.format?.compressed ? held.means.words : held.tile.words);
  const all = level.reduce((sum, held) => sum + expected(held), 0);
  for (const held of level) {
    const share = all === 0 ? capacity : whole.up((capacity * expected(held)) / all);
    const of = { density: densities[held.dataspace]!, whole };
    let [low, high] = [0, 100];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (roomOf(held, middle / 100, of).words <= share) low = middle;
      else high = middle - 1;
    }
    held.confidence = low / 100;
    held.capacity = roomOf(held, held.confidence, of);
  }
}
