// What a storage takes in of a window that neighbours may forward to it, where the loops of one link are known and their order in
// part: the least of `ordered-visits` over all orders (F.6, F.13).

import { broughtAgain } from '../../../mapping/constraints.js';
import { maskWhere } from '../../../math/bits.js';
import { newWords } from '../../../model/charge/window.js';
import { type Around, displacementsOf } from '../space/steps.js';
import type { Flow } from './flows.js';
import { alwaysLeaves } from './leaving.js';
import type { RelaxedProblem } from './relaxed-problem.js';
import type { Settlement, Step } from './settlement.js';
import { leastTurned, turnsOf } from './turns.js';

/** Where the child stands. */
interface Child {
  readonly t: number;
  /** Link whose fan-outs are right above it, and the spatial choice there. */
  readonly link: number;
  readonly s: number;
  /** Tile that it holds, and the one inside the loops. */
  readonly node: number;
  readonly u: number;
}

/** Its window, whichever loop is the first to move it. */
interface Window {
  readonly flow: Flow;
  readonly strides: readonly number[];
  readonly whole: number;
  /** Distinct deliveries of one visit, and those that neighbours leave after a displacement. */
  readonly everybody: number;
  readonly sent: (displacement: readonly number[]) => number;
  /** Per rank: how far elements are apart at most. No neighbour serves after a longer displacement. */
  readonly spans: readonly number[];
}

/** A step of the first loop: words of a child's tile that are new after it, and how far it moves the window. */
interface FirstStep {
  readonly fresh: number;
  readonly displacement: readonly number[];
}

/** Dataspaces, a mask, of which `leastVisits` may tell something at the loops of link k. */
export function visitsTold(problem: RelaxedProblem, k: number): number {
  return maskWhere(problem.flows, ({ index: t }) => {
    if (!isTold(problem, t)) return false;
    const { length } = problem.chain.links;
    for (let child = k + 1; child < length && isAlone(problem, k, child); child += 1) {
      if (choiceAt(problem, t, child - 1) !== null) return true;
    }
    return false;
  });
}

/** Words that cross the fan-outs at least, distinct deliveries of all instances; 0 where nothing is told. */
export function leastVisits(
  problem: RelaxedProblem,
  k: number,
  { closing: { t, child }, run, first, within }: Settlement,
  { u, c, loops }: Step,
): number {
  if (!isTold(problem, t) || !isAlone(problem, k, child)) return 0;
  const link = child - 1;
  const s = choiceAt(problem, t, link);
  if (s === null) return 0;
  const { value } = problem.chain.lattice;
  const { id, total } = problem.chain.links[link]!.spreads[s]!;
  if (total.some((factor, d) => value[d]![u]! % factor !== 0)) return 0; // no tile stands there
  const of = { t, link, s, node: u - id, u };
  const window = windowOf(problem, of);
  let least = Number.POSITIVE_INFINITY;
  for (let rest = first & loops; rest !== 0; rest &= rest - 1) {
    const d = 31 - Math.clz32(rest & -rest);
    least = Math.min(least, taken(problem, of, window, { d, c, loops, run, within }));
  }
  return least;
}

/** The spatial choice of a link where there is one alone, which uses one fan-out, whose neighbours may forward dataspace t. */
function choiceAt({ spreads, chain, forwarding }: RelaxedProblem, t: number, link: number): number | null {
  const choices = spreads[link]!;
  const s = choices[0]!;
  if (choices.length !== 1 || !forwarding[link]![t]!.ever(s)) return null;
  const { factors } = chain.links[link]!.spreads[s]!;
  return factors.filter((own) => own.some((factor) => factor > 1)).length === 1 ? s : null;
}

function isTold({ flows, chain }: RelaxedProblem, t: number): boolean {
  const { window, wild, readWrite } = flows[t]!;
  const again = broughtAgain(chain.mapspace.problem.constraints);
  return window !== null && !wild && !readWrite && ((again >> t) & 1) === 0;
}

/** Whether fan-outs between the loops of link k and the child can be in use right above it alone. */
function isAlone({ chain }: RelaxedProblem, k: number, child: number): boolean {
  for (let link = k; link < child - 1; link += 1)
    if (chain.links[link]!.spreads.some(({ elements }) => elements > 1)) return false;
  return true;
}

/** Where the loop over dimension d is the first to move the window. */
function taken(
  problem: RelaxedProblem,
  { t, node, u }: Child,
  window: Window,
  loop: { readonly d: number; readonly c: number } & Pick<Step, 'loops'> & Pick<Settlement, 'run' | 'within'>,
): number {
  const { flows, remaining, chain } = problem;
  const { d, c } = loop;
  const flow = flows[t]!;
  const { dimensions, rank } = flow.window!;
  const { strides, whole, everybody } = window;
  const loops = loop.loops & ~(flow.idle & loop.run);
  const width = flow.widths[rank[d]!]![node]!;
  const first = {
    fresh: newWords(whole, width, width, strides[d]!),
    displacement: dimensions.map((_, r) => (r === rank[d] ? strides[d]! : 0)),
  };
  const trips = (mask: number): number => remaining.left(mask)[u]! / remaining.left(mask)[c]!;
  const outside = turnsOf({ d, loops, within: loop.within, trips }, (e, inside) => ({
    words: wordsAfter(window, first, e, inside),
    away: false,
    far: false,
  }));
  const visits = trips(loops);
  const stepping = first.fresh * window.sent(first.displacement);
  const words = visits * ((1 - 1 / trips(1 << d)) * stepping + leastTurned(outside, 0) / trips(1 << d));
  // Of the visits that loops further outside make, as where the order is known.
  const around = remaining.left(flow.moving | flow.idle)[c]!;
  const leaves = alwaysLeaves(chain.lattice, remaining, flow, {
    d,
    u,
    c,
    spanOf: (mask) => window.spans[dimensions.indexOf(mask)]!,
  });
  return words * around + whole * everybody * (leaves ? around : 1);
}

function windowOf({ flows, chain, deliveries, left }: RelaxedProblem, { t, link, s, node, u }: Child): Window {
  const flow = flows[t]!;
  const { coefficient, dimensions } = flow.window!;
  const everybody = deliveries[link]![t]!.of(s, node);
  return {
    flow,
    strides: coefficient.map((each, e) => each * chain.lattice.value[e]![u]!),
    whole: flow.tile[node]!,
    everybody,
    spans: dimensions.map((mask) => left[link]![t]!.spanOf({ s, node }, mask)),
    sent: (by) => Math.min(everybody, left[link]![t]!.after({ s, node }, by)),
  };
}

/** Least after a step of the loop over dimension e, outside the first: neighbours may serve where it brings as much as that one's did. */
function wordsAfter(window: Window, first: FirstStep, e: number, inside: Around): number {
  const { flow, whole, everybody, sent, spans, strides } = window;
  const { fresh, displacement } = first;
  const { rank, dimensions } = flow.window!;
  let mayStand = true;
  let mayGoOn = true;
  let isServed = whole === fresh;
  for (let r = 0; r < dimensions.length; r += 1) {
    const ways = { mask: dimensions[r]!, own: rank[e] === r ? strides[e]! : 0, strides };
    const least = nearest(ways, e, inside, 0);
    mayStand &&= least === 0;
    isServed &&= least <= spans[r]!;
    mayGoOn &&= nearest(ways, e, inside, displacement[r]!) === 0;
  }
  if (mayStand) return 0;
  if (isServed) {
    const steps = { rank, dimensions, strides };
    return displacementsOf(steps, e, inside).reduce(
      (least, by) => Math.min(least, whole * sent(by)),
      whole * everybody,
    );
  }
  return mayGoOn ? fresh * sent(displacement) : whole * everybody;
}

/** Along one rank, which the dimensions of a mask step. */
interface Along {
  readonly mask: number;
  /** How far the loop itself leads. */
  readonly own: number;
  readonly strides: readonly number[];
}

/** How near to a distance some order leads: no arrays, this runs by the million (`displacementsOf`). */
function nearest({ mask, own, strides }: Along, e: number, { sure, some }: Around, distance: number): number {
  const others = mask & some & ~sure & ~(1 << e);
  const ahead = own - sumOf(strides, mask & sure & ~(1 << e)) - distance;
  let least = Number.POSITIVE_INFINITY;
  for (let subset = others; ; subset = (subset - 1) & others) {
    least = Math.min(least, Math.abs(ahead - sumOf(strides, subset)));
    if (subset === 0) return least;
  }
}

function sumOf(strides: readonly number[], mask: number): number {
  let sum = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) sum += strides[31 - Math.clz32(rest & -rest)]!;
  return sum;
}
