// Structured sparsity, such as two of every four (G.2): every tile holds its share, rounded down or up so that the mean
// comes out.

import type { DensityModel, Enclosing, Occupancies, TileShape } from './density-model.js';

export class FixedStructured implements DensityModel {
  readonly name = 'fixed_structured';
  readonly shapeless = true;
  readonly #density: number;

  constructor(density: number) {
    this.#density = density;
  }

  empty({ words }: TileShape, within?: Enclosing): number {
    const share = within === undefined ? this.#density : within.occupancy / within.tile.words;
    return Math.max(0, 1 - words * share);
  }

  mostNonzeros({ words }: TileShape, confidence: number): number {
    const exact = words * this.#density;
    const down = Math.floor(exact);
    return confidence <= 1 - (exact - down) ? down : Math.ceil(exact);
  }

  fewestNonzeros({ words }: TileShape): number {
    return Math.floor(words * this.#density);
  }

  expectedNonzeros({ words }: TileShape): number {
    return words * this.#density;
  }

  occupancies({ words }: TileShape): Occupancies {
    const exact = words * this.#density;
    const down = Math.floor(exact);
    const up = exact - down;
    if (up === 0) return { counts: Float64Array.of(down), probabilities: Float64Array.of(1) };
    return { counts: Float64Array.of(down, down + 1), probabilities: Float64Array.of(1 - up, up) };
  }
}
