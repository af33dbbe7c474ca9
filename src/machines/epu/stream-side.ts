// How a tile lies in the array after it flowed in at one side, and in OCM after it flowed out at one (S1, S2). Lines enter
// at the named side and shift away from it, so that the first one ends at the far side.
// What east does to south is not visible in the documentation; only that north mirrors south and west mirrors east is.

export const streamSides = ['NORTH', 'SOUTH', 'EAST', 'WEST'] as const;
export type StreamSide = (typeof streamSides)[number];

/** H1: a tile from the east is transposed. H2: it lies as from the south. */
export type EastHypothesis = 'transposes' | 'keeps';

export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface ArrayOrientation {
  readonly arraySide: number;
  readonly east?: EastHypothesis;
}

/** The core whose element a write puts at a place of the tile in OCM. */
export function coreAtElement(
  side: StreamSide,
  { row, column }: Place,
  { arraySide, east = 'transposes' }: ArrayOrientation,
): Place {
  const last = arraySide - 1;
  if (side === 'NORTH') return { row, column };
  if (side === 'SOUTH') return { row: last - row, column };
  if (east === 'transposes') return { row: column, column: side === 'WEST' ? row : last - row };
  return { row, column: side === 'WEST' ? column : last - column };
}

/** The core that holds the tile's first element after a fetch. */
export function coreOfFirstElement(side: StreamSide, { arraySide }: ArrayOrientation): Place {
  // Both hypotheses agree on it.
  return { row: side === 'NORTH' ? arraySide - 1 : 0, column: side === 'WEST' ? arraySide - 1 : 0 };
}
