// The elements of a fan-out: where they stand (F.5), and what each is shifted by (F.13).

import type { FanoutElements } from '../charge/elements.js';
import { type Grid, type ShiftLoop, type Shifts, shiftsOf } from '../charge/neighbours.js';
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

/** The elements of the fan-out below level `i` as dataspace `t` sees them, known from another nest where that had the same loops there. */
export function elementsBelow(kernel: Kernel, t: number, i: number): FanoutElements {
  const { nest, scratch } = kernel;
  let key = `${t} ${i}`;
  for (let l = nest.levelStart[i]!; l < nest.temporalStart[i]!; l += 1)
    key += ` ${nest.dimension[l]!} ${nest.kind[l]!} ${nest.bound[l]!} ${scratch.loopStride[l]!}`;
  return kernel.elements.of(key, () => ({
    shifts: shiftsBelow(kernel, t, i),
    grid: gridOf(kernel, i),
    unicast: isUnicast(kernel, t, i),
  }));
}

/** The slow, explicit form of what each element is shifted by. Allocates. */
export function shiftsBelow(kernel: Kernel, t: number, i: number): Shifts {
  const { layout, nest, scratch } = kernel;
  const loops: ShiftLoop[] = [];
  for (let l = nest.levelStart[i]!; l < nest.temporalStart[i]!; l += 1) {
    const steps: [rank: number, step: number][] = [];
    const row = t * layout.dimensions + nest.dimension[l]!;
    for (let at = layout.stepStart[row]!; at < layout.stepStart[row + 1]!; at += 1)
      steps.push([layout.stepRank[at]!, scratch.loopStride[l]! * layout.stepCoefficient[at]!]);
    loops.push({ bound: nest.bound[l]!, steps });
  }
  return shiftsOf(loops, layout.rankStart[t + 1]! - layout.rankStart[t]!);
}
