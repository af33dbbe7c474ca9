// Lower bounds for what crosses one link, in words of all instances together (F.13), node by node of the lattice.
//
// For a dataspace whose ranks are stepped by one dimension each, tile words times the product of what its own dimensions
// have left is the dataspace itself, so what a child takes in depends on the other dimensions alone:
//   words = |dataspace| * product over the others of N / u, with N / c instead of N / u for those in its stationary run,
// where c and u are the tiles outside and inside the link's temporal loops. Multicast is in u already.
// A sliding window keeps its tile in the formula: see `crossingWords`.

import { bitsOf } from '../../../math/bits.js';
import { leastDistinctSums, type Term } from '../../../math/distinct-sums.js';
import { productOf } from '../../../math/product.js';
import { remembered } from '../../../math/remembered.js';
import { dataspaceSize, type Workload } from '../../../workload/workload.js';
import type { Chain } from '../space/chain.js';
import type { Lattice } from '../space/lattice.js';
import { type Steps, stepsOf } from '../space/steps.js';

export type Window = Pick<Steps, 'rank' | 'coefficient' | 'dimensions'>;

export function flowsOf({ mapspace, lattice }: Pick<Chain, 'mapspace' | 'lattice'>): Flow[] {
  const { workload } = mapspace.problem;
  return workload.dataspaces.map((_, index) => flowOf(workload, lattice, index));
}

function flowOf(workload: Workload, lattice: Lattice, index: number) {
  const all = workload.bounds.reduce((mask, bound, d) => (bound > 1 ? mask | (1 << d) : mask), 0);
  const dataspace = workload.dataspaces[index]!;
  const steps = stepsOf(workload, index);
  const { moving, sliding, wild } = steps;
  const tile = new Float64Array(lattice.size).fill(1);
  const widths: Float64Array[] = [];
  for (const terms of dataspace.projection) {
    const width = new Float64Array(lattice.size).fill(1);
    for (const { dimension, coefficient } of terms) {
      const value = lattice.value[dimension]!;
      for (let node = 0; node < width.length; node += 1) width[node]! += Math.abs(coefficient) * (value[node]! - 1);
    }
    for (let node = 0; node < width.length; node += 1) tile[node]! *= width[node]!;
    if (sliding || wild) widths.push(width);
  }
  const words = dataspaceSize(workload, dataspace);
  const along = sliding && !wild ? pointsAlong(lattice, steps, widths) : widths;
  const points = along === widths ? tile : productAlong(along);
  return {
    /** Index of the dataspace. */
    index,
    name: dataspace.name,
    readWrite: dataspace.readWrite,
    /** Words of the whole dataspace. */
    words,
    /**
     * Words that cross any link once in any case: every point that computes touch, because a keeper that has lost a word must
     * be given it again. A window skips the holes that its stride leaves; nothing is assumed of a wild one.
     */
    leastWords: wild ? 0 : points[lattice.top]!,
    /** Dimensions that move its tile, and those that do not, as masks. */
    moving,
    idle: all & ~moving,
    /** `tile[node]`: words of the tile, one bounding rectangle (F.2). */
    tile,
    /** `widths[rank][node]`: its extents; of windows only. */
    widths,
    /** `points[node]`: words of the tile that computes touch, at least: what is left where a stride leaves holes. */
    points,
    /** `along[rank][node]`: the same along each rank; of windows only. */
    along,
    /**
     * Words of a tile, or of what is new of it, for each of those that computes touch, at most: along a rank these are no further
     * apart than its longest step.
     */
    sparsest: points === tile ? 1 : productOf(steps.dimensions.map((mask) => longestStep(steps, mask))),
    /** Null where every rank is stepped by one dimension, one by one: then tiles neither overlap nor have holes. */
    window: sliding || wild ? steps : null,
    /** A window that is more than one forward step per dimension; nothing is assumed of it. */
    wild,
  };
}

export type Flow = Readonly<ReturnType<typeof flowOf>>;

/** `left(mask)[node]`: product over the dimensions in `mask` of bound / tile, tabulated when first asked for. */
export class Remaining {
  readonly #lattice: Lattice;
  readonly #tables: (Float64Array | undefined)[] = [];

  constructor(lattice: Lattice) {
    this.#lattice = lattice;
  }

  left(mask: number): Float64Array {
    const known = this.#tables[mask];
    if (known !== undefined) return known;
    const { bounds, size, value } = this.#lattice;
    const table = new Float64Array(size).fill(1);
    for (let d = 0; d < bounds.length; d += 1) {
      const bound = bounds[d]!;
      if (!((mask >> d) & 1) || bound === 1) continue;
      const own = value[d]!;
      for (let node = 0; node < size; node += 1) table[node] = table[node]! * (bound / own[node]!);
    }
    this.#tables[mask] = table;
    return table;
  }
}

function longestStep({ coefficient }: Steps, mask: number): number {
  return coefficient.reduce((most, step, d) => ((mask >> d) & 1 ? Math.max(most, step) : most), 1);
}

/** Distinct points of each tile along each rank: its `widths`, where no stride leaves holes. */
function pointsAlong(
  { size, divisors, digit, value }: Lattice,
  { dimensions, coefficient }: Pick<Window, 'dimensions' | 'coefficient'>,
  widths: readonly Float64Array[],
): readonly Float64Array[] {
  if (coefficient.every((one) => one <= 1)) return widths;
  return dimensions.map((mask) => {
    const own = bitsOf(mask);
    // The other dimensions change nothing.
    const known = new Map<number, number>();
    const points = new Float64Array(size);
    for (let node = 0; node < size; node += 1) {
      const digits = own.reduce((all, d) => all * divisors[d]!.length + digit[d]![node]!, 0);
      const terms = (): Term[] => own.map((d) => ({ step: coefficient[d]!, bound: value[d]![node]! }));
      points[node] = remembered(known, digits, () => leastDistinctSums(terms().filter(({ bound }) => bound > 1)));
    }
    return points;
  });
}

function productAlong(along: readonly Float64Array[]): Float64Array {
  return along[0]!.map((_, node) => productOf(along.map((points) => points[node]!)));
}
