// How many words of a dataspace the computes touch: what any mapping must move once.

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
  const divisor = greatestCommonDivisor(a.step, b.step);
  const repeated = Math.max(0, a.bound - b.step / divisor) * Math.max(0, b.bound - a.step / divisor);
  return a.bound * b.bound - repeated;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
