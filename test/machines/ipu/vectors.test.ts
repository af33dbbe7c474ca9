// Vectors 38 to 44: descriptors of vectors, and what each generation has.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generations } from '../../../src/machines/ipu/generation.js';
import { cheapestEqualBytes, cheapestLayout, fieldLayouts } from '../../../src/machines/ipu/vectors/cheapest-layout.js';
import { baseWords, fieldWidths, listBytes } from '../../../src/machines/ipu/vectors/delta-n-elements.js';
import { type ElementType, elementTypes, sizeOf } from '../../../src/machines/ipu/vectors/element-type.js';
import {
  descriptorWords,
  pointerProblem,
  traitsOf,
  type VectorLayout,
} from '../../../src/machines/ipu/vectors/vector-layout.js';
import { type FieldLayout, type JaggedShape, vectorStorage } from '../../../src/machines/ipu/vectors/vector-storage.js';
import { packedOrder, packVertex } from '../../../src/machines/ipu/vectors/vertex-state.js';
import { mapperHere } from '../../cli/run-mapper.js';
import { ask } from './ask.js';

const list: FieldLayout = { kind: 'list', key: 'alignment' };
const single = (layout: VectorLayout): FieldLayout => ({ kind: 'single', layout });
const nested = (outer: VectorLayout, inner: VectorLayout): FieldLayout => ({ kind: 'nested', outer, inner });
const shape = (lengths: readonly number[], type: ElementType = 'float', alignment = 1): JaggedShape => ({
  type,
  lengths,
  alignment,
});

describe('vector 38', () => {
  it('bytes of the descriptors', () => {
    const bytes = (['span', 'short-span', 'one-ptr', 'scaled-ptr128'] as const).map(
      (layout) => traitsOf(layout).descriptorBytes,
    );
    expect(bytes).toEqual([8, 4, 4, 2]);
  });

  it.each(['char', 'half', 'float'] as const)('SHORT_SPAN counts 2047 elements of %s', (type) => {
    expect(vectorStorage('mk2', single('short-span'), shape([2047], type))).toMatchObject({ kind: 'legal' });
    expect(vectorStorage('mk2', single('short-span'), shape([2048], type))).toMatchObject({
      problems: [{ code: 'length' }],
    });
  });
});

it.each<[FieldLayout, number]>([
  [nested('span', 'span'), 88],
  [nested('span', 'one-ptr'), 48],
  [nested('one-ptr', 'one-ptr'), 44],
  [nested('short-span', 'short-span'), 44],
  [nested('one-ptr', 'scaled-ptr128'), 24],
  [list, 48],
])('vector 39: ten sub-vectors in %j take %i bytes', (layout, descriptorBytes) => {
  const ten = shape(Array<number>(10).fill(4));
  expect(vectorStorage('mk2', layout, ten)).toMatchObject({ value: { descriptorBytes } });
});

it('vector 40: words of a list of floats', () => {
  expect(vectorStorage('mk2', list, shape([3, 7, 1, 5]))).toMatchObject({
    value: { descriptorBytes: 24, dataBytes: 64, words: [0x00180000, 0x00380003, 0x0008000a, 0x0028000b] },
  });
});

describe('vector 41', () => {
  it.each([
    [1, 2047, 2047],
    [2, 4095, 8190],
    [4, 8191, 32_764],
    [8, 16_383, 131_064],
    [16, 32_767, 524_272],
  ])('elements of %i bytes: up to %i, %i bytes', (elementBytes, mostElements, bytes) => {
    const widths = fieldWidths({ elementBytes, alignment: elementBytes, key: 'alignment' });
    expect(widths.mostElements).toBe(mostElements);
    expect(widths.mostElements * elementBytes).toBe(bytes);
    expect(widths.offsetBits + widths.countBits).toBe(32);
  });

  it('5000 halves are too many with natural alignment', () => {
    expect(vectorStorage('mk2', list, shape([5000], 'half'))).toMatchObject({ problems: [{ code: 'length' }] });
    expect(vectorStorage('mk2', list, shape([5000], 'half', 8))).toMatchObject({ kind: 'legal' });
  });

  it('halves aligned to eight bytes go by either, as told', () => {
    const form = { elementBytes: 2, alignment: 8 };
    expect(fieldWidths({ ...form, key: 'alignment' })).toMatchObject({ offsetBits: 18, countBits: 14 });
    expect(fieldWidths({ ...form, key: 'size' })).toMatchObject({ offsetBits: 20, countBits: 12 });
  });
});

it('vector 42: 65535 sub-vectors and no more', () => {
  const ones = (count: number) => shape(Array<number>(count).fill(1), 'char');
  expect(vectorStorage('mk2', list, ones(65_535))).toMatchObject({ value: { descriptorBytes: 262_148 } });
  expect(listBytes(65_535)).toBeGreaterThan(208 * 1024);
  expect(vectorStorage('mk2', list, ones(65_536))).toMatchObject({ problems: [{ code: 'list-length' }] });
});

it('vector 43: scaled pointers', () => {
  expect(descriptorWords('scaled-ptr128', 0x4c010, 1)).toEqual([0x4c01]);
  expect(descriptorWords('scaled-ptr128', 0xe7ff0, 1)).toEqual([0xe7ff]);
  expect(pointerProblem('scaled-ptr128', 0x4c010)).toBeUndefined();
  expect(pointerProblem('scaled-ptr128', 0x4c008)).toMatchObject({ problems: [{ code: 'address-alignment' }] });
  expect(vectorStorage('mk2', single('scaled-ptr128'), shape([3], 'char', 4))).toMatchObject({
    value: { alignment: 16, dataBytes: 16 },
  });
});

it('vector 44: what Mk1 does not have', () => {
  for (const layout of [single('short-span'), single('scaled-ptr128'), list, nested('span', 'short-span')]) {
    const lengths = layout.kind === 'nested' ? [1, 2] : [1];
    expect(vectorStorage('mk1', layout, shape(lengths))).toMatchObject({ problems: [{ code: 'generation' }] });
    expect(vectorStorage('mk2', layout, shape(lengths))).toMatchObject({ kind: 'legal' });
  }
});

describe('words', () => {
  it('SHORT_SPAN: pointer in the low 20 bits, count in the top 11', () => {
    expect(descriptorWords('short-span', 0x80000, 2047)).toEqual([0xffe80000]);
    expect(descriptorWords('span', 0x80000, 9)).toEqual([0x80000, 9]);
  });

  it('the base of a list reads back, whatever its spare bits', () => {
    const base = fc.record({
      dataAddress: fc.nat(2 ** 21 - 1),
      tableAddress: fc.nat(2 ** 21 - 1),
      subVectors: fc.nat(65_535),
    });
    fc.assert(
      fc.property(base, fc.nat(7), (one, spare) => {
        const [first, second] = baseWords(one.dataAddress, one.tableAddress, one.subVectors);
        const words = [first + spare * 2 ** 21, second + spare * 2 ** 21] as const;
        const [data, table] = words.map((word) => word % 2 ** 21);
        const [low, high] = words.map((word) => Math.floor(word / 2 ** 24)) as [number, number];
        expect({ dataAddress: data, tableAddress: table, subVectors: low + 256 * high }).toEqual(one);
      }),
      { seed: 5 },
    );
  });
});

describe('the cheapest layout', () => {
  const jagged = fc.record({
    generation: fc.constantFrom(...generations),
    type: fc.constantFrom(...elementTypes),
    lengths: fc.array(fc.nat(3000), { minLength: 1, maxLength: 12 }),
    alignment: fc.constantFrom(1, 4, 8, 16),
  });
  const bytes = (one: { readonly descriptorBytes: number; readonly dataBytes: number }): number =>
    one.descriptorBytes + one.dataBytes;

  it('is none dearer than any legal one', () => {
    fc.assert(
      fc.property(jagged, ({ generation, ...one }) => {
        const best = cheapestLayout(generation, { shape: one, sizes: 'none', key: 'alignment' });
        const legal = fieldLayouts(one, 'alignment')
          .map((layout) => vectorStorage(generation, layout, one))
          .flatMap((verdict) => (verdict.kind === 'legal' ? [bytes(verdict.value)] : []));
        if (best.kind === 'illegal') expect(legal).toEqual([]);
        else expect(bytes(best.value)).toBe(Math.min(...legal));
      }),
      { seed: 5 },
    );
  });

  it('of equal vectors is what the model of the machine counts', () => {
    fc.assert(
      fc.property(jagged, fc.integer({ min: 1, max: 20 }), ({ generation, ...one }, vectors) => {
        const shape = { ...one, lengths: Array.from({ length: vectors }, () => one.lengths[0]!) };
        const best = cheapestLayout(generation, { shape, sizes: 'none', key: 'alignment' });
        if (best.kind === 'illegal') return;
        const alignment = Math.max(one.alignment, sizeOf(one.type));
        const each = { vectors, bytes: one.lengths[0]! * sizeOf(one.type), alignment };
        expect(cheapestEqualBytes(generation, each)).toBe(bytes(best.value));
      }),
      { seed: 5 },
    );
  });

  it('data never takes less than its elements', () => {
    fc.assert(
      fc.property(jagged, ({ generation, ...one }) => {
        const raw = one.lengths.reduce((sum, length) => sum + length, 0) * sizeOf(one.type);
        for (const layout of fieldLayouts(one, 'alignment')) {
          const verdict = vectorStorage(generation, layout, one);
          if (verdict.kind === 'legal') expect(verdict.value.dataBytes).toBeGreaterThanOrEqual(raw);
        }
      }),
      { seed: 5 },
    );
  });

  it('with sizes is one that has them', () => {
    const wish = { shape: shape([3, 7, 1, 5]), key: 'alignment' } as const;
    expect(cheapestLayout('mk2', { ...wish, sizes: 'both' })).toMatchObject({
      value: { layout: 'SHORT_SPAN/SHORT_SPAN', descriptorBytes: 20 },
    });
    expect(cheapestLayout('mk1', { ...wish, sizes: 'both' })).toMatchObject({ value: { layout: 'SPAN/SPAN' } });
    const long = { ...wish, shape: shape([3, 3000]), sizes: 'both' } as const;
    expect(cheapestLayout('mk2', long)).toMatchObject({ value: { layout: 'DELTANELEMENTS' } });
  });

  it('a list against nested vectors: break-even as published', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 500 }), (count) => {
        const some = shape(Array<number>(count).fill(1));
        const of = (layout: FieldLayout): number => {
          const verdict = vectorStorage('mk2', layout, some);
          return verdict.kind === 'legal' ? verdict.value.descriptorBytes : Number.NaN;
        };
        expect(of(nested('span', 'span')) - of(list)).toBe(4 * count);
        expect(of(nested('span', 'one-ptr'))).toBe(of(list));
        expect(of(list) - of(nested('one-ptr', 'one-ptr'))).toBe(4);
        expect(of(list) - of(nested('short-span', 'short-span'))).toBe(4);
      }),
      { seed: 5 },
    );
  });
});

describe('the state of a vertex', () => {
  it('pads narrow fields before wide ones', () => {
    const narrow = { name: 'scaled-ptr128', bytes: 2, alignment: 2 };
    const wide = { name: 'one-ptr', bytes: 4, alignment: 4 };
    const state = packVertex([narrow, wide, narrow]);
    expect(state.fields.map(({ offset }) => offset)).toEqual([0, 4, 8]);
    expect(state).toMatchObject({ bytes: 12, paddingBytes: 4 });
    expect(packVertex(packedOrder([narrow, wide, narrow]))).toMatchObject({ bytes: 8, paddingBytes: 0 });
  });
});

describe('questions', () => {
  it('vector', async () => {
    const words = '--lengths 3,7,1,5 --type float --generation mk2';
    expect(await ask(`vector --outer one_ptr --inner short_span ${words}`)).toMatchObject({
      status: 0,
      json: { legal: true, descriptorBytes: 20, dataBytes: 64 },
    });
    expect(await ask(`vector --layout deltanelements ${words} --address 0x80000 --table 0x4C000`)).toMatchObject({
      status: 0,
      json: { words: [1572864, 3670019, 524298, 2621451], outerWords: [0x04080000, 0x4c000] },
    });
    expect(await ask(`vector --outer one_ptr --inner scaled_ptr128 ${words} --address 0x4C010`)).toMatchObject({
      json: { descriptorBytes: 12, dataBytes: 96, words: [0x4c01, 0x4c02, 0x4c04, 0x4c05] },
    });
    const best = await ask(`vector --layout best ${words}`);
    expect(best.json.descriptorBytes + best.json.dataBytes).toBe(82);
    const refusal = { legal: false, code: 'generation', reason: expect.stringContaining('mk1') };
    expect(await ask('vector --layout deltanelements --lengths 3,7 --generation mk1')).toMatchObject({
      status: 1,
      json: { ...refusal, descriptorBytes: 16 },
    });
    expect(await ask('vector --layout deltanelements --lengths 1 --repeat 65536 --type char')).toMatchObject({
      status: 1,
      json: { code: 'list-length' },
    });
    expect(await ask('vector --layout best --lengths 1 --repeat 1000000000000')).toMatchObject({
      status: 1,
      json: { code: 'memory-full' },
    });
    expect(await ask('vector --outer scaled_ptr128 --lengths 5 --address 0x4C008')).toMatchObject({
      status: 1,
      json: { code: 'address-alignment' },
    });
    expect((await ask('vector --inner span --lengths 1,2')).status).toBe(2);
    expect((await ask('vector --lengths 1,2')).status).toBe(2);
  });

  it('vector, for people: words by their digits', async () => {
    const { stdout } = await mapperHere('inspect ipu vector --layout deltanelements --lengths 3,7,1,5'.split(' '));
    expect(stdout).toMatch(/^words +0x00180000, 0x00380003, 0x0008000A, 0x0028000B$/m);
  });

  it('vertex', async () => {
    expect(await ask('vertex scaled_ptr128 one_ptr ushort span')).toMatchObject({
      json: { bytes: 20, paddingBytes: 4, bytesInBestOrder: 16 },
    });
    expect(await ask('vertex short_span --generation mk1')).toMatchObject({ status: 1, json: { code: 'generation' } });
    expect((await ask('vertex pointer')).status).toBe(2);
  });
});
