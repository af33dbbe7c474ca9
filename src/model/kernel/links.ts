// Neighbour forwarding (F.6): an element whose delta equals what a mesh neighbour received at the previous visit can be
// served by that neighbour instead of the parent. In the terms of F.13: element e is served iff a neighbour has the
// shift of e plus the displacement of the visit.

import type { Visit } from '../charge/elements.js';
import { distinctShifts } from './fanout.js';
import type { Kernel } from './kernel.js';
import { elementsBelow } from './neighbours.js';
import { relevantVisits, strideOf, visitsFrom } from './reuse.js';
import { standstill } from './standstill.js';
import { visitGroups } from './visits.js';

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
  const { accesses: rest, served } = standstill(kernel, t, i);
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

/** Words that visits of one kind deliver to each element, and who is served by whom there. */
export interface Delivery {
  readonly words: number;
  readonly visit: Visit;
}

/** Splits every visit group into elements served by neighbours and by the parent; keeps links only where they pay. */
export function deliveries(kernel: Kernel, t: number, i: number): Delivery[] {
  const elements = elementsBelow(kernel, t, i);
  const { everybody } = elements;
  const linked = kernel.linkTransfers !== 0 && ((kernel.flags.noLinkTransfer[i]! >> t) & 1) === 0;
  return visitGroups(kernel, t, i).map(({ weight, delta, displacement, previousDelta }): Delivery => {
    const words = weight * delta;
    if (!linked || displacement === null || previousDelta !== delta) return { words, visit: everybody };
    const visit = elements.after(displacement);
    return { words, visit: visit.served > 0 && visit.accesses < everybody.accesses ? visit : everybody };
  });
}

function countDeliveries(kernel: Kernel, t: number, i: number): void {
  const elements = kernel.scratch.elements[i]!;
  let content = 0;
  let delivered = 0;
  let links = 0;
  for (const { words, visit } of deliveries(kernel, t, i)) {
    content += words * visit.accesses;
    delivered += words * (elements - visit.served);
    links += words * visit.served;
  }
  const at = t * kernel.layout.levels + i;
  kernel.scratch.content[at] = content;
  kernel.scratch.delivered[at] = delivered;
  kernel.scratch.linkTransfers[at] = links;
}
