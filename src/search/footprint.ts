// `boxWords` over flat arrays, for walks that ask it at every step: they take a tenth longer with the plain one.

import type { Workload } from '../workload/workload.js';

export class Footprint {
  /** Ranks of dataspace t: `#rankStart[t]` …, terms of a rank: `#termStart[rank]` …. */
  readonly #rankStart: Int32Array;
  readonly #termStart: Int32Array;
  readonly #termDimension: Int32Array;
  readonly #termStep: Float64Array;

  constructor({ dataspaces }: Workload) {
    const ranks = dataspaces.flatMap(({ projection }) => projection);
    this.#rankStart = starts(dataspaces.map(({ projection }) => projection.length));
    this.#termStart = starts(ranks.map((rank) => rank.length));
    this.#termDimension = Int32Array.from(ranks.flat(), ({ dimension }) => dimension);
    this.#termStep = Float64Array.from(ranks.flat(), ({ coefficient }) => Math.abs(coefficient));
  }

  /** The box has `extent[row + d]` iterations of dimension d. */
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
