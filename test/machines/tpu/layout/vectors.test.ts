import { describe, expect, it } from 'vitest';
import { expansionOf, type Layout, layoutOf } from '../../../../src/machines/tpu/layout/layout.js';
import { elementAt, fromRowMajor, linearIndex } from '../../../../src/machines/tpu/layout/linear-index.js';
import { memoryImage } from '../../../../src/machines/tpu/layout/memory-image.js';
import { layoutText, readLayout } from '../../../../src/machines/tpu/layout/shape-text.js';
import type { Verdict } from '../../../../src/machines/tpu/layout/verdict.js';
import { type ErrorVector, vectors } from '../../../golden/tpu/layout-vectors.js';
import { soundValue } from './sound-value.js';

it('all vectors are there', () => {
  const { vectors: layouts, equivalences, format_choice, slices, errors } = vectors;
  expect({
    vectors: layouts.length,
    equivalences: equivalences.length,
    format_choice: format_choice.length,
    slices: slices.length,
    errors: errors.length,
  }).toEqual({ vectors: 61, equivalences: 10, format_choice: 14, slices: 10, errors: 26 });
});

describe.each(vectors.vectors)('$id $shape', (vector) => {
  const layout = soundValue(readLayout(vector.shape));

  it('is read and written', () => {
    expect(layout).toMatchObject({
      elementType: vector.element_type,
      elementBits: vector.element_bits,
      dims: vector.dims,
      minorToMajor: vector.minor_to_major,
      tiles: vector.tiles,
      physicalDims: vector.physical_dims,
    });
    const written = layoutText(layout);
    expect(soundValue(readLayout(written))).toEqual(layout);
    expect(written).toBe(vector.shape);
  });

  it('has its sizes', () => {
    expect(layout).toMatchObject({
      finalDims: vector.final_shape,
      elements: vector.elements_logical,
      elementsPadded: vector.elements_padded,
      bytes: vector.bytes_logical,
      bytesPadded: vector.bytes_padded,
    });
    if (vector.expansion === null) expect(expansionOf(layout)).toBeUndefined();
    else expect(expansionOf(layout)).toBeCloseTo(vector.expansion, 6);
  });

  it('has its elements in their places', () => {
    for (const { element, linear_index, byte_offset } of vector.samples) {
      expect(linearIndex(layout, element)).toEqual({ kind: 'legal', value: linear_index });
      expect(elementAt(layout, linear_index)).toEqual({ kind: 'legal', value: element });
      expect((linear_index * layout.elementBits) / 8).toBe(byte_offset);
    }
    vector.linear_index_row_major?.forEach((index, number) => {
      expect(soundValue(linearIndex(layout, fromRowMajor(number, layout.dims)))).toBe(index);
    });
    if (vector.memory_image) expect(memoryImage(layout)).toEqual(vector.memory_image);
  });
});

describe.each(vectors.equivalences)('$a and $b', ({ a, b, same_memory_image }) => {
  it(`${same_memory_image ? 'lie' : 'do not lie'} the same in memory`, () => {
    const [first, second] = [a, b].map((text) => memoryImage(soundValue(readLayout(text))));
    if (same_memory_image) expect(first).toEqual(second);
    else expect(first).not.toEqual(second);
  });
});

describe.each(vectors.raw_star_form)('stars stored as -1, $tiles_numeric', (raw) => {
  it('mean the same', () => {
    const parts = { elementType: 'F32', dims: raw.dims, minorToMajor: raw.minor_to_major };
    const layout = soundValue(layoutOf({ ...parts, tiles: raw.tiles_numeric }));
    expect(layout).toEqual(soundValue(layoutOf({ ...parts, tiles: raw.tiles_star })));
    expect(layout.finalDims).toEqual(raw.final_shape);
    const last = raw.dims.map((size) => size - 1);
    expect(soundValue(linearIndex(layout, last))).toBe(raw.last_element_index);
  });
});

describe.each(vectors.errors)('$id $shape $raw $element', (vector) => {
  it(`is refused as ${vector.code}`, () => {
    const outcome = refusalOf(vector);
    expect(outcome.kind).toBe('illegal');
    if (outcome.kind === 'legal') return;
    expect(outcome.problems.map(({ code }) => code)).toEqual([vector.code]);
    expect(outcome.problems[0].message).toMatch(/^["a-z].{10,}[^.]$/);
  });
});

it('takes missing dimensions as 1 where XLA does', () => {
  const scalar = soundValue(readLayout('U32[]{:T(256)}', { missingDimensions: 'one' }));
  expect(scalar).toMatchObject({ finalDims: [1, 256], bytes: 4, bytesPadded: 1024 });
  expect(linearIndex(scalar, [])).toEqual({ kind: 'legal', value: 0 });
  expect(elementAt(scalar, 0)).toEqual({ kind: 'legal', value: [] });
  expect(elementAt(scalar, 1)).toEqual({ kind: 'legal', value: undefined });
  const row = soundValue(readLayout('F32[300]{0:T(8,128)}', { missingDimensions: 'one' }));
  expect(row).toMatchObject({ finalDims: [1, 3, 8, 128] });
  expect(soundValue(linearIndex(row, [299]))).toBe(2 * 1024 + 43);
});

describe('whatever else is wrong', () => {
  it.each([
    ['F32[3,5]{1,0:E(0)}', ['element_bits']],
    ['Q7[-3,5]{1,1:T(0,*)}', ['element_type', 'negative_dim', 'mtm_duplicate', 'tile_zero', 'star_last']],
    ['F32[9007199254740991,9007199254740991]', ['size_overflow']],
    ['F32[9007199254740991,0]{1,0:T(*,128)}', undefined],
    ['F32[3,5]{}', ['mtm_rank']],
    ['F32[3,5]{1,0:}', ['syntax']],
    ['F32[3,5]{1,0:T}', ['syntax']],
    ['F32[3,5]{1,0:T(2,,2)}', ['syntax']],
    ['F32[3,5]{1,0:T(2,2)S(1)}', ['syntax']],
    ['F32[3,5', ['syntax']],
    ['F32[3,x]', ['syntax']],
    ['', ['syntax']],
    [`F32[${'1,'.repeat(6000)}1]`, ['syntax']],
  ])('%s', (text, codes) => {
    const outcome = readLayout(text);
    expect(outcome.kind === 'illegal' ? outcome.problems.map(({ code }) => code) : undefined).toEqual(codes);
  });

  it('is asking beyond the memory', () => {
    const layout = soundValue(readLayout('F32[3,5]{1,0:T(2,2)}'));
    expect(elementAt(layout, 24)).toMatchObject({ problems: [{ code: 'slot_range' }] });
    expect(elementAt(layout, -1)).toMatchObject({ problems: [{ code: 'slot_range' }] });
  });
});

it.each([
  ['f32[3, 5]{1, 0:T(2, 2)}', 'F32[3,5]{1,0:T(2,2)}'],
  ['bf16[7]', 'BF16[7]{0}'],
  ['s4[8,8]', 'S4[8,8]{1,0:E(4)}'],
  ['f32[8,8]{1,0:E(32)}', 'F32[8,8]{1,0}'],
  ['u32[]', 'U32[]{}'],
])('reads %s', (text, written) => {
  expect(layoutText(soundValue(readLayout(text)))).toBe(written);
});

function refusalOf({ shape, raw, element }: ErrorVector): Verdict<unknown> {
  const layout: Verdict<Layout> = raw
    ? layoutOf({ elementType: 'F32', dims: raw.dims, minorToMajor: raw.minor_to_major, tiles: raw.tiles })
    : readLayout(shape!);
  return element ? linearIndex(soundValue(layout), element) : layout;
}
