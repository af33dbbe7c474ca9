// Every way to charge, or leave open, what is waiting at the loops of one link.

import { passingsOf } from '../charges/passing.js';
import type { RelaxedProblem } from '../charges/relaxed-problem.js';
import type { Closing } from '../charges/settlement.js';
import { type Context, charged, type State } from '../contexts.js';

export interface WayThrough {
  /** Dataspaces that go on waiting, a mask. */
  readonly open: number;
  readonly closings: readonly Closing[];
  /** Context outside the loops. */
  readonly outer: Context;
}

export function waysThrough(problem: RelaxedProblem, k: number, context: Context): WayThrough[] {
  const { links } = problem.chain;
  let ways: WayThrough[] = [{ open: 0, closings: [], outer: [] }];
  context.forEach((state, t) => {
    const options: { closing: Closing | null; state: State }[] = [{ closing: null, state }]; // stays as it is
    if (state.is === 'waiting' && links[k]!.loops) {
      const { child, along, stepping } = state;
      for (const parent of problem.parents(t, k)) {
        if (parent === null && child === links.length) continue; // compute keeps nothing
        options.push({
          closing: { t, child, passing: parent === null ? [] : passingsOf(t, child, along), stepping, parent },
          state: charged(parent),
        });
      }
    }
    ways = ways.flatMap((way) =>
      options.map(({ closing, state: next }) => ({
        open: closing === null && state.is === 'waiting' ? way.open | (1 << t) : way.open,
        closings: closing === null ? way.closings : [...way.closings, closing],
        outer: [...way.outer, next],
      })),
    );
  });
  return ways;
}
