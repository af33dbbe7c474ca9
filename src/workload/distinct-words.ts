// How many words of a dataspace the computes touch: what any mapping must move once.

import { distinctSums } from '../math/distinct-sums.js';
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
    return words * distinctPositions(moving.map(([d, step]) => ({ bound: bounds[d]!, step: Math.abs(step) })));
  }, 1);
}

/** Values of sum(step * index): exact for up to two terms, at least the longest term's for more. */
function distinctPositions(terms: readonly { readonly bound: number; readonly step: number }[]): number {
  const [a, b] = terms;
  if (a === undefined) return 1;
  if (b === undefined) return a.bound;
  if (terms.length > 2) return Math.max(...terms.map(({ bound }) => bound));
  return distinctSums(a.step, a.bound, b.step, b.bound);
}
