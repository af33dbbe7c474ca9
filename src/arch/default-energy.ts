// Energies assumed where nothing gives one (end of A.9): coarse figures by technology, word width and capacity. Whoever
// uses one says so in a warning.

import type { StorageLevel } from './architecture.js';

export type StorageFigures = Pick<
  StorageLevel,
  'technology' | 'wordBits' | 'blockSize' | 'clusterSize' | 'capacityWords'
>;

/** pJ per access of one row. */
export function defaultStorageEnergyPj(storage: StorageFigures): number {
  const { wordBits, blockSize, clusterSize } = storage;
  if (storage.technology === 'DRAM') return (200 * wordBits * blockSize) / 16;
  if (storage.capacityWords === 0) return 0;
  const rowBits = wordBits * blockSize * clusterSize;
  const kilobytes = (rowBits * Math.ceil((storage.capacityWords ?? 0) / blockSize)) / 8192;
  const perWord = 1 + (5 / 99.5) * (kilobytes - 0.5);
  return (perWord * rowBits) / 16 / clusterSize;
}

/** pJ per multiply-accumulate. */
export function defaultComputeEnergyPj(wordBits: number): number {
  return (wordBits / 16) ** 2;
}
