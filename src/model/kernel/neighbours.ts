// Where the elements of a fan-out stand, and which of them share a word (F.5).

import { groupedBy } from '../../math/remembered.js';
import type { Grid } from '../charge/neighbours.js';
import { SPATIAL_X } from '../nest-buffer.js';
import type { Kernel } from './kernel.js';

export function isUnicast(kernel: Kernel, t: number, i: number): boolean {
  return ((kernel.flags.spatialNoReuse[i]! >> t) & 1) !== 0;
}

/** Elements of the fan-out below level `i` in use along each axis. */
export function elementsAlong({ nest }: Pick<Kernel, 'nest'>, i: number): { readonly x: number; readonly y: number } {
  let x = 1;
  let y = 1;
  for (let l = nest.levelStart[i]!; l < nest.temporalStart[i]!; l += 1) {
    if (nest.kind[l] === SPATIAL_X) x *= nest.bound[l]!;
    else y *= nest.bound[l]!;
  }
  return { x, y };
}

/** Physical grid: ids are packed with the logical counts into rows of this width (F.5). */
export function gridOf(kernel: Kernel, i: number): Grid {
  const { fanoutX, fanoutY } = kernel.layout;
  const { x, y } = elementsAlong(kernel, i);
  return { width: Math.max(fanoutX[i]!, x), height: Math.max(fanoutY[i]!, y) };
}

/** Elements that share a word, those of equal keys, by how many there are of them. */
export function multicastGroups<K>(
  elements: readonly number[],
  keyOf: (element: number) => K,
): [size: number, groups: number[][]][] {
  return [...groupedBy(groupedBy(elements, keyOf).values(), (group) => group.length)];
}
