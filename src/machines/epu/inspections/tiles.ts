// `inspect epu tiles`: how a tensor is cut into tiles.

import { answered } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { bytesMoved, bytesUseful, fill, tileGrid } from '../tiles.js';
import { readShapes, requestedCore, requestedType } from './options.js';

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
