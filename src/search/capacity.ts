// Whether what a level keeps can still fit while a walk chooses factors: words of the kept dataspaces' tiles (F.2, F.9)
// against the effective capacity. Tiles only grow as factors are chosen, so a level that overflows stays overfull.
// Under no_coalesce a level may turn out to hold nothing (F.7.5), so such a dataspace is left for the model to judge.

import type { Mapspace } from '../mapspace/mapspace.js';
import { Footprint } from './footprint.js';

export class Capacity {
  readonly #capacity: Float64Array;
  readonly #level: Int32Array;
  /** Dataspaces that are certain to take room where they are kept, per temporal position. */
  readonly #held: Int32Array;
  readonly #dimensions: number;
  readonly #footprint: Footprint;

  constructor({ problem, tiling }: Mapspace) {
    const { workload, architecture, constraints } = problem;
    this.#held = Int32Array.from(tiling.temporal, ({ level }) => ~constraints.levels[level]!.noCoalesce);
    this.#capacity = Float64Array.from(
      tiling.temporal,
      ({ level }) => architecture.levels[level]!.effectiveCapacityWords ?? Number.POSITIVE_INFINITY,
    );
    this.#level = Int32Array.from(tiling.temporal, ({ level }) => level);
    this.#dimensions = tiling.dimensions;
    this.#footprint = new Footprint(workload);
  }

  /** `extent` holds the tile of temporal position `t` from `t * dimensions` on; `keep` a level mask per dataspace. */
  fits(t: number, extent: Float64Array, keep: Int32Array): boolean {
    const capacity = this.#capacity[t]!;
    if (capacity === Number.POSITIVE_INFINITY) return true;
    const level = this.#level[t]!;
    const row = t * this.#dimensions;
    let held = 0;
    for (let dataspace = 0; dataspace < keep.length; dataspace += 1) {
      if (!((keep[dataspace]! >> level) & (this.#held[t]! >> dataspace) & 1)) continue;
      held += this.#footprint.words(dataspace, extent, row);
      if (held > capacity) return false;
    }
    return true;
  }
}
