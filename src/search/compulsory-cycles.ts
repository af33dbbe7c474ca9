// Cycles that storages take at least to hand on, or take in, the words that they surely do.

import type { StorageLevel } from '../arch/architecture.js';
import { transferCycles } from '../model/charge/bandwidth.js';
import type { Dataspace } from '../workload/workload.js';

/** Of all instances, in bytes under a machine. */
export interface Passed {
  readonly read: number;
  readonly write: number;
}

export interface Keeper {
  readonly storage: StorageLevel;
  /** Dataspaces that it surely keeps, a mask. */
  readonly forced: number;
}

/** `passed(t, at)`: by keeper `at`. */
export function compulsoryCycles(
  keepers: readonly Keeper[],
  dataspaces: readonly Pick<Dataspace, 'name'>[],
  passed: (t: number, at: number) => Passed,
): number {
  return keepers.reduce((slowest, { storage, forced }, at) => {
    let read = 0;
    let write = 0;
    for (const [t, { name }] of dataspaces.entries()) {
      if (!((forced >> t) & 1)) continue;
      const scale = (storage.bandwidthScale.get(name) ?? 1) / storage.instances;
      const words = passed(t, at);
      read += words.read * scale;
      write += words.write * scale;
    }
    return Math.max(slowest, transferCycles(storage, read, write));
  }, 0);
}
