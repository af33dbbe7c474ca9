// Regions that are still to be searched.

import type { BoundValue } from '../descent/bound-value.js';
import type { Region } from './region.js';

export class OpenRegions {
  #all: Region[] = [];

  add(region: Region): void {
    this.#all.push(region);
  }

  /** The least of their bounds, and of `bound`. */
  least(bound: number): number {
    return this.#all.reduce((least, one) => Math.min(least, one.bound), bound);
  }

  /** That with the lowest bound, which is open no more; null where none can hold anything better. */
  take(value: BoundValue): Region | null {
    this.#all = this.#all.filter(({ bound }) => value.worth(bound));
    let first = 0;
    for (let at = 1; at < this.#all.length; at += 1) if (this.#all[at]!.bound < this.#all[first]!.bound) first = at;
    return this.#all.splice(first, 1)[0] ?? null;
  }

  /** Bounds so far were of something else. */
  forgetBounds(): void {
    this.#all = this.#all.map((one) => ({ ...one, bound: Number.NEGATIVE_INFINITY }));
  }
}
