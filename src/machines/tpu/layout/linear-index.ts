// Where an element lies, and which element lies somewhere (section 2.1): the coordinates go through the tiles one after
// another, and their row-major number in the final dimensions is the place in memory, in elements.

import { illegal, legal } from '../../verdict.js';
import { type Layout, layoutOf } from './layout.js';
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
export function physicalOf({ minorToMajor }: Layout, element: readonly number[]): number[] {
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

// One tile of the first kind as an array of its own, with the later tiles as its layout. That is so as long as no later tile
// reaches beyond it; then it is one piece of memory, and all are alike.

export function tileContents(layout: Layout): Layout | undefined {
  const [first, ...later] = layout.steps;
  if (!first || !staysWithin(first.tile.length, layout)) return undefined;
  const tiles = layout.tiles.slice(1);
  const { elementType, elementBits } = layout;
  const contents = layoutOf({ elementType, elementBits, dims: first.tile, tiles });
  if (contents.kind === 'illegal')
    throw new Error(`${later.length} later tiles do not fit a tile that they stay within`);
  return contents.value;
}

function staysWithin(rank: number, { tiles }: Layout): boolean {
  let within = rank;
  return tiles.slice(1).every((tile) => {
    if (tile.length > within) return false;
    const stars = tile.filter((size) => size === '*').length;
    within += tile.length - 2 * stars;
    return true;
  });
}

// Memory as it lies: at every place the number of the element that is there, elements counted in logical row-major order,
// and -1 for padding.

export const padding = -1;

export function memoryImage(layout: Layout): number[] {
  const image = Array<number>(layout.elementsPadded).fill(padding);
  for (let number = 0; number < layout.elements; number += 1) {
    image[placeOf(layout, fromRowMajor(number, layout.dims))] = number;
  }
  return image;
}
