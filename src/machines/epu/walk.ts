// The order in which an iterator visits tiles (W1, W2). XY goes row by row inside a plane, YX column by column inside a
// plane, ZY through the channels first and then down a column. Batches are outermost, which is assumed.

import type { WalkOrder } from './iterator.js';
import type { TileGrid, TilePlace } from './tiles.js';
import type { Problem } from './verdict.js';

type InnerAxis = 'channel' | 'down' | 'across';

/** Fastest first. */
const nesting: Readonly<Record<WalkOrder, readonly [InnerAxis, InnerAxis, InnerAxis]>> = {
  XY: ['across', 'down', 'channel'],
  YX: ['down', 'across', 'channel'],
  ZY: ['channel', 'down', 'across'],
};

/** From 0. */
export function walkIndex(grid: TileGrid, order: WalkOrder, place: TilePlace): number {
  const [fast, middle, slow] = nesting[order];
  const inner = (place[slow] * extent(grid, middle) + place[middle]) * extent(grid, fast) + place[fast];
  return place.batch * tilesPerBatch(grid) + inner;
}

export function placeAt(grid: TileGrid, order: WalkOrder, index: number): TilePlace {
  const [fast, middle, slow] = nesting[order];
  const inner = index % tilesPerBatch(grid);
  const lines = Math.floor(inner / extent(grid, fast));
  const place = { channel: 0, down: 0, across: 0 };
  place[fast] = inner % extent(grid, fast);
  place[middle] = lines % extent(grid, middle);
  place[slow] = Math.floor(lines / extent(grid, middle));
  return { ...place, batch: Math.floor(index / tilesPerBatch(grid)) };
}

export function* walk(grid: TileGrid, order: WalkOrder): Generator<TilePlace> {
  for (let index = 0; index < grid.tiles; index++) yield placeAt(grid, order, index);
}

export interface RoundTrip {
  readonly fetch: WalkOrder;
  readonly write: WalkOrder;
}

/** Numbers from 1 of the tiles that come back in another place than they were fetched from (W3). */
export function movedTiles(grid: TileGrid, { fetch, write }: RoundTrip): readonly number[] {
  if (fetch === write) return [];
  const numbers = Array.from({ length: grid.tiles }, (_, index) => index);
  const moved = numbers.filter((index) => walkIndex(grid, write, placeAt(grid, fetch, index)) !== index);
  return moved.map((index) => index + 1);
}

export function orderFindings(grid: TileGrid, trip: RoundTrip): readonly Problem[] {
  const moved = movedTiles(grid, trip).length;
  if (moved === 0) return [];
  const message = `${moved} of ${grid.tiles} tiles fetched in order ${trip.fetch} and written in order ${trip.write} land elsewhere`;
  return [{ code: 'W_ORDER', message, instead: 'fetch and write in the same order to leave tiles where they are' }];
}

function tilesPerBatch({ shape, tiles }: TileGrid): number {
  return tiles / shape.batches;
}

function extent({ shape, across, down }: TileGrid, axis: InnerAxis): number {
  if (axis === 'channel') return shape.channels;
  return axis === 'across' ? across : down;
}
