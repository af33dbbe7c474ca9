// The storage of a link in the relaxed problem: which dataspaces it may keep, and what keeping settles.

import { type Assumed, assumedAtKeep } from '../charges/assumed.js';
import { oncePj, toldOf, waitingAlong } from '../charges/passing.js';
import type { RelaxedProblem } from '../charges/relaxed-problem.js';
import type { Throttles } from '../charges/throttles.js';
import { type Context, Contexts, nobody, waiting } from '../contexts.js';
import { keepMasks } from '../space/chain.js';

/** One choice of what the storage keeps, under one context of what is inside. */
export interface Keep {
  readonly mask: number;
  /** Contexts inside and outside the storage, as places. */
  readonly inner: number;
  readonly outer: number;
  /** Least charge for a child that goes on waiting through a storage that keeps its dataspace. */
  readonly extraPj: number;
  /** Of the fan-outs outside, for the charge. */
  readonly assumed: Assumed;
}

export interface Kept {
  /** Contexts inside the storage. */
  readonly inside: Contexts;
  /** Whether it is told who waits along with another: more contexts, for which tables of few tiles have room. */
  readonly tellsAlong: boolean;
  readonly throttles: Throttles | null;
  /** Whether a context outside the storage is worth looking at. */
  readonly stands: (context: Context) => boolean;
}

/** The storage of link k: what it keeps settles who was charged to it. */
export function keepsOf(
  problem: RelaxedProblem,
  k: number,
  { inside, tellsAlong, throttles, stands }: Kept,
): { readonly contexts: Contexts; readonly keeps: readonly Keep[] } {
  const contexts = new Contexts();
  const keeps: Keep[] = [];
  for (const mask of keepMasks(problem.chain.links[k]!)) {
    inside.list.forEach((context, inner) => {
      if (!allows(context, mask, k)) return;
      const outside = context.map((state, t) => {
        if (((mask >> t) & 1) === 0) return state;
        return waiting(k, { along: tellsAlong ? toldOf(waitingAlong(problem, t, state), throttles) : nobody });
      });
      if (!stands(outside)) return;
      const outer = contexts.add(outside);
      const kept = problem.flows.map(({ index }) => ((mask >> index) & 1) === 1);
      const assumed = assumedAtKeep(problem, k, kept);
      let extraPj = 0;
      context.forEach((state, t) => {
        if (kept[t] && state.is === 'waiting') extraPj += oncePj(problem, { t, child: k, along: state.child });
        extraPj -= assumed.savings[t]! * problem.copies.most[k]!.copies[t]!;
      });
      keeps.push({ mask, inner, outer, extraPj, assumed });
    });
  }
  return { contexts, keeps };
}

/** Who was charged to this storage needs it to keep, who was charged to one further outside needs it not to. */
function allows(context: Context, mask: number, k: number): boolean {
  return context.every((state, t) => {
    const kept = ((mask >> t) & 1) === 1;
    if (state.is === 'charged') return kept === (state.parent === k);
    return !kept || state.is === 'waiting';
  });
}
