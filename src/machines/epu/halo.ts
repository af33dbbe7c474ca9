// The ring that border iterators bring along around each tile (N3, N4), one element deep. A side at the tensor's edge is
// masked and reads as 0; all other sides of a tile have data behind them, be it inside the region or not.

import type { Region } from './region.js';
import type { TileGrid } from './tiles.js';

/** Whether corners come along is not documented. */
export type Corners = 'included' | 'left out';

/** Sides with data behind them, over all tiles. */
export type HaloSides = ReturnType<typeof haloSides>;

export function haloSides({ shape, across, down }: TileGrid, { tensor, roi, offset }: Region) {
  const openRows = count(offset.rows > 0, offset.rows + roi.rows < tensor.rows);
  const openColumns = count(offset.columns > 0, offset.columns + roi.columns < tensor.columns);
  // How often a tile of one column of tiles has something above or below it, and likewise along a row.
  const vertical = 2 * (down - 1) + openRows;
  const horizontal = 2 * (across - 1) + openColumns;
  const planes = shape.batches * shape.channels;
  return {
    /** North and south sides: a row of the ring each. */
    rows: planes * across * vertical,
    /** East and west sides. */
    columns: planes * down * horizontal,
    corners: planes * vertical * horizontal,
  };
}

/** An upper bound where tiles are partial. */
export function haloElements(grid: TileGrid, region: Region, corners: Corners): number {
  return ringElements(grid.side, haloSides(grid, region), corners);
}

/** Of rings so deep: border iterators bring one element, wider windows take more (N5). */
export function ringElements(side: number, sides: HaloSides, corners: Corners, depth = 1): number {
  const { rows, columns } = sides;
  return depth * side * (rows + columns) + (corners === 'included' ? depth ** 2 * sides.corners : 0);
}

function count(...conditions: readonly boolean[]): number {
  return conditions.filter(Boolean).length;
}
