// Tiles, expansions and instances of a nest of perfect factors (F.1, F.2, F.9), and the tests that reject early:
// fan-outs and capacities, before anything is counted.

import { SPATIAL_X } from '../nest-buffer.js';
import type { Kernel } from './kernel.js';
import { CAPACITY, FANOUT, UTILIZATION, VALID, type Verdict } from './verdict.js';

/** Spatial products of every level against its own fan-out, and the expansions against the hardware (F.9, E.5). */
export function expand(kernel: Kernel): Verdict {
  const { layout, nest, scratch } = kernel;
  const { levels, fanoutX, fanoutY, stepped } = layout;
  const { dimension, bound, kind, levelStart, temporalStart } = nest;
  const { elements, expansion, spreadLevel, steppedElements } = scratch;
  const { runLoop, runDimension, runVisits, runFrom } = scratch;
  let visits = 1;
  let passed = 0;
  let spreads = 0;
  let acrossX = 1;
  let acrossY = 1;
  let end = levelStart[levels]!;
  for (let i = levels - 1; i >= 0; i -= 1) {
    const across = acrossX * acrossY;
    expansion[i] = across;
    if (kernel.fanoutsDecide === 0) {
      if (acrossX > layout.meshX[i]! || acrossY > layout.meshY[i]! || across > layout.instances[i]!) {
        return reject(kernel, FANOUT, i, across, layout.instances[i]!);
      }
    }
    const firstTemporal = temporalStart[i]!;
    for (let l = end - 1; l >= firstTemporal; l -= 1) {
      const count = bound[l]!;
      visits *= count;
      runLoop[passed] = l;
      runDimension[passed] = dimension[l]!;
      passed += 1;
      runVisits[passed] = visits;
    }
    runFrom[i] = passed;
    end = levelStart[i]!;
    if (end === firstTemporal) {
      elements[i] = 1;
      continue;
    }
    let x = 1;
    let y = 1;
    for (let at = i; at < steppedElements.length; at += levels) steppedElements[at] = 1;
    for (let l = end; l < firstTemporal; l += 1) {
      const count = bound[l]!;
      for (let mask = stepped[dimension[l]!]!, at = i; mask !== 0; mask >>>= 1, at += levels) {
        if ((mask & 1) !== 0) steppedElements[at] = steppedElements[at]! * count;
      }
      if (kind[l] === SPATIAL_X) x *= count;
      else y *= count;
    }
    elements[i] = x * y;
    spreadLevel[spreads] = i;
    spreads += 1;
    if (kernel.cumulativeFanout === 0) {
      if (x > fanoutX[i]!) return reject(kernel, FANOUT, i, x, fanoutX[i]!);
      if (y > fanoutY[i]!) return reject(kernel, FANOUT, i, y, fanoutY[i]!);
    }
    acrossX *= x;
    acrossY *= y;
  }
  const across = acrossX * acrossY;
  if (acrossX > layout.computeMeshX || acrossY > layout.computeMeshY || across > layout.computeInstances) {
    return reject(kernel, FANOUT, -1, across, layout.computeInstances);
  }
  kernel.perfect = nest.imperfect === 0 ? 1 : 0;
  scratch.spreadCount = spreads;
  scratch.utilizedComputes = across;
  scratch.computeCycles = visits; // every temporal iteration is one cycle
  scratch.computes = visits * across;
  return VALID;
}

/** Tile sizes of every level (F.2), and capacities (F.9): the kept dataspaces of a level must fit together. */
export function tile(kernel: Kernel): Verdict {
  const { layout, nest, scratch, needsTile } = kernel;
  const { levels, dataspaces, even } = layout;
  const { machine, sparse } = kernel;
  const { levelStart, temporalStart, keep } = nest;
  const { extent, tile: tiles, masterTile, words, keeper, keeperCount } = scratch;
  restart(kernel);
  if (kernel.anyNoCoalesce !== 0) markWiped(kernel);
  let start = 0;
  for (let i = 0; i < levels; i += 1) {
    const end = levelStart[i + 1]!;
    if (kernel.needsMaster !== 0 && start < temporalStart[i]!) {
      grow(kernel, start, temporalStart[i]!);
      for (let t = 0; t < dataspaces; t += 1) masterTile[t * levels + i] = tileWords(kernel, t, i);
      start = temporalStart[i]!;
    }
    if (start < end) grow(kernel, start, end);
    start = end;
    const kept = keep[i]!;
    const wanted = kept | needsTile[i]!;
    let held = 0;
    for (let t = 0; t < dataspaces; t += 1) {
      if (((wanted >> t) & 1) === 0) continue;
      const size = even[t] !== 0 ? words[t]! : tileWords(kernel, t, i);
      tiles[t * levels + i] = size;
      if (((kept >> t) & 1) === 0) continue;
      if (machine !== null) held += machine.footprint(t, i);
      else held += sparse === null ? size : sparse.footprint(t, i, { words: size, box: extent });
      const keepers = keeperCount[t]!;
      keeper[t * levels + keepers] = i;
      keeperCount[t] = keepers + 1;
    }
    if (kernel.anyNoCoalesce !== 0) held = withoutWiped(kernel, i, held);
    const verdict = occupy(kernel, i, held);
    if (verdict !== VALID) return verdict;
  }
  return VALID;
}

/** What the kept dataspaces take together (F.9). */
export function occupy(kernel: Kernel, i: number, held: number): Verdict {
  const { capacity, leastOccupancy } = kernel.layout;
  kernel.scratch.occupancy[i] = held;
  if (held > capacity[i]! || held === Number.POSITIVE_INFINITY) return reject(kernel, CAPACITY, i, held, capacity[i]!);
  return held < leastOccupancy[i]! ? reject(kernel, UTILIZATION, i, held, leastOccupancy[i]!) : VALID;
}

/** One iteration: every tile is one point. (`fill` would take longer on arrays as short as these.) */
function restart({ layout: { unevenRank }, scratch: { extent, width, words, keeperCount } }: Kernel): void {
  for (let d = 0; d < extent.length; d += 1) extent[d] = 1;
  for (let t = 0; t < words.length; t += 1) {
    words[t] = 1;
    keeperCount[t] = 0;
  }
  for (let at = 0; at < unevenRank.length; at += 1) width[unevenRank[at]!] = 1;
}

/** Passes loops `from` to `to - 1`: their strides, and how they widen the tiles. */
function grow(kernel: Kernel, from: number, to: number): void {
  const { timesStart, timesDataspace, growStart, growRank, growWidening } = kernel.layout;
  const { dimension, bound } = kernel.nest;
  const { extent, loopStride, width, words } = kernel.scratch;
  for (let l = from; l < to; l += 1) {
    const d = dimension[l]!;
    const count = bound[l]!;
    const stride = extent[d]!;
    loopStride[l] = stride;
    extent[d] = stride * count;
    const lastTimes = timesStart[d + 1]!;
    for (let at = timesStart[d]!; at < lastTimes; at += 1) {
      const t = timesDataspace[at]!;
      words[t] = words[t]! * count;
    }
    const more = stride * (count - 1);
    const lastGrow = growStart[d + 1]!;
    for (let at = growStart[d]!; at < lastGrow; at += 1) {
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
  const { rankStart, levels, even } = kernel.layout;
  const { width, rankWidth, words } = kernel.scratch;
  if (even[t] !== 0) return words[t]!;
  const end = rankStart[t + 1]!;
  let size = 1;
  for (let rank = rankStart[t]!; rank < end; rank += 1) {
    const extent = width[rank]!;
    rankWidth[rank * levels + i] = extent;
    size *= extent;
  }
  return size;
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
