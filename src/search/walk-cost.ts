// What a walk through a mapspace with imperfect factors will cost, told by a few mappings drawn at random. Counted in steps of the
// literal walk of a nest, not timed: every run of a search chooses alike.

import type { Point } from '../mapspace/point.js';
import { randomSource } from '../math/random.js';
import type { CandidatePool } from './candidate-pool.js';
import { createDraft, DraftReader, shuffleDraft } from './draft.js';
import { NestWriter } from './nest-writer.js';
import { Sampler } from './sampling.js';
import type { SearchContext } from './search-context.js';
import { isExcluded } from './strategies/exhaustive.js';

/** Mappings drawn, and steps after which no further one is. */
const draws = 1000;
const mostSteps = 200_000;

/** Steps of the literal walk in a second, on one 2.6 GHz core, and what else a mapping takes, in steps. */
export const stepsPerSecond = 300_000;
const stepsBeside = 1;

/**
 * Seconds of processor time to visit all mappings but those that `pool` excludes and those that do not fit. At least so many,
 * where a single one takes long.
 */
export function walkSeconds(context: SearchContext, pool: CandidatePool, shouldStop: () => boolean): number {
  const { mapspace, evaluator, inputs } = context;
  const { kernel } = evaluator;
  const random = randomSource(`${inputs.options.seed}/walk`);
  const draft = createDraft(mapspace);
  const point = mapspace.createPoint();
  const reader = new DraftReader(mapspace);
  const sampler = new Sampler(context, random, reader);
  const writer = new NestWriter(mapspace, evaluator.nest, point);
  const before = kernel.walkedSteps;
  const isOver = (): boolean => kernel.walkedSteps - before >= mostSteps || shouldStop();
  kernel.giveUp = isOver;
  let [all, steps] = [0, 0];
  for (let draw = 0; draw < draws && !isOver(); draw += 1) {
    shuffleDraft(mapspace, draft, random);
    if (!sampler.even(draft)) continue;
    reader.read(draft, point);
    const weight = orders(point);
    all += weight;
    if (!sampler.holds(draft) || isExcluded(context, pool, point)) continue;
    const from = kernel.walkedSteps;
    writer.write();
    evaluator.evaluate();
    steps += weight * (kernel.walkedSteps - from + stepsBeside);
  }
  kernel.giveUp = null;
  return all === 0 ? 0 : (Number(mapspace.size) * steps) / all / stepsPerSecond;
}

/** Factors are drawn evenly, whatever the orders of their loops; each of these is a mapping. */
function orders({ loops }: Point): number {
  let product = 1;
  for (const count of loops) for (let factor = 2; factor <= count; factor += 1) product *= factor;
  return product;
}
