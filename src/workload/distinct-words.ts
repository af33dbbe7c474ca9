// How many words of a dataspace the computes touch: what any mapping must move once.

import { leastDistinctSums } from '../math/distinct-sums.js';
import type { Dataspace } from './workload.js';

/** Distinct words that the computes touch, or fewer: holes that a stride leaves are not counted. */
export function distinctWords(bounds: readonly number[], { projection }: Dataspace): number {
  const used = new Set<number>();
  return projection.reduce((words, rank) => {
    const steps = new Map<number, number>();
    for (const { dimension, coefficient } of rank) steps.set(dimension, (steps.get(dimension) ?? 0) + coefficient);
    // A dimension that steps several ranks is counted in the first.
    const moving = [...steps].filter(([d, step]) => step !== 0 && bounds[d]! > 1 && !used.has(d));
    for (const [d] of moving) used.add(d);
    return words * leastDistinctSums(moving.map(([d, step]) => ({ bound: bounds[d]!, step: Math.abs(step) })));
  }, 1);
}
