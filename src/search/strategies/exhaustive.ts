// Visits a share of the mapspace in canonical order. `exhaustive` evaluates every mapping that fits; `linear-pruned`
// takes one order of each class that provably costs the same, and leaves out what a lower bound excludes. Both find the
// same best mapping.

import type { Point } from '../../mapspace/point.js';
import { createWalker, type Visitor } from '../../mapspace/walker.js';
import type { CandidatePool } from '../candidate-pool.js';
import type { ChunkRun } from '../chunk-run.js';
import type { SearchContext } from '../search-context.js';

export function runWalk(run: ChunkRun, { pruned }: { readonly pruned: boolean }): void {
  const { mapspace, classes, capacity } = run.context;
  const walker = createWalker(mapspace, pruned ? classes?.representatives : undefined);
  const { point, extent } = walker;
  const writer = run.writer(point);
  for (const candidate of pruned ? run.order.known : []) run.pool.offer(candidate);

  // A chunk takes every so many-th choice of keep masks, fan-outs and innermost loops, whatever else is left out.
  const { chunk, of } = run.order;
  const isOwn = (choice: number): boolean => choice % (of ?? 1) === chunk;
  let spreads = 0;
  let placed = 0;
  const visitor: Visitor = {
    kept: () => {
      writer.writeKeep();
      return !run.over;
    },
    spread: () => {
      spreads += 1;
      placed = spreads;
      if (!run.proceed()) return false;
      if (pruned && isExcluded(run.context, run.pool, point)) return false;
      writer.writeSpatial();
      return true;
    },
    grown: (t) => run.proceed() && capacity.fits(t, extent, point.keep),
    placed: (t) => {
      if (t === 0) placed += 1;
      if (t === 0 && !isOwn(placed)) return false;
      writer.writeTemporal(t);
      return true;
    },
    complete: () => {
      writer.finish();
      run.evaluate(point);
      return !run.over;
    },
  };
  walker.walk(visitor);
}

/** Whether the best known exclude whatever has the spatial factors and keep masks of this point. */
export function isExcluded({ mapspace, floors }: SearchContext, pool: CandidatePool, point: Point): boolean {
  const { spatial, dimensions } = mapspace.tiling;
  let parallelism = 1;
  for (let at = 0; at < spatial.length * dimensions; at += 1) parallelism *= point.factors[at]!;
  return pool.excludes(floors.given(parallelism, point.keep));
}
