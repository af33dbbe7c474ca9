import { describe, expect, it } from 'vitest';
import { mapperHere } from '../../../cli/run-mapper.js';
import { vectors } from '../../../golden/tpu/layout-vectors.js';

async function ask(...args: string[]) {
  const { status, stdout } = await mapperHere(['inspect', 'tpu', ...args, '--json', '--quiet']);
  return { status, json: JSON.parse(stdout) };
}

describe.each(vectors.vectors)('layout $id', (vector) => {
  it('is answered', async () => {
    const sample = vector.samples.at(-1);
    const index = sample ? ['--index', sample.element.join(',')] : [];
    const { status, json } = await ask('layout', vector.shape, ...index);
    expect(status).toBe(0);
    expect(json).toMatchObject({
      shape: vector.shape,
      finalDims: vector.final_shape,
      elements: vector.elements_logical,
      elementsPadded: vector.elements_padded,
      bytes: vector.bytes_logical,
      bytesPadded: vector.bytes_padded,
      ...(sample && { linearIndex: sample.linear_index, byteOffset: sample.byte_offset }),
      ...(vector.memory_image && { memoryImage: vector.memory_image }),
    });
    expect('memoryImage' in json).toBe(vector.elements_padded <= 4096);
    expect('slice' in json).toBe(false);
  });
});

describe('layout refuses', () => {
  it.each(vectors.errors.filter(({ shape }) => shape))('$id', async ({ shape, element, code }) => {
    const index = element ? ['--index', element.join(',')] : [];
    const { status, json } = await ask('layout', shape!, ...index);
    expect(status).toBe(1);
    expect(json).toEqual({ legal: false, code, message: expect.any(String) });
  });

  it('and says everything it found', async () => {
    const { json } = await ask('layout', 'F32[3,5]{1,1:T(0,2)}');
    expect(json).toMatchObject({ code: 'mtm_duplicate', problems: [{ code: 'mtm_duplicate' }, { code: 'tile_zero' }] });
  });
});

describe('slices', () => {
  it.each(vectors.slices)('$shape $lo $hi', async ({ shape, lo, hi, ...expected }) => {
    const ranges = lo.map((low, at) => `${low}:${hi[at]}`).join(',');
    const { status, json } = await ask('layout', shape, '--slice', ranges);
    expect(status).toBe(0);
    const { tiles_touched: tiles, bytes_moved: bytesMoved, bytes_useful: bytesUseful } = expected;
    expect(json.slice).toEqual({ tiles, bytesMoved, bytesUseful });
  });

  it('may name single coordinates and whole dimensions, and move granules', async () => {
    const { json } = await ask('layout', 'F32[3,100,300]{2,1,0:T(8,128)}', '--slice', ':,4:,5', '--granule', '512');
    expect(json.slice).toEqual({ tiles: 39, bytesMoved: 3 * 96 * 512, bytesUseful: 3 * 96 * 4, granules: 3 * 96 });
  });

  it.each([['0:8,0:128:2'], ['0:8;0:128'], ['a:b'], ['']])('%s cannot be read', async (text) => {
    const { status, json } = await ask('layout', 'F32[100,300]{1,0:T(8,128)}', '--slice', text);
    expect(status).toBe(2);
    expect(json.diagnostics).toMatchObject([{ code: 'E-OPTION' }]);
  });

  it('have granules only if there is a slice', async () => {
    expect(await ask('layout', 'F32[100,300]', '--granule', '512')).toMatchObject({ status: 2 });
  });
});

it('tells what lies at a place', async () => {
  const shape = 'F32[3,5]{1,0:T(2,2)}';
  expect((await ask('layout', shape, '--slot', '17')).json.element).toEqual([2, 3]);
  expect((await ask('layout', shape, '--slot', '9')).json.element).toBe(null);
  expect(await ask('layout', shape, '--slot', '24')).toMatchObject({ status: 1, json: { code: 'slot_range' } });
});

it('takes scalars as XLA prints them', async () => {
  expect(await ask('layout', 'u32[]{:T(256)}')).toMatchObject({ status: 1, json: { code: 'tile_rank' } });
  const { json } = await ask('layout', 'u32[]{:T(256)}', '--xla-ranks', '--index', '');
  expect(json).toMatchObject({ shape: 'U32[]{:T(256)}', bytesPadded: 1024, linearIndex: 0, expansion: 256 });
});

describe.each(vectors.format_choice)('format $element_type$dims$minor_to_major', (choice) => {
  it('is answered', async () => {
    const order = choice.minor_to_major.join(',');
    const shape = `${choice.element_type}[${choice.dims.join(',')}]{${order}`;
    const { status, json } = await ask('format', `${shape}}`);
    const tiles = choice.tiles.map((tile) => `(${tile.join(',')})`).join('');
    expect([status, json.layout, json.bytesPadded]).toEqual([0, `${shape}:T${tiles}}`, choice.bytes_padded]);
  });
});

it('a drawing shows tiles, tiles within and padding', async () => {
  const { stdout } = await mapperHere(['inspect', 'tpu', 'layout', 'F32[3,8]{1,0:T(2,4)(2,1)}', '--index', '2,3']);
  expect(stdout).toBe(`F32[3,8]{1,0:T(2,4)(2,1)}

dimensions  3x8 major to minor, in memory 2x2x1x4x2x1
elements    24, with padding 32, of 32 bits
bytes       96, with padding 128 (1.333 times)
element     at place 22, byte 88

plane of 3x8; numbers are places in memory, · is padding

╔════╤════╤════╤════╦════╤════╤════╤════╗
║  0 │  2 │  4 │  6 ║  8 │ 10 │ 12 │ 14 ║
║  1 │  3 │  5 │  7 ║  9 │ 11 │ 13 │ 15 ║
╠════╪════╪════╪════╬════╪════╪════╪════╣
║ 16 │ 18 │ 20 │ 22 ║ 24 │ 26 │ 28 │ 30 ║
║  · │  · │  · │  · ║  · │  · │  · │  · ║
╚════╧════╧════╧════╩════╧════╧════╧════╝

in memory, elements by number in logical order, tile by tile
 0  8  1  9  2 10  3 11 |  4 12  5 13  6 14  7 15 | 16  · 17  · 18  · 19  ·
20  · 21  · 22  · 23  ·
`);
});

it('a large array is drawn tile by tile', async () => {
  const { stdout } = await mapperHere(['inspect', 'tpu', 'layout', 'F32[3,100,300]{2,1,0:T(8,128)}']);
  expect(
    stdout,
  ).toContain(`first of 3 planes of 100x300, a cell per tile: its first place in memory, and what it holds of the array

╔══════════════╦══════════════╦══════════════╗
║     0: 8x128 ║  1024: 8x128 ║   2048: 8x44 ║
╠══════════════╬══════════════╬══════════════╣
║  3072: 8x128 ║  4096: 8x128 ║   5120: 8x44 ║
╠══════════════╬══════════════╬══════════════╣
║  6144: 8x128 ║  7168: 8x128 ║   8192: 8x44 ║
╠══════════════╬══════════════╬══════════════╣
║            … ║            … ║            … ║
╠══════════════╬══════════════╬══════════════╣
║ 36864: 4x128 ║ 37888: 4x128 ║  38912: 4x44 ║
╚══════════════╩══════════════╩══════════════╝
`);
});

it.each([
  ['F32[]', '║ 0 ║'],
  ['F32[0,5]{1,0:T(8,128)}', 'nothing to draw'],
  ['F32[7]{0:T(4)}', '║ 0  1  2  3 ║ 4  5  6  · ║'],
  ['F32[3,5]{0,1}', 'plane of 5x3'],
  ['F32[2,3,4]{2,1,0:T(*,*,5)}', 'plane of 1x24'],
  ['F32[100,300]', '║ 0: 100x300 ║'],
])('%s has a drawing', async (shape, part) => {
  const { status, stdout } = await mapperHere(['inspect', 'tpu', 'layout', shape]);
  expect(status).toBe(0);
  expect(stdout).toContain(part);
});
