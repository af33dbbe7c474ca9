// Operands of compute that neighbours forward (F.6). Compute takes in the same again at every iteration, so that words are
// forwarded while nothing moves, where neighbours need the same (`Served.still`): then they wait as they would for a storage.
// Where neighbours need the same only one step later, all iterations but those that step are the parent's: how many there
// are hangs on the loops, and so these operands wait for them, too.

import { computeCount } from '../../../workload/workload.js';
import { unit } from '../space/lattice.js';
import type { Fanouts } from './copies.js';
import type { Flow } from './flows.js';

/** Words that compute asks for in all its iterations at least, of those spatial choices under which words are forwarded as something steps. */
interface Stepping {
  /** By spatial choice: where every iteration is forwarded; 0 for all that are none of these. */
  readonly sure: Float64Array;
  /** The least of them. */
  readonly least: number;
  /** What comes on top where no iteration is forwarded, at least. */
  readonly more: number;
  /** By dimension: whether any choice forwards its steps. */
  readonly forwarded: readonly boolean[];
}

export class ForwardedOperands {
  readonly #flows: readonly Flow[];
  /** `[t][s]`, of the last link: whether operands are forwarded while nothing moves. */
  readonly #still: readonly (readonly boolean[])[];
  /** Null where no spatial choice forwards words only as something steps. */
  readonly #stepping: readonly (Stepping | null)[];

  /** `dense`: what compute asks for is as much as it computes. */
  constructor({ chain, flows, deliveries, forwarding }: Fanouts, { dense }: { readonly dense: boolean }) {
    const last = chain.links.length - 1;
    const { spreads, forwardedToCompute } = chain.links[last]!;
    const computes = computeCount(chain.mapspace.problem.workload);
    this.#flows = flows;
    this.#still = flows.map((_, t) => spreads.map((_, s) => forwarding[last]![t]!.still(s)));
    this.#stepping = flows.map(({ window, wild }, t) => {
      // Where other choices let them wait for less, waiting would say less than what each choice is sure to ask for.
      if (!dense || window === null || wild || this.mayStandStill(t) || !((forwardedToCompute >> t) & 1)) return null;
      const handed = deliveries[last]![t]!;
      const forwarded = forwarding[last]![t]!;
      const choices = spreads.flatMap((_, s) => (forwarded.ever(s) ? [s] : []));
      if (choices.length === 0) return null;
      const wordsOf = (s: number, each: number): number => (computes / spreads[s]!.elements) * each;
      const sure = new Float64Array(spreads.length);
      for (const s of choices) sure[s] = wordsOf(s, handed.unserved(s));
      const more = choices.map((s) => wordsOf(s, handed.of(s, unit)) - sure[s]!);
      return {
        sure,
        least: Math.min(...choices.map((s) => sure[s]!)),
        more: Math.min(...more),
        forwarded: Array.from(chain.lattice.bounds, (_, d) => choices.some((s) => forwarded.steps(s, d))),
      };
    });
  }

  /** Whether compute's operands wait under spatial choice `s` of the last link, as a storage below would. */
  waits(t: number, s: number): boolean {
    return this.standsStill(t, s) || this.sure(t, s) > 0;
  }

  /** Whether they are forwarded while nothing moves. */
  standsStill(t: number, s: number): boolean {
    return this.#still[t]![s]!;
  }

  mayStandStill(t: number): boolean {
    return this.#still[t]!.includes(true);
  }

  /** Words that compute asks for under spatial choice `s` where it is forwarded as something steps, of which `least` are charged where that is. */
  sure(t: number, s: number): number {
    return this.#stepping[t]?.sure[s] ?? 0;
  }

  /** Of these, what is more than the least of all choices. */
  beyondLeast(t: number, s: number): number {
    const stepping = this.#stepping[t]!;
    return stepping === null ? 0 : Math.max(0, stepping.sure[s]! - stepping.least);
  }

  /**
   * Words that compute asks for at least where they are forwarded as something steps, but what is `beyondLeast`: dimension d first,
   * in a loop of so many steps or more, outside so many iterations of loops that move nothing. Infinity where no choice forwards so.
   */
  asked(t: number, d: number, { steps, idle }: { readonly steps: number; readonly idle: number }): number {
    const stepping = this.#stepping[t]!;
    if (stepping === null) return Number.POSITIVE_INFINITY;
    const { least, more, forwarded } = stepping;
    // Outside a dimension that is alone on its rank nobody is where a neighbour was.
    const { dimensions, rank } = this.#flows[t]!.window!;
    const alone = dimensions[rank[d]!]! === 1 << d;
    const stepped = forwarded[d]! ? 0 : more * (alone ? 1 : 1 - 1 / steps);
    return least + more * (1 - 1 / idle) + stepped / idle;
  }
}
