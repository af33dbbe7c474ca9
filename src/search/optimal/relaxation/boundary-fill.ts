// The tables outside the storage of a link, filled: what it keeps must fit, and settles who was charged to it.

import { remembered } from '../../../math/remembered.js';
import { keptPj, keptPjOf } from './keeps.js';
import type { Limits } from './pruning.js';
import type { Table } from './table.js';
import type { Tables } from './tables.js';

export interface BoundaryFill {
  /** By context between the storage and the loops, of the same tiles. */
  readonly from: readonly (Table | undefined)[];
  readonly make: () => Table;
  /** By context outside: what is of no use; and by place nought where nothing is wanted, null where all is. */
  readonly limits: (context: number) => Limits;
  readonly stands: readonly (Uint8Array | null)[];
  /** By context: the most that may be inside, by place; null where nothing is known of that. */
  readonly most: readonly (Table | null)[] | null;
  /** As `SpreadFill.within`, by context outside. */
  readonly within: readonly (Table | null)[] | null;
}

/** Rounding must not shut anything out. */
const generous = 1 + 1e-12;

/** By context between the storage and the loops, and by class: entries of no use from this much on, whatever the storage keeps. */
export function mostInside(tables: Tables, k: number, limits: (context: number) => Float64Array): Float64Array[] {
  const { keeps, inner, leading } = tables.links[k]!;
  const classes = tables.parallelism.count(k);
  const most = inner.list.map(() => new Float64Array(classes).fill(Number.NEGATIVE_INFINITY));
  for (const keep of keeps) {
    const { inner: context, outer } = keep;
    if (leading[context]!.length === 0) continue;
    const mostPj = limits(outer);
    const leastPj = keptPj(keep, tables.problem.copies.most[k]!, null);
    let greatest = Number.NEGATIVE_INFINITY;
    for (let b = 0; b < classes; b += 1) {
      greatest = Math.max(greatest, mostPj[b]!); // what is slowed down comes to a lower class
      most[context]![b] = Math.max(most[context]![b]!, (greatest - leastPj) * generous);
    }
  }
  return most;
}

export function* fillBoundary(tables: Tables, k: number, of: BoundaryFill): Generator<void, (Table | null)[], void> {
  const { nodes } = tables.tiles.outside(k);
  const { footprints } = tables.problem;
  const { link, keeps } = tables.links[k]!;
  const made: (Table | null)[] = tables.boundaries[k]!.contexts.list.map(() => null);
  const fitting = new Map<number, Uint8Array>();
  for (const keep of keeps) {
    const { mask, inner, outer } = keep;
    yield;
    const from = of.from[inner];
    const only = of.within && of.within[outer]!;
    if (from === undefined || (of.within !== null && only === null)) continue;
    made[outer] ??= of.make();
    const into = made[outer]!;
    const { mostPj, outsidePj } = of.limits(outer);
    const tilePj = keptPjOf(tables.problem, k, keep);
    const stands = of.stands[outer]!;
    const most = of.most && of.most[outer]!;
    const fits = remembered(fitting, mask, () =>
      Uint8Array.from(nodes, (node) => (footprints.fits(link, mask, node) ? 1 : 0)),
    );
    from.forEach((pj, place, entry) => {
      if (fits[place] === 0 || (stands !== null && stands[place] === 0)) return;
      const value = pj + tilePj(nodes[place]!);
      const outside = outsidePj === null ? 0 : outsidePj[place]!;
      if (value + outside >= mostPj[entry - place * from.classes]!) return;
      if (most !== null && !(value <= most.get(place))) return;
      if (only === null || only.get(entry) !== Number.POSITIVE_INFINITY) into.lower(entry, value);
    });
  }
  return made;
}
