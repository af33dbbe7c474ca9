// How long a window slides on (F.13): after the steps of the innermost loop that moves it, the steps of a loop further outside
// bring the slice alone, or nothing, only where its stride is the sum of the strides inside it, or one step more; all others
// bring whole tiles. Strides are those of the tile at hand, and multiples of them further outside.

import { greatestCommonDivisor } from '../../../math/distinct-sums.js';
import type { Lattice } from '../space/lattice.js';
import type { Flow, Remaining } from './flows.js';

/** Whatever loops: where that is not known. */
export const anyLoops = -1;

/** Tiles inside and outside the loops, and the dimensions that loop; `anyLoops` where only the tile inside is known. */
export interface Visit {
  readonly u: number;
  readonly c: number;
  readonly loops: number;
}

export interface Sliding {
  /** Visits from one whole tile to the next, at most. */
  visits: number;
  /** How many of them may bring nothing: steps of loops outside the innermost that moves the window. */
  free: number;
  /** Of the visits from one such step to the next, at least. */
  steps: number;
}

/** Where dimension `d` is the first to step; the same object every time. */
export function slidingFrom(
  lattice: Lattice,
  remaining: Remaining,
  flow: Flow,
  of: Visit & { readonly d: number },
): Sliding {
  const { d, u, c, loops } = of;
  const { rank, dimensions, coefficient } = flow.window!;
  const mask = dimensions[rank[d]!]!;
  const known = loops !== anyLoops;
  // A loop that moves another rank takes the window elsewhere: no step of a loop outside it goes on where it stood.
  const ends = known && (loops & flow.moving & ~mask) !== 0;
  const left = remaining.left(1 << d)[u]!;
  const own = known ? left / remaining.left(1 << d)[c]! : left;
  const least = known ? own : leastPrime(left);
  const stride = coefficient[d]! * lattice.value[d]![u]!;
  let other = -1;
  let others = 0;
  for (let rest = mask & ~(1 << d); rest !== 0; rest &= rest - 1) {
    const e = 31 - Math.clz32(rest & -rest);
    if (remaining.left(1 << e)[u] === 1 || (ends && !((loops >> e) & 1))) continue;
    other = e;
    others += 1;
  }
  // Steps of its own go on outside other loops of its own only where each has two.
  const alone = ends || (known && own !== 2) ? own : left;
  if (others === 0) return set(alone, 0, least);
  if (others > 1) return sliding(remaining.left(mask)[u]! / (ends ? remaining.left(mask)[c]! : 1), least);
  const beside = remaining.left(1 << other)[u]!;
  const by = coefficient[other]! * lattice.value[other]![u]!;
  // All of the first one's is one loop.
  const isOne = (known ? own : least) === left;
  if (ends || (isOne && leastPrime(beside) === beside)) {
    // So is all of the other's that matters, which comes outside it.
    const steps = ends ? beside / remaining.left(1 << other)[c]! : beside;
    return by === stride || by === 2 * stride ? set(own * steps, by === stride ? steps - 1 : 0, own) : set(own, 0, own);
  }
  // Strides of the other, and what they are more than those inside, are multiples of its least.
  if (isOne && (2 * stride) % by !== 0) return set(left, 0, left);
  const mayStand = !isOne || stride % by === 0;
  // Its innermost loop has only the first one's strides inside it.
  const times = stride / greatestCommonDivisor(stride, by);
  if (beside % times === 0 && times < beside) return sliding(left * beside, least, mayStand);
  // It brings whole tiles. A second loop of it might yet hit the sum of all strides: at most every other visit is outside the innermost one.
  return leastPrime(beside) === beside ? set(alone, 0, least) : sliding(2 * alone, least, mayStand);
}

/** So many visits, of which the innermost loop makes `least` at least from one step of a loop outside it to the next. */
function sliding(visits: number, least: number, mayStand = true): Sliding {
  return set(visits, mayStand ? visits / least - 1 : 0, least);
}

const answer: Sliding = { visits: 1, free: 0, steps: 1 };

function set(visits: number, free: number, steps: number): Sliding {
  answer.visits = visits;
  answer.free = free;
  answer.steps = steps;
  return answer;
}

/** What a loop over so many iterations, or over some of them, has at least. */
export function leastPrime(count: number): number {
  for (let factor = 2; factor * factor <= count; factor += 1) if (count % factor === 0) return factor;
  return count;
}
