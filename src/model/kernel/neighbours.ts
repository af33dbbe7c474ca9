// Elements of a fan-out and those beside them, by the shifts they need (F.5, F.6).

import { groupedBy } from '../../math/remembered.js';
import type { Shifts } from './fanout.js';
import type { Kernel } from './kernel.js';

export function isUnicast(kernel: Kernel, t: number, i: number): boolean {
  return ((kernel.flags.spatialNoReuse[i]! >> t) & 1) !== 0;
}

/** Physical grid: ids are packed with the logical counts into rows of this width (F.5). */
export function gridOf(kernel: Kernel, i: number): { readonly width: number; readonly height: number } {
  const { layout, nest, scratch } = kernel;
  let x = 1;
  for (let l = nest.levelStart[i]!; l < nest.temporalStart[i]!; l += 1) if (nest.kind[l] === 1) x *= nest.bound[l]!;
  return {
    width: Math.max(layout.fanoutX[i]!, x),
    height: Math.max(layout.fanoutY[i]!, scratch.elements[i]! / x),
  };
}

/** Which elements find, next to them, the shift that they need after `displacement` (one number per rank). */
export function neighboursServe(
  kernel: Kernel,
  i: number,
  shifts: Shifts,
  displacement: readonly number[],
): { readonly fromParent: Uint8Array; readonly served: number } {
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

/** Elements that share a word, those of equal keys, by how many there are of them. */
export function multicastGroups<K>(
  elements: readonly number[],
  keyOf: (element: number) => K,
): [size: number, groups: number[][]][] {
  return [...groupedBy(groupedBy(elements, keyOf).values(), (group) => group.length)];
}

export function distinctAmong(shifts: Shifts, member: Uint8Array): number {
  const keys = new Set<number>();
  for (let element = 0; element < shifts.count; element += 1) {
    if (member[element] === 1) keys.add(shifts.keys[element]!);
  }
  return keys.size;
}
