// The chain search against a walk over every mapping of a small mapspace, evaluated one by one: same best mapping, same
// frontier, same list of the best, bit for bit and with the same canonical index.

import { compareKeys } from '../../src/mapspace/canonical-key.js';
import type { Candidate } from '../../src/search/candidate-pool.js';
import { noHooks } from '../../src/search/chunk.js';
import { compareFigures } from '../../src/search/objective.js';
import { searchChunk } from '../../src/search/search-chunk.js';
import type { SearchContext } from '../../src/search/search-context.js';
import { allCandidates } from '../search/random-search.js';
import { figuresText, runToEnd } from './chain-run.js';
import { contextOf, type Instance } from './instance.js';
import { normalOrders } from './leaf-orders.js';

/** These spaces are small, but the look at a coarse lattice must not be missed, nor outlines, nor that cycles come in ranges, nor that regions are halved. */
export const coarseFirst = {
  from: 1,
  tiles: 4,
  share: 0,
  outlines: {
    from: 1,
    sizes: [8, 16],
    worth: 1,
    ranges: { below: 2, tiles: 8, told: 0, few: 1 },
  },
  steps: 0,
};

const whole = { chunk: 0, of: 1, maxEvaluations: null, maxValid: null, scheduled: null, known: [] };

/** The best mapping alone, without the whole frontier to look for. */
export function bestComplaints(instance: Instance): string[] {
  const { objective } = instance;
  const context = contextOf(instance, { objective });
  const { best } = searchChunk(context, 'exhaustive', { order: whole, hooks: noHooks });
  return differences(context, 'best', { found: runToEnd(context, [], coarseFirst).best, wanted: best });
}

/** The frontier, and the best beside it. */
export function frontierComplaints(instance: Instance): string[] {
  const { objective } = instance;
  const context = contextOf(instance, { objective, frontier: true });
  const { best, frontier } = searchChunk(context, 'exhaustive', { order: whole, hooks: noHooks });
  const run = runToEnd(context, [], coarseFirst);
  return [
    ...differences(context, 'best', { found: run.best, wanted: best }),
    ...differences(context, 'frontier', { found: run.frontier, wanted: frontier }),
  ];
}

/** The five best of the proof, and of a walk, where orders and arrangements that provably cost the same are one mapping. */
export function topComplaints(instance: Instance): string[] {
  const { objective } = instance;
  const top = 5;
  const context = contextOf(instance, { objective, top });
  const wanted = distinct(context, allCandidates(context))
    .sort((a, b) => compareFigures(objective, a, b) || compareKeys(a.key, b.key))
    .slice(0, top);
  const walked = searchChunk(context, 'linear-pruned', { order: whole, hooks: noHooks }).best;
  return [
    ...differences(context, `top ${top}`, { found: runToEnd(context, [], coarseFirst).best, wanted }),
    ...differences(context, `top ${top} of a walk`, { found: walked.slice(0, top), wanted }),
  ];
}

/** One candidate of each class of orders and arrangements, the one that stands for it. */
function distinct(context: SearchContext, candidates: readonly Candidate[]): Candidate[] {
  const { mapspace, arrangements } = context;
  const normal = normalOrders(context)!;
  const point = mapspace.createPoint();
  const found = new Map<string, Candidate>();
  for (const candidate of candidates) {
    mapspace.readKey(normal(candidate.key, 'all'), point);
    mapspace.tiling.spatial.forEach((_, p) => {
      arrangements.normalize(p, point);
    });
    const key = mapspace.createKey();
    mapspace.writeKey(point, key);
    if (!found.has(key.join())) found.set(key.join(), { ...candidate, key });
  }
  return [...found.values()];
}

/** What is found of each place instead of what is wanted, figures and canonical index. */
export function differences(
  { mapspace }: SearchContext,
  what: string,
  { found, wanted }: { readonly found: readonly Candidate[]; readonly wanted: readonly Candidate[] },
): string[] {
  const text = (candidate: Candidate | undefined): string =>
    candidate === undefined ? 'nothing' : `${figuresText(candidate)}, index ${mapspace.indexOfKey(candidate.key)}`;
  const length = Math.max(found.length, wanted.length);
  return Array.from({ length }, (_, at) => at)
    .filter((at) => text(found[at]) !== text(wanted[at]))
    .map((at) => `${what} ${at}: ${text(found[at])} instead of ${text(wanted[at])}`);
}
