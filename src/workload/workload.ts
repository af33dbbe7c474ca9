// The tensor computation: a dense iteration space of named dimensions and the dataspaces its points touch (section C).

import type { Span } from '../diagnostics/span.js';
import { productOf } from '../math/product.js';
import type { Density } from './density.js';

/** One term of a rank: coordinate = sum over terms of index * coefficient. */
export interface Term {
  /** Index into `Workload.dimensions`. */
  readonly dimension: number;
  /** Any integer, also negative or zero. */
  readonly coefficient: number;
}

export type Projection = readonly (readonly Term[])[];

export interface Dataspace {
  readonly name: string;
  readonly projection: Projection;
  /** Output: updated, and read back as partial sums. */
  readonly readWrite: boolean;
  /** Absent = dense. Only architectures with sparse optimizations look at it. */
  readonly density?: Density;
}

export interface Workload {
  readonly name: string;
  /** Names; the order gives the dimension ids. Any length, also multi-letter. */
  readonly dimensions: readonly string[];
  /** One positive integer per dimension. */
  readonly bounds: readonly number[];
  /** The bounds that were asked for, where a machine has padded them to its granularity. */
  readonly paddedFrom?: readonly number[];
  readonly dataspaces: readonly Dataspace[];
  /** How often the layer occurs in its network. */
  readonly count: number;
  /** Element type per dataspace name; empty unless the workload names them. */
  readonly types: ReadonlyMap<string, string>;
  /** Where they stand. */
  readonly typeSpans?: ReadonlyMap<string, Span>;
}

/** How far one step of a dimension goes along a rank. */
export function stepOf(rank: readonly Term[], dimension: number): number {
  return rank.reduce((sum, term) => (term.dimension === dimension ? sum + term.coefficient : sum), 0);
}

/** Whether a dimension is in the projection of a dataspace. */
export function moves({ projection }: Pick<Dataspace, 'projection'>, dimension: number): boolean {
  return projection.some((rank) => rank.some((term) => term.dimension === dimension && term.coefficient !== 0));
}

/** Words of the whole dataspace: product over ranks of its extent (C, "tensor sizes follow from projections"). */
export function dataspaceSize(workload: Workload, dataspace: Dataspace): number {
  return boxWords(dataspace, workload.bounds);
}

/** Words along every rank of the box of dataspace that an iteration box with these bounds touches. */
export function dataspaceExtents({ projection }: Dataspace, bounds: ArrayLike<number>): number[] {
  return projection.map((rank) => rankExtent(rank, bounds, 0));
}

/** Their product: words of the box, holes included (F.2). The iteration box has `bounds[row + d]` of dimension d. */
export function boxWords({ projection }: Dataspace, bounds: ArrayLike<number>, row = 0): number {
  let words = 1;
  for (let r = 0; r < projection.length; r += 1) words *= rankExtent(projection[r]!, bounds, row);
  return words;
}

export function rankExtent(rank: readonly Term[], bounds: ArrayLike<number>, row: number): number {
  let extent = 1;
  for (let at = 0; at < rank.length; at += 1)
    extent += Math.abs(rank[at]!.coefficient) * (bounds[row + rank[at]!.dimension]! - 1);
  return extent;
}

/** Said after a bound: what was asked for stands in the file, and no machine's padding does. */
export function paddingText({ bounds, paddedFrom = bounds }: Workload, dimension: number): string {
  const asked = paddedFrom[dimension]!;
  return asked === bounds[dimension] ? '' : `, padded from ${asked}`;
}

/** Points of the iteration space that were asked for: without what a machine has padded. */
export function usefulCount({ bounds, paddedFrom }: Workload): number {
  return computeCount({ bounds: paddedFrom ?? bounds });
}

/** Points of the iteration space; one compute each. */
export function computeCount({ bounds }: Pick<Workload, 'bounds'>): number {
  return productOf(bounds);
}
