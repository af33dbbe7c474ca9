// What compute asks for, in all its iterations, of a window that neighbours forward (F.6): where the loops of some link settle it, or
// inside a storage that keeps it where none does.

import { bitsOf } from '../../../math/bits.js';
import { remembered } from '../../../math/remembered.js';
import { unit } from '../space/lattice.js';
import type { Operands } from './forwarded-operands.js';
import { displacementOutside } from './ordered-steps.js';
import type { Inside } from './question-variant.js';
import type { RelaxedProblem } from './relaxed-problem.js';
import type { Settlement, Step } from './settlement.js';
import { anyLoops, leastPrime } from './sliding.js';
import { alikeUnder } from './spread-cost.js';

/** Words that cross the fan-outs below the loops of link k at least, distinct deliveries of all instances. */
export function askedWords(
  problem: RelaxedProblem,
  k: number,
  { closing, run, first, within }: Settlement,
  { u, c, loops, closed = 0, beyond = 0, inside: chosen }: Step,
): number {
  const { flows, remaining, copies, chain, operands } = problem;
  const { t } = closing;
  const flow = flows[t]!;
  const last = chain.links.length - 1;
  const waiting = { t, stepping: closing.stepping, s: chosen?.spread[last] };
  const isKnown = loops !== anyLoops;
  const trips = (mask: number): number => (isKnown ? remaining.left(mask)[u]! / remaining.left(mask)[c]! : 1);
  const idle = trips(flow.idle & run);
  // Further inside nothing else loops.
  const inside = k === last ? 1 : remaining.left(flow.idle)[unit]! / remaining.left(flow.idle)[u]!;
  const most = isKnown ? idle * inside : Number.POSITIVE_INFINITY;
  const known = isKnown && k === last ? knownAt(problem, t, { u, c, loops }) : null;
  const around = { flow, loops: isKnown ? loops & ~(flow.idle & run) : 0, within, beyond, trips, known };
  let least = Number.POSITIVE_INFINITY;
  for (let rest = first & loops; rest !== 0; rest &= rest - 1) {
    const d = 31 - Math.clz32(rest & -rest);
    // Part of the way its loop may be inside already.
    const left = (closed >> d) & 1 ? chain.lattice.bounds[d]! : remaining.left(1 << d)[u]!;
    if (left === 1) continue; // no loop of it is outside
    const steps = isKnown ? trips(1 << d) : leastPrime(left);
    const near = !problem.mayStep(d, k, last);
    least = Math.min(least, operands.asked(waiting, { d, steps, near, idle: [idle, most], around }));
  }
  if (chosen === undefined) return (least * copies.mostBelow(t, last)) / copies.mostBelow(t, k);
  return least / copies.multicastUnder(chosen.spread, t, k, last);
}

/**
 * Words that compute asks of the storage of link k at least, of all its instances, where operands wait through it: no loop inside
 * moves what it keeps. By tile that it holds; of whatever tile where that is null.
 */
export function keptWords(problem: RelaxedProblem, k: number, operands: Operands): (node: number | null) => number {
  const { copies, chain, costs, credited } = problem;
  const { t } = operands;
  const shared = copies.mostBelow(t, k) / copies.mostBelow(t, chain.links.length - 1);
  const alike = costs.slice(k).reduce((product, { idle }) => product * Math.max(...idle[t]!), 1);
  const known = new Map<number, number>();
  return (node) => {
    // A rounded tile stands for smaller ones, inside which fewer iterations move nothing.
    const still = node === null || credited.isRounded ? 1 : Math.max(1, idleInside(problem, t, node) / alike);
    return remembered(known, still, () => problem.operands.askedInside(operands, still) / shared);
  };
}

/** The same under the spatial choices of each link, where it holds tile `node`. */
export function keptWordsUnder(
  problem: RelaxedProblem,
  k: number,
  { t, stepping }: Operands,
  { spread, node }: Pick<Inside, 'spread'> & { readonly node: number },
): number {
  const { copies, chain, costs } = problem;
  const last = chain.links.length - 1;
  const shared = copies.multicastUnder(spread, t, k, last);
  const still = idleInside(problem, t, node) / alikeUnder(costs, spread, t, { from: k, to: last + 1 });
  return problem.operands.askedInside({ t, stepping, s: spread[last]! }, still) / shared;
}

/** Iterations inside a tile of the dimensions that do not move dataspace t, at fan-outs or not. */
function idleInside({ flows, remaining }: RelaxedProblem, t: number, node: number): number {
  const left = remaining.left(flows[t]!.idle);
  return left[unit]! / left[node]!;
}

/** Right above the last fan-outs. */
function knownAt(problem: RelaxedProblem, t: number, { u, c, loops }: Pick<Step, 'u' | 'c' | 'loops'>) {
  const of = { above: u, outer: c };
  return { u, outside: displacementOutside(problem, problem.flows[t]!, { of, loops: bitsOf(loops) }) };
}
