// Distinct deliveries of a sliding window per spatial choice, quickly: they depend on the tile below only where two
// dimensions of one rank loop at one fan-out.

import type { Link } from './chain.js';
import type { Lattice } from './lattice.js';
import { distinctDeliveries } from './spread-cost.js';
import type { Flow } from './traffic.js';

const DEPENDS = -1;

export class Deliveries {
  readonly #flow: Flow;
  readonly #link: Link;
  readonly #lattice: Lattice;
  readonly #constant: Float64Array;

  constructor(lattice: Lattice, link: Link, flow: Flow) {
    this.#flow = flow;
    this.#link = link;
    this.#lattice = lattice;
    const ranks = flow.window?.dimensions ?? [];
    this.#constant = Float64Array.from(link.spreads, ({ factors }) => {
      let product = 1;
      for (const own of factors) {
        for (const mask of ranks) {
          const looping = own.filter((factor, d) => factor > 1 && (mask >> d) & 1);
          if (looping.length > 1) return DEPENDS;
          product *= looping[0] ?? 1;
        }
      }
      return product;
    });
  }

  /** Per visit, where it is the same above every tile; else null. */
  constant(s: number): number | null {
    const constant = this.#constant[s]!;
    return constant === DEPENDS ? null : constant;
  }

  /** Per visit, for spatial choice `s` above the tile of `node`. */
  of(s: number, node: number): number {
    const constant = this.#constant[s]!;
    if (constant !== DEPENDS) return constant;
    const { value } = this.#lattice;
    return distinctDeliveries(this.#flow, this.#link.spreads[s]!, (d) => value[d]![node]!);
  }
}
