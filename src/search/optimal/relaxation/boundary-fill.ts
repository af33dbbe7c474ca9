// The tables outside the storage of a link, filled: what it keeps must fit, and settles who was charged to it.

import { remembered } from '../../../math/remembered.js';
import type { Limits } from './pruning.js';
import type { Tables } from './tables.js';

export interface BoundaryFill {
  /** By context between the storage and the loops, of the same tiles. */
  readonly from: readonly (Float64Array | undefined)[];
  readonly make: () => Float64Array;
  /** By context outside: what is of no use; and by place nought where nothing is wanted, null where all is. */
  readonly limits: (context: number) => Limits;
  readonly stands: readonly (Uint8Array | null)[];
  /** As `SpreadFill.within`, by context outside. */
  readonly within: readonly (Float64Array | null)[] | null;
}

export function* fillBoundary(
  tables: Tables,
  k: number,
  of: BoundaryFill,
): Generator<void, (Float64Array | null)[], void> {
  const { nodes } = tables.tiles.outside(k);
  const classes = tables.parallelism.count(k);
  const { footprints } = tables.problem;
  const { link, keeps } = tables.links[k]!;
  const made: (Float64Array | null)[] = tables.boundaries[k]!.contexts.list.map(() => null);
  const fitting = new Map<number, Int32Array>();
  for (const { mask, inner, outer, extraPj } of keeps) {
    yield;
    const from = of.from[inner];
    const only = of.within && of.within[outer]!;
    if (from === undefined || (of.within !== null && only === null)) continue;
    made[outer] ??= of.make();
    const into = made[outer]!;
    const { mostPj, outsidePj } = of.limits(outer);
    const stands = of.stands[outer]!;
    const places = remembered(fitting, mask, () =>
      Int32Array.from(nodes.keys()).filter((place) => footprints.fits(link, mask, nodes[place]!)),
    );
    for (const place of places) {
      if (stands !== null && stands[place] === 0) continue;
      const outside = outsidePj === null ? 0 : outsidePj[place]!;
      for (let b = 0, entry = place * classes; b < classes; b += 1, entry += 1) {
        const value = from[entry]! + extraPj;
        if (!(value < into[entry]!) || value + outside >= mostPj[b]!) continue;
        if (only === null || only[entry] !== Number.POSITIVE_INFINITY) into[entry] = value;
      }
    }
  }
  return made;
}
