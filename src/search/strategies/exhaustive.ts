// Visits a range of the mapspace in canonical order. `exhaustive` evaluates every mapping that fits; `linear-pruned`
// takes one order of each class that provably costs the same, and leaves out what a lower bound excludes. Both find the
// same best mapping.

import { type KeyRange, type Visitor, Walker } from '../../mapspace/walker.js';
import type { ChunkRun } from '../chunk-run.js';

export interface WalkStyle {
  readonly pruned: boolean;
}

export function runWalk(run: ChunkRun, { pruned }: WalkStyle): void {
  const { mapspace, classes, capacity, floors } = run.context;
  const walker = new Walker(mapspace, pruned && classes ? { orders: classes.representatives } : {});
  const { point, extent } = walker;
  const writer = run.writer(point);
  const spatialFactors = mapspace.tiling.spatial.length * mapspace.tiling.dimensions;
  for (const candidate of pruned ? run.order.known : []) run.pool.offer(candidate);

  const excluded = (): boolean => {
    let parallelism = 1;
    for (let at = 0; at < spatialFactors; at += 1) parallelism *= point.factors[at]!;
    return run.pool.excludes(floors.given(parallelism, point.keep));
  };
  const visitor: Visitor = {
    kept: () => {
      writer.writeKeep();
      return !run.over;
    },
    spread: () => {
      if (!run.proceed()) return false;
      if (pruned && excluded()) return false;
      writer.writeSpatial();
      return true;
    },
    grown: (t) => run.proceed() && capacity.fits(t, extent, point.keep),
    placed: (t) => {
      writer.writeTemporal(t);
      return true;
    },
    complete: () => {
      writer.finish();
      run.evaluate(point);
      return !run.over;
    },
  };
  const range = rangeOf(run);
  if (range !== undefined) walker.walk(visitor, range);
}

/** Equal shares of the index range, the last one open; undefined for an empty one. */
function rangeOf({ context, order }: ChunkRun): KeyRange | undefined {
  const { mapspace } = context;
  const { size } = mapspace;
  const of = BigInt(order.of ?? 1);
  const from = (size * BigInt(order.chunk)) / of;
  const to = (size * BigInt(order.chunk + 1)) / of;
  if (from === to) return undefined;
  return { from: from === 0n ? null : mapspace.keyAt(from), to: to === size ? null : mapspace.keyAt(to) };
}
