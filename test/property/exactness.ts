// When the model owes a real machine exact counts for a mapping: the conditions under which none of its approximations
// has anything to approximate. ARCHITECTURE.md lists the approximations in words.

import type { Mapping } from '../../src/mapping/mapping.js';
import type { EvalPlan } from '../../src/model/plan.js';
import type { Projection } from '../../src/workload/workload.js';

interface StridedLoop {
  readonly level: number;
  readonly spatial: boolean;
  readonly bound: number;
  /** Displacement of one step in dataspace coordinates. */
  readonly step: readonly number[];
}

export function isExact({ workload }: EvalPlan, mapping: Mapping): boolean {
  return workload.dataspaces.every(({ projection }) => {
    const loops = stridedLoops(mapping, projection);
    return (
      sharesOneFanout(mapping, projection) &&
      mapping.levels.every((_, level) => hasNoHoles(loops, level) && turnsAreClean(loops, level))
    );
  });
}

/** Inner to outer. */
function stridedLoops(mapping: Mapping, projection: Projection): StridedLoop[] {
  const covered = new Map<number, number>();
  return mapping.levels.flatMap(({ spatial, temporal }, level) =>
    [
      ...spatial.map((loop) => ({ ...loop, spatial: true })),
      ...temporal.map((loop) => ({ ...loop, spatial: false })),
    ].map(({ dimension, bound, spatial: isSpatial }) => {
      const stride = covered.get(dimension) ?? 1;
      covered.set(dimension, stride * bound);
      const step = projection.map((rank) =>
        rank.reduce((sum, term) => (term.dimension === dimension ? sum + term.coefficient * stride : sum), 0),
      );
      return { level, spatial: isSpatial, bound, step };
    }),
  );
}

/** Extent of the bounding box of a level's tile, per rank. */
function extents(loops: readonly StridedLoop[], level: number): number[] {
  const ranks = loops[0]?.step.length ?? 0;
  return Array.from({ length: ranks }, (_, rank) =>
    loops.reduce((sum, loop) => (loop.level <= level ? sum + Math.abs(loop.step[rank]!) * (loop.bound - 1) : sum), 1),
  );
}

/** F.2: the bounding box holds as many words as the tile has. */
function hasNoHoles(loops: readonly StridedLoop[], level: number): boolean {
  let words = new Set([
    extents(loops, level)
      .map(() => 0)
      .join(),
  ]);
  for (const loop of loops.filter((one) => one.level <= level)) {
    words = new Set(
      [...words].flatMap((word) =>
        Array.from({ length: loop.bound }, (_, index) =>
          word
            .split(',')
            .map((at, rank) => Number(at) + index * loop.step[rank]!)
            .join(),
        ),
      ),
    );
  }
  return words.size === extents(loops, level).reduce((product, extent) => product * extent, 1);
}

/**
 * F.3, F.4: when a loop outside the sliding one steps, the inner loops return to their start. The model takes their
 * second iteration for their last one. That is exact if the machine has to fetch the whole tile and the model says so.
 */
function turnsAreClean(loops: readonly StridedLoop[], level: number): boolean {
  const size = extents(loops, level);
  const above = loops.filter((loop) => !loop.spatial && loop.level > level);
  const sliding = above.findIndex(({ step }) => step.some((by) => by !== 0));
  if (sliding === -1) return true;
  return above.every((loop, k) => {
    if (k <= sliding) return true;
    const inner = above.slice(0, k);
    const taken = loop.step.map((by, rank) => by - inner.reduce((sum, one) => sum + one.step[rank]!, 0));
    const real = loop.step.map(
      (by, rank) => by - inner.reduce((sum, one) => sum + one.step[rank]! * (one.bound - 1), 0),
    );
    const seenAsWhole = taken.some((by) => by !== 0) && taken.some((by, rank) => by !== above[sliding]!.step[rank]);
    const isWhole = real.some((by, rank) => Math.abs(by) >= size[rank]!);
    return seenAsWhole && isWhole;
  });
}

/** F.5, F.7.4: loops that together move one rank are in one fan-out, so that its groups are the machine's groups. */
function sharesOneFanout(mapping: Mapping, projection: Projection): boolean {
  return projection.every((rank) => {
    if (rank.length < 2) return true;
    const fanouts = mapping.levels.filter(({ spatial }) =>
      spatial.some(({ dimension }) => rank.some((term) => term.dimension === dimension)),
    );
    return fanouts.length <= 1;
  });
}
