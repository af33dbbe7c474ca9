// What compute asks for, in all its iterations, of a window that neighbours forward (F.6), where the loops of some link settle it.

import { bitsOf } from '../../../math/bits.js';
import { unit } from '../space/lattice.js';
import { displacementOutside } from './ordered-steps.js';
import type { RelaxedProblem } from './relaxed-problem.js';
import type { Settlement, Step } from './settlement.js';
import { anyLoops, leastPrime } from './sliding.js';

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
  for (let link = k; link < last; link += 1) least /= copies.multicastHere(link, t, chosen.spread[link]!);
  return least;
}

/** Right above the last fan-outs. */
function knownAt(problem: RelaxedProblem, t: number, { u, c, loops }: Pick<Step, 'u' | 'c' | 'loops'>) {
  const of = { above: u, outer: c };
  return { u, outside: displacementOutside(problem, problem.flows[t]!, { of, loops: bitsOf(loops) }) };
}
