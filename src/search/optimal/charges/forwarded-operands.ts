// Operands of compute that neighbours forward (F.6). Compute takes in the same again at every iteration, so that words are
// forwarded while nothing moves, where neighbours need the same: then they wait as they would for a storage. Of a window they
// may need the same one step later: how often depends on the loops, for which these operands wait, too.

import { maskWhere } from '../../../math/bits.js';
import { remembered } from '../../../math/remembered.js';
import { computeCount } from '../../../workload/workload.js';
import type { Chain, Spread } from '../space/chain.js';
import { unit } from '../space/lattice.js';
import type { Left } from '../space/neighbours.js';
import type { Deliveries } from './deliveries.js';
import type { Fanouts } from './fanouts.js';
import type { Flow } from './flows.js';
import { mostCounted } from './left-after.js';
import type { Waits } from './question-variant.js';
import { leastTurned, turnsOf } from './turns.js';

/** Words that compute asks for in all its iterations at least, of those spatial choices under which a window's words are forwarded. */
interface Waiting {
  readonly choices: readonly number[];
  /** By spatial choice: whatever moves at every iteration; 0 for all that are none of these. */
  readonly sure: Float64Array;
  /** The least of them. */
  readonly least: number;
  /** What comes on top: a mapping has one of these, all its life. */
  readonly arrangements: readonly Beyond[];
}

/** Words beyond those that are sure, of one arrangement of a spatial choice's loops, or the least of several. */
interface Beyond {
  /** What an arrangement leaves beyond what is sure where more is known; null for several. */
  readonly one: { readonly left: Left; readonly more: (words: number) => number } | null;
  /**
   * Where nothing moves, where a dimension is the first to step, by itself or at fan-outs outside the last as well, and where no
   * neighbour has what is needed.
   */
  readonly still: number;
  readonly stepped: readonly number[];
  readonly far: readonly number[];
  readonly unserved: number;
  /** Where it steps back: `Left`. */
  readonly returned: readonly number[];
  readonly turned: readonly (readonly number[])[];
}

/** Of more arrangements than these the least of each figure counts. */
const mostArrangements = 12;

/** What is known of the loops: where dimension d is the first to step. */
export interface Stepping {
  readonly d: number;
  /** Its iterations at least. */
  readonly steps: number;
  /** Whether no fan-out but the last steps it inside. */
  readonly near: boolean;
  /** Iterations of the loops inside it, which move nothing, at least and at most. */
  readonly idle: readonly [least: number, most: number];
  readonly around: Around;
}

/** Loops outside the one that is the first to step. */
interface Around {
  readonly flow: Flow;
  readonly loops: number;
  /** Those that stand inside all others where the first one is among them, a mask (`Settlement`). */
  readonly within: number;
  /** Those that step its rank outside a loop that steps another, where the order is known, a mask. */
  readonly beyond: number;
  readonly trips: (mask: number) => number;
  /** Where all of them are known, and nothing stands between them and the last fan-outs. */
  readonly known: Known | null;
}

interface Known {
  /** The tile inside. */
  readonly u: number;
  /** How far a loop further outside moves the window, per rank; null where that hangs on which it is. */
  readonly outside: readonly (number | null)[];
}

/** Compute's operands of dataspace t that have waited, only for something to step or not. */
export interface Operands {
  readonly t: number;
  readonly stepping: boolean;
  /** Spatial choice of the last link, where it is known. */
  readonly s?: number | undefined;
}

/** Spatial choices of the last link under which operands of dataspace t wait alike. */
interface Alike {
  readonly t: number;
  readonly choices: readonly number[];
}

export class ForwardedOperands {
  /** Of the last link, by dataspace. */
  readonly #deliveries: readonly Deliveries[];
  /** `[t][s]`, of the last link: what neighbours leave to the parent of the deliveries of one visit, by arrangement; null where they serve nothing. */
  readonly #left: readonly (readonly (readonly Left[] | null)[])[];
  /** `[t][s]`: whether operands may be forwarded while nothing moves. */
  readonly #still: readonly (readonly boolean[])[];
  /** `[t][s]`: null where they do not. */
  readonly #waits: readonly (readonly (Waits | null)[])[];
  /** Null for all but windows that are forwarded. */
  readonly #waiting: readonly Record<Waits, Waiting | null>[];
  /** `[t][s]`: the same under one of those spatial choices, once asked for. */
  readonly #chosen: readonly (Waiting | undefined)[][];
  /** By tile above the last fan-outs, once asked for: what may be there. */
  readonly #above: readonly Record<Waits, Map<number, readonly Beyond[]>>[];
  readonly #fanouts: Fanouts;

  /** `dense`: what compute asks for is as much as it computes. */
  constructor(fanouts: Fanouts, { dense }: { readonly dense: boolean }) {
    const { chain, flows, deliveries, forwarding } = fanouts;
    const last = chain.links.length - 1;
    const { spreads, forwardedToCompute } = chain.links[last]!;
    this.#deliveries = deliveries[last]!;
    this.#left = flows.map((flow, t) => spreads.map((_, s) => leftOf(fanouts, flow, { t, s })));
    this.#still = flows.map((flow, t) =>
      spreads.map((_, s) => forwarding[last]![t]!.still(s) && (!isWindow(flow) || this.#left[t]![s] !== null)),
    );
    this.#waits = flows.map((flow, t) => {
      const steps = dense && isWindow(flow) && (forwardedToCompute >> t) & 1;
      return spreads.map((_, s) =>
        this.#still[t]![s]! ? 'still' : steps && this.#left[t]![s] !== null ? 'stepping' : null,
      );
    });
    this.#fanouts = fanouts;
    const waitingAs = (how: Waits, t: number): Waiting | null => {
      if (!dense || !isWindow(flows[t]!)) return null;
      const choices = spreads.flatMap((_, s) => (this.waits(t, s) === how ? [s] : []));
      return choices.length === 0 ? null : this.#waitingUnder({ t, choices });
    };
    this.#waiting = flows.map((_, t) => ({ still: waitingAs('still', t), stepping: waitingAs('stepping', t) }));
    this.#chosen = flows.map(() => []);
    this.#above = flows.map(() => ({ still: new Map(), stepping: new Map() }));
  }

  #waitingUnder({ t, choices }: Alike): Waiting {
    const { chain } = this.#fanouts;
    const { spreads } = chain.links.at(-1)!;
    const computes = computeCount(chain.mapspace.problem.workload);
    const sure = new Float64Array(spreads.length);
    const arrangements: Beyond[] = [];
    for (const s of choices) {
      const visits = computes / spreads[s]!.elements;
      const own = this.leastLeft(t, s);
      sure[s] = visits * own;
      for (const left of this.#left[t]![s]!)
        arrangements.push(this.#beyond({ t, s, left }, (words) => visits * (words - own)));
    }
    return {
      choices,
      sure,
      least: choices.reduce((least, s) => Math.min(least, sure[s]!), Number.POSITIVE_INFINITY),
      arrangements: arrangements.length > mostArrangements ? [arrangements.reduce(lesser)] : arrangements,
    };
  }

  /** `more`: what so many words of one visit are beyond those that are sure, at all visits. */
  #beyond(
    { t, s, left }: { readonly t: number; readonly s: number; readonly left: Left },
    more: (words: number) => number,
  ): Beyond {
    const { deliveries, forwarding } = this.#fanouts;
    const forwarded = forwarding.at(-1)![t]!;
    const all = deliveries.at(-1)![t]!.of(s, unit);
    return {
      one: { left, more },
      still: more(left.still),
      stepped: left.stepped.map(more),
      far: left.stepped.map((_, d) => more(forwarded.steps(s, d) ? left.least : all)),
      unserved: more(all),
      returned: left.returned.map(more),
      turned: left.turned.map((turned) => turned.map(more)),
    };
  }

  /** What compute's operands wait for under spatial choice `s` of the last link; null where they do not. */
  waits(t: number, s: number): Waits | null {
    return this.#waits[t]![s]!;
  }

  /** Deliveries of one visit that neighbours leave to the parent at least. */
  leastLeft(t: number, s: number): number {
    const left = this.#left[t]![s]!;
    if (left === null) return this.#deliveries[t]!.of(s, unit);
    return left.reduce((least, one) => Math.min(least, one.least), Number.POSITIVE_INFINITY);
  }

  /** Words that compute asks for under spatial choice `s` where it is forwarded as something steps, of which `least` are charged where that is. */
  sure(t: number, s: number): number {
    const how = this.waits(t, s);
    return (how && this.#waiting[t]![how]?.sure[s]) ?? 0;
  }

  /** Of these, what is more than the least of all choices; nothing where they may wait as for a storage, whose words are charged whole. */
  beyondLeast(t: number, s: number): number {
    const { stepping } = this.#waiting[t]!;
    return stepping === null || this.waits(t, s) !== 'stepping' ? 0 : Math.max(0, stepping.sure[s]! - stepping.least);
  }

  /** Whether words may be forwarded while nothing moves, under spatial choice `s`. */
  standsStill(t: number, s: number): boolean {
    return this.#still[t]![s]!;
  }

  /** Dataspaces, a mask, of which what compute asks for is counted by the loops under some spatial choice. */
  get counted(): number {
    return maskWhere(this.#waiting, ({ still, stepping }) => still !== null || stepping !== null);
  }

  /** Whether what compute asks for is counted by the loops: of windows that are forwarded. */
  areCounted(of: Operands): boolean {
    return this.#waitingOf(of) !== null;
  }

  #waitingOf({ t, stepping, s }: Operands): Waiting | null {
    const all = this.#waiting[t]![stepping ? 'stepping' : 'still'];
    if (all === null || s === undefined) return all;
    this.#chosen[t]![s] ??= this.#waitingUnder({ t, choices: [s] });
    return this.#chosen[t]![s]!;
  }

  /** Those that a mapping may have, above tile u where that is known. */
  #arrangementsAt(of: Operands, known: Known | null): readonly Beyond[] {
    const { t, stepping, s } = of;
    const waiting = this.#waitingOf(of)!;
    if (known === null || s !== undefined) return waiting.arrangements;
    const { chain } = this.#fanouts;
    const { value } = chain.lattice;
    return remembered(this.#above[t]![stepping ? 'stepping' : 'still'], known.u, () => {
      const stands = ({ total }: Spread): boolean => total.every((factor, d) => factor === value[d]![known.u]!);
      const choices = waiting.choices.filter((choice) => stands(chain.links.at(-1)!.spreads[choice]!));
      return choices.length === 0 ? waiting.arrangements : this.#waitingUnder({ t, choices }).arrangements;
    });
  }

  /** Words that compute asks for at least where they are counted, but where the spatial choice is not known what is `beyondLeast`. */
  asked(of: Operands, { d, steps, near, idle, around }: Stepping): number {
    const { least } = this.#waitingOf(of)!;
    const arrangements = this.#arrangementsAt(of, around.known);
    let more = Number.POSITIVE_INFINITY;
    for (const one of arrangements) {
      const moved = (near ? one.stepped : one.far)[d]! * (1 - 1 / steps) + afterOuter(one, d, around) / steps;
      const beside = (inside: number): number => one.still * (1 - 1 / inside) + moved / inside;
      more = Math.min(more, beside(idle[0]), beside(idle[1]));
    }
    return least + more;
  }

  /** The same where nothing moves in all but one of so many iterations, and whatever may move in that one. */
  askedInside(of: Operands, iterations: number): number {
    const { least, arrangements } = this.#waitingOf(of)!;
    const more = arrangements.reduce((fewest, { still }) => Math.min(fewest, still), Number.POSITIVE_INFINITY);
    return least + more * (1 - 1 / iterations);
  }
}

/** Where dimension d is the first to step: words beyond the sure ones after each of its last iterations, whatever the order of the other `loops`. */
function afterOuter(beyond: Beyond, d: number, { flow, loops, within, beyond: far, trips, known }: Around): number {
  const { rank, dimensions } = flow.window!;
  const isAlone = (e: number): boolean => rank[e] !== -1 && dimensions[rank[e]!] === 1 << e;
  const one = known === null ? null : beyond.one;
  // Once a loop alone on its rank has stepped, or steps back, nobody is where a neighbour was.
  let apart = isAlone(d);
  const outside = turnsOf({ d, loops, within, trips }, (e, inside) => {
    apart ||= isAlone(e);
    const first = rank[e] !== -1 && (loops & dimensions[rank[e]!]!) === 1 << e;
    const words = turnedBy(beyond, flow, { d, e, first });
    return {
      words: one === null ? words : Math.max(words, one.more(one.left.turn(e, inside))),
      away: rank[e] !== -1 && rank[e] !== rank[d],
      far: ((far >> e) & 1) === 1,
    };
  });
  const further = apart ? beyond.unserved : 0;
  return leastTurned(outside, one === null ? further : Math.max(further, one.more(one.left.after(known!.outside))));
}

/** The least of each figure. */
function lesser(one: Beyond, other: Beyond): Beyond {
  const least = (some: readonly number[], others: readonly number[]): number[] =>
    some.map((words, d) => Math.min(words, others[d]!));
  return {
    one: null,
    still: Math.min(one.still, other.still),
    stepped: least(one.stepped, other.stepped),
    far: least(one.far, other.far),
    unserved: Math.min(one.unserved, other.unserved),
    returned: least(one.returned, other.returned),
    turned: one.turned.map((turned, d) => least(turned, other.turned[d]!)),
  };
}

/** After a loop over dimension e has stepped: then d steps back, but where e steps its rank. `first`: no other loop steps that of e. */
function turnedBy(
  { returned, turned }: Beyond,
  flow: Flow,
  { d, e, first }: { readonly d: number; readonly e: number; readonly first: boolean },
): number {
  const { rank } = flow.window!;
  if (rank[e] === rank[d]) return 0;
  return rank[e] === -1 || !first ? returned[d]! : turned[d]![e]!;
}

function isWindow({ window, wild }: Flow): boolean {
  return window !== null && !wild;
}

function leftOf(
  { chain, deliveries, forwarding }: Fanouts,
  flow: Flow,
  { t, s }: { readonly t: number; readonly s: number },
): readonly Left[] | null {
  const link = chain.links.at(-1)!;
  const forwarded = forwarding.at(-1)![t]!;
  if (!isWindow(flow) || !(forwarded.still(s) || forwarded.ever(s))) return null;
  const handed = deliveries.at(-1)![t]!;
  const all = handed.of(s, unit);
  const counted = link.spreads.length > mostCounted ? null : countedLeft(chain, { t, s });
  if (counted !== null) return counted.some(({ least }) => least < all) ? counted : null;
  const still = forwarded.still(s) ? 0 : all;
  const moved = forwarded.ever(s) ? handed.unserved(s) : all;
  const least = Math.min(still, moved);
  const stepped = chain.lattice.bounds.map((_, d) => (forwarded.steps(s, d) ? moved : all));
  const returned = stepped.map(() => least);
  return [
    { still, stepped, least, returned, turned: stepped.map(() => returned), turn: () => least, after: () => least },
  ];
}

/** What neighbours right above compute leave under spatial choice `s`, by arrangement; null where that is not counted. */
export function countedLeft(
  { links }: Chain,
  { t, s }: { readonly t: number; readonly s: number },
): readonly Left[] | null {
  const { neighbours, spreads } = links.at(-1)!;
  const { factors, served } = spreads[s]!;
  return neighbours?.left(t, factors.at(-1)!, served) ?? null;
}
