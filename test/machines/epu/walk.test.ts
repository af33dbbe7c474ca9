import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WalkOrder } from '../../../src/machines/epu/iterator.js';
import type { Core } from '../../../src/machines/epu/parameters.js';
import { coreNames, coreOf } from '../../../src/machines/epu/parameters.js';
import type { Shape } from '../../../src/machines/epu/shape.js';
import { shapeOf } from '../../../src/machines/epu/shape.js';
import { tileGrid, tileOf } from '../../../src/machines/epu/tiles.js';
import { movedTiles, orderFindings, placeAt, walk, walkIndex } from '../../../src/machines/epu/walk.js';
import { checkVectors, plane, q8, q16 } from './vectors.js';

const orders: readonly WalkOrder[] = ['XY', 'YX', 'ZY'];
const square = plane(64, 64);
const cube = plane(16, 16, 3);

checkVectors('B', {
  14: () => origins(q8, square, 'XY', [1, 2, 9, 17, 64]),
  15: () => origins(q8, square, 'YX', [1, 2, 9, 17, 64]),
  16: () => [...origins(q16, square, 'XY', [5]), ...origins(q16, square, 'YX', [5])],
  17: () => origins(q8, cube, 'ZY', [1, 2, 3, 4, 7, 12]),
  18: () => [...origins(q8, cube, 'XY', [2, 5]), ...origins(q8, cube, 'YX', [2, 5])],
  19: () => same(plane(8, 8, 3), 'XY', 'YX') && same(plane(8, 8, 3), 'YX', 'ZY'),
  20: () => [same(square, 'ZY', 'YX'), same(square, 'ZY', 'XY')],
  21: () => origins(q8, square, 'ZY', [2, 9]),
  22: () => {
    const place = { batch: 0, channel: 0, down: 40 / 8, across: 24 / 8 };
    return (['XY', 'YX'] as const).map((order) => walkIndex(tileGrid(q8, square), order, place));
  },
  23: () => movedTiles(tileGrid(q8, plane(16, 16)), { fetch: 'YX', write: 'XY' }),
});

it('warns of tiles that land elsewhere', () => {
  const [warning] = orderFindings(tileGrid(q8, plane(16, 16)), { fetch: 'YX', write: 'XY' });
  expect(warning).toMatchObject({ code: 'W_ORDER', message: expect.stringMatching(/^2 of 4 tiles/) });
  expect(orderFindings(tileGrid(q8, plane(64, 8)), { fetch: 'YX', write: 'XY' })).toEqual([]);
});

it('visits every tile once, batch by batch', () => {
  const extent = (max: number) => fc.integer({ min: 1, max });
  const shapes = fc.tuple(extent(3), extent(4), extent(70), extent(70)).map(shapeOf);
  const cases = fc.tuple(shapes, fc.constantFrom(...orders), fc.constantFrom(...coreNames));
  const visitsAll = ([shape, order, name]: readonly [Shape, WalkOrder, (typeof coreNames)[number]]): void => {
    const grid = tileGrid(coreOf(name), shape);
    const places = [...walk(grid, order)];
    expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(grid.tiles);
    expect(places.map((place) => walkIndex(grid, order, place))).toEqual(places.map((_, index) => index));
    expect(places.map(({ batch }) => batch)).toEqual(places.map(({ batch }) => batch).sort((a, b) => a - b));
    const elements = places
      .map((place) => tileOf(grid, place))
      .reduce((sum, tile) => sum + tile.rows * tile.columns, 0);
    expect(elements).toBe(shape.batches * shape.channels * shape.rows * shape.columns);
  };
  fc.assert(fc.property(cases, visitsAll), { seed: 1, numRuns: 150 });
});

function origins(core: Core, shape: Shape, ...[order, numbers]: readonly [WalkOrder, readonly number[]]): number[][] {
  const grid = tileGrid(core, shape);
  return numbers.map((number) => {
    const { x, y, z } = tileOf(grid, placeAt(grid, order, number - 1));
    return [x, y, z];
  });
}

function same(shape: Shape, one: WalkOrder, other: WalkOrder): boolean {
  const grid = tileGrid(q8, shape);
  return movedTiles(grid, { fetch: one, write: other }).length === 0;
}
