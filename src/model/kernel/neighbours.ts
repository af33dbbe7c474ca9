// Where the elements of a fan-out stand, and which of them share a word (F.5).

import { groupedBy } from '../../math/remembered.js';
import type { Grid } from '../charge/neighbours.js';
import type { Kernel } from './kernel.js';

export function isUnicast(kernel: Kernel, t: number, i: number): boolean {
  return ((kernel.flags.spatialNoReuse[i]! >> t) & 1) !== 0;
}

/** Physical grid: ids are packed with the logical counts into rows of this width (F.5). */
export function gridOf(kernel: Kernel, i: number): Grid {
  const { layout, nest, scratch } = kernel;
  let x = 1;
  for (let l = nest.levelStart[i]!; l < nest.temporalStart[i]!; l += 1) if (nest.kind[l] === 1) x *= nest.bound[l]!;
  return {
    width: Math.max(layout.fanoutX[i]!, x),
    height: Math.max(layout.fanoutY[i]!, scratch.elements[i]! / x),
  };
}

/** Elements that share a word, those of equal keys, by how many there are of them. */
export function multicastGroups<K>(
  elements: readonly number[],
  keyOf: (element: number) => K,
): [size: number, groups: number[][]][] {
  return [...groupedBy(groupedBy(elements, keyOf).values(), (group) => group.length)];
}
