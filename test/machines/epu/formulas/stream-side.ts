import type { ArrayOrientation, Place, StreamSide } from '../../../../src/machines/epu/stream-side.js';

/** The element of the tile that a core holds after a fetch. */
export function elementAtCore(side: StreamSide, { row, column }: Place, orientation: ArrayOrientation): Place {
  const { arraySide, east = 'transposes' } = orientation;
  const last = arraySide - 1;
  if (side === 'SOUTH') return { row, column };
  if (side === 'NORTH') return { row: last - row, column };
  const fromEast = side === 'EAST' ? column : last - column;
  return east === 'transposes' ? { row: fromEast, column: row } : { row, column: fromEast };
}
