// What a tile is expected to hold, in how many instances there is anything to hold (G.5), and what it takes up at most.

import { remembered } from '../../math/remembered.js';
import type { DensityModel, TileShape } from './density-model.js';
import { type Held, type Means, noUnits, type RankTile } from './held.js';
import { metadataUnits } from './metadata.js';
import { roomOf } from './overbooking.js';
import type { SparseLayout } from './sparse-layout.js';
import { vectorRatio } from './vectors.js';

/** Of the nest before. */
interface Last {
  tile: TileShape | null;
  ranks: readonly RankTile[];
  outside: boolean;
}

export type TileOccupancies = ReturnType<typeof tileOccupancies>;

/** Means by tile and format: nests share most of their tiles. */
export function tileOccupancies(layout: SparseLayout) {
  const known = new Map<string, Means>();
  const before: readonly Last[] = layout.formats.map(() => ({ tile: null, ranks: [], outside: false }));
  return { expect };

  /** Sets means and average instances of `held`. `instances`: that a dense tensor uses. */
  function expect(held: Held, instances: number): void {
    const last = before[held.dataspace * layout.levels + held.level]!;
    const outside = held.parent !== null && held.parent.format !== null;
    // Tiles and ranks that stay the same are not made anew.
    if (last.tile !== held.tile || last.ranks !== held.ranks || last.outside !== outside) {
      held.means = knownMeans(held, outside);
      last.tile = held.tile;
      last.ranks = held.ranks;
      last.outside = outside;
    }
    held.averageInstances = instances * held.means.present;
  }

  function knownMeans(held: Held, outside: boolean): Means {
    const density = layout.densities[held.dataspace]!;
    const shapeOf = ({ words, extents }: TileShape): string => (density.shapeless ? `${words}` : extents.join());
    // With metadata outside empty tiles are never sent: what arrives is not empty.
    const sifted = outside && density.fewestNonzeros(held.tile) === 0;
    let key = `${held.dataspace} ${held.level} ${sifted ? 1 : 0} ${shapeOf(held.tile)}`;
    if (held.format !== null) for (const { fiber, tile } of held.ranks) key += ` ${fiber}:${shapeOf(tile)}`;
    return remembered(known, key, () => meansOf(held, density, sifted));
  }
}

function meansOf(held: Held, density: DensityModel, sifted: boolean): Means {
  const { counts, probabilities } = density.occupancies(held.tile);
  const metadata = noUnits(held.format);
  const present = sifted ? 1 - probabilities[0]! : 1;
  let words = 0;
  for (let at = sifted ? 1 : 0; at < counts.length; at += 1) {
    const probability = probabilities[at]! / present;
    words += probability * counts[at]!;
    if (held.format === null) continue;
    const units = metadataUnits(held, density, counts[at]!);
    for (let u = 0; u < units.length; u += 1) metadata[u]! += units[u]! * probability;
  }
  const vectors = vectorRatio(held, density, words);
  return { words, metadata, present, vectors, fullest: roomOf(held, density, 1) };
}
