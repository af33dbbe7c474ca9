// What compute takes in of a window where the order of the loops of one link is known, visit by visit (F.3, F.6): all that it needs,
// but what a neighbour had at the visit before.

import type { OrderList } from '../../../mapspace/walker.js';
import { computeCount } from '../../../workload/workload.js';
import type { Flow } from './flows.js';
import { countedLeft } from './forwarded-operands.js';
import { type Between, forSteps, orderAt } from './ordered-steps.js';
import type { RelaxedProblem } from './relaxed-problem.js';

/** By order: words that cross the fan-outs on the way at least, distinct deliveries of all instances; null where neighbours are not counted. */
export function orderedOperands(problem: RelaxedProblem, of: Between, orders: OrderList): Float64Array | null {
  const { t, k, inside } = of;
  const { chain, flows, copies } = problem;
  const last = chain.links.length - 1;
  const s = inside.spread[last]!;
  const left = countedLeft(chain, { t, s });
  if (left === null) return null;
  const flow = flows[t]!;
  const atLast = left.after(afterLast(problem, flow, { of, loops: orderAt(orders, 0) }));
  const visits = visitsInside(problem, flow, of);
  const still = left.still * (1 - 1 / visits);
  let needed = computeCount(chain.mapspace.problem.workload) / chain.links[last]!.spreads[s]!.elements;
  for (let link = k; link < last; link += 1) needed /= copies.multicastHere(link, t, inside.spread[link]!);
  return Float64Array.from({ length: orders.count }, (_, order) => {
    let words = atLast;
    let steps = 1;
    forSteps(problem, flow, { order: orderAt(orders, order), ...of }, ({ times, displacement }) => {
      words += times * left.after(displacement);
      steps += times;
    });
    return needed * (still + words / steps / visits);
  });
}

/** Visits of compute while the loops make one step: those of loops further inside, which move nothing. */
function visitsInside({ chain, remaining }: RelaxedProblem, { moving, idle }: Flow, of: Between): number {
  const { below, spread } = of.inside;
  const left = remaining.left(moving | idle);
  let visits = 1;
  for (let link = of.k + 1; link < chain.links.length; link += 1)
    visits *= left[below[link]! + chain.links[link]!.spreads[spread[link]!]!.id]! / left[below[link - 1]!]!;
  return visits;
}

/**
 * How far a loop outside all of these moves the window, per rank; null where that hangs on which it is. Where a dimension alone on its
 * rank has moved it, none brings it back.
 */
function afterLast(
  { chain, remaining }: RelaxedProblem,
  { window }: Flow,
  { of: { above, outer }, loops }: { readonly of: Between; readonly loops: Iterable<number> },
): (number | null)[] {
  const { rank, coefficient, dimensions } = window!;
  const { value } = chain.lattice;
  const back = dimensions.map(() => 0);
  for (const d of loops) {
    const r = rank[d]!;
    if (r >= 0) back[r] = back[r]! + coefficient[d]! * value[d]![above]!;
  }
  return back.map((distance, r) => {
    const mask = dimensions[r]!;
    const isAlone = (mask & (mask - 1)) === 0;
    return remaining.left(mask)[outer]! === 1 || (isAlone && distance > 0) ? -distance : null;
  });
}
