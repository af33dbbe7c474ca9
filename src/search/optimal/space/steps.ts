// What the steps of each dimension do to a dataspace: which rank they move and by how much, as its projection says.

import { bitsOf } from '../../../math/bits.js';
import { greatestCommonDivisor } from '../../../math/distinct-sums.js';
import type { Workload } from '../../../workload/workload.js';

/** Of dataspace `index`; dimensions of bound 1 and coefficients of 0 move nothing. */
export function stepsOf({ bounds, dataspaces }: Workload, index: number) {
  const rank = bounds.map(() => -1);
  const coefficient = bounds.map(() => 0);
  let sliding = false;
  let wild = false;
  const dimensions = dataspaces[index]!.projection.map((terms, r) => {
    let mask = 0;
    for (const term of terms) {
      const d = term.dimension;
      if (term.coefficient === 0 || bounds[d] === 1) continue;
      if (rank[d] !== -1 || term.coefficient < 0) wild = true;
      // A stride leaves holes: tile words times visits are not constant.
      if (term.coefficient !== 1 || mask !== 0) sliding = true;
      rank[d] = r;
      coefficient[d] = term.coefficient;
      mask |= 1 << d;
    }
    return mask;
  });
  return {
    /** Per dimension: the rank it steps, -1 for none, and by how much. */
    rank,
    coefficient,
    /** Per rank: mask of the dimensions that step it. */
    dimensions,
    /** Dimensions that step any, a mask. */
    moving: dimensions.reduce((all, mask) => all | mask, 0),
    /** Some rank has holes, or is stepped by several dimensions. */
    sliding,
    /** Some dimension steps backwards, or several ranks. */
    wild,
  };
}

export type Steps = Readonly<ReturnType<typeof stepsOf>>;

/** Per rank: loops outside those with these factors move a window by a multiple of so much; 0 where none does. */
export function grainsOf(
  { rank, coefficient, dimensions }: Steps,
  { factors, bounds }: { readonly factors: readonly number[]; readonly bounds: readonly number[] },
): number[] {
  const grains = dimensions.map(() => 0);
  for (const [d, r] of rank.entries())
    if (r !== -1 && factors[d]! < bounds[d]!)
      grains[r] = greatestCommonDivisor(coefficient[d]! * factors[d]!, grains[r]!);
  return grains;
}

/** Loops that surely stand inside another one, and those that may, as masks. */
export interface Around {
  readonly sure: number;
  readonly some: number;
}

/** How far a step of dimension e may move the window: it takes a step of every loop inside it back (F.3). */
export function displacementsOf(
  { rank, dimensions, strides }: Pick<Steps, 'rank' | 'dimensions'> & { readonly strides: readonly number[] },
  e: number,
  { sure, some }: Around,
): number[][] {
  const distances = dimensions.map((mask, r) => {
    const back = bitsOf(mask & sure & ~(1 << e)).reduce((sum, d) => sum + strides[d]!, 0);
    const others = bitsOf(mask & some & ~sure & ~(1 << e));
    return others.reduce(
      (all, d) => all.flatMap((by) => [by, by - strides[d]!]),
      [(rank[e] === r ? strides[e]! : 0) - back],
    );
  });
  return distances.reduce<number[][]>((all, along) => all.flatMap((by) => along.map((one) => [...by, one])), [[]]);
}
