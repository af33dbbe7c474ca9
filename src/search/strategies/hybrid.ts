// Random beginnings, improved step by step: simulated annealing over small changes (moves.ts). Even chunks begin
// anywhere, odd ones at one of the best mappings known. With a frontier to find, each chunk weighs cycles differently.

import type { Mapspace } from '../../mapspace/mapspace.js';
import { randomSource } from '../../math/random.js';
import type { ChunkRun } from '../chunk-run.js';
import { copyDraft, createDraft, type Draft, DraftReader, draftOf, shuffleDraft } from '../draft.js';
import { movesOf } from '../moves.js';
import { type Figures, metricValue } from '../objective.js';
import { Sampler } from '../sampling.js';

/** Relative worsening that is accepted with probability 1/e, first and last. */
const hot = 0.5;
const warm = 0.1;
const cold = 0.002;

/** Beginnings drawn before one that does not fit is counted as a failure. */
const drawsPerStart = 50;

/** Estimated mappings per chunk that are evaluated exactly. */
const shortlistLength = 4;

/** Exponents of cycles against energy, one chunk after the other. */
const weights = [1, 0, 2, 0.5, 4, 0.25, 8, 1.5];

export function runHybrid(run: ChunkRun): void {
  const { context, order } = run;
  const { mapspace, inputs } = context;
  const random = randomSource(`${inputs.options.seed}/${order.chunk}`);
  const reader = new DraftReader(mapspace);
  const moves = movesOf(mapspace, random, reader);
  const sampler = new Sampler(context, random, reader);
  const point = mapspace.createPoint();
  const writer = run.writer(point);
  const cost = costOf(run);
  const shortlist = new Shortlist(mapspace);
  let current = createDraft(mapspace);
  let trial = createDraft(mapspace);

  /** The draft's cost; Infinity when it is invalid. */
  const evaluate = (draft: Draft): number => {
    reader.read(draft, point);
    if (!mapspace.withinLimits(point)) {
      run.reject();
      return Number.POSITIVE_INFINITY;
    }
    if (mapspace.perfect) {
      writer.write();
      return run.evaluate(point) ? cost(run) : Number.POSITIVE_INFINITY;
    }
    writer.writePadded();
    const estimated = run.estimate(shortlistLength) ? cost(run) : Number.POSITIVE_INFINITY;
    shortlist.offer(draft, estimated);
    return estimated;
  };
  const begin = (): number => {
    const { known } = order;
    if (order.chunk % 2 === 1 && known.length > 0) {
      mapspace.readKey(known[random.below(known.length)]!.key, point);
      draftOf(mapspace, point, current);
      return evaluate(current);
    }
    for (let draw = 0; draw < drawsPerStart; draw += 1) {
      shuffleDraft(mapspace, current, random);
      if (sampler.fitting(current)) return evaluate(current);
    }
    // Nothing drawn fits the capacities: begin with anything and let the model judge.
    shuffleDraft(mapspace, current, random);
    if (sampler.even(current)) return evaluate(current);
    run.reject();
    return Number.NaN;
  };

  while (!run.over) {
    let here = begin();
    if (Number.isNaN(here)) continue;
    const first = run.evaluations;
    const last = order.scheduled ?? first + 1;
    const start = order.chunk % 2 === 1 ? warm : hot;
    while (!run.over) {
      if (moves.none) break;
      const progress = Math.min(1, (run.evaluations - first) / (last - first));
      const temperature = start * (cold / start) ** progress;
      copyDraft(current, trial);
      if (!moves.apply(trial)) {
        // Dead ends cost a little, too, so that a chunk always comes to an end.
        if (random.below(8) === 0) run.reject();
        continue;
      }
      const there = evaluate(trial);
      // From an invalid beginning anything is a step; an invalid mapping is never a step from a valid one.
      if (
        there > here &&
        (there === Number.POSITIVE_INFINITY || random.next() >= Math.exp((here - there) / temperature))
      )
        continue;
      [current, trial] = [trial, current];
      here = there;
    }
  }
  for (const draft of shortlist.drafts) {
    if (!run.mayFinish) break;
    reader.read(draft, point);
    writer.write();
    run.evaluate(point);
  }
}

/**
 * The best few by estimate. Short last iterations are simulated, which takes long, so only these are evaluated exactly,
 * at the end of the chunk.
 */
class Shortlist {
  readonly #mapspace: Mapspace;
  readonly #entries: { readonly draft: Draft; readonly cost: number }[] = [];

  constructor(mapspace: Mapspace) {
    this.#mapspace = mapspace;
  }

  offer(draft: Draft, cost: number): void {
    const last = this.#entries[shortlistLength - 1];
    if (cost === Number.POSITIVE_INFINITY || (last !== undefined && cost >= last.cost)) return;
    if (this.#entries.some((entry) => entry.cost === cost)) return;
    const kept = createDraft(this.#mapspace);
    copyDraft(draft, kept);
    this.#entries.push({ draft: kept, cost });
    this.#entries.sort((a, b) => a.cost - b.cost);
    this.#entries.length = Math.min(this.#entries.length, shortlistLength);
  }

  get drafts(): readonly Draft[] {
    return this.#entries.map(({ draft }) => draft);
  }
}

/** Logarithm of the first metric, so that temperatures mean relative changes. */
function costOf({ context, order }: ChunkRun): (figures: Figures) => number {
  const { objective, frontier } = context.inputs.options;
  if (frontier) {
    const weight = weights[(order.chunk >> 1) % weights.length]!;
    return ({ energyPj, cycles }) => Math.log(energyPj) + weight * Math.log(cycles);
  }
  const metric = objective[0]!;
  if (metric === 'utilization') return ({ utilization }) => -Math.log(utilization);
  return (figures) => Math.log(metricValue(metric, figures));
}
