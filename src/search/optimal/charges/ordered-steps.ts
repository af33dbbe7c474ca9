// How far the loops of one link move a window as they step, where their order is known (F.3).

import type { OrderList } from '../../../mapspace/walker.js';
import type { Flow } from './flows.js';
import type { Handed } from './handed-tiles.js';
import type { RelaxedProblem } from './relaxed-problem.js';

/** Between the storage whose loops these are and the child, to which neighbours may forward a window: a storage, or compute. */
export interface Between extends Handed {
  /** The tile outside the loops. */
  readonly outer: number;
}

export interface Ordered extends Between {
  /** Dimensions of the loops, inner to outer. */
  readonly order: ArrayLike<number>;
}

export function orderAt({ dimensions, count }: OrderList, order: number): Uint8Array {
  const loops = dimensions.length / count;
  return dimensions.subarray(order * loops, (order + 1) * loops);
}

/** The steps of one loop, those inside it beginning anew. */
export interface Steps {
  /** The dimension that it is over. */
  d: number;
  /** How often it steps while the loops make all their iterations once. */
  times: number;
  /** Per rank: how far that moves the window (t_k). */
  readonly displacement: number[];
}

/** Visits every loop, inner to outer; the same object every time. */
export function forSteps(
  { chain }: RelaxedProblem,
  { window }: Flow,
  { above, outer, order }: Ordered,
  visit: (steps: Readonly<Steps>) => void,
): void {
  const { value } = chain.lattice;
  const { rank, coefficient, dimensions } = window!;
  const moved = dimensions.map(() => 0);
  const steps: Steps = { d: 0, times: 0, displacement: dimensions.map(() => 0) };
  let outside = 1;
  for (let at = 0; at < order.length; at += 1) outside *= value[order[at]!]![outer]! / value[order[at]!]![above]!;
  for (let at = 0; at < order.length; at += 1) {
    const d = order[at]!;
    const own = rank[d]!;
    const trips = value[d]![outer]! / value[d]![above]!;
    const stride = own < 0 ? 0 : coefficient[d]! * value[d]![above]!;
    outside /= trips;
    steps.d = d;
    steps.times = (trips - 1) * outside;
    for (let r = 0; r < moved.length; r += 1) steps.displacement[r] = (r === own ? stride : 0) - moved[r]!;
    visit(steps);
    // A loop outside takes one step of every loop inside it back.
    if (own >= 0) moved[own] = moved[own]! + stride;
  }
}

/**
 * How far a loop outside all of these moves the window, per rank; null where that hangs on which it is. Where a dimension alone on its
 * rank has moved it, none brings it back.
 */
export function displacementOutside(
  { chain, remaining }: RelaxedProblem,
  { window }: Flow,
  { of: { above, outer }, loops }: { readonly of: Pick<Between, 'above' | 'outer'>; readonly loops: Iterable<number> },
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
