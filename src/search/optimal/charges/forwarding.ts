// Which words neighbours at the fan-outs of a link may hand on to each other at all (F.6).

import type { Chain, Link } from '../space/chain.js';
import type { Lattice } from '../space/lattice.js';
import type { Flow } from './flows.js';

/**
 * Neighbours may forward words only where a displacement is no longer than the fan-out is wide, and a step of a dimension
 * is longer than all its own spatial steps: so another dimension of the same rank must be spatial (F.6, F.13 "Links").
 */
export class Forwarding {
  readonly #lattice: Lattice;
  readonly #bounds: readonly number[];
  /** Per spatial choice: dimensions whose steps outside may forward words, a mask. */
  readonly #stepping: readonly number[];
  readonly #still: readonly boolean[];

  constructor({ lattice, mapspace }: Chain, link: Link, { flow, t }: { readonly flow: Flow; readonly t: number }) {
    this.#lattice = lattice;
    this.#bounds = mapspace.problem.workload.bounds;
    const ranks = (link.forwarded >> t) & 1 ? (flow.window?.dimensions ?? []) : [];
    this.#stepping = link.spreads.map(({ stepped, served }) => {
      if (!((served.stepping >> t) & 1)) return 0;
      const beside = (d: number): boolean =>
        ranks.some((mask) => (mask >> d) & 1 && stepped.some((other) => other !== d && (mask >> other) & 1));
      return this.#bounds.reduce((mask, _, d) => (beside(d) ? mask | (1 << d) : mask), 0);
    });
    this.#still = link.spreads.map(({ served }) => ((served.still >> t) & 1) === 1);
  }

  /**
   * Whether words may be forwarded while the tile stands still: right above compute, which takes in the same again (F.6).
   */
  still(s: number): boolean {
    return this.#still[s]!;
  }

  /** Whether they may under spatial choice `s` above any tile. */
  ever(s: number): boolean {
    return this.#stepping[s] !== 0;
  }

  /** Dimensions after whose steps they may, a mask. */
  stepping(s: number): number {
    return this.#stepping[s]!;
  }

  /** Whether they may where dimension d steps. */
  steps(s: number, d: number): boolean {
    return ((this.#stepping[s]! >> d) & 1) === 1;
  }

  /** Whether they may under spatial choice `s`, seen from tile `above`. */
  may(s: number, above: number): boolean {
    for (let rest = this.#stepping[s]!; rest !== 0; rest &= rest - 1) {
      const d = 31 - Math.clz32(rest & -rest);
      if (this.#lattice.value[d]![above] !== this.#bounds[d]) return true;
    }
    return false;
  }
}
