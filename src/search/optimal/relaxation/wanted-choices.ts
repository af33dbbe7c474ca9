// Of the spatial choices that make a tile, most are too dear for every group of edges with what is outside of them.

/** What is outside at least, for the groups of edges whose children wait alike, and the choices that some of them may still want. */
export class WantedChoices {
  /** By place; null for nothing. */
  readonly pj: Float64Array | null;
  /** Choices, those of one tile side by side, and by tile the first of them. */
  readonly wanted: Int32Array;
  readonly first: Int32Array;
  /** By tile: the least over what is wanted of it. */
  readonly least: Float64Array;

  constructor(pj: Float64Array | null, choices: number, tiles: number) {
    this.pj = pj;
    this.wanted = new Int32Array(choices);
    this.first = new Int32Array(tiles + 1);
    this.least = new Float64Array(tiles);
  }
}
