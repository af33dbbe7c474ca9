// Operands of compute that neighbours forward (F.6). Compute takes in the same again at every iteration, so that words are
// forwarded while nothing moves, where neighbours need the same: then they wait as they would for a storage. Of a window they
// may need the same one step later: how often depends on the loops, for which these operands wait, too.

import { maskWhere } from '../../../math/bits.js';
import { computeCount } from '../../../workload/workload.js';
import type { Chain } from '../space/chain.js';
import { unit } from '../space/lattice.js';
import type { Left } from '../space/neighbours.js';
import type { Deliveries } from './deliveries.js';
import type { Fanouts } from './fanouts.js';
import type { Flow } from './flows.js';
import { mostCounted } from './left-after.js';
import type { Waits } from './question-variant.js';

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
  /** Where it steps back: `Left`. */
  readonly returned: readonly number[];
  readonly turned: readonly (readonly number[])[];
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
  /** Words after its last iterations beyond the least: the average of all of them. */
  readonly after: number;
}

/** Loops outside the one over dimension d that is the first to step. */
interface Around {
  readonly flow: Flow;
  readonly d: number;
  readonly loops: number;
  /** Those that step its rank outside a loop that steps another, where the order is known, a mask. */
  readonly beyond: number;
  readonly trips: (mask: number) => number;
}

/** A loop outside the first one that steps. */
export interface Turn {
  readonly trips: number;
  /** After each of its steps. */
  readonly words: number;
  /** Whether it steps another rank, and whether it is outside one that does. */
  readonly away: boolean;
  readonly far: boolean;
}

/** Compute's operands of dataspace t that have waited, only for something to step or not. */
interface Operands {
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
  /** `[t][s]`, of the last link: what neighbours leave to the parent of the deliveries of one visit; null where they serve nothing. */
  readonly #left: readonly (readonly (Left | null)[])[];
  /** `[t][s]`: whether operands may be forwarded while nothing moves. */
  readonly #still: readonly (readonly boolean[])[];
  /** `[t][s]`: null where they do not. */
  readonly #waits: readonly (readonly (Waits | null)[])[];
  /** Null for all but windows that are forwarded. */
  readonly #waiting: readonly Record<Waits, Waiting | null>[];
  /** `[t][s]`: the same under one of those spatial choices, once asked for. */
  readonly #chosen: readonly (Waiting | undefined)[][];
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
  }

  #waitingUnder({ t, choices }: Alike): Waiting {
    const { chain, deliveries, forwarding } = this.#fanouts;
    const last = chain.links.length - 1;
    const { spreads } = chain.links[last]!;
    const left = this.#left[t]!;
    const computes = computeCount(chain.mapspace.problem.workload);
    const wordsOf = (s: number, each: number): number => (computes / spreads[s]!.elements) * each;
    const forwarded = forwarding[last]![t]!;
    const all = (s: number): number => deliveries[last]![t]!.of(s, unit);
    const sure = new Float64Array(spreads.length);
    for (const s of choices) sure[s] = wordsOf(s, left[s]!.least);
    const more = (of: (s: number) => number): number =>
      choices.reduce((least, s) => Math.min(least, wordsOf(s, of(s)) - sure[s]!), Number.POSITIVE_INFINITY);
    const { bounds } = chain.lattice;
    return {
      sure,
      least: choices.reduce((least, s) => Math.min(least, sure[s]!), Number.POSITIVE_INFINITY),
      still: more((s) => left[s]!.still),
      stepped: bounds.map((_, d) => more((s) => left[s]!.stepped[d]!)),
      far: bounds.map((_, d) => more((s) => (forwarded.steps(s, d) ? left[s]!.least : all(s)))),
      unserved: more(all),
      returned: bounds.map((_, d) => more((s) => left[s]!.returned[d]!)),
      turned: bounds.map((_, d) => bounds.map((_, e) => more((s) => left[s]!.turned[d]![e]!))),
    };
  }

  /** What compute's operands wait for under spatial choice `s` of the last link; null where they do not. */
  waits(t: number, s: number): Waits | null {
    return this.#waits[t]![s]!;
  }

  /** Deliveries of one visit that neighbours leave to the parent at least. */
  leastLeft(t: number, s: number): number {
    return this.#left[t]![s]?.least ?? this.#deliveries[t]!.of(s, unit);
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

  /** Words that compute asks for at least where they are counted, but where the spatial choice is not known what is `beyondLeast`. */
  asked(of: Operands, { d, steps, near, idle, after }: Stepping): number {
    const { least, still, stepped, far } = this.#waitingOf(of)!;
    const moved = (near ? stepped : far)[d]! * (1 - 1 / steps) + after / steps;
    const beside = (inside: number): number => still * (1 - 1 / inside) + moved / inside;
    return least + Math.min(beside(idle[0]), beside(idle[1]));
  }

  /** Where dimension d is the first to step: words beyond the least after each of its last iterations, whatever the order of the other `loops`. */
  after(of: Operands, { flow, d, loops, beyond, trips }: Around): number {
    const waiting = this.#waitingOf(of)!;
    const { unserved } = waiting;
    const { rank, dimensions } = flow.window!;
    const isAlone = (e: number): boolean => rank[e] !== -1 && dimensions[rank[e]!] === 1 << e;
    const outside: Turn[] = [];
    // Once a loop alone on its rank has stepped, or steps back, nobody is where a neighbour was.
    let apart = isAlone(d);
    for (let rest = loops & ~(1 << d); rest !== 0; rest &= rest - 1) {
      const e = 31 - Math.clz32(rest & -rest);
      const first = rank[e] !== -1 && (loops & dimensions[rank[e]!]!) === 1 << e;
      const words = turnedBy(waiting, flow, { d, e, first });
      outside.push({
        trips: trips(1 << e),
        words,
        away: rank[e] !== -1 && rank[e] !== rank[d],
        far: ((beyond >> e) & 1) === 1,
      });
      apart ||= isAlone(e);
    }
    return leastTurned(outside, apart ? unserved : 0);
  }
}

/** After a loop over dimension e has stepped: then d steps back, but where e steps its rank. `first`: no other loop steps that of e. */
function turnedBy(
  { returned, turned }: Waiting,
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
): Left | null {
  const link = chain.links.at(-1)!;
  const forwarded = forwarding.at(-1)![t]!;
  if (!isWindow(flow) || !(forwarded.still(s) || forwarded.ever(s))) return null;
  const handed = deliveries.at(-1)![t]!;
  const all = handed.of(s, unit);
  const counted = link.spreads.length > mostCounted ? null : countedLeft(chain, { t, s });
  if (counted !== null) return counted.least < all ? counted : null;
  const still = forwarded.still(s) ? 0 : all;
  const moved = forwarded.ever(s) ? handed.unserved(s) : all;
  const least = Math.min(still, moved);
  const stepped = chain.lattice.bounds.map((_, d) => (forwarded.steps(s, d) ? moved : all));
  const returned = stepped.map(() => least);
  return { still, stepped, least, returned, turned: stepped.map(() => returned), after: () => least };
}

/** What neighbours right above compute leave under spatial choice `s`, arrangement by arrangement; null where that is not counted. */
export function countedLeft({ links }: Chain, { t, s }: { readonly t: number; readonly s: number }): Left | null {
  const { neighbours, spreads } = links.at(-1)!;
  const { factors, served } = spreads[s]!;
  return neighbours?.left(t, factors.at(-1)!, served) ?? null;
}

/**
 * Words after each of the first one's last iterations, in the order of the loops outside it that makes them least, and so many after
 * all steps further outside. A loop's share is what those inside leave to it, so that least is moved where those after which least
 * is moved are innermost; but one of those that step another rank stands inside all that are far.
 */
export function leastTurned(outside: Turn[], further: number): number {
  sortByWords(outside);
  if (!outside.some(({ far }) => far)) return turned(outside, further);
  const free = outside.filter(({ far, away }) => !far && !away);
  let least = Number.POSITIVE_INFINITY;
  for (const away of outside) {
    if (!away.away) continue;
    for (let count = 0; count <= free.length; count += 1) {
      const inside = [...free.slice(0, count), away];
      least = Math.min(least, turned([...inside, ...outside.filter((one) => !inside.includes(one))], further));
    }
  }
  return least;
}

/** They are few, and sorted by the million: the library's sorting makes copies. */
function sortByWords(turns: Turn[]): void {
  for (let at = 1; at < turns.length; at += 1) {
    const turn = turns[at]!;
    let to = at;
    for (; to > 0 && turns[to - 1]!.words > turn.words; to -= 1) turns[to] = turns[to - 1]!;
    turns[to] = turn;
  }
}

/** The same in this order, inner to outer. */
function turned(outside: readonly Turn[], further: number): number {
  let share = 1;
  let sum = 0;
  for (const { trips, words } of outside) {
    sum += share * (1 - 1 / trips) * words;
    share /= trips;
  }
  return sum + share * further;
}
