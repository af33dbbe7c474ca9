// Accesses come in vectors of a block of words, and the last vector of a compressed tile is seldom full (G.7.7).

import type { DensityModel } from './density-model.js';
import type { Held } from './held.js';

/** Blocks per tile from which on the last one no longer matters, by block size and density in tenths. */
const enough: Readonly<Record<number, readonly number[]>> = {
  2: [251, 125, 84, 63, 51, 42, 36, 32, 28, 1],
  4: [375, 188, 125, 94, 75, 63, 54, 47, 42, 1],
  8: [438, 219, 146, 110, 88, 73, 63, 55, 49, 1],
  16: [469, 235, 157, 118, 94, 79, 67, 59, 52, 1],
  32: [485, 243, 162, 122, 97, 81, 70, 61, 52, 1],
};

/**
 * Vectors per vector that full ones would take, of `words` expected words; 1 where the difference is negligible. Tiles that are never
 * sent count as empty ones, as G.7.7 has it and the reference measures.
 */
export function vectorRatio(held: Held, density: DensityModel, words: number): number {
  const { blockSize } = held.storage;
  const share = words / held.tile.words;
  if (held.format?.compressed !== true || blockSize === 1 || share >= 1 || share <= 0) return 1;
  const limits = enough[blockSize];
  const limit = limits?.[Math.max(0, Math.floor(share / 0.1) - 1)] ?? Number.POSITIVE_INFINITY;
  if (Math.floor(held.tile.words / blockSize) >= limit) return 1;
  const { counts, probabilities } = density.occupancies(held.tile);
  const vectors = counts.reduce((sum, count, at) => sum + Math.ceil(count / blockSize) * probabilities[at]!, 0);
  return vectors / ((held.tile.words * share) / blockSize);
}
