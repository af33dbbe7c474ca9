// Tiles (F1, F2): one element of one channel in every core. A partial tile takes as much room and time as a whole one.

import { type ElementType, elementBytes, macLanes } from './element-type.js';
import type { Core } from './parameters.js';
import { denseBytes, type Shape } from './shape.js';

export type TileGrid = ReturnType<typeof tileGrid>;

/** A tile by its place in the grid. */
export interface TilePlace {
  readonly batch: number;
  readonly channel: number;
  readonly down: number;
  readonly across: number;
}

/** `side`: cores along either side of the array; `across`, `down`: tiles along a row and a column of one channel. */
export function tileGrid({ arraySide }: Core, shape: Shape) {
  const across = Math.ceil(shape.columns / arraySide);
  const down = Math.ceil(shape.rows / arraySide);
  return { shape, side: arraySide, across, down, tiles: shape.batches * shape.channels * down * across };
}

/** Where a tile begins, and how much of it is in the tensor. */
export function tileOf({ shape, side }: TileGrid, { channel, down, across }: TilePlace) {
  const [x, y] = [across * side, down * side];
  const [rows, columns] = [Math.min(side, shape.rows - y), Math.min(side, shape.columns - x)];
  return { x, y, z: channel, rows, columns };
}

export function tileElements({ arraySide }: Pick<Core, 'arraySide'>): number {
  return arraySide * arraySide;
}

/** What passes at the array's side, padding included. */
export function bytesMoved({ tiles, side }: TileGrid, type: ElementType): number {
  return tiles * side * side * elementBytes(type);
}

export function bytesUseful({ shape }: TileGrid, type: ElementType): number {
  return denseBytes(shape, type);
}

/** Share of cores that hold data, over all tiles. */
export function fill(grid: TileGrid): number {
  return bytesUseful(grid, 'int8') / bytesMoved(grid, 'int8');
}

/** What the multiplications of all cores come to (C8): two operations for each. */
export function peakOperationsPerSecond(core: Core, type: ElementType): number {
  return 2 * tileElements(core) * macLanes(core, type) * core.clockHz;
}
