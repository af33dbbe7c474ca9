// What the sparse model asks of a distribution of nonzeros (G.2): how many a tile of a shape may hold, and how likely.

/** A tile of one dataspace: its words, and its extent along every rank. */
export interface TileShape {
  readonly words: number;
  readonly extents: readonly number[];
}

/** What is known of the tile that encloses another one. */
export interface Enclosing {
  readonly tile: TileShape;
  readonly occupancy: number;
}

export interface Occupancies {
  /** Nonzeros, ascending; only those with a probability above zero. */
  readonly counts: Float64Array;
  readonly probabilities: Float64Array;
}

export interface DensityModel {
  /** As the distribution is called in a file. */
  readonly name: string;
  /** Whether the words of a tile alone decide, and not its shape. */
  readonly shapeless: boolean;
  /** Probability that a tile holds no nonzero; within a tile of known occupancy if one is given. */
  empty(tile: TileShape, within?: Enclosing): number;
  /** Most nonzeros that a tile holds with the given confidence, 1 = always. */
  mostNonzeros(tile: TileShape, confidence: number): number;
  /** Fewest nonzeros that a tile can hold. */
  fewestNonzeros(tile: TileShape): number;
  expectedNonzeros(tile: TileShape): number;
  occupancies(tile: TileShape): Occupancies;
}
