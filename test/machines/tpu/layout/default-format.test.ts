import { describe, expect, it } from 'vitest';
import { defaultFormat } from '../../../../src/machines/tpu/layout/default-format.js';
import { layoutText, readShape } from '../../../../src/machines/tpu/layout/shape-text.js';
import { vectors } from '../../../golden/tpu/layout-vectors.js';
import { soundValue } from './sound-value.js';

describe.each(vectors.format_choice)('$element_type$dims $minor_to_major', (choice) => {
  it('gets its tiles', () => {
    const { element_type: elementType, dims, minor_to_major: minorToMajor } = choice;
    const layout = soundValue(defaultFormat({ elementType, dims, minorToMajor }));
    expect(layout).toMatchObject({ tiles: choice.tiles, bytesPadded: choice.bytes_padded });
  });
});

const format = (text: string, rows?: number) => defaultFormat(soundValue(readShape(text)), { rows });

it.each([
  ['BF16[100,300]', undefined, 'BF16[100,300]{1,0:T(8,128)(2,1)}'],
  ['BF16[2,300]', 2, 'BF16[2,300]{1,0:T(2,128)(2,1)}'],
  ['BF16[1,300]', 4, 'BF16[1,300]{1,0:T(4,128)(2,1)}'],
  ['S8[100,300]', 32, 'S8[100,300]{1,0:T(32,128)(4,1)}'],
  ['S4[9216,6144]', undefined, 'S4[9216,6144]{1,0:T(64,128)(8,1)E(4)}'],
  ['U32[100]', undefined, 'U32[100]{0:T(256)}'],
  ['F32[5000]', undefined, 'F32[5000]{0:T(1024)}'],
  ['BF16[5000]', undefined, 'BF16[5000]{0:T(1024)(128)(2,1)}'],
  ['F32[]', undefined, 'F32[]{}'],
])('%s with %s rows is %s', (text, rows, written) => {
  expect(layoutText(soundValue(format(text, rows)))).toBe(written);
});

it.each([
  ['F64[3,5]', undefined, 'format_type'],
  ['C64[3,5]', undefined, 'format_type'],
  ['S2[3,5]', undefined, 'format_type'],
  ['BF16[3,5]', 3, 'format_rows'],
  ['S8[3,5]', 2, 'format_rows'],
  ['F32[-3,5]', undefined, 'negative_dim'],
  ['Q7[3,5]', undefined, 'element_type'],
  ['F32[3,5]{1,1}', undefined, 'mtm_duplicate'],
])('%s with %s rows is refused as %s', (text, rows, code) => {
  expect(format(text, rows)).toMatchObject({ kind: 'illegal', problems: [{ code }] });
});
