// What a word costs at a storage, never more than the model charges (F.10): a row access serves blockSize words and, in a cluster,
// clusterSize instances; the model rounds up to whole rows.

import type { StorageEnergy, StorageLevel } from '../../arch/architecture.js';

/** pJ per word. */
export type WordPrice = Pick<StorageEnergy, 'readPj' | 'fillPj' | 'updatePj'>;

export function wordPrice({ energy, blockSize, clusterSize, charges }: StorageLevel, dataspace: string): WordPrice {
  const words = blockSize * clusterSize;
  const { read = 1, fill = 1, update = 1 } = charges?.[dataspace] ?? {};
  return {
    readPj: (energy.readPj * read) / words,
    fillPj: (energy.fillPj * fill) / words,
    updatePj: (energy.updatePj * update) / words,
  };
}
