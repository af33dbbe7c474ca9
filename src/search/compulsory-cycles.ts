// Cycles that storages take at least to hand on, or take in, every word once that they surely keep.

import type { StorageLevel } from '../arch/architecture.js';
import { transferCycles } from '../model/charge/bandwidth.js';
import type { Dataspace } from '../workload/workload.js';

export interface Keeper {
  readonly storage: StorageLevel;
  /** Dataspaces that it surely keeps, a mask. */
  readonly forced: number;
}

/** `words(t, at)`: of all instances of keeper `at`, in bytes under a machine. */
export function compulsoryCycles(
  keepers: readonly Keeper[],
  dataspaces: readonly Pick<Dataspace, 'name' | 'readWrite'>[],
  words: (t: number, at: number) => number,
): number {
  return keepers.reduce((slowest, { storage, forced }, at) => {
    let read = 0;
    let write = 0;
    for (const [t, { name, readWrite }] of dataspaces.entries()) {
      if (!((forced >> t) & 1)) continue;
      const moved = (words(t, at) * (storage.bandwidthScale.get(name) ?? 1)) / storage.instances;
      if (readWrite) write += moved;
      else read += moved;
    }
    return Math.max(slowest, transferCycles(storage, read, write));
  }, 0);
}
