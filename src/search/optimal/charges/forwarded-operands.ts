// Operands of compute that neighbours forward (F.6). Compute takes in the same again at every iteration, so that words are
// forwarded while nothing moves, where neighbours need the same: then they wait as they would for a storage. Of a window they
// may need the same one step later: how often depends on the loops, for which these operands wait, too.

import { computeCount } from '../../../workload/workload.js';
import { unit } from '../space/lattice.js';
import type { Left } from '../space/neighbours.js';
import type { Deliveries } from './deliveries.js';
import type { Fanouts } from './fanouts.js';
import type { Flow } from './flows.js';

/** Spatial choices of the last link up to which what neighbours leave to the parent is counted for each. */
const mostCounted = 64;

/** Words that compute asks for in all its iterations at least, of those spatial choices under which a window's words are forwarded. */
interface Waiting {
  /** By spatial choice: whatever moves at every iteration; 0 for all that are none of these. */
  readonly sure: Float64Array;
  /** The least of them. */
  readonly least: number;
  /**
   * What comes on top at least where nothing moves, where a dimension is the first to step, by itself or at fan-outs outside the
   * last as well, and where no neighbour has what is needed.
   */
  readonly still: number;
  readonly stepped: readonly number[];
  readonly far: readonly number[];
  readonly unserved: number;
  /** Ranks along which elements of any choice differ, a mask. */
  readonly ranks: number;
}

/** What is known of the loops: where dimension d is the first to step. */
export interface Stepping {
  readonly d: number;
  /** Its iterations at least. */
  readonly steps: number;
  /** Whether no fan-out but the last steps it inside. */
  readonly near: boolean;
  /** Iterations of the loops inside it, which move nothing, at least and at most. */
  readonly idle: readonly [least: number, most: number];
  /** Of its last iterations, the share after which no neighbour has what is needed. */
  readonly apart: number;
}

export class ForwardedOperands {
  /** Of the last link, by dataspace. */
  readonly #deliveries: readonly Deliveries[];
  /** `[t][s]`, of the last link: what neighbours leave to the parent of the deliveries of one visit; null where they serve nothing. */
  readonly #left: readonly (readonly (Left | null)[])[];
  /** `[t][s]`: whether operands may be forwarded while nothing moves. */
  readonly #still: readonly (readonly boolean[])[];
  /** `[t][s]`: whether they wait as they would for a storage below. */
  readonly #waits: readonly (readonly boolean[])[];
  /** Null for all but windows that are forwarded. */
  readonly #waiting: readonly (Waiting | null)[];

  /** `dense`: what compute asks for is as much as it computes. */
  constructor(fanouts: Fanouts, { dense }: { readonly dense: boolean }) {
    const { chain, flows, deliveries, forwarding } = fanouts;
    const last = chain.links.length - 1;
    const { spreads, forwardedToCompute } = chain.links[last]!;
    const computes = computeCount(chain.mapspace.problem.workload);
    this.#deliveries = deliveries[last]!;
    this.#left = flows.map((flow, t) => spreads.map((_, s) => leftOf(fanouts, flow, { t, s })));
    this.#still = flows.map((flow, t) =>
      spreads.map((_, s) => forwarding[last]![t]!.still(s) && (!isWindow(flow) || this.#left[t]![s] !== null)),
    );
    // Where some are forwarded while nothing moves, those forwarded only as something steps are asked for at once.
    this.#waits = flows.map((flow, t) => {
      const steps = dense && isWindow(flow) && (forwardedToCompute >> t) & 1 && !this.mayStandStill(t);
      return spreads.map((_, s) => (steps ? this.#left[t]![s] !== null : this.#still[t]![s]!));
    });
    this.#waiting = flows.map((flow, t) => {
      if (!dense || !isWindow(flow)) return null;
      const left = this.#left[t]!;
      const choices = spreads.flatMap((_, s) => (this.waits(t, s) ? [s] : []));
      if (choices.length === 0) return null;
      const wordsOf = (s: number, each: number): number => (computes / spreads[s]!.elements) * each;
      const forwarded = forwarding[last]![t]!;
      const all = (s: number): number => deliveries[last]![t]!.of(s, unit);
      const sure = new Float64Array(spreads.length);
      for (const s of choices) sure[s] = wordsOf(s, left[s]!.least);
      const more = (of: (s: number) => number): number =>
        choices.reduce((least, s) => Math.min(least, wordsOf(s, of(s)) - sure[s]!), Number.POSITIVE_INFINITY);
      return {
        sure,
        least: choices.reduce((least, s) => Math.min(least, sure[s]!), Number.POSITIVE_INFINITY),
        still: more((s) => left[s]!.still),
        stepped: chain.lattice.bounds.map((_, d) => more((s) => left[s]!.stepped[d]!)),
        far: chain.lattice.bounds.map((_, d) => more((s) => (forwarded.steps(s, d) ? left[s]!.least : all(s)))),
        unserved: more(all),
        ranks: choices.reduce((mask, s) => spreads[s]!.stepped.reduce((all, d) => all | rankOf(flow, d), mask), 0),
      };
    });
  }

  /** Whether compute's operands wait under spatial choice `s` of the last link, as a storage below would. */
  waits(t: number, s: number): boolean {
    return this.#waits[t]![s]!;
  }

  /** Deliveries of one visit that neighbours leave to the parent at least. */
  leastLeft(t: number, s: number): number {
    return this.#left[t]![s]?.least ?? this.#deliveries[t]!.of(s, unit);
  }

  /** Words that compute asks for under spatial choice `s` where it is forwarded as something steps, of which `least` are charged where that is. */
  sure(t: number, s: number): number {
    return this.#waiting[t]?.sure[s] ?? 0;
  }

  /** Of these, what is more than the least of all choices; nothing where they may wait as for a storage, whose words are charged whole. */
  beyondLeast(t: number, s: number): number {
    const waiting = this.#waiting[t]!;
    return waiting === null || this.mayStandStill(t) ? 0 : Math.max(0, waiting.sure[s]! - waiting.least);
  }

  /** Whether words may be forwarded while nothing moves, under spatial choice `s`, and under any. */
  standsStill(t: number, s: number): boolean {
    return this.#still[t]![s]!;
  }

  mayStandStill(t: number): boolean {
    return this.#still[t]!.includes(true);
  }

  /** Whether elements differ along the rank that dimension d steps. */
  differAlong(flow: Flow, d: number): boolean {
    return (this.#waiting[flow.index]!.ranks & rankOf(flow, d)) !== 0;
  }

  /** Whether what compute asks for is counted by the loops: of windows that are forwarded. */
  areCounted(t: number): boolean {
    return this.#waiting[t] !== null;
  }

  /** Words that compute asks for at least where they are counted, but what is `beyondLeast`. */
  asked(t: number, { d, steps, near, idle, apart }: Stepping): number {
    const { least, still, stepped, far, unserved } = this.#waiting[t]!;
    const moved = (near ? stepped : far)[d]! * (1 - 1 / steps) + (unserved * apart) / steps;
    const beside = (inside: number): number => still * (1 - 1 / inside) + moved / inside;
    return least + Math.min(beside(idle[0]), beside(idle[1]));
  }
}

function isWindow({ window, wild }: Flow): boolean {
  return window !== null && !wild;
}

/** A mask of one rank, or none. */
function rankOf({ window }: Flow, d: number): number {
  const rank = window!.rank[d]!;
  return rank < 0 ? 0 : 1 << rank;
}

function leftOf(
  { chain, deliveries, forwarding }: Fanouts,
  flow: Flow,
  { t, s }: { readonly t: number; readonly s: number },
): Left | null {
  const link = chain.links.at(-1)!;
  const forwarded = forwarding.at(-1)![t]!;
  if (!isWindow(flow) || !(forwarded.still(s) || forwarded.ever(s))) return null;
  const handed = deliveries.at(-1)![t]!;
  const all = handed.of(s, unit);
  const { factors, served } = link.spreads[s]!;
  const counted =
    link.spreads.length > mostCounted ? null : (link.neighbours?.left(t, factors.at(-1)!, served) ?? null);
  if (counted !== null) return counted.least < all ? counted : null;
  const still = forwarded.still(s) ? 0 : all;
  const moved = forwarded.ever(s) ? handed.unserved(s) : all;
  const stepped = chain.lattice.bounds.map((_, d) => (forwarded.steps(s, d) ? moved : all));
  return { still, stepped, least: Math.min(still, moved) };
}
