// What a fan-out's elements receive (F.13, "Space"): every element gets the representative's delta shifted by a
// constant; elements with the same shift form one multicast (or reduction) group.

import type { Kernel } from './scratch.js';

/** Number of distinct deliveries per visit below level `i`: the accesses that one delta costs there. */
export function distinctShifts(kernel: Kernel, t: number, i: number): number {
  const { layout, scratch } = kernel;
  if (scratch.elements[i] === 1) return 1;
  if ((kernel.flags.spatialNoReuse[i]! >> t) & 1) return scratch.elements[i]!;
  return layout.simple[t] !== 0 ? scratch.steppedElements[t * layout.levels + i]! : distinctSums(kernel, t, i);
}

/**
 * Sliding windows: two dimensions that step the same rank make shifts coincide. With at most two loops on a rank the
 * distinct values of a*i + b*j (i < A, j < B) number A*B - (A - b')(B - a'), where a'/b' is a/b in lowest terms: every
 * pair but those that have an equal one at (i - b', j + a').
 */
function distinctSums(kernel: Kernel, t: number, i: number): number {
  const { layout, nest, scratch } = kernel;
  const { rankStart, stepStart, stepRank, stepCoefficient, dimensions } = layout;
  const start = nest.levelStart[i]!;
  const end = nest.temporalStart[i]!;
  if (end - start === 1 && layout.plainWindow[t] !== 0) return scratch.steppedElements[t * layout.levels + i]!;
  let shifts = 1;
  for (let rank = 0; rank < rankStart[t + 1]! - rankStart[t]!; rank += 1) {
    let loops = 0;
    let firstStep = 0;
    let firstBound = 1;
    let values = 1;
    for (let l = start; l < end; l += 1) {
      const row = t * dimensions + nest.dimension[l]!;
      const from = stepStart[row]!;
      const to = stepStart[row + 1]!;
      if (to - from > 1) return distinctKeys(kernel, t, i); // a dimension on two ranks: they are not independent
      if (from === to || stepRank[from] !== rank) continue;
      const step = Math.abs(scratch.loopStride[l]! * stepCoefficient[from]!);
      const bound = nest.bound[l]!;
      loops += 1;
      if (loops === 1) {
        firstStep = step;
        firstBound = bound;
        values = bound;
      } else if (loops === 2) {
        const divisor = greatestCommonDivisor(firstStep, step);
        const a = firstStep / divisor;
        const b = step / divisor;
        values = firstBound * bound;
        if (firstBound > b && bound > a) values -= (firstBound - b) * (bound - a);
      } else return distinctKeys(kernel, t, i);
    }
    shifts *= values;
  }
  return shifts;
}

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) {
    const rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

function distinctKeys(kernel: Kernel, t: number, i: number): number {
  const shifts = enumerateShifts(kernel, t, i);
  const keys = shifts.keys.subarray(0, shifts.count).sort();
  let distinct = 1;
  for (let at = 1; at < keys.length; at += 1) if (keys[at] !== keys[at - 1]) distinct += 1;
  return distinct;
}

/** Shift of every element of a fan-out, in the order of the elements' ids (F.5: mixed radix, outermost loop first). */
export interface Shifts {
  count: number;
  readonly ranks: number;
  /** `[element * ranks + rank]`. */
  readonly shift: Float64Array;
  /** One number per element, equal exactly where the shifts are equal. */
  readonly keys: Float64Array;
  /** Added per rank before weighting, and the weight per rank: key(v) = sum (v + offset) * weight. */
  readonly offset: Float64Array;
  readonly weight: Float64Array;
  /** Greatest |shift difference| per rank. */
  readonly span: Float64Array;
}

/** The slow, explicit form, for links, networks with hop energy and rare coincidences. Allocates. */
export function enumerateShifts(kernel: Kernel, t: number, i: number): Shifts {
  const { layout, nest, scratch } = kernel;
  const ranks = layout.rankStart[t + 1]! - layout.rankStart[t]!;
  const count = scratch.elements[i]!;
  const shift = new Float64Array(count * ranks);
  const offset = new Float64Array(ranks);
  const span = new Float64Array(ranks);
  let run = 1;
  for (let l = nest.levelStart[i]!; l < nest.temporalStart[i]!; l += 1) {
    const bound = nest.bound[l]!;
    const row = t * layout.dimensions + nest.dimension[l]!;
    for (let at = layout.stepStart[row]!; at < layout.stepStart[row + 1]!; at += 1) {
      const rank = layout.stepRank[at]!;
      const step = scratch.loopStride[l]! * layout.stepCoefficient[at]!;
      span[rank] = span[rank]! + Math.abs(step) * (bound - 1);
      if (step < 0) offset[rank] = offset[rank]! - step * (bound - 1);
      for (let element = 0; element < count; element += 1) {
        const index = Math.floor(element / run) % bound;
        shift[element * ranks + rank] = shift[element * ranks + rank]! + index * step;
      }
    }
    run *= bound;
  }
  const weight = new Float64Array(ranks);
  let scale = 1;
  for (let rank = 0; rank < ranks; rank += 1) {
    weight[rank] = scale;
    scale *= span[rank]! + 1;
  }
  const keys = new Float64Array(count);
  for (let element = 0; element < count; element += 1) {
    let key = 0;
    for (let rank = 0; rank < ranks; rank += 1) key += (shift[element * ranks + rank]! + offset[rank]!) * weight[rank]!;
    keys[element] = key;
  }
  return { count, ranks, shift, keys, offset, weight, span };
}
