// Metadata of a tile whose occupancy is known, rank by rank from the outermost (G.4).

import type { RankFormat } from '../../arch/sparse/sparsity.js';
import type { DensityModel } from './density-model.js';
import { type Held, noUnits, type Units } from './held.js';

/** `nonzeros`: of the tile. */
export function metadataUnits(held: Held, density: DensityModel, nonzeros: number): Units {
  const { format, ranks, tile } = held;
  const units = noUnits(format);
  if (format === null) return units;
  const within = { tile, occupancy: nonzeros };
  const top = ranks.length - 1;
  let fibers = 1;
  let emptyFiber = nonzeros === 0 ? 1 : 0;
  let innermost = -1;
  for (let r = top; r >= 0; r -= 1) {
    const { fiber } = ranks[r]!;
    // What a coordinate of the innermost rank points to is one word.
    const emptyCoordinate = r === 0 ? (tile.words - nonzeros) / tile.words : density.empty(ranks[r - 1]!.tile, within);
    // Ranks without loops cost nothing, but for the first that is assigned.
    if (fiber !== 1 || r === (format.innerToOuter ? 0 : top)) {
      const fiberCount = { all: fibers, filled: fibers * (1 - emptyFiber) };
      const coordinates = { shape: fiber, filled: fiber * (1 - emptyCoordinate) };
      units.set(rankUnits(format.ranks[r]!.format.kind, fiberCount, coordinates), 2 * r);
      innermost = r;
    }
    fibers *= fiber;
    emptyFiber = emptyCoordinate;
  }
  // The payload of the innermost rank is the data.
  if (innermost >= 0) units[2 * innermost + 1] = 0;
  return units;
}

function rankUnits(
  kind: RankFormat['kind'],
  fibers: { readonly all: number; readonly filled: number },
  coordinates: { readonly shape: number; readonly filled: number },
): readonly [metadata: number, payload: number] {
  const listed = fibers.filled * Math.ceil(coordinates.filled);
  switch (kind) {
    case 'UOP':
      return [0, fibers.filled * (coordinates.shape + 1)];
    case 'CP':
      return [listed, listed];
    case 'RLE':
      return [fibers.filled * coordinates.filled, fibers.filled * coordinates.filled];
    case 'B':
      return [fibers.filled * coordinates.shape, listed];
    case 'UB':
      return [fibers.all * coordinates.shape, fibers.all * coordinates.shape];
  }
}
