// Memory as it lies: at every place the number of the element that is there, elements counted in logical row-major order,
// and -1 for padding.

import type { Layout } from './layout.js';
import { fromRowMajor, placeOf } from './linear-index.js';

export const padding = -1;

export function memoryImage(layout: Layout): number[] {
  const image = Array<number>(layout.elementsPadded).fill(padding);
  for (let number = 0; number < layout.elements; number += 1) {
    image[placeOf(layout, fromRowMajor(number, layout.dims))] = number;
  }
  return image;
}
