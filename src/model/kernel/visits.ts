// The visits of a fan-out, grouped (F.13): all visits with the same displacement, delta and previous delta. The slow,
// explicit form of the sum in reuse.ts, needed only where neighbours may forward words (F.6) or hops are counted.

import type { Kernel } from './kernel.js';
import { overlap, strideOf, visitsFrom } from './reuse.js';

export interface VisitGroup {
  /** Number of visits. */
  readonly weight: number;
  /** Words that each element receives. */
  readonly delta: number;
  /** Displacement from the visit before, per rank; null on the first visit, which nothing precedes. */
  readonly displacement: readonly number[] | null;
  /** Words that each element received at the visit before. */
  readonly previousDelta: number;
}

/** All visit groups with a non-empty delta below level `i`; the sum of weight * delta is `temporalAccesses`. */
export function visitGroups(kernel: Kernel, t: number, i: number): VisitGroup[] {
  const { layout, nest, scratch, flags } = kernel;
  const ranks = layout.rankStart[t + 1]! - layout.rankStart[t]!;
  const point = i === 0; // the fan-out to compute: each visit delivers single points, never credited with overlap
  const whole = point ? 1 : scratch.tile[t * layout.levels + i - 1]!;
  const always = point || ((flags.temporalNoReuse[i - 1]! >> t) & 1) !== 0;
  const groups: VisitGroup[] = [{ weight: 1, delta: whole, displacement: null, previousDelta: 0 }];
  const sum = new Array<number>(ranks).fill(0);
  const step = new Float64Array(ranks);
  let first: number[] | null = null;
  let part = whole;
  let firstCount = 1;
  let innermost = true;
  let beyond = visitsFrom(kernel, i);
  for (let level = i; level < layout.levels; level += 1) {
    for (let l = nest.temporalStart[level]!; l < nest.levelStart[level + 1]!; l += 1) {
      const count = nest.bound[l]!;
      beyond /= count;
      const weight = (count - 1) * beyond;
      strideOf(kernel, t, l, step);
      const displacement = sum.map((passed, rank) => step[rank]! - passed);
      for (let rank = 0; rank < ranks; rank += 1) sum[rank] = sum[rank]! + step[rank]!;
      if (always) {
        groups.push({ weight, delta: whole, displacement, previousDelta: whole });
        continue;
      }
      const moves = displacement.some((move) => move !== 0);
      if (first === null) {
        if (!moves && kernel.oldWindow === 0) {
          innermost = false; // an inner irrelevant loop leaves the visit before with an empty delta
          continue;
        }
        first = displacement;
        firstCount = count;
        if (moves) {
          kernel.scratch.firstStride.set(displacement);
          part = whole - overlap(kernel, t, i);
        } else part = 0;
        // The first pass of r follows the first visit; the others follow a step of an outer loop and are added there.
        groups.push({ weight: count - 1, delta: part, displacement, previousDelta: innermost ? whole : 0 });
        continue;
      }
      const same = displacement.every((move, rank) => move === first![rank]);
      const delta = !moves && kernel.oldWindow === 0 ? 0 : same ? part : whole;
      groups.push({ weight, delta, displacement, previousDelta: innermost ? part : 0 });
      groups.push({
        weight: (firstCount - 1) * weight,
        delta: part,
        displacement: first,
        previousDelta: innermost ? delta : 0,
      });
    }
  }
  return groups.filter((group) => group.delta > 0);
}
