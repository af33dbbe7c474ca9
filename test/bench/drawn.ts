// Random mappings of this build's mapspace: every dimension's factors, orders and keepers drawn evenly.

import type { Mapping } from '../../src/mapping/mapping.js';
import type { Problem } from '../../src/mapping/problem.js';
import type { EvalPlan } from '../../src/model/plan.js';
import { type Contexts, type Drafts, loadBuilt, type Randomness, type Sampling } from './built.js';

/** Each call draws another one; `next` gives one that differs from the last one in the order of a level's loops only. */
export async function openDraws(
  { problem, plan }: { readonly problem: Problem; readonly plan: EvalPlan },
  seed: string,
): Promise<{ readonly draw: () => Mapping; readonly next: () => Mapping }> {
  const { createSearchContext } = await loadBuilt<Contexts>('search/search-context.js');
  const { createDraft, DraftReader, shuffleDraft, shuffleOrder } = await loadBuilt<Drafts>('search/draft.js');
  const { Sampler } = await loadBuilt<Sampling>('search/sampling.js');
  const { randomSource } = await loadBuilt<Randomness>('math/random.js');
  const options = { objective: ['edp'], top: 1, frontier: false, imperfect: false } as never;
  const context = createSearchContext({ plan, constraints: problem.constraints, options });
  const { mapspace } = context;
  const { temporal, spatial, dimensions } = mapspace.tiling;
  const random = randomSource(seed);
  const reader = new DraftReader(mapspace);
  const sampler = new Sampler(context, random, reader);
  const draft = createDraft(mapspace);
  const point = mapspace.createPoint();
  const read = (): Mapping => {
    reader.read(draft, point);
    return mapspace.toMapping(point);
  };
  return {
    draw: () => {
      do shuffleDraft(mapspace, draft, random);
      while (!sampler.even(draft));
      return read();
    },
    next: () => {
      const t = random.below(temporal.length);
      shuffleOrder(temporal[t]!, random, { order: draft.order, at: (spatial.length + t) * dimensions });
      return read();
    },
  };
}
