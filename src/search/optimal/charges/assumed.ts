// What the tables assume of fan-outs that are still to be chosen outside: the most copies of outputs, whose first touches
// are credited (F.7.1, F.8), and the most multicast on the way to a storage that has been charged (F.5). Where the choices
// are known, what was too much is taken back.

import type { Context } from '../contexts.js';
import type { Made } from './copies.js';
import { firstTouchPj, parentPj } from './energies.js';
import type { RelaxedProblem } from './relaxed-problem.js';

export interface Assumed {
  /** Per dataspace: pJ credited for each copy made outside, at least. */
  readonly savings: readonly number[];
  readonly shares: readonly Share[];
}

/**
 * A dataspace charged to the storage of link `parent`. Its words there are Y / m with multicast m, and never fewer than
 * all words once, L. With the most multicast M there can be, Y / M + L (1 - m / M) is between the two.
 */
interface Share {
  readonly t: number;
  readonly parent: number;
  /** For all words once. */
  readonly pj: number;
}

/** Of everything inside boundary k, by its context. */
export function assumedInside(problem: RelaxedProblem, k: number, context: Context): Assumed {
  return { savings: savingsInside(problem, k, context), shares: sharesOf(problem, context, k) };
}

/** Of a storage that keeps these dataspaces. */
export function assumedAtKeep({ flows, energies }: RelaxedProblem, k: number, kept: readonly boolean[]): Assumed {
  return { savings: flows.map((flow, t) => (kept[t] ? firstTouchPj(energies, flow, k, 1) : 0)), shares: [] };
}

/** Charges to storages outside link k that fan-outs there multicast on the way. */
export function sharesOf({ flows, energies, copies, chain }: RelaxedProblem, context: Context, k: number): Share[] {
  return context.flatMap((state, t): Share[] => {
    if (state.is !== 'charged' || state.parent === null || state.parent >= k) return [];
    const { parent } = state;
    const flow = flows[t]!;
    const words = copies.leastWords(flow, t, { k: parent, child: chain.links.length });
    const pj = parentPj(energies, flow, parent, words * energies.bytes.leastFrom(t, parent));
    return pj > 0 ? [{ t, parent, pj }] : [];
  });
}

/** Per dataspace, for each copy made outside the storage of link k: every keeper inside has been credited, free ones perhaps. */
function savingsInside({ chain, flows, energies }: RelaxedProblem, k: number, context: Context): number[] {
  return flows.map((flow, t) => {
    const state = context[t]!;
    if (state.is === 'demanded') return 0;
    let pj = 0;
    for (let link = k; link < chain.links.length; link += 1) {
      const waits = state.is === 'waiting' && state.child === link;
      const keeps = waits || ((chain.links[link]!.forced >> t) & 1) === 1;
      if (keeps) pj += firstTouchPj(energies, flow, link, 1);
    }
    return pj;
  });
}

/** What was too much where the fan-outs outside link k are known. */
export function takenBack({ copies }: RelaxedProblem, k: number, of: { made: Made; assumed: Assumed }): number {
  const { made, assumed } = of;
  const most = copies.most[k]!;
  let pj = unmade(assumed.savings, most.copies, made.copies);
  for (const { t, parent, pj: once } of assumed.shares) {
    let share = 1;
    for (let link = parent; link < k; link += 1) share *= made.multicast[link]![t]! / most.multicast[link]![t]!;
    pj += once * (1 - share);
  }
  return pj;
}

/**
 * What was too much of everything inside boundary k + 1 under each spatial choice of link k, where the fan-outs further
 * outside still make the most they can.
 */
export function takenBackHere(
  { copies, chain }: RelaxedProblem,
  k: number,
  { savings, shares }: Assumed,
): Float64Array {
  const outside = copies.most[k]!;
  const { multicast, copies: most } = copies.most[k + 1]!;
  const back = new Float64Array(chain.links[k]!.spreads.length);
  const here = [...outside.copies];
  for (let s = 0; s < back.length; s += 1) {
    for (let t = 0; t < here.length; t += 1) here[t] = outside.copies[t]! * copies.here(k, t, s);
    let pj = unmade(savings, most, here);
    for (const { t, parent, pj: once } of shares) {
      if (parent > k) continue;
      let share = once;
      for (let link = parent; link < k; link += 1) share /= multicast[link]![t]!;
      pj += share * (1 - copies.multicastHere(k, t, s) / multicast[k]![t]!);
    }
    back[s] = pj;
  }
  return back;
}

function unmade(savings: readonly number[], most: readonly number[], made: readonly number[]): number {
  let pj = 0;
  for (let t = 0; t < savings.length; t += 1) if (savings[t] !== 0) pj += savings[t]! * (most[t]! - made[t]!);
  return pj;
}
