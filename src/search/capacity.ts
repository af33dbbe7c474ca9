// Whether what a level keeps can still fit while a walk chooses factors: words of the kept dataspaces' tiles (F.2, F.9)
// against the effective capacity. Tiles only grow as factors are chosen, so a level that overflows stays overfull.
// Under no_coalesce a level may turn out to hold nothing (F.7.5), so such a dataspace is left for the model to judge.

import type { Mapspace } from '../mapspace/mapspace.js';

export class Capacity {
  readonly #capacity: Float64Array;
  readonly #level: Int32Array;
  /** Dataspaces that are certain to take room where they are kept, per temporal position. */
  readonly #held: Int32Array;
  readonly #dimensions: number;
  /** Ranks of dataspace t: `#rankStart[t]` …, terms of a rank: `#termStart[rank]` …. */
  readonly #rankStart: Int32Array;
  readonly #termStart: Int32Array;
  readonly #termDimension: Int32Array;
  readonly #termStep: Float64Array;

  constructor({ problem, tiling }: Mapspace) {
    const { workload, architecture, constraints } = problem;
    this.#held = Int32Array.from(tiling.temporal, ({ level }) => ~constraints.levels[level]!.noCoalesce);
    this.#capacity = Float64Array.from(
      tiling.temporal,
      ({ level }) => architecture.levels[level]!.effectiveCapacityWords ?? Number.POSITIVE_INFINITY,
    );
    this.#level = Int32Array.from(tiling.temporal, ({ level }) => level);
    this.#dimensions = tiling.dimensions;
    const ranks = workload.dataspaces.flatMap(({ projection }) => projection);
    this.#rankStart = starts(workload.dataspaces.map(({ projection }) => projection.length));
    this.#termStart = starts(ranks.map((rank) => rank.length));
    this.#termDimension = Int32Array.from(ranks.flat(), ({ dimension }) => dimension);
    this.#termStep = Float64Array.from(ranks.flat(), ({ coefficient }) => Math.abs(coefficient));
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
      held += this.words(dataspace, extent, row);
      if (held > capacity) return false;
    }
    return true;
  }

  /** Words of a dataspace in the box of iterations `extent[row]` …. */
  words(dataspace: number, extent: ArrayLike<number>, row: number): number {
    let words = 1;
    for (let rank = this.#rankStart[dataspace]!; rank < this.#rankStart[dataspace + 1]!; rank += 1) {
      let width = 1;
      for (let term = this.#termStart[rank]!; term < this.#termStart[rank + 1]!; term += 1) {
        width += this.#termStep[term]! * (extent[row + this.#termDimension[term]!]! - 1);
      }
      words *= width;
    }
    return words;
  }
}

function starts(lengths: readonly number[]): Int32Array {
  const start = new Int32Array(lengths.length + 1);
  lengths.forEach((length, at) => {
    start[at + 1] = start[at]! + length;
  });
  return start;
}
