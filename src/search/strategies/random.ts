// Independent draws. `random` draws everything evenly and evaluates it, fit or not; `random-pruned` draws factors that
// fit and tries several orders and keep masks of each (E.4), one order per class that provably costs the same.

import { keepMask } from '../../mapspace/keep-space.js';
import { positionsOf } from '../../mapspace/tiling.js';
import { randomSource } from '../../math/random.js';
import type { ChunkRun } from '../chunk-run.js';
import { createDraft, DraftReader, shuffleDraft, shuffleOrder } from '../draft.js';
import { Sampler } from '../sampling.js';

/** Orders tried per draw of factors (the reference's `max_permutations_per_if_visit`), and keep masks per order. */
const ordersPerDraw = 16;
const keepsPerOrder = 4;

export function runRandom(run: ChunkRun, { pruned }: { readonly pruned: boolean }): void {
  const { mapspace, inputs } = run.context;
  const random = randomSource(`${inputs.options.seed}/${run.order.chunk}`);
  const draft = createDraft(mapspace);
  const point = mapspace.createPoint();
  const writer = run.writer(point);
  const reader = new DraftReader(mapspace);
  const sampler = new Sampler(run.context, random, reader);
  const evaluate = (): void => {
    reader.read(draft, point);
    if (mapspace.withinLimits(point)) {
      writer.write();
      run.evaluate(point);
    } else run.reject();
  };
  const positions = positionsOf(mapspace.tiling);
  while (!run.over) {
    shuffleDraft(mapspace, draft, random);
    if (!(pruned ? sampler.fitting(draft) : sampler.even(draft))) {
      run.reject();
      continue;
    }
    evaluate();
    if (!pruned) continue;
    for (let order = 0; order < ordersPerDraw && !run.over; order += 1) {
      for (let p = mapspace.tiling.spatial.length; p < positions.length; p += 1) {
        shuffleOrder(positions[p]!, random, { order: draft.order, at: p * mapspace.tiling.dimensions });
      }
      for (let keep = 0; keep < keepsPerOrder && !run.over; keep += 1) {
        evaluate();
        mapspace.keeps.forEach((space, t) => {
          draft.keep[t] = keepMask(space, random.below(space.count));
        });
      }
    }
  }
}
