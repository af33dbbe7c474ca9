// Operands of compute that neighbours forward (F.6). Compute takes in the same again at every iteration, so that words are
// forwarded while nothing moves, where neighbours need the same (`Served.still`): then they wait as they would for a storage.
// Where neighbours need the same only one step later, all iterations but those that step are the parent's: how many there
// are hangs on the loops, and so these operands wait for them, too.

import { computeCount } from '../../../workload/workload.js';
import type { Chain } from '../space/chain.js';
import { Deliveries } from './deliveries.js';
import type { Flow } from './flows.js';
import { Forwarding } from './windows.js';

/** The tile of one iteration, which stands right above compute. */
const unit = 0;

/** Words that compute asks for in all its iterations at least, of those spatial choices under which words are forwarded as something steps. */
interface Stepping {
  /** By spatial choice: where every iteration is forwarded; 0 for all that are none of these. */
  readonly sure: Float64Array;
  /** The least of them. */
  readonly least: number;
  /** What comes on top where no iteration is forwarded, at least: over all, and by dimension over those that do not forward its steps. */
  readonly more: number;
  readonly beside: readonly number[];
  /** By dimension: whether any choice forwards its steps. */
  readonly forwarded: readonly boolean[];
}

export class ForwardedOperands {
  readonly #flows: readonly Flow[];
  /** `[t][s]`, of the last link: whether its operands wait, and whether they do so even while something moves. */
  readonly #waits: readonly (readonly boolean[])[];
  readonly #still: readonly (readonly boolean[])[];
  /** Null where no spatial choice forwards words only as something steps. */
  readonly #stepping: readonly (Stepping | null)[];

  /** `dense`: what compute asks for is as much as it computes. */
  constructor(chain: Chain, flows: readonly Flow[], { dense }: { readonly dense: boolean }) {
    const link = chain.links.at(-1)!;
    const computes = computeCount(chain.mapspace.problem.workload);
    this.#flows = flows;
    const forwarding = flows.map((flow, t) => new Forwarding(chain, link, { flow, t }));
    this.#still = flows.map((_, t) => link.spreads.map((_, s) => forwarding[t]!.still(s)));
    // Where other choices let them wait for less, waiting would say less than what each choice is sure to ask for.
    const steps = flows.map(({ window, wild }, t) => {
      const toCompute = dense && window !== null && !wild && (link.forwardedToCompute >> t) & 1;
      return link.spreads.map((_, s) => Boolean(toCompute) && !this.mayStandStill(t) && forwarding[t]!.ever(s));
    });
    this.#waits = steps.map((own, t) => own.map((one, s) => one || this.#still[t]![s]!));
    this.#stepping = flows.map((flow, t) => {
      const choices = link.spreads.flatMap((_, s) => (steps[t]![s]! ? [s] : []));
      if (choices.length === 0) return null;
      const deliveries = new Deliveries(chain.lattice, link, flow);
      const wordsOf = (s: number, each: number): number => (computes / link.spreads[s]!.elements) * each;
      const sure = new Float64Array(link.spreads.length);
      const more = new Float64Array(link.spreads.length);
      for (const s of choices) {
        sure[s] = wordsOf(s, deliveries.unserved(s));
        more[s] = wordsOf(s, deliveries.of(s, unit)) - sure[s]!;
      }
      const least = (words: Float64Array, among: readonly number[]): number =>
        among.reduce((all, s) => Math.min(all, words[s]!), Number.POSITIVE_INFINITY);
      const dimensions = [...chain.lattice.bounds.keys()];
      const moves = (d: number, s: number): boolean => forwarding[t]!.steps(s, d);
      return {
        sure,
        least: least(sure, choices),
        more: least(more, choices),
        beside: dimensions.map((d) => {
          const others = choices.filter((s) => !moves(d, s));
          return least(more, others);
        }),
        forwarded: dimensions.map((d) => choices.some((s) => moves(d, s))),
      };
    });
  }

  /** Whether compute's operands wait under spatial choice `s` of the last link. */
  waits(t: number, s: number): boolean {
    return this.#waits[t]![s]!;
  }

  /** Whether they are forwarded while nothing moves, and under which choice. */
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
    const { least, more, beside, forwarded } = stepping;
    // Outside a dimension that is alone on its rank nobody is where a neighbour was.
    const { dimensions, rank } = this.#flows[t]!.window!;
    const alone = dimensions[rank[d]!]! === 1 << d;
    const stepped = forwarded[d]! ? 0 : beside[d]! * (alone ? 1 : 1 - 1 / steps);
    return least + more * (1 - 1 / idle) + stepped / idle;
  }
}
