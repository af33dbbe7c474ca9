// What compute takes in of a window where the order of the loops of one link is known, visit by visit (F.3, F.6): all that it needs,
// but what a neighbour had at the visit before.

import type { OrderList } from '../../../mapspace/walker.js';
import { computeCount } from '../../../workload/workload.js';
import type { Flow } from './flows.js';
import { countedLeft } from './forwarded-operands.js';
import { type Between, displacementOutside, forSteps, orderAt } from './ordered-steps.js';
import type { RelaxedProblem } from './relaxed-problem.js';

/** By order: words that cross the fan-outs on the way at least, distinct deliveries of all instances; null where neighbours are not counted. */
export function orderedOperands(problem: RelaxedProblem, of: Between, orders: OrderList): Float64Array | null {
  const { t, k, inside } = of;
  const { chain, flows, copies } = problem;
  const innermost = chain.links.length - 1;
  const s = inside.spread[innermost]!;
  const left = countedLeft(chain, { t, s });
  if (left === null) return null;
  const flow = flows[t]!;
  const last = displacementOutside(problem, flow, { of, loops: orderAt(orders, 0) });
  const atLast = left.map((one) => one.after(last));
  const visits = visitsInside(problem, flow, of);
  const still = left.map((one) => one.still * (1 - 1 / visits));
  let needed = computeCount(chain.mapspace.problem.workload) / chain.links[innermost]!.spreads[s]!.elements;
  needed /= copies.multicastUnder(inside.spread, t, k, innermost);
  return Float64Array.from({ length: orders.count }, (_, order) => {
    const words = atLast.slice();
    let steps = 1;
    forSteps(problem, flow, { order: orderAt(orders, order), ...of }, ({ times, displacement }) => {
      for (let at = 0; at < left.length; at += 1) words[at] = words[at]! + times * left[at]!.after(displacement);
      steps += times;
    });
    // The arrangement is the same at every visit.
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < left.length; at += 1) least = Math.min(least, still[at]! + words[at]! / steps / visits);
    return needed * least;
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
