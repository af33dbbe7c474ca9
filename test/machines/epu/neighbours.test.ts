import { expect, it } from 'vitest';
import { haloElements, haloSides } from '../../../src/machines/epu/halo.js';
import type { Core } from '../../../src/machines/epu/parameters.js';
import { type Access, accessAmounts, accessRuling } from '../../../src/machines/epu/random-access.js';
import { origin } from '../../../src/machines/epu/shape.js';
import { tileElements, tileGrid } from '../../../src/machines/epu/tiles.js';
import {
  exchangeCycles,
  exchangesForTaps,
  hopsForTaps,
  wordsPerExchange,
  wordsPerHop,
  wordsRead,
} from './formulas/neighbours.js';
import { wholeOf } from './formulas/region.js';
import { checkVectors, on, plane, q8, q16 } from './vectors.js';

const square = plane(64, 64);
const halo = (corners: 'included' | 'left out') => (core: Core) =>
  haloElements(tileGrid(core, square), wholeOf(square), corners);
/** Every core adds what it reads to a one of its own. */
const onesStencil = (core: Core): readonly number[] =>
  [0, 4, 2].map((sides) => tileElements(core) + wordsRead(core, sides));

const everyOther: Access = {
  path: { from: 'ocm', to: 'array' },
  tensor: plane(12, 15, 2),
  offset: origin,
  rowStride: 2,
  columnStride: 2,
  configuration: 'done',
  active: 'all cores',
};

checkVectors('H', {
  76: () => [...on([q8, q16], wordsPerExchange), ...on([q8, q16], wordsPerHop)],
  77: () => on([q8, q16], halo('left out')),
  78: () => on([q8, q16], halo('included')),
  79: () => onesStencil(q8),
  80: () => onesStencil(q16),
  81: () => [hopsForTaps({ rows: 3, columns: 3 }), exchangesForTaps({ rows: 3, columns: 3 })],
  82: () => on([q8, q16], (core) => accessAmounts(core, everyOther).coresInside),
});

it('reads as many words as a literal exchange', () => {
  for (const [ring, sides] of [
    [[], 0],
    [['N', 'S', 'E', 'W'], 4],
    [['S', 'E'], 2],
  ] as const) {
    expect(literalSum(q8, ring)).toBe(tileElements(q8) + wordsRead(q8, sides));
  }
});

it('counts sides and corners tile by tile, of a region in the middle of a tensor too', () => {
  const region = { tensor: plane(50, 70), roi: plane(33, 24), offset: { ...origin, rows: 7, columns: 16 } };
  for (const one of [region, wholeOf(square), wholeOf(plane(8, 8)), { ...region, offset: { ...origin, rows: 17 } }]) {
    expect(haloSides(tileGrid(q8, one.roi), one)).toEqual(sidesOneByOne(one));
  }
});

it('knows which taps an exchange brings', () => {
  const taps = [
    [1, 1],
    [1, 3],
    [3, 1],
    [3, 3],
    [5, 5],
    [2, 2],
  ] as const;
  expect(taps.map(([rows, columns]) => exchangesForTaps({ rows, columns }))).toEqual([
    0,
    1,
    1,
    3,
    undefined,
    undefined,
  ]);
  expect(exchangeCycles(q8, 3, 'int8')).toBe(3);
});

it('says which cores may be active', () => {
  expect(accessRuling(q8, everyOther)).toMatchObject({
    problems: [
      {
        code: 'E_RAU_OOB',
        message: '16 of 64 cores reach outside the tensor of 1x2x12x15',
        instead: 'it is legal with only the 48 cores inside active',
      },
    ],
  });
  const inside = accessRuling(q8, { ...everyOther, active: 'cores inside' });
  expect(inside).toMatchObject({ kind: 'legal', value: { cores: 64, coresInside: 48 } });
  const elsewhere = accessRuling(q8, { ...everyOther, offset: { ...origin, channels: 2 }, configuration: 'missing' });
  expect(elsewhere).toMatchObject({ problems: [{ code: 'E_RAU_CFG' }, { code: 'E_RAU_OOB' }] });
  expect(accessAmounts(q8, { ...everyOther, offset: { ...origin, channels: 2 } }).coresInside).toBe(0);
  expect(accessAmounts(q8, { ...everyOther, offset: { ...origin, batches: -1 } }).coresInside).toBe(0);
  const fromDdr = accessRuling(q8, {
    ...everyOther,
    path: { from: 'ddr', to: 'array' },
    rowStride: 1,
    columnStride: 1,
  });
  expect(fromDdr).toMatchObject({ problems: [{ code: 'E_PATH' }] });
});

function literalSum({ arraySide }: Core, ring: readonly ('N' | 'S' | 'E' | 'W')[]): number {
  const inside = (index: number): boolean => index >= 0 && index < arraySide;
  let sum = 0;
  for (let row = 0; row < arraySide; row++) {
    for (let column = 0; column < arraySide; column++) {
      const neighbours = [
        inside(row - 1) || ring.includes('N'),
        inside(row + 1) || ring.includes('S'),
        inside(column + 1) || ring.includes('E'),
        inside(column - 1) || ring.includes('W'),
      ];
      sum += 1 + neighbours.filter(Boolean).length;
    }
  }
  return sum;
}

/** A side has a ring if there is data of the tensor behind it, a corner if there is behind both of its sides. */
function sidesOneByOne({ tensor, roi, offset }: ReturnType<typeof wholeOf>): ReturnType<typeof haloSides> {
  let [rows, columns, corners] = [0, 0, 0];
  for (let y = 0; y < roi.rows; y += q8.arraySide) {
    for (let x = 0; x < roi.columns; x += q8.arraySide) {
      const north = offset.rows + y > 0;
      const south = offset.rows + Math.min(y + q8.arraySide, roi.rows) < tensor.rows;
      const west = offset.columns + x > 0;
      const east = offset.columns + Math.min(x + q8.arraySide, roi.columns) < tensor.columns;
      rows += Number(north) + Number(south);
      columns += Number(west) + Number(east);
      corners += (Number(north) + Number(south)) * (Number(west) + Number(east));
    }
  }
  return { rows, columns, corners };
}
