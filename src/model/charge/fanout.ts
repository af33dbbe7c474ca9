// What the elements of a fan-out share (F.13, "Space"): every loop shifts the tile of its element along the ranks that its
// dimension steps, and elements with the same shift make one delivery. Where each dimension steps one rank the shifts along
// different ranks are independent, so deliveries are a product over the ranks. Kernel and bounds add up the same loops.

import { distinctSums } from '../../math/distinct-sums.js';

/** Shifts along one rank, loop by loop: exact, and without allocating for up to two loops. */
export class RankShifts {
  #loops = 0;
  readonly #step = [0, 0];
  readonly #bound = [1, 1];
  /** All that are different, from the third loop on. */
  #sums = new Set<number>();

  begin(): void {
    this.#loops = 0;
  }

  /** A loop over `bound` iterations, each `step` words further, above 0. */
  add(step: number, bound: number): void {
    this.#loops += 1;
    if (this.#loops <= 2) {
      this.#step[this.#loops - 1] = step;
      this.#bound[this.#loops - 1] = bound;
      return;
    }
    if (this.#loops === 3) {
      const [a, b] = this.#step as [number, number];
      const [countA, countB] = this.#bound as [number, number];
      this.#sums = shifted(shifted(new Set([0]), a, countA), b, countB);
    }
    this.#sums = shifted(this.#sums, step, bound);
  }

  get distinct(): number {
    if (this.#loops > 2) return this.#sums.size;
    if (this.#loops === 2) return distinctSums(this.#step[0]!, this.#bound[0]!, this.#step[1]!, this.#bound[1]!);
    return this.#loops === 1 ? this.#bound[0]! : 1;
  }
}

function shifted(sums: ReadonlySet<number>, step: number, bound: number): Set<number> {
  const all = new Set<number>();
  for (const sum of sums) for (let index = 0; index < bound; index += 1) all.add(sum + index * step);
  return all;
}
