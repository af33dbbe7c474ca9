// Tiles, expansions and instances of a nest of perfect factors (F.1, F.2, F.9), and the tests that reject early:
// fan-outs and capacities, before anything is counted.

import { SPATIAL_X } from '../nest-buffer.js';
import type { Kernel } from './scratch.js';
import { CAPACITY, FANOUT, UTILIZATION, VALID, type Verdict } from './verdict.js';

/** Spatial products of every level against its own fan-out, and the expansions against the hardware (F.9, E.5). */
export function expand(kernel: Kernel): Verdict {
  const { layout, nest, scratch } = kernel;
  const { levels } = layout;
  const { bound, residual, kind, levelStart, temporalStart } = nest;
  const { elements, expansionX, expansionY, utilizedInstances, visitsFrom } = scratch;
  let perfect = 1;
  let acrossX = 1;
  let acrossY = 1;
  visitsFrom[levels] = 1;
  for (let i = levels - 1; i >= 0; i -= 1) {
    expansionX[i] = acrossX;
    expansionY[i] = acrossY;
    utilizedInstances[i] = acrossX * acrossY;
    if (acrossX > layout.meshX[i]! || acrossY > layout.meshY[i]! || acrossX * acrossY > layout.instances[i]!) {
      return reject(kernel, FANOUT, i, acrossX * acrossY, layout.instances[i]!);
    }
    let visits = visitsFrom[i + 1]!;
    for (let l = temporalStart[i]!; l < levelStart[i + 1]!; l += 1) {
      visits *= bound[l]!;
      if (residual[l] !== bound[l]) perfect = 0;
    }
    visitsFrom[i] = visits;
    let x = 1;
    let y = 1;
    for (let l = levelStart[i]!; l < temporalStart[i]!; l += 1) {
      if (kind[l] === SPATIAL_X) x *= bound[l]!;
      else y *= bound[l]!;
      if (residual[l] !== bound[l]) perfect = 0;
    }
    elements[i] = x * y;
    if (kernel.cumulativeFanout === 0) {
      if (x > layout.fanoutX[i]!) return reject(kernel, FANOUT, i, x, layout.fanoutX[i]!);
      if (y > layout.fanoutY[i]!) return reject(kernel, FANOUT, i, y, layout.fanoutY[i]!);
    }
    acrossX *= x;
    acrossY *= y;
  }
  const across = acrossX * acrossY;
  if (acrossX > layout.computeMeshX || acrossY > layout.computeMeshY || across > layout.computeInstances) {
    return reject(kernel, FANOUT, -1, across, layout.computeInstances);
  }
  kernel.perfect = perfect;
  scratch.utilizedComputes = across;
  scratch.computeCycles = visitsFrom[0]!; // every temporal iteration is one cycle
  scratch.computes = visitsFrom[0]! * across;
  return VALID;
}

/** Tile sizes of every level (F.2), and capacities (F.9): the kept dataspaces of a level must fit together. */
export function tile(kernel: Kernel): Verdict {
  const { layout, nest, scratch } = kernel;
  const { levels, dataspaces } = layout;
  const { levelStart, temporalStart, keep } = nest;
  const { tile: tiles, masterTile, occupancy } = scratch;
  const { extent, width } = scratch;
  for (let d = 0; d < extent.length; d += 1) extent[d] = 1;
  for (let rank = 0; rank < width.length; rank += 1) width[rank] = 1;
  if (kernel.anyNoCoalesce !== 0) markWiped(kernel);
  for (let i = 0; i < levels; i += 1) {
    const start = levelStart[i]!;
    const firstTemporal = temporalStart[i]!;
    const end = levelStart[i + 1]!;
    if (start < firstTemporal) {
      grow(kernel, start, firstTemporal);
      for (let t = 0; t < dataspaces; t += 1) {
        // Only uneven outputs ask for it, to share themselves out among instances (F.7.1).
        if (layout.readWrite[t] !== 0 && layout.even[t] === 0) masterTile[t * levels + i] = tileWords(kernel, t, i);
        else if (kernel.full !== 0) masterTile[t * levels + i] = tileWords(kernel, t, i);
      }
    }
    if (firstTemporal < end) grow(kernel, firstTemporal, end);
    let held = 0;
    for (let t = 0; t < dataspaces; t += 1) {
      const kept = (keep[i]! >> t) & 1;
      if (kept === 0 && kernel.needsTile[t * levels + i] === 0) continue;
      const words = tileWords(kernel, t, i);
      tiles[t * levels + i] = words;
      if (kept !== 0) held += words;
    }
    if (kernel.anyNoCoalesce !== 0) held = withoutWiped(kernel, i, held);
    occupancy[i] = held;
    if (held > layout.capacity[i]!) return reject(kernel, CAPACITY, i, held, layout.capacity[i]!);
    if (held < layout.leastOccupancy[i]!) return reject(kernel, UTILIZATION, i, held, layout.leastOccupancy[i]!);
  }
  return VALID;
}

/** Passes loops `from` to `to - 1`: their strides, and how they widen the tiles rank by rank. */
function grow(kernel: Kernel, from: number, to: number): void {
  const { growStart, growRank, growWidening } = kernel.layout;
  const { dimension, bound } = kernel.nest;
  const { extent, loopStride, width } = kernel.scratch;
  for (let l = from; l < to; l += 1) {
    const d = dimension[l]!;
    const stride = extent[d]!;
    const more = stride * (bound[l]! - 1);
    loopStride[l] = stride;
    extent[d] = stride + more;
    const end = growStart[d + 1]!;
    for (let at = growStart[d]!; at < end; at += 1) {
      const rank = growRank[at]!;
      width[rank] = width[rank]! + growWidening[at]! * more;
    }
  }
}

/**
 * Words of dataspace `t` in the box of iterations at hand: one bounding rectangle, so the holes that a stride leaves are
 * held and transferred (F.2).
 */
function tileWords(kernel: Kernel, t: number, i: number): number {
  const { rankStart, levels, simple } = kernel.layout;
  const { width, rankWidth } = kernel.scratch;
  const end = rankStart[t + 1]!;
  let words = 1;
  if (simple[t] !== 0) {
    for (let rank = rankStart[t]!; rank < end; rank += 1) words *= width[rank]!;
    return words;
  }
  for (let rank = rankStart[t]!; rank < end; rank += 1) {
    const extent = width[rank]!;
    rankWidth[rank * levels + i] = extent;
    words *= extent;
  }
  return words;
}

/** F.7.5: levels beyond the backing store that keep a dataspace without coalescing hold nothing of it. */
function withoutWiped(kernel: Kernel, i: number, held: number): number {
  const { layout, nest, scratch } = kernel;
  let left = held;
  for (let t = 0; t < layout.dataspaces; t += 1) {
    if (!((nest.keep[i]! >> t) & 1) || i <= scratch.backing[t]!) continue;
    left -= scratch.tile[t * layout.levels + i]!;
  }
  return left;
}

function markWiped(kernel: Kernel): void {
  for (let t = 0; t < kernel.layout.dataspaces; t += 1) kernel.scratch.backing[t] = backingStore(kernel, t);
}

/** Outermost level that keeps `t` and coalesces its traffic (F.7.5); -1 when there is none. */
export function backingStore(kernel: Kernel, t: number): number {
  const { nest, flags, layout } = kernel;
  for (let i = layout.levels - 1; i >= 0; i -= 1) {
    if ((nest.keep[i]! >> t) & 1 && !((flags.noCoalesce[i]! >> t) & 1)) return i;
  }
  return -1;
}

/** Whether any level keeps `t`, coalescing or not. */
export function isKept(kernel: Kernel, t: number): boolean {
  const { nest, layout } = kernel;
  for (let i = layout.levels - 1; i >= 0; i -= 1) if ((nest.keep[i]! >> t) & 1) return true;
  return false;
}

function reject(kernel: Kernel, verdict: Verdict, level: number, need: number, limit: number): Verdict {
  const { rejection } = kernel.scratch;
  rejection.level = level;
  rejection.need = need;
  rejection.limit = limit;
  return verdict;
}
