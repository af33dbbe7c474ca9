// Tiles of dataspaces in boxes of iterations (F.2), as the sparse model asks for them.

import { productOf } from '../../math/product.js';
import { dataspaceExtents, type Workload } from '../../workload/workload.js';
import type { TileShape } from './density-model.js';

/** The tile of dataspace `t` in a box of iterations: its bounding rectangle. */
export type ShapeOf = (t: number, box: ArrayLike<number>) => TileShape;

export function shapesOf({ dataspaces }: Workload): ShapeOf {
  return (t, box) => {
    const extents = dataspaceExtents(dataspaces[t]!, box);
    return { words: productOf(extents), extents };
  };
}
