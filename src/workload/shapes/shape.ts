// What a predefined shape states: a problem without its bounds (section C of the semantics).

export interface Shape {
  /** Spellings that select it; compared without case, hyphens and underscores. */
  readonly names: readonly string[];
  /** The order gives the dimension ids. */
  readonly dimensions: readonly string[];
  /** All default to 1. */
  readonly coefficients: readonly string[];
  readonly dataspaces: readonly ShapeDataspace[];
}

export interface ShapeDataspace {
  readonly name: string;
  readonly readWrite: boolean;
  /** Per rank its terms: a dimension, or a dimension and its coefficient joined by `*`. */
  readonly projection: readonly (readonly string[])[];
}
