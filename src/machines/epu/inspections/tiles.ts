// `inspect epu tiles` and `walk`: how a tensor is cut into tiles, and in which order an iterator visits them.

import { answered, refused } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { numberOf, requiredText, textOf } from '../../request.js';
import { iteratorOf } from '../iterator.js';
import { bytesMoved, bytesUseful, fill, type TileGrid, type TilePlace, tileGrid, tileOf } from '../tiles.js';
import { movedTiles, orderFindings, placeAt, walk } from '../walk.js';
import { readShapes, requestedCore, requestedType } from './options.js';

/** As many tiles as are listed at most. */
const longest = 1_000_000;

export function inspectWalk(request: InspectionRequest): Answer {
  const read = readShapes(request, ['shape']);
  if (read.kind === 'misunderstood') return read;
  const grid = tileGrid(requestedCore(request), read.value.get('shape')!);
  const fetched = iteratorOf(requiredText(request, 'iterator'));
  const written = iteratorOf(textOf(request, 'write') ?? requiredText(request, 'iterator'));
  if (fetched.kind === 'illegal') return refused(fetched.problems);
  if (written.kind === 'illegal') return refused(written.problems);
  const trip = { fetch: fetched.value.order, write: written.value.order };
  const tile = numberOf(request, 'tile');
  const needsList = tile === undefined || trip.fetch !== trip.write;
  if (needsList && grid.tiles > longest) {
    const message = `${grid.tiles} tiles are too many to list`;
    return { kind: 'misunderstood', problems: [{ message, hint: 'ask for one with --tile, without --write' }] };
  }
  if (tile !== undefined && tile > grid.tiles) {
    const message = `there is no tile ${tile}`;
    return refused([{ code: 'E_BOUNDS', message, instead: `tiles are 1 to ${grid.tiles}` }]);
  }
  const moved = request.options.has('write') ? { moved: movedTiles(grid, trip) } : {};
  const warnings = [...(fetched.warnings ?? []), ...orderFindings(grid, trip)];
  if (tile !== undefined) {
    const origin = originOf(grid, placeAt(grid, trip.fetch, tile - 1));
    return answered({ json: { origin, ...moved }, lines: [`tile ${tile} begins at ${origin.join(', ')}`], warnings });
  }
  const origins = [...walk(grid, trip.fetch)].map((place) => originOf(grid, place));
  const lines = origins.map((origin, index) => `${index + 1}: ${origin.join(', ')}`);
  return answered({ json: { origins, ...moved }, lines, warnings });
}

function originOf(grid: TileGrid, place: TilePlace): readonly [x: number, y: number, z: number] {
  const { x, y, z } = tileOf(grid, place);
  return [x, y, z];
}

export function inspectTiles(request: InspectionRequest): Answer {
  const read = readShapes(request, ['shape']);
  if (read.kind === 'misunderstood') return read;
  const type = requestedType(request);
  const grid = tileGrid(requestedCore(request), read.value.get('shape')!);
  const [moved, useful] = [bytesMoved(grid, type), bytesUseful(grid, type)];
  const share = Number((100 * fill(grid)).toPrecision(4));
  return answered({
    json: { tiles: grid.tiles, bytesMoved: moved, bytesUseful: useful, fill: fill(grid) },
    lines: [
      `${grid.tiles} tiles of ${grid.side} x ${grid.side}: ${grid.down} down, ${grid.across} across`,
      `${moved} bytes moved, of which ${useful} useful (${share} %)`,
    ],
  });
}
