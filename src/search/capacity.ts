// Whether what a level keeps can still fit while a walk chooses factors: words of the kept dataspaces' tiles (F.2, F.9)
// against the effective capacity. Tiles only grow as factors are chosen, so a level that overflows stays overfull.
// Under no_coalesce a level may turn out to hold nothing (F.7.5), so such a dataspace is left for the model to judge.

import type { Mapspace } from '../mapspace/mapspace.js';
import { Footprint } from './footprint.js';

export type Capacity = ReturnType<typeof capacityOf>;

export function capacityOf({ problem, tiling }: Mapspace) {
  const { workload, architecture, constraints } = problem;
  const { dimensions } = tiling;
  /** Dataspaces that are certain to take room where they are kept, per temporal position. */
  const takers = Int32Array.from(tiling.temporal, ({ level }) => ~constraints.levels[level]!.noCoalesce);
  const capacities = Float64Array.from(
    tiling.temporal,
    ({ level }) => architecture.levels[level]!.effectiveCapacityWords ?? Number.POSITIVE_INFINITY,
  );
  const levels = Int32Array.from(tiling.temporal, ({ level }) => level);
  const footprint = new Footprint(workload);
  return { fits };

  /** `extent` holds the tile of temporal position `t` from `t * dimensions` on; `keep` a level mask per dataspace. */
  function fits(t: number, extent: Float64Array, keep: Int32Array): boolean {
    const capacity = capacities[t]!;
    if (capacity === Number.POSITIVE_INFINITY) return true;
    const level = levels[t]!;
    const row = t * dimensions;
    let held = 0;
    for (let dataspace = 0; dataspace < keep.length; dataspace += 1) {
      if (!((keep[dataspace]! >> level) & (takers[t]! >> dataspace) & 1)) continue;
      held += footprint.words(dataspace, extent, row);
      if (held > capacity) return false;
    }
    return true;
  }
}
