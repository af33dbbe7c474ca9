// What children take in of a sliding window while it slides: the slice that is new each step, whole tiles once a pass (F.13).

import { leastWindowWords, newWords } from '../../../model/charge/window.js';
import { takenTiles } from './handed-tiles.js';
import type { Crossed } from './question-variant.js';
import type { RelaxedProblem } from './relaxed-problem.js';
import { slidingFrom } from './sliding.js';

/** Dataspace t on its way from the loops of link k, of which those of the dimensions `first` may be the first to move it, to a child. */
interface Sliding {
  readonly t: number;
  readonly k: number;
  readonly child: number;
  readonly first: number;
  /** Whether the child is further inside than the tile below the fan-outs. */
  readonly isDeep: boolean;
  /** Tiles that the loops outside move it to. */
  readonly visits: number;
}

/** Words that all children take in at least, for each iteration of what does not move them. */
export function windowFills(
  problem: RelaxedProblem,
  { t, k, child, first, isDeep, visits }: Sliding,
  { below, above, outer, loops, inside }: Crossed,
): number {
  const { remaining, chain, flows } = problem;
  const flow = flows[t]!;
  const window = flow.window!;
  const all = (isDeep ? flow.points : flow.tile)[below]! * visits;
  const known = isDeep && inside ? takenTiles(problem, { t, k, child, above, inside }, first) : null;
  const taken = known === null ? 0 : known.whole[0]! * visits;
  let least = all;
  let sure = taken;
  for (let rest = first & loops; rest !== 0; rest &= rest - 1) {
    const d = 31 - Math.clz32(rest & -rest);
    if (remaining.left(1 << d)[above]! === 1) continue; // no loop of it is outside
    const rank = window.rank[d]!;
    const step = window.coefficient[d]! * chain.lattice.value[d]![above]!;
    const width = flow.widths[rank]![below]!;
    const points = isDeep ? flow.along[rank]![below]! : width;
    const fresh = newWords(all, width, points, step);
    const { visits: own, free } = slidingFrom(chain.lattice, remaining, flow, { d, u: above, c: outer, loops });
    least = Math.min(least, leastWindowWords(all, fresh, 1, 1 / own, free));
    if (known !== null) sure = Math.min(sure, leastWindowWords(taken, known.part[d]![0]! * visits, 1, 1 / own, free));
  }
  return Math.max(least, sure);
}
