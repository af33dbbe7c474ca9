// What the tables assume of fan-outs that are still to be chosen outside: the most copies of outputs, whose first touches
// are credited (F.7.1, F.8), and the most multicast on the way to a storage that has been charged (F.5). Where the choices
// are known, what was too much is taken back.

import type { Context } from '../contexts.js';
import { copiesAreKnown, type Made } from './copies.js';
import { firstTouchPj, parentPj } from './energies.js';
import { oncePj, passingsOf } from './passing.js';
import type { Variant } from './question-variant.js';
import type { RelaxedProblem } from './relaxed-problem.js';

export interface Assumed {
  /** First touches that are credited, at least. */
  readonly saved: PerCopy;
  /** What is passed on through storages that keep outputs (`oncePj`), where contexts tell. */
  readonly passed: PerCopy;
  readonly shares: readonly Share[];
}

/** pJ for each copy of outputs that is made outside. */
export interface PerCopy {
  /** Per dataspace; and the dataspaces of which that is anything. */
  readonly eachPj: readonly number[];
  readonly outputs: readonly number[];
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
  return {
    saved: savingsInside(problem, k, context),
    passed: passedInside(problem, k, context),
    shares: sharesOf(problem, context, k),
  };
}

/** Of a storage that keeps these dataspaces. */
export function savingsAtKeep({ flows, energies }: RelaxedProblem, k: number, kept: readonly boolean[]): PerCopy {
  return perCopy(flows.map((flow, t) => (kept[t] ? firstTouchPj(energies, flow, k, 1) : 0)));
}

export function perCopy(eachPj: readonly number[]): PerCopy {
  return { eachPj, outputs: [...eachPj.keys()].filter((t) => eachPj[t] !== 0) };
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
export function savingsInside(
  { chain, flows, energies, copies }: RelaxedProblem,
  k: number,
  context: Context,
): PerCopy {
  const savings = flows.map((flow, t) => {
    const state = context[t]!;
    if (state.is === 'demanded') return 0;
    let pj = 0;
    for (let link = k; link < chain.links.length; link += 1) {
      const waits = state.is === 'waiting' && state.child === link;
      const keeps = waits || ((chain.links[link]!.forced >> t) & 1) === 1;
      if (keeps) pj += firstTouchPj(energies, flow, link, copies.sureBetween(t, k, link));
    }
    return pj;
  });
  return perCopy(savings);
}

/** Of outputs whose child waits, and those that are told to wait along with it. */
function passedInside(problem: RelaxedProblem, k: number, context: Context): PerCopy {
  const passed = context.map((state, t) =>
    state.is === 'waiting' && copiesAreKnown(problem.flows[t]!)
      ? passingsOf(t, state.child, state.along).reduce(
          (pj, one) => pj + oncePj(problem, one) * problem.copies.sureBetween(t, k, one.child),
          0,
        )
      : 0,
  );
  return perCopy(passed);
}

/** What was too much inside a tile where the fan-outs outside link k are known. */
export function takenBack(
  { copies, credited }: RelaxedProblem,
  k: number,
  of: { readonly made: Made; readonly assumed: Assumed; readonly node: number },
): number {
  const { made, assumed, node } = of;
  const most = copies.most[k]!;
  let pj = 0;
  for (const t of assumed.saved.outputs)
    pj += assumed.saved.eachPj[t]! * (credited.sure(k, t)[node]! - made.copies[t]!);
  for (const t of assumed.passed.outputs) pj += assumed.passed.eachPj[t]! * (made.sure[t]! - most.sure[t]!);
  for (const { t, parent, pj: once } of assumed.shares) {
    let share = 1;
    for (let link = parent; link < k; link += 1) share *= made.multicast[link]![t]! / most.multicast[link]![t]!;
    pj += once * (1 - share);
  }
  return pj;
}

/**
 * What was too much of everything inside boundary k + 1 under each spatial choice of link k, where the fan-outs further
 * outside still make the most they can. What is credited for copies hangs on the tile (`SpreadQuestion`).
 */
export function takenBackHere({ copies, chain }: RelaxedProblem, k: number, { shares }: Assumed): Float64Array {
  const { multicast } = copies.most[k + 1]!;
  const back = new Float64Array(chain.links[k]!.spreads.length);
  for (let s = 0; s < back.length; s += 1) {
    for (const { t, parent, pj: once } of shares) {
      if (parent > k) continue;
      let share = once;
      for (let link = parent; link < k; link += 1) share /= multicast[link]![t]!;
      back[s] = back[s]! + share * (1 - copies.multicastHere(k, t, s) / multicast[k]![t]!);
    }
  }
  return back;
}

/**
 * The same of copies of an output, under a spatial choice between the tile below and any above: what has been credited for more than
 * it makes with the most outside, and what has been passed on and charged for fewer than it makes with the least. Null for nothing.
 */
export function copiesBackHere(
  { copies, credited }: RelaxedProblem,
  k: number,
  { t, savedPj, passedPj }: Variant,
): ((s: number, below: number) => number) | null {
  if (savedPj === 0 && passedPj === 0) return null;
  const inside = credited.sure(k + 1, t);
  const most = copies.most[k]!.copies[t]!;
  const least = copies.most[k]!.sure[t]!;
  const passed = copies.most[k + 1]!.sure[t]!;
  return (s, below) => {
    const here = copies.here(k, t, s);
    return savedPj * Math.max(0, inside[below]! - most * here) + passedPj * (least * here - passed);
  };
}

/** What so many copies of each output come to. */
export function copiesPj({ eachPj, outputs }: PerCopy, copies: readonly number[]): number {
  let pj = 0;
  for (const t of outputs) pj += eachPj[t]! * copies[t]!;
  return pj;
}

/** The same of as many copies as each tile may have. */
export function copiesPjOf(
  { eachPj, outputs }: PerCopy,
  copiesOf: (t: number) => Float64Array,
): (node: number) => number {
  if (outputs.length === 0) return () => 0;
  const copies = outputs.map(copiesOf);
  return (node) => {
    let pj = 0;
    for (let at = 0; at < outputs.length; at += 1) pj += eachPj[outputs[at]!]! * copies[at]![node]!;
    return pj;
  };
}

/** What is credited inside the loops of link k for all copies that there may be outside, by tile; nothing where tiles stand for others. */
export function creditedPjOf({ credited }: RelaxedProblem, k: number, inside: PerCopy): (node: number) => number {
  return credited.isRounded ? () => 0 : copiesPjOf(inside, (t) => credited.sure(k, t));
}
