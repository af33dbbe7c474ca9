// A layout drawn as on XLA's page: the plane of the two most minor dimensions, double lines around the tiles, single ones around
// the tiles within, each element with its place in memory and dots for padding. Where that is too large, each tile is
// one cell.

import { productOf } from '../../../math/product.js';
import { roundUp } from '../../padding.js';
import { boxGrid, type Weight } from './box-grid.js';
import type { Layout } from './layout.js';
import { toRowMajor } from './linear-index.js';
import { applyStep, splitByTile } from './tiling.js';

const WIDEST = 110;
const MOST_ROWS = 34;
/** Of the tiles of a large array, the first ones and the last are drawn. */
const MOST_TILES = 5;

/** With a line above that says what is drawn; ends with a newline. */
export function layoutDrawing(layout: Layout): string {
  if (layout.elementsPadded === 0) return 'nothing to draw: the array has no elements\n';
  const plane = planeOf(layout);
  const digits = String(layout.elementsPadded - 1).length;
  const { rows, columns } = plane.padded;
  const which = plane.planes > 1 ? `first of ${plane.planes} planes of` : 'plane of';
  const title = `${which} ${plane.size.rows}x${plane.size.columns}`;
  if (rows <= MOST_ROWS && columns * (digits + 3) <= WIDEST) {
    return `${title}; numbers are places in memory, · is padding\n\n${drawElements(layout, plane)}`;
  }
  return `${title}, a cell per tile: its first place in memory, and what it holds of the array\n\n${drawTiles(layout, plane)}`;
}

/** The two most minor dimensions after the stars of the first tile; an array of one dimension is one row. */
type Plane = ReturnType<typeof planeOf>;

function planeOf(layout: Layout) {
  const [step, second] = layout.steps;
  const dims = step?.combined ?? layout.physicalDims;
  const size = { rows: dims.at(-2) ?? 1, columns: dims.at(-1) ?? 1 };
  const tile = step
    ? { rows: step.tile.at(-2) ?? 1, columns: step.tile.at(-1) ?? 1 }
    : { rows: size.rows, columns: size.columns };
  const within = step && second && second.tile.length <= step.tile.length && !second.combines.includes(true);
  // Tiles within a tile; 0 where there are none to draw.
  const inner = within ? { rows: second.tile.at(-2) ?? 1, columns: second.tile.at(-1) ?? 1 } : { rows: 0, columns: 0 };
  const padded = {
    rows: roundUp(size.rows, tile.rows),
    columns: roundUp(size.columns, tile.columns),
  };
  // Along the leading dimensions.
  const planes = productOf(dims.slice(0, -2));
  return { leading: Math.max(0, dims.length - 2), planes, size, tile, padded, inner };
}

function drawElements(layout: Layout, plane: Plane): string {
  const { size, padded, tile, inner } = plane;
  const cells = Array.from({ length: padded.rows }, (_, row) =>
    Array.from({ length: padded.columns }, (_, column) =>
      row < size.rows && column < size.columns ? String(placeInPlane(layout, plane, [row, column])) : '·',
    ),
  );
  return boxGrid(cells, {
    above: (row) => weightAt(row, tile.rows, inner.rows),
    before: (column) => weightAt(column, tile.columns, inner.columns),
  });
}

function weightAt(place: number, tile: number, inner: number): Weight {
  if (place % tile === 0) return 2;
  return inner > 0 && (place % tile) % inner === 0 ? 1 : 0;
}

function drawTiles(layout: Layout, plane: Plane): string {
  const { size, tile, padded } = plane;
  const rows = shownOf(padded.rows / tile.rows);
  const columns = shownOf(padded.columns / tile.columns);
  const cells = rows.map((row) =>
    columns.map((column) => {
      if (row === undefined || column === undefined) return '…';
      const used = [
        Math.min(tile.rows, size.rows - row * tile.rows),
        Math.min(tile.columns, size.columns - column * tile.columns),
      ];
      return `${placeInPlane(layout, plane, [row * tile.rows, column * tile.columns])}: ${used.join('x')}`;
    }),
  );
  return boxGrid(cells, { above: () => 2, before: () => 2 });
}

/** Tile numbers, with a gap where some are left out. */
function shownOf(tiles: number): readonly (number | undefined)[] {
  if (tiles <= MOST_TILES) return Array.from({ length: tiles }, (_, number) => number);
  return [...Array.from({ length: MOST_TILES - 2 }, (_, number) => number), undefined, tiles - 1];
}

/** Of the first plane: the leading coordinates are 0. */
function placeInPlane(layout: Layout, { leading }: Plane, place: readonly [number, number]): number {
  const [first, ...later] = layout.steps;
  const dims = first?.combined ?? layout.physicalDims;
  const combined = [...Array<number>(leading).fill(0), ...place].slice(-dims.length || 2);
  if (dims.length === 0) return 0;
  if (!first) return toRowMajor(combined, dims);
  const coordinates = later.reduce((sofar, step) => applyStep(step, sofar), splitByTile(first, combined));
  return toRowMajor(coordinates, layout.finalDims);
}
