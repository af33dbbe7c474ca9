// How many instances are in use at a visit of the walk, and how many children each of them uses (F.7.2). One element of
// a fan-out is walked for all; where a dimension is spread over two fan-outs, one inside the other, the last element
// outside has the short row inside (D.3).

import { TEMPORAL } from '../nest-buffer.js';

export interface WalkLoop {
  readonly dimension: number;
  readonly end: number;
  readonly residual: number;
  /** TEMPORAL, SPATIAL_X or SPATIAL_Y. */
  readonly kind: number;
  readonly level: number;
  /** Product of the ends of the loops of the same dimension below. */
  readonly stride: number;
}

/** Instances that use the same children: as many of each loop of the fan-out, innermost first. */
export interface Row {
  readonly trips: readonly number[];
  readonly instances: number;
  /** The trips as text. */
  readonly key: string;
}

/** Elements of the fan-outs outside a loop, by dimension: in the last iteration of all its loops, and the others. */
class Outside {
  readonly last: number[];
  readonly others: number[];

  constructor(loops: readonly WalkLoop[], index: readonly number[], l: number, dimensions: number) {
    this.last = new Array<number>(dimensions).fill(1);
    this.others = new Array<number>(dimensions).fill(0);
    for (let q = loops.length - 1; q > l; q -= 1) {
      const { dimension: d, kind, end, residual } = loops[q]!;
      if (kind !== TEMPORAL) this.others[d] = this.last[d]! * (residual - 1) + this.others[d]! * end;
      else if (index[q]! + 1 < residual) {
        this.others[d]! += this.last[d]!;
        this.last[d] = 0;
      }
    }
  }

  of(d: number): number {
    return this.last[d]! + this.others[d]!;
  }
}

/** Instances above loop `l` that are in use while the loops outside are at `index`. */
export function instancesInUse(
  loops: readonly WalkLoop[],
  index: readonly number[],
  l: number,
  dimensions: number,
): number {
  const outside = new Outside(loops, index, l, dimensions);
  return outside.last.reduce((product, _, d) => product * outside.of(d), 1);
}

/** The same by what they use of the fan-out of loops `first` to `l`; what holds for the element that is walked first. */
export function rowsInUse(
  loops: readonly WalkLoop[],
  index: readonly number[],
  [first, l]: readonly [number, number],
  dimensions: number,
): Row[] {
  const outside = new Outside(loops, index, l, dimensions);
  const run = loops.slice(first, l + 1);
  const along = new Set(run.map(({ dimension }) => dimension));
  const instances = outside.last.reduce((product, _, d) => (along.has(d) ? product : product * outside.of(d)), 1);
  return run.reduce<Row[]>(
    (rows, { dimension: d, end, residual }) => {
      const full = end === residual ? outside.of(d) : outside.others[d]!;
      const parts = [
        [end, full],
        [residual, outside.of(d) - full],
      ] as const;
      return parts
        .filter(([, elements]) => elements > 0)
        .flatMap(([trips, elements]) =>
          rows.map((row) => ({
            trips: [...row.trips, trips],
            instances: row.instances * elements,
            key: `${row.key}${trips},`,
          })),
        );
    },
    [{ trips: [], instances, key: '' }],
  );
}
