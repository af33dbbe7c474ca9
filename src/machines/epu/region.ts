// A region of interest of a tensor, and whether it lies inside of it along all four axes (L3, L5).

import { type Axis, axes, type Offset, type Shape } from './shape.js';
import type { Problem } from './verdict.js';

export interface Region {
  readonly tensor: Shape;
  readonly roi: Shape;
  readonly offset: Offset;
}

/** One finding for all axes. */
export function boundsFindings(region: Region): readonly Problem[] {
  const outside = axes.filter((axis) => !isInside(region, axis));
  if (outside.length === 0) return [];
  const message = outside.map((axis) => whereTo(region, axis)).join(', ');
  return [{ code: 'E_BOUNDS', message, instead: outside.map((axis) => whatFits(region, axis)).join(', ') }];
}

function isInside({ tensor, roi, offset }: Region, axis: Axis): boolean {
  return offset[axis] >= 0 && offset[axis] + roi[axis] <= tensor[axis];
}

function whereTo({ tensor, roi, offset }: Region, axis: Axis): string {
  return `${roi[axis]} ${axis} at ${offset[axis]} lie outside the tensor's ${tensor[axis]}`;
}

function whatFits({ tensor, roi }: Region, axis: Axis): string {
  const last = tensor[axis] - roi[axis];
  if (last < 0) return `at most ${tensor[axis]} ${axis} fit`;
  return last === 0 ? `the offset in ${axis} can only be 0` : `the offset in ${axis} can be 0 to ${last}`;
}
