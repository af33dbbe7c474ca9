// Spatial choices looked at together, and what a question about them is answered with.

/** Spatial choices of several tiles, those of one tile side by side. */
export interface Choices {
  /** Number of tiles, their ids in the lattice, and by tile the first of its choices; at the end the number of choices. */
  tiles: number;
  readonly below: Int32Array;
  readonly start: Int32Array;
  /** By choice: index into `Link.spreads`, and the tile it makes. */
  readonly spread: Int32Array;
  readonly above: Int32Array;
  /** Place of that tile inside the link's loops, and its first entry in the tables there. */
  readonly place: Int32Array;
  readonly entry: Int32Array;
}

/** Answers to one question, by choice, and the least of every tile. */
export interface AnswerRow {
  readonly pj: Float64Array;
  readonly least: Float64Array;
}
