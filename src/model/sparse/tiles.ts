// Tiles of dataspaces in boxes of iterations (F.2), as the sparse model asks for them.

import { rankExtent, type Workload } from '../../workload/workload.js';
import type { TileShape } from './density-model.js';

/** The tile of dataspace `t` in a box of iterations: its bounding rectangle. */
export class Tiles {
  readonly #dataspaces: Workload['dataspaces'];
  readonly #probes: readonly { words: number; extents: number[] }[];

  constructor({ dataspaces }: Workload) {
    this.#dataspaces = dataspaces;
    this.#probes = dataspaces.map(({ projection }) => ({ words: 1, extents: projection.map(() => 1) }));
  }

  shape(t: number, box: ArrayLike<number>): TileShape {
    const { words, extents } = this.probe(t, box);
    return { words, extents: [...extents] };
  }

  /** The same shape; the next question about the dataspace overwrites it. */
  probe(t: number, box: ArrayLike<number>): TileShape {
    const shape = this.#probes[t]!;
    const { projection } = this.#dataspaces[t]!;
    shape.words = 1;
    for (let r = 0; r < projection.length; r += 1) {
      const extent = rankExtent(projection[r]!, box, 0);
      shape.extents[r] = extent;
      shape.words *= extent;
    }
    return shape;
  }
}
