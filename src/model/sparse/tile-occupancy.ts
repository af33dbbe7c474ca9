// What a tile is expected to hold, and in how many instances there is anything to hold (G.5).

import type { DensityModel, TileShape } from './density-model.js';
import type { Held, Units } from './held.js';
import { metadataUnits } from './metadata.js';

interface Means {
  readonly words: number;
  readonly metadata: readonly Units[];
  /** Of the instances that a dense tensor uses, the part that holds anything. */
  readonly present: number;
}

/** Means by tile and format: nests share most of their tiles. */
export class TileOccupancies {
  readonly #densities: readonly DensityModel[];
  readonly #means = new Map<string, Means>();

  constructor(densities: readonly DensityModel[]) {
    this.#densities = densities;
  }

  /** Sets expected words, metadata and average instances of `held`. `instances`: that a dense tensor uses. */
  expect(held: Held, instances: number): void {
    const density = this.#densities[held.dataspace]!;
    const shapeOf = ({ words, extents }: TileShape): string => (density.shapeless ? `${words}` : extents.join());
    // With metadata outside empty tiles are never sent: what arrives is not empty.
    const sifted = held.parent?.format != null && density.fewestNonzeros(held.tile) === 0;
    let key = `${held.dataspace} ${held.level} ${sifted ? 1 : 0} ${shapeOf(held.tile)}`;
    if (held.format !== null) for (const { fiber, tile } of held.ranks) key += ` ${fiber}:${shapeOf(tile)}`;
    let means = this.#means.get(key);
    if (means === undefined) {
      means = meansOf(held, density, sifted);
      this.#means.set(key, means);
    }
    held.averageInstances = instances * means.present;
    held.expectedWords = means.words;
    held.expectedMetadata = means.metadata;
  }
}

function meansOf(held: Held, density: DensityModel, sifted: boolean): Means {
  const { counts, probabilities } = density.occupancies(held.tile);
  const metadata: Units[] = held.format === null ? [] : held.ranks.map(() => [0, 0]);
  const present = sifted ? 1 - probabilities[0]! : 1;
  let words = 0;
  for (let at = sifted ? 1 : 0; at < counts.length; at += 1) {
    const probability = probabilities[at]! / present;
    words += probability * counts[at]!;
    if (held.format === null) continue;
    metadataUnits(held, density, counts[at]!).forEach(([units, payload], r) => {
      const sum = metadata[r]!;
      sum[0] += units * probability;
      sum[1] += payload * probability;
    });
  }
  return { words, metadata, present };
}
