// What a fan-out's elements receive (F.13, "Space"): every element gets the representative's delta shifted by a
// constant; elements with the same shift form one multicast (or reduction) group.

import { RankShifts } from '../charge/fanout.js';
import type { Kernel } from './kernel.js';
import { elementsBelow, shiftsBelow } from './neighbours.js';

/** Number of distinct deliveries per visit below level `i`: the accesses that one delta costs there. */
export function distinctShifts(kernel: Kernel, t: number, i: number): number {
  const { layout, scratch } = kernel;
  if (scratch.elements[i] === 1) return 1;
  if ((kernel.flags.spatialNoReuse[i]! >> t) & 1) return scratch.elements[i]!;
  return layout.simple[t] !== 0 ? scratch.steppedElements[t * layout.levels + i]! : slidingShifts(kernel, t, i);
}

const along = new RankShifts();

/** Sliding windows: dimensions that step the same rank make shifts coincide. */
function slidingShifts(kernel: Kernel, t: number, i: number): number {
  const { layout, nest, scratch } = kernel;
  const { rankStart, stepStart, stepRank, stepCoefficient, dimensions } = layout;
  const start = nest.levelStart[i]!;
  const end = nest.temporalStart[i]!;
  if (end - start === 1 && layout.plainWindow[t] !== 0) return scratch.steppedElements[t * layout.levels + i]!;
  let shifts = 1;
  for (let rank = 0; rank < rankStart[t + 1]! - rankStart[t]!; rank += 1) {
    along.begin();
    for (let l = start; l < end; l += 1) {
      const row = t * dimensions + nest.dimension[l]!;
      const from = stepStart[row]!;
      const to = stepStart[row + 1]!;
      // With a dimension on two ranks these are not independent.
      if (to - from > 1) return new Set(shiftsBelow(kernel, t, i).keys).size;
      if (from === to || stepRank[from] !== rank) continue;
      along.add(Math.abs(scratch.loopStride[l]! * stepCoefficient[from]!), nest.bound[l]!);
    }
    shifts *= along.distinct;
  }
  return shifts;
}

/**
 * Words that one element below level `i` takes in of `words` per delta and all visits, as the reference adds them up: over
 * the groups of each size, and each sum divided by the fan-out (F.7.2). Where sizes differ its rounding can leave one word
 * less once fills are cut to whole words, so the order of operations is part of the count.
 */
export function arrivingWords(kernel: Kernel, t: number, i: number, words: number): number {
  const { layout, scratch } = kernel;
  const elements = scratch.elements[i]!;
  if (elements === 1 || layout.simple[t] !== 0 || ((kernel.flags.spatialNoReuse[i]! >> t) & 1) !== 0) return words;
  const shifts = distinctShifts(kernel, t, i);
  if (shifts === scratch.steppedElements[t * layout.levels + i]!) return words;
  let sum = 0;
  for (const [size, groups] of elementsBelow(kernel, t, i).everybody.sizes)
    sum += (words * groups.length * size) / elements;
  return sum;
}
