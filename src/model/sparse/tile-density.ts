// The least density that a tile can be counted with. Nonzeros at known places are counted by the tiles of a grid (G.2), the last
// of which may reach beyond the matrix: then all hold fewer for their words than the matrix does. So do tiles of loops whose last
// iteration is short, whatever the density but a structured one: all iterations count.

import type { Constraints } from '../../mapping/constraints.js';
import { divisors } from '../../math/divisors.js';
import { productOf } from '../../math/product.js';
import { dataspaceExtents, rankExtent, type Term, type Workload } from '../../workload/workload.js';
import type { SparseLayout } from './sparse-layout.js';

/**
 * `tiles`: of whole loops, whose factors divide the bounds; of loops that may be short; what some block of a condition meets of whole or
 * short ones, which is as long as any (G.6), and at least so often not empty.
 */
export function leastTileDensity(
  { densities, plan }: SparseLayout,
  t: number,
  tiles: 'whole' | 'short' | 'any',
): number {
  const { dataspaces, bounds } = plan.workload;
  const model = densities[t]!;
  const { projection } = dataspaces[t]!;
  if (tiles === 'short') {
    // Each factor is at most what is left to do, so that all together are less than twice the bound.
    const extents = dataspaceExtents(
      dataspaces[t]!,
      bounds.map((bound) => 2 * bound - 1),
    );
    const words = productOf(extents);
    return model.expectedNonzeros({ words, extents }) / words;
  }
  const density = Math.min(1, model.expectedNonzeros({ words: 1, extents: [1, 1] }));
  if (model.shapeless) return density;
  const most = tiles === 'any' ? mostOfAny : mostOfWhole;
  return projection.reduce((least, rank) => least / most(rank, bounds), density);
}

/** Of the extents of all tiles on a grid by that of the rank that they cover: tiles of one word less than there are reach furthest. */
function mostOfAny(rank: readonly Term[], bounds: readonly number[]): number {
  const whole = rankExtent(rank, bounds, 0);
  return whole === 1 ? 1 : (2 * (whole - 1)) / whole;
}

function mostOfWhole(rank: readonly Term[], bounds: readonly number[]): number {
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

/** Whether the factors that are fixed divide their dimensions. */
export function allDivide({ levels }: Constraints, { bounds }: Workload): boolean {
  return bounds.every((bound, d) => {
    const fixed = levels.flatMap(({ temporal, spatial }) => [temporal.factors[d]?.exact, spatial?.factors[d]?.exact]);
    return bound % productOf(fixed.map((exact = 1) => exact)) === 0;
  });
}
