import type { Core } from '../../../src/machines/epu/parameters.js';
import type { Shape } from '../../../src/machines/epu/shape.js';
import { elementCount } from '../../../src/machines/epu/shape.js';
import { bytesMoved, bytesUseful, tileGrid, tileOf } from '../../../src/machines/epu/tiles.js';
import { placeAt } from '../../../src/machines/epu/walk.js';
import { coveringOffsets } from './formulas/memory.js';
import { checkVectors, on, plane, q8, q16, q32 } from './vectors.js';

const tiles = (shape: Shape) => (core: Core) => tileGrid(core, shape).tiles;
const moved = (core: Core, shape: Shape): number => bytesMoved(tileGrid(core, shape), 'int32');
const useful = (core: Core, shape: Shape): number => bytesUseful(tileGrid(core, shape), 'int32');

const small = plane(8, 8, 3);
const odd = plane(12, 15, 2);
const large = plane(25, 63, 2);

checkVectors('A', {
  1: () => tiles(small)(q8),
  2: () => [tiles(small)(q16), moved(q16, small), useful(q16, small)],
  3: () => [tiles(odd)(q8), moved(q8, odd), useful(q8, odd)],
  4: () => [tiles(odd)(q16), moved(q16, odd)],
  5: () => [tiles(large)(q8), moved(q8, large), useful(q8, large)],
  6: () => [tiles(large)(q16), moved(q16, large)],
  7: () => on([q8, q16], tiles(plane(12, 23, 2))),
  8: () => on([q8, q16, q32], tiles(plane(64, 64))),
  9: () => [...on([q8, q16], tiles(plane(64, 8))), coveringOffsets(64, 8).length],
  10: () => on([q8, q16], tiles(plane(1080, 1920))),
  11: () => [elementCount(plane(256, 1024)), ...on([q8, q16], tiles(plane(256, 1024)))],
  12: () => [tiles(plane(1, 1))(q8), ...on([q8, q16], (core) => moved(core, plane(1, 1)))],
  13: () => {
    const grid = tileGrid(q8, plane(25, 63));
    const { x, y, rows, columns } = tileOf(grid, placeAt(grid, 'XY', grid.tiles - 1));
    return [x, y, rows, columns];
  },
});
