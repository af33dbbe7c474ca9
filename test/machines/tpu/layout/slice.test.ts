import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Layout, layoutOf } from '../../../../src/machines/tpu/layout/layout.js';
import { readLayout } from '../../../../src/machines/tpu/layout/shape-text.js';
import { sliceTraffic } from '../../../../src/machines/tpu/layout/slice.js';
import { tileContents } from '../../../../src/machines/tpu/layout/tile-contents.js';
import { vectors } from '../../../golden/tpu/layout-vectors.js';
import { propertySeed, runsOf } from '../../../support/properties.js';
import { imageByMoving } from './pad-reshape-transpose.js';
import { randomLayout } from './random-layout.js';
import { soundValue } from './sound-value.js';

const read = (text: string): Layout => soundValue(readLayout(text));

describe.each(vectors.slices)('$shape from $lo to $hi', ({ shape, lo, hi, ...expected }) => {
  it('moves whole tiles', () => {
    const traffic = soundValue(sliceTraffic(read(shape), { lo, hi }));
    expect(traffic).toEqual({
      tiles: expected.tiles_touched,
      bytesMoved: expected.bytes_moved,
      bytesUseful: expected.bytes_useful,
    });
    expect(traffic.bytesMoved / traffic.bytesUseful).toBeCloseTo(expected.overfetch, 6);
  });
});

describe('in granules of 512 bytes', () => {
  it.each([
    // A row of 128 words is one granule: one column of 8 rows costs 8 of them, as much as the tile.
    ['F32[100,300]{1,0:T(8,128)}', [0, 5], [8, 6], 8],
    ['F32[100,300]{1,0:T(8,128)}', [4, 0], [12, 128], 8],
    ['F32[100,300]{1,0:T(8,128)}', [0, 0], [100, 300], 300],
    // Two rows share their granules.
    ['BF16[100,300]{1,0:T(8,128)(2,1)}', [0, 0], [1, 128], 1],
    ['BF16[100,300]{1,0:T(8,128)(2,1)}', [1, 0], [3, 128], 2],
    ['S8[100,300]{1,0:T(8,128)(4,1)}', [1, 0], [9, 128], 3],
    ['F32[100,300]{1,0}', [0, 0], [2, 300], 5],
    ['F32[100,128]{1,0}', [3, 100], [5, 101], 2],
    ['F32[4,8]{1,0:T(2,4)}', [0, 0], [4, 8], 1],
    ['F32[12582912,128]{1,0:T(8,128)}', [3, 0], [12582912, 128], 12582909],
  ])('%s from %j to %j touches %d', (shape, lo, hi, granules) => {
    const traffic = soundValue(sliceTraffic(read(shape), { lo, hi }, { granuleBytes: 512 }));
    expect(traffic).toMatchObject({ granules, bytesMoved: granules * 512 });
  });

  it('refuses to look at too many elements', () => {
    const big = read('F32[4000,4000]{1,0:T(2,2)}');
    const question = { lo: [0, 0], hi: [4000, 4000] };
    expect(sliceTraffic(big, question, { granuleBytes: 512 })).toMatchObject({ problems: [{ code: 'slice_size' }] });
    const scattered = read('F32[2000000,3]{1,0:T(*,4)}');
    expect(sliceTraffic(scattered, { lo: [0, 0], hi: [2000000, 2] })).toMatchObject({
      problems: [{ code: 'slice_size' }],
    });
  });
});

it.each([
  ['slice_rank', [0], [1]],
  ['slice_rank', [0, 0, 0], [1, 1, 1]],
  ['slice_range', [0, 0], [4, 5]],
  ['slice_range', [-1, 0], [3, 5]],
  ['slice_range', [2, 0], [1, 5]],
])('is refused as %s: %j to %j', (code, lo, hi) => {
  expect(sliceTraffic(read('F32[3,5]{1,0:T(2,2)}'), { lo, hi })).toMatchObject({ problems: [{ code }] });
});

it('an empty slice moves nothing', () => {
  const nothing = { lo: [1, 2], hi: [1, 5] };
  expect(sliceTraffic(read('F32[3,5]{1,0:T(2,2)}'), nothing)).toEqual({
    kind: 'legal',
    value: { tiles: 0, bytesMoved: 0, bytesUseful: 0 },
  });
});

describe('random slices of random layouts', () => {
  const cases = randomLayout.chain((one) =>
    fc.record({
      one: fc.constant(one),
      ends: fc.tuple(...one.dims.map((size) => fc.tuple(fc.nat(size), fc.nat(size)))),
      granule: fc.constantFrom(4, 8, 16, 24, 64),
    }),
  );

  it('touch the tiles and granules that their elements lie in', () => {
    let alone = 0;
    fc.assert(
      fc.property(cases, ({ one, ends, granule }) => {
        const layout = soundValue(layoutOf({ elementType: 'F32', ...one }));
        const [lo, hi] = [ends.map((pair) => Math.min(...pair)), ends.map((pair) => Math.max(...pair))];
        const inside = (number: number): boolean => {
          let rest = number;
          return [...one.dims.keys()].reverse().every((at) => {
            const place = rest % one.dims[at]!;
            rest = Math.floor(rest / one.dims[at]!);
            return place >= lo[at]! && place < hi[at]!;
          });
        };
        const image = imageByMoving(one).data;
        const granules = new Set<number>();
        image.forEach((number, place) => {
          if (number >= 0 && inside(number))
            for (let at = 0; at < 4; at += 1) granules.add(Math.floor((place * 4 + at) / granule));
        });
        const traffic = soundValue(sliceTraffic(layout, { lo, hi }, { granuleBytes: granule }));
        expect(traffic.granules).toBe(granules.size);

        // Tiles by a layout of the first tile alone, in which each is one piece.
        const first = imageByMoving({ ...one, tiles: one.tiles.slice(0, 1) }).data;
        const volume = one.tiles[0]?.reduce<number>((product, size) => product * (size === '*' ? 1 : size), 1) ?? 1;
        const tiles = new Set(
          first.flatMap((number, at) => (number >= 0 && inside(number) ? [Math.floor(at / volume)] : [])),
        );
        expect(traffic.tiles).toBe(tiles.size);
        alone += Number(tileContents(layout) !== undefined);
      }),
      { numRuns: runsOf(600), seed: propertySeed },
    );
    expect(alone).toBeGreaterThan(100);
  });

  it('as large as the array move all its memory, where tiles are pieces of it', () => {
    fc.assert(
      fc.property(randomLayout, (one) => {
        const layout = soundValue(layoutOf({ elementType: 'F32', ...one }));
        fc.pre(tileContents(layout) !== undefined);
        const whole = { lo: one.dims.map(() => 0), hi: one.dims };
        expect(soundValue(sliceTraffic(layout, whole)).bytesMoved).toBe(layout.bytesPadded);
      }),
      { numRuns: runsOf(300), seed: propertySeed },
    );
  });
});
