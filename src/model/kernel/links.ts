// Neighbour forwarding (F.6): an element whose delta equals what a mesh neighbour received at the previous visit can be
// served by that neighbour instead of the parent. In the terms of F.13: element e is served iff a neighbour has the
// shift of e plus the displacement of the visit.

import { distinctAmong, neighboursServe, type Shifts } from '../charge/neighbours.js';
import { distinctShifts, enumerateShifts } from './fanout.js';
import type { Kernel } from './kernel.js';
import { gridOf, isUnicast } from './neighbours.js';
import { relevantVisits, strideOf, visitsFrom } from './reuse.js';
import { standstill } from './standstill.js';
import { type VisitGroup, visitGroups } from './visits.js';

/**
 * Counts the deliveries of dataspace `t` below level `i` where neighbours may forward words; returns 0, and leaves the
 * scratch arrays alone, where they cannot: then accesses are deltas times distinct shifts. Cheap tests come first.
 */
export function countWithLinks(kernel: Kernel, t: number, i: number): number {
  const { layout, scratch, flags } = kernel;
  if (kernel.linkTransfers === 0 || scratch.elements[i] === 1 || ((flags.noLinkTransfer[i]! >> t) & 1) !== 0) return 0;
  const uncredited = isUncredited(kernel, t, i);
  if (layout.simple[t] !== 0) {
    // Tiles whose ranks are stepped by one dimension each lie further apart than neighbours do: only repeats forward.
    return uncredited ? countRepeats(kernel, t, i) : 0;
  }
  if (!mayForward(kernel, t, i)) return 0;
  countDeliveries(kernel, t, i);
  return 1;
}

/** Whether every visit delivers the whole tile: to compute (single points), and under a temporal no_reuse (B.5). */
export function isUncredited(kernel: Kernel, t: number, i: number): boolean {
  return i === 0 || ((kernel.flags.temporalNoReuse[i - 1]! >> t) & 1) !== 0;
}

/** Visits repeat a delivery while only loops step that the dataspace does not depend on. */
function countRepeats(kernel: Kernel, t: number, i: number): number {
  const { layout, scratch } = kernel;
  const visits = visitsFrom(kernel, i);
  const first = relevantVisits(kernel, t, i); // those at which a loop steps that `t` depends on, and the first one
  const repeats = visits - first;
  if (repeats === 0) return 0;
  const { rest, served } = standstill(kernel, t, i);
  const elements = scratch.elements[i]!;
  const plain = distinctShifts(kernel, t, i);
  if (served === 0 || rest >= plain) return 0;
  const at = t * layout.levels + i;
  const whole = i === 0 ? 1 : scratch.tile[at - 1]!;
  scratch.content[at] = whole * (first * plain + repeats * rest);
  scratch.delivered[at] = whole * (first * elements + repeats * (elements - served));
  scratch.linkTransfers[at] = whole * repeats * served;
  return 1;
}

/** Necessary condition: some displacement is no longer than the fan-out is wide. */
function mayForward(kernel: Kernel, t: number, i: number): boolean {
  const { layout, nest, scratch } = kernel;
  const uncredited = isUncredited(kernel, t, i);
  const { strideSum, stride } = scratch;
  const ranks = layout.rankStart[t + 1]! - layout.rankStart[t]!;
  let first = 1;
  for (let rank = 0; rank < ranks; rank += 1) strideSum[rank] = 0;
  for (let level = i; level < layout.levels; level += 1) {
    for (let l = nest.temporalStart[level]!; l < nest.levelStart[level + 1]!; l += 1) {
      const moves = layout.relevant[t * layout.dimensions + nest.dimension[l]!]!;
      // With credit for overlap, only a nest whose innermost loop moves the tile leaves a delta for the next visit.
      if (first !== 0 && moves === 0 && !uncredited && kernel.oldWindow === 0) return false;
      first = 0;
      strideOf(kernel, t, l, stride);
      let within = 1;
      for (let rank = 0; rank < ranks; rank += 1) {
        const displacement = Math.abs(stride[rank]! - strideSum[rank]!);
        if (displacement > spanOf(kernel, t, i, rank)) within = 0;
        strideSum[rank] = strideSum[rank]! + stride[rank]!;
      }
      if (within !== 0) return true;
    }
  }
  return false;
}

/** Greatest difference of two shifts on one rank. */
function spanOf(kernel: Kernel, t: number, i: number, rank: number): number {
  const { layout, nest, scratch } = kernel;
  let span = 0;
  for (let l = nest.levelStart[i]!; l < nest.temporalStart[i]!; l += 1) {
    const row = t * layout.dimensions + nest.dimension[l]!;
    for (let at = layout.stepStart[row]!; at < layout.stepStart[row + 1]!; at += 1) {
      if (layout.stepRank[at] !== rank) continue;
      span += Math.abs(scratch.loopStride[l]! * layout.stepCoefficient[at]!) * (nest.bound[l]! - 1);
    }
  }
  return span;
}

/** How one group of visits is delivered. */
export interface Delivery {
  readonly visits: VisitGroup;
  /** 1 per element that the parent must serve; the others are served by neighbours. */
  readonly fromParent: Uint8Array;
  readonly served: number;
}

/** Splits every visit group into elements served by neighbours and by the parent; keeps links only where they pay. */
export function deliveries(kernel: Kernel, t: number, i: number): { shifts: Shifts; list: Delivery[] } {
  const shifts = enumerateShifts(kernel, t, i);
  const all = new Uint8Array(shifts.count).fill(1);
  const unicast = isUnicast(kernel, t, i);
  const plain = unicast ? shifts.count : distinctAmong(shifts, all);
  const linked = kernel.linkTransfers !== 0 && ((kernel.flags.noLinkTransfer[i]! >> t) & 1) === 0;
  const list = visitGroups(kernel, t, i).map((visits): Delivery => {
    const without: Delivery = { visits, fromParent: all, served: 0 };
    if (!linked || visits.displacement === null || visits.previousDelta !== visits.delta) return without;
    const { fromParent, served } = neighboursServe(shifts, gridOf(kernel, i), visits.displacement);
    const rest = unicast ? shifts.count - served : distinctAmong(shifts, fromParent);
    return served > 0 && rest < plain ? { visits, fromParent, served } : without;
  });
  return { shifts, list };
}

function countDeliveries(kernel: Kernel, t: number, i: number): void {
  const { shifts, list } = deliveries(kernel, t, i);
  const unicast = isUnicast(kernel, t, i);
  let content = 0;
  let delivered = 0;
  let links = 0;
  for (const { visits, fromParent, served } of list) {
    const words = visits.weight * visits.delta;
    const parentServed = shifts.count - served;
    content += words * (unicast ? parentServed : distinctAmong(shifts, fromParent));
    delivered += words * parentServed;
    links += words * served;
  }
  const at = t * kernel.layout.levels + i;
  kernel.scratch.content[at] = content;
  kernel.scratch.delivered[at] = delivered;
  kernel.scratch.linkTransfers[at] = links;
}
