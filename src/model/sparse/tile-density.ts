// The least density that a tile can be counted with. Nonzeros at known places are counted by the tiles of a grid (G.2), the last
// of which may reach beyond the matrix: then all hold fewer for their words than the matrix does.

import { divisors } from '../../math/divisors.js';
import { rankExtent, type Term } from '../../workload/workload.js';
import type { SparseLayout } from './sparse-layout.js';

/** `extents`: of boxes of loops, whose factors divide the bounds; a block of what a condition spans may be as long as any (G.6). */
export function leastTileDensity({ densities, plan }: SparseLayout, t: number, extents: 'of loops' | 'any'): number {
  const { dataspaces, bounds } = plan.workload;
  const model = densities[t]!;
  const density = Math.min(1, model.expectedNonzeros({ words: 1, extents: [1, 1] }));
  if (model.shapeless) return density;
  const most = extents === 'any' ? mostOfAny : mostOfLoops;
  return dataspaces[t]!.projection.reduce((least, rank) => least / most(rank, bounds), density);
}

/** Of the extents of all tiles on a grid by that of the rank that they cover: tiles of one word less than there are reach furthest. */
function mostOfAny(rank: readonly Term[], bounds: readonly number[]): number {
  const whole = rankExtent(rank, bounds, 0);
  return whole === 1 ? 1 : (2 * (whole - 1)) / whole;
}

function mostOfLoops(rank: readonly Term[], bounds: readonly number[]): number {
  const whole = rankExtent(rank, bounds, 0);
  const extents = rank.reduce(
    (reached, { dimension, coefficient }) => [
      ...new Set(
        reached.flatMap((extent) =>
          divisors(bounds[dimension]!).map((factor) => extent + Math.abs(coefficient) * (factor - 1)),
        ),
      ),
    ],
    [1],
  );
  return Math.max(...extents.map((extent) => (Math.ceil(whole / extent) * extent) / whole));
}
