// What a word costs at a storage, never more than the model charges (F.10): a row access serves blockSize words and, in a cluster,
// clusterSize instances; the model rounds up to whole rows.

import type { StorageLevel } from '../../arch/architecture.js';

/** pJ per word. */
export interface WordPrice {
  readonly readPj: number;
  readonly fillPj: number;
  readonly updatePj: number;
}

export function wordPrice({ energy, blockSize, clusterSize, charges }: StorageLevel, dataspace: string): WordPrice {
  const words = blockSize * clusterSize;
  const { read = 1, fill = 1, update = 1 } = charges?.[dataspace] ?? {};
  return {
    readPj: (energy.readPj * read) / words,
    fillPj: (energy.fillPj * fill) / words,
    updatePj: (energy.updatePj * update) / words,
  };
}
