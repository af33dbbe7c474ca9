// Where an element lies, and which element lies somewhere (section 2.1): the coordinates go through the tiles one after
// another, and their row-major number in the final dimensions is the place in memory, in elements.

import { illegal, legal } from '../../verdict.js';
import type { Layout } from './layout.js';
import { applyStep, undoStep } from './tiling.js';
import type { Verdict } from './verdict.js';

export function linearIndex(layout: Layout, element: readonly number[]): Verdict<number> {
  const { dims } = layout;
  const written = `(${element.join(',')})`;
  if (element.length !== dims.length) {
    return illegal(
      'coord_rank',
      `element ${written} has ${element.length} coordinates for an array of rank ${dims.length}`,
    );
  }
  const outside = element.findIndex((place, at) => place < 0 || place >= dims[at]!);
  if (outside >= 0) {
    const [place, bound] = [element[outside]!, dims[outside]!];
    return illegal(
      'coord_range',
      `element ${written} has coordinate ${place} in dimension ${outside} of size ${bound}`,
    );
  }
  return legal(placeOf(layout, element));
}

/** The element at a place of memory; undefined where there is only padding. */
export function elementAt(layout: Layout, place: number): Verdict<readonly number[] | undefined> {
  const { finalDims, steps, minorToMajor, elementsPadded } = layout;
  if (place < 0 || place >= elementsPadded) {
    return illegal('slot_range', `place ${place} in an array that takes ${elementsPadded} places`);
  }
  let coordinates: number[] | undefined = fromRowMajor(place, finalDims);
  for (const step of steps.toReversed()) {
    coordinates = coordinates && undoStep(step, coordinates);
  }
  if (!coordinates) return legal(undefined);
  const logical = Array<number>(minorToMajor.length);
  coordinates.forEach((one, at) => {
    logical[minorToMajor[minorToMajor.length - 1 - at]!] = one;
  });
  return legal(logical);
}

/** The same as `linearIndex` for coordinates that are known to be inside. */
export function placeOf(layout: Layout, element: readonly number[]): number {
  const { finalDims, steps } = layout;
  let coordinates = physicalOf(layout, element);
  for (const step of steps) coordinates = applyStep(step, coordinates);
  return toRowMajor(coordinates, finalDims);
}

/** Logical coordinates to physical ones, major to minor. */
function physicalOf({ minorToMajor }: Layout, element: readonly number[]): number[] {
  return minorToMajor.toReversed().map((dimension) => element[dimension]!);
}

export function toRowMajor(coordinates: readonly number[], dims: readonly number[]): number {
  return coordinates.reduce((index, place, at) => index * dims[at]! + place, 0);
}

export function fromRowMajor(index: number, dims: readonly number[]): number[] {
  const coordinates: number[] = [];
  let rest = index;
  for (const size of dims.toReversed()) {
    coordinates.unshift(rest % size);
    rest = (rest - (rest % size)) / size;
  }
  return coordinates;
}
