// How sure it is that tiles fit (G.8): always, or, where a level may be overbooked, as often as its share of the capacity
// allows. What does not fit is read again from the parent.

import type { DensityModel } from './density-model.js';
import type { Held, Room } from './held.js';
import { metadataUnits } from './metadata.js';

/** What tiles take up, at most in `confidence` of the cases. */
export function roomOf(held: Held, density: DensityModel, confidence: number): Room {
  const most = density.mostNonzeros(held.tile, confidence);
  return {
    words: held.format?.compressed ? most : Math.ceil(held.tile.words * confidence),
    metadata: metadataUnits(held, density, most).map(Math.ceil),
  };
}

/**
 * Sets capacity and confidence for the dataspaces of a level that may be overbooked: each gets a part of the capacity by what
 * it is expected to hold, and the greatest confidence, in steps of one hundredth, with which it makes do with that.
 */
export function overbook(
  level: readonly Held[],
  { capacity, densities }: { readonly capacity: number; readonly densities: readonly DensityModel[] },
): void {
  const expected = (held: Held): number => (held.format?.compressed ? held.means.words : held.tile.words);
  const all = level.reduce((sum, held) => sum + expected(held), 0);
  for (const held of level) {
    const share = all === 0 ? capacity : Math.ceil((capacity * expected(held)) / all);
    const density = densities[held.dataspace]!;
    let [low, high] = [0, 100];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (roomOf(held, density, middle / 100).words <= share) low = middle;
      else high = middle - 1;
    }
    held.confidence = low / 100;
    held.capacity = roomOf(held, density, held.confidence);
  }
}
