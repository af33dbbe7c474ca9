// Temporal reuse in closed form (F.13): the words that one representative child takes in over the whole run, without
// walking the loops. The delta rule it condenses is F.4.
//
// Consecutive visits of a nest differ by as many displacements as there are loops: t_k = s_k - sum(s_j, j < k) when
// loop k steps and every inner loop returns to its start. With r the innermost loop that moves the tile,
//   accesses = whole + part * W_r + sum over k > r of W_k * (0 if t_k = 0; part if t_k = t_r; whole otherwise).

import { newWords, windowWords } from '../charge/window.js';
import type { Kernel } from './kernel.js';

/** Words of dataspace `t` that one child below level `i` (>= 1) takes in; its tile is that of level `i - 1`. */
export function temporalAccesses(kernel: Kernel, t: number, i: number): number {
  const { layout, scratch } = kernel;
  if (isStationary(kernel, t, i)) return scratch.tile[t * layout.levels + i - 1]! * relevantVisits(kernel, t, i);
  if (((kernel.flags.temporalNoReuse[i - 1]! >> t) & 1) !== 0) {
    return scratch.tile[t * layout.levels + i - 1]! * visitsFrom(kernel, i);
  }
  return layout.plainWindow[t] !== 0 && kernel.oldWindow === 0 ? window(kernel, t, i) : sliding(kernel, t, i);
}

/**
 * Whether reuse below level `i` is stationarity alone: where no rank is stepped by two dimensions, tiles at different
 * positions are disjoint. Then accesses are the tile times `relevantVisits`.
 */
export function isStationary(kernel: Kernel, t: number, i: number): boolean {
  return (
    kernel.layout.simple[t] !== 0 && kernel.oldWindow === 0 && ((kernel.flags.temporalNoReuse[i - 1]! >> t) & 1) === 0
  );
}

/** Product of the temporal trip counts from level `i` outwards. */
export function visitsFrom({ scratch: { runVisits, runFrom } }: Kernel, i: number): number {
  return runVisits[runFrom[i]!]!;
}

/** Visits from the first loop at or outside level `i` that moves the tile, all of them. */
export function relevantVisits(kernel: Kernel, t: number, i: number): number {
  const { relevant, dimensions } = kernel.layout;
  const { runDimension, runVisits, runFrom } = kernel.scratch;
  const row = t * dimensions;
  let loops = runFrom[i]!;
  while (loops > 0 && relevant[row + runDimension[loops - 1]!] === 0) loops -= 1;
  return runVisits[loops]!;
}

/**
 * The same sum where every dimension steps one rank forward. Once loops of a second rank have passed, no displacement
 * can be 0 or t_r again, and the rest of the sum telescopes: sum of W_k from loop j outwards = product of N_k - 1.
 */
function window(kernel: Kernel, t: number, i: number): number {
  const { levels, dimensions, relevant, stepStart, stepRank, stepCoefficient, rankStart } = kernel.layout;
  const { runLoop, runDimension, runVisits, runFrom, loopStride, rankWidth, tile } = kernel.scratch;
  const whole = tile[t * levels + i - 1]!;
  const row = t * dimensions;
  let loops = runFrom[i]!;
  while (loops > 0 && relevant[row + runDimension[loops - 1]!] === 0) loops -= 1;
  if (loops === 0) return whole;
  loops -= 1;
  const at = stepStart[row + runDimension[loops]!]!;
  const rank = stepRank[at]!;
  const first = loopStride[runLoop[loops]!]! * stepCoefficient[at]!;
  const width = rankWidth[(rankStart[t]! + rank) * levels + i - 1]!;
  const part = newWords(whole, width, width, first);
  let slices = runVisits[loops + 1]! - runVisits[loops]!;
  let wholes = 0;
  let sum = first;
  while (loops > 0) {
    loops -= 1;
    const d = runDimension[loops]!;
    const step = stepStart[row + d]!;
    if (step < stepStart[row + d + 1]!) {
      if (stepRank[step] !== rank) {
        wholes += runVisits[loops + 1]! - 1;
        break;
      }
      const stride = loopStride[runLoop[loops]!]! * stepCoefficient[step]!;
      const displacement = stride - sum; // t_k on the only rank that has moved
      sum += stride;
      if (displacement === 0) continue;
      if (displacement === first) {
        slices += runVisits[loops + 1]! - runVisits[loops]!;
        continue;
      }
    }
    wholes += runVisits[loops + 1]! - runVisits[loops]!;
  }
  return windowWords(whole, part, slices, wholes);
}

function sliding(kernel: Kernel, t: number, i: number): number {
  const { levels, dimensions, relevant, rankStart } = kernel.layout;
  const { dimension, bound, levelStart, temporalStart } = kernel.nest;
  const { strideSum, stride, firstStride } = kernel.scratch;
  const old = kernel.oldWindow;
  const ranks = rankStart[t + 1]! - rankStart[t]!;
  const whole = kernel.scratch.tile[t * levels + i - 1]!;
  let part = whole;
  let slices = 0;
  let wholes = 0;
  let started = 0;
  let beyond = visitsFrom(kernel, i);
  for (let level = i; level < levels; level += 1) {
    const end = levelStart[level + 1]!;
    for (let l = temporalStart[level]!; l < end; l += 1) {
      const count = bound[l]!;
      beyond /= count;
      const weight = (count - 1) * beyond; // W_k
      const moves = relevant[t * dimensions + dimension[l]!]!;
      if (started === 0) {
        // The older rule remembers the step of the innermost loop even where it does not move the tile.
        if (moves === 0 && old === 0) continue;
        started = 1;
        strideOf(kernel, t, l, firstStride);
        for (let rank = 0; rank < ranks; rank += 1) strideSum[rank] = firstStride[rank]!;
        part = moves !== 0 ? whole - overlap(kernel, t, i) : 0;
        slices += weight;
        continue;
      }
      strideOf(kernel, t, l, stride);
      let still = 1 - old;
      let same = 1;
      for (let rank = 0; rank < ranks; rank += 1) {
        const displacement = stride[rank]! - strideSum[rank]!; // t_k
        if (displacement !== 0) still = 0;
        if (displacement !== firstStride[rank]!) same = 0;
        strideSum[rank] = strideSum[rank]! + stride[rank]!;
      }
      if (still !== 0) continue;
      if (same !== 0) slices += weight;
      else wholes += weight;
    }
  }
  return windowWords(whole, part, slices, wholes);
}

/** s_k: how far one step of loop `l` moves the tile of `t`, per rank, into `out`. */
export function strideOf(kernel: Kernel, t: number, l: number, out: Float64Array): void {
  const { stepStart, stepRank, stepCoefficient, rankStart, dimensions } = kernel.layout;
  const ranks = rankStart[t + 1]! - rankStart[t]!;
  for (let rank = 0; rank < ranks; rank += 1) out[rank] = 0;
  const step = kernel.scratch.loopStride[l]!;
  const row = t * dimensions + kernel.nest.dimension[l]!;
  for (let at = stepStart[row]!; at < stepStart[row + 1]!; at += 1) out[stepRank[at]!] = step * stepCoefficient[at]!;
}

/** Words that the child's tile shares with itself displaced by t_r: product over ranks of max(0, size - |t_r|). */
export function overlap(kernel: Kernel, t: number, i: number): number {
  const { rankStart, levels } = kernel.layout;
  const { rankWidth, firstStride } = kernel.scratch;
  const base = rankStart[t]!;
  let shared = 1;
  for (let rank = base; rank < rankStart[t + 1]!; rank += 1) {
    const move = firstStride[rank - base]!;
    const left = rankWidth[rank * levels + i - 1]! - (move < 0 ? -move : move);
    if (left <= 0) return 0;
    shared *= left;
  }
  return shared;
}
