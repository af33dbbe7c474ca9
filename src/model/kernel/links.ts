// Neighbour forwarding (F.6): an element whose delta equals what a mesh neighbour received at the previous visit can be
// served by that neighbour instead of the parent. In the terms of F.13: element e is served iff a neighbour has the
// shift of e plus the displacement of the visit.

import { enumerateShifts, type Shifts } from './fanout.js';
import { strideOf } from './reuse.js';
import type { Kernel } from './scratch.js';
import { type VisitGroup, visitGroups } from './visits.js';

/** Cheap necessary condition, so that the explicit enumeration runs only where links may exist. */
export function linksPossible(kernel: Kernel, t: number, i: number): boolean {
  const { layout, nest, scratch, flags } = kernel;
  if (kernel.linkTransfers === 0 || scratch.elements[i] === 1) return false;
  if (i === 0 || ((flags.noLinkTransfer[i]! >> t) & 1) !== 0) return false;
  if (((flags.temporalNoReuse[i - 1]! >> t) & 1) !== 0) return scratch.visitsFrom[i]! > 1;
  // Tiles of a dataspace whose ranks are stepped by one dimension each lie further apart than any two neighbours.
  if (layout.simple[t] !== 0) return false;
  const { strideSum, stride } = scratch;
  const ranks = layout.rankStart[t + 1]! - layout.rankStart[t]!;
  let first = 1;
  for (let rank = 0; rank < ranks; rank += 1) strideSum[rank] = 0;
  for (let level = i; level < layout.levels; level += 1) {
    for (let l = nest.temporalStart[level]!; l < nest.levelStart[level + 1]!; l += 1) {
      // Only a nest whose innermost loop moves the tile leaves a delta behind for the next visit.
      if (first !== 0 && layout.relevant[t * layout.dimensions + nest.dimension[l]!] === 0) return false;
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
  const unicast = ((kernel.flags.spatialNoReuse[i]! >> t) & 1) !== 0;
  const plain = unicast ? shifts.count : distinctAmong(shifts, all);
  const linked = linksPossible(kernel, t, i);
  const list = visitGroups(kernel, t, i).map((visits): Delivery => {
    const without: Delivery = { visits, fromParent: all, served: 0 };
    if (!linked || visits.displacement === null || visits.previousDelta !== visits.delta) return without;
    const { fromParent, served } = neighboursServe(kernel, i, shifts, visits.displacement);
    const rest = unicast ? shifts.count - served : distinctAmong(shifts, fromParent);
    return served > 0 && rest < plain ? { visits, fromParent, served } : without;
  });
  return { shifts, list };
}

/**
 * Accesses and deliveries below level `i` with links: sum over visit groups, written to content, delivered and
 * linkTransfers of (t, i).
 */
export function countDeliveries(kernel: Kernel, t: number, i: number): void {
  const { shifts, list } = deliveries(kernel, t, i);
  const unicast = ((kernel.flags.spatialNoReuse[i]! >> t) & 1) !== 0;
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

/** Physical position of an element: ids are packed with the logical counts into rows of the grid's width (F.5). */
export function gridOf(kernel: Kernel, i: number): { readonly width: number; readonly height: number } {
  const { layout, nest, scratch } = kernel;
  let x = 1;
  for (let l = nest.levelStart[i]!; l < nest.temporalStart[i]!; l += 1) if (nest.kind[l] === 1) x *= nest.bound[l]!;
  return {
    width: Math.max(layout.fanoutX[i]!, x),
    height: Math.max(layout.fanoutY[i]!, scratch.elements[i]! / x),
  };
}

function neighboursServe(
  kernel: Kernel,
  i: number,
  shifts: Shifts,
  displacement: readonly number[],
): { fromParent: Uint8Array; served: number } {
  const { count, ranks, shift } = shifts;
  const { width, height } = gridOf(kernel, i);
  const fromParent = new Uint8Array(count).fill(1);
  let served = 0;
  const matches = (element: number, neighbour: number): boolean => {
    if (neighbour >= count) return false;
    for (let rank = 0; rank < ranks; rank += 1) {
      if (shift[neighbour * ranks + rank] !== shift[element * ranks + rank]! + displacement[rank]!) return false;
    }
    return true;
  };
  for (let element = 0; element < count; element += 1) {
    const h = element % width;
    const v = Math.floor(element / width);
    const hit =
      (h > 0 && matches(element, element - 1)) ||
      (h < width - 1 && matches(element, element + 1)) ||
      (v > 0 && matches(element, element - width)) ||
      (v < height - 1 && matches(element, element + width));
    if (hit) {
      fromParent[element] = 0;
      served += 1;
    }
  }
  return { fromParent, served };
}

function distinctAmong(shifts: Shifts, member: Uint8Array): number {
  const keys = new Set<number>();
  for (let element = 0; element < shifts.count; element += 1) if (member[element] === 1) keys.add(shifts.keys[element]!);
  return keys.size;
}
