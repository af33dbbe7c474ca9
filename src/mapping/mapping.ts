// One mapping: for every tiling level its spatial and temporal loops and what it keeps (section D).

export type Axis = 'x' | 'y';

export interface TemporalLoop {
  /** Dimension id. */
  readonly dimension: number;
  readonly bound: number;
  /** Trip count when every outer loop of the same dimension is at its last iteration (D.3); = bound when perfect. */
  readonly residual: number;
}

export interface SpatialLoop extends TemporalLoop {
  readonly axis: Axis;
}

export interface LevelMapping {
  /** Inner to outer; bounds above 1 only. All spatial loops lie inside all temporal loops of the level. */
  readonly spatial: readonly SpatialLoop[];
  /** Inner to outer; bounds above 1 only. */
  readonly temporal: readonly TemporalLoop[];
  /** One flag per dataspace id. */
  readonly keep: readonly boolean[];
  /** As written: every dimension, innermost first. Only the reference's sparse counts depend on where unit loops stand. */
  readonly written?: { readonly spatial: readonly number[]; readonly temporal: readonly number[] };
}

export interface Mapping {
  /** Innermost level first, aligned with `Architecture.levels`. */
  readonly levels: readonly LevelMapping[];
}
