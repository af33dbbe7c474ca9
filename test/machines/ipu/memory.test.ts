// Vectors 1 to 25: what addresses mean, and which accesses collide.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Generation, generations } from '../../../src/machines/ipu/generation.js';
import { type Access, cycleOf } from '../../../src/machines/ipu/memory/access.js';
import { readAccesses } from '../../../src/machines/ipu/memory/access-text.js';
import { type Place, placeOf } from '../../../src/machines/ipu/memory/address.js';
import { memoryMap } from '../../../src/machines/ipu/memory/memory-map.js';
import { tileFilling } from '../../../src/machines/ipu/memory/tile-memory.js';
import { figureOf } from '../../../src/machines/ipu/parameters.js';
import { ask } from './ask.js';

const bank = (index: number, word: number) => ({ kind: 'plain', region: 0, bank: index, word });
const element = (index: number, half: string) => ({ kind: 'interleaved', region: 1, element: index, half });
const nowhere = { kind: 'nowhere', code: 'unpopulated' };
const emptyTile = {
  ...{ dataBytes: 0, interleavedBytes: 0, vertexBytes: 0, descriptorBytes: 0, codeBytes: 0 },
  ...{ workerStackBytes: 0, supervisorStackBytes: 0 },
};

/** Where another bank or element begins, address by address. */
function elementOffsets(generation: Generation): { readonly offset: number; readonly kind: string }[] {
  const { start, end, bankBytes } = memoryMap(generation);
  const found: { readonly offset: number; readonly kind: string; readonly number: number }[] = [];
  for (let address = start; address < end; address += bankBytes) {
    const place = placeOf(generation, address);
    if (place.kind === 'nowhere') continue;
    const number = place.kind === 'plain' ? place.bank : place.element;
    const last = found.at(-1);
    if (last?.kind !== place.kind || last.number !== number)
      found.push({ offset: address - start, kind: place.kind, number });
  }
  return found;
}

/** The address of a word of a bank, or of half an element. */
function addressOf(generation: Generation, place: Exclude<Place, { readonly kind: 'nowhere' }>): number {
  const map = memoryMap(generation);
  if (place.kind === 'plain') return map.start + place.bank * map.bankBytes + place.word * 8;
  const half = place.half === 'odd' ? 8 : 0;
  return map.interleavedStart + place.element * map.elementBytes + place.word * 16 + half;
}

describe('addresses', () => {
  it.each<[vector: number, Generation, address: number, place: object]>([
    [1, 'mk1', 0x40000, bank(0, 0)],
    [2, 'mk1', 0x47ff8, bank(1, 2047)],
    [3, 'mk1', 0x5fff8, bank(7, 2047)],
    [4, 'mk1', 0x60000, element(0, 'even')],
    [4, 'mk1', 0x60008, element(0, 'odd')],
    [4, 'mk1', 0x67ff8, element(0, 'odd')],
    [4, 'mk1', 0x68000, element(1, 'even')],
    [4, 'mk1', 0x7fff8, element(3, 'odd')],
    [5, 'mk1', 0x3fff8, nowhere],
    [5, 'mk1', 0x80000, nowhere],
    [6, 'mk2', 0x4bff8, nowhere],
    [6, 'mk2', 0xe8000, nowhere],
    [7, 'mk2', 0x4c000, { ...bank(0, 0), field: 19 }],
    [8, 'mk2', 0x7fff8, { ...bank(12, 2047), field: 31 }],
    [9, 'mk2', 0x80000, element(0, 'even')],
    [9, 'mk2', 0x88000, element(1, 'even')],
    [9, 'mk2', 0xe7ff8, element(12, 'odd')],
    [10, 'mk1', 0x60000, element(0, 'even')],
    [10, 'mk2', 0x60000, { ...bank(5, 0), field: 24 }],
    [10, 'bow', 0x60000, { ...bank(5, 0), field: 24 }],
  ])('vector %i: %s, %i', (_vector, generation, address, place) => {
    expect(placeOf(generation, address)).toMatchObject(place);
  });

  it('vector 11: sizes of memory and regions', () => {
    const sizes = (generation: Generation) => {
      const { start, interleavedStart, end } = memoryMap(generation);
      return [end - start, interleavedStart - start, end - interleavedStart];
    };
    expect(sizes('mk2')).toEqual([638_976, 212_992, 425_984]);
    expect(sizes('mk1')).toEqual([262_144, 131_072, 131_072]);
  });

  it('vector 12: offsets of the elements', () => {
    const mk1 = elementOffsets('mk1');
    expect(mk1.map(({ offset }) => offset)).toEqual([
      0, 0x4000, 0x8000, 0xc000, 0x10000, 0x14000, 0x18000, 0x1c000, 0x20000, 0x28000, 0x30000, 0x38000,
    ]);
    expect(mk1.findIndex(({ kind }) => kind === 'interleaved')).toBe(8);
    const mk2 = elementOffsets('mk2');
    expect([mk2.length, mk2[13]!.offset, mk2[25]!.offset]).toEqual([26, 0x34000, 0x94000]);
    expect(mk2.findIndex(({ kind }) => kind === 'interleaved')).toBe(13);
  });

  it('vector 13: memory of a chip', () => {
    const chip = (generation: Generation) => figureOf(generation, 'tiles') * figureOf(generation, 'memoryBytes');
    expect(chip('mk1')).toBe(318_767_104);
    expect(chip('mk1') / 2 ** 20).toBe(304);
    expect(chip('mk2')).toBe(940_572_672);
    expect(chip('mk2') / 2 ** 20).toBe(897);
  });

  it('every word has one place, and every place one address', () => {
    const word = fc.constantFrom(...generations).chain((generation) => {
      const { start, end } = memoryMap(generation);
      return fc.record({ generation: fc.constant(generation), at: fc.integer({ min: start / 8, max: end / 8 - 1 }) });
    });
    fc.assert(
      fc.property(word, ({ generation, at }) => {
        const place = placeOf(generation, at * 8);
        expect(place.kind).not.toBe('nowhere');
        if (place.kind !== 'nowhere') expect(addressOf(generation, place)).toBe(at * 8);
      }),
      { seed: 5 },
    );
  });
});

describe('accesses of a cycle', () => {
  it.each<[vector: number, Generation, accesses: string, code: string | undefined]>([
    [14, 'mk2', 'ld64@0x80000 st64@0x80008', undefined],
    [15, 'mk2', 'ld64@0x80010 st64@0x80000', 'bank-conflict'],
    [16, 'mk2', 'ld64@0x80018 st64@0x80000', undefined],
    [17, 'mk2', 'ld64@0x87FF8 st64@0x88008', undefined],
    [18, 'mk2', 'ld64@0x4C000 st64@0x4C008', 'bank-conflict'],
    [18, 'mk2', 'ld64@0x4FFF8 st64@0x50000', undefined],
    [19, 'mk2', 'ld64@0x60000 st64@0x60008', 'bank-conflict'],
    [19, 'mk1', 'ld64@0x60000 st64@0x60008', undefined],
    [20, 'mk2', 'ld64@0x7FFF8 st64@0x80000', undefined],
    [21, 'mk2', 'ld128@0x80000 st64@0x80010', 'bank-conflict'],
    [21, 'mk2', 'ld128@0x80000 st64@0x88000', undefined],
    [22, 'mk2', 'ld2xst64pace@0x80000,0x80008,0x88000', undefined],
    [22, 'mk2', 'ld2xst64pace@0x80000,0x80008,0x80010', 'bank-conflict'],
    [23, 'mk2', 'ld32@0x80000 ld32@0x80004', 'bank-conflict'],
    [23, 'mk2', 'ld32@0x80004 ld32@0x80008', undefined],
    [24, 'mk2', 'ld128@0x4C000', 'wide-load-region'],
    [24, 'mk2', 'ld64@0x4C004', 'misaligned'],
    [24, 'mk2', 'fetch@0x80000', 'fetch-region'],
    [24, 'mk2', 'fetch@0x60000', undefined],
    [24, 'mk1', 'fetch@0x60000', 'fetch-region'],
    [25, 'mk2', 'fetch@0x4C000 ld64@0x4D000', 'fetch-conflict'],
    [25, 'mk2', 'fetch@0x4C000 ld64@0x50000', undefined],
    [0, 'mk2', 'st128@0x80000', 'store-width'],
    [0, 'mk2', 'st8@0x80000', 'store-width'],
    [0, 'mk2', 'ld64@0xE8000', 'unpopulated'],
    [0, 'mk2', 'ld64@0x200000', 'address-range'],
    [0, 'mk2', 'ld64@0x80000 ld64@0x80008 ld64@0x88000 st64@0x88008', 'access-count'],
  ])('vector %i: %s, %s', (_vector, generation, text, code) => {
    const verdict = cycleOf(generation, { accesses: accessesOf(text), fetchRule: 'forbid' });
    expect(verdict.kind === 'illegal' ? verdict.problems[0].code : undefined).toBe(code);
  });

  it('a fetch beside data may also be assumed to wait, or to be possible', () => {
    const accesses = accessesOf('fetch@0x4C000 ld64@0x4D000');
    expect(cycleOf('mk2', { accesses, fetchRule: 'stall' })).toMatchObject({ kind: 'legal', value: { cycles: 2 } });
    expect(cycleOf('mk2', { accesses, fetchRule: 'ignore' })).toMatchObject({ kind: 'legal', value: { cycles: 1 } });
  });

  it('two words of an element collide exactly if they are an even number of words apart', () => {
    const words = fc.record({
      element: fc.integer({ min: 0, max: 12 }),
      first: fc.integer({ min: 0, max: 4095 }),
      second: fc.integer({ min: 0, max: 4095 }),
      other: fc.integer({ min: 0, max: 12 }),
    });
    fc.assert(
      fc.property(words, ({ element, first, second, other }) => {
        const load: Access = { action: 'load', bits: 64, address: 0x80000 + element * 0x8000 + first * 8 };
        const store: Access = { action: 'store', bits: 64, address: 0x80000 + other * 0x8000 + second * 8 };
        const { kind } = cycleOf('mk2', { accesses: [load, store], fetchRule: 'forbid' });
        expect(kind === 'illegal').toBe(element === other && (first - second) % 2 === 0);
      }),
      { seed: 5 },
    );
  });
});

describe('contents of a tile', () => {
  it('everything but the slack and the scratch can be filled', () => {
    const rest = tileFilling('mk2', emptyTile);
    if (rest.kind !== 'legal') throw new Error(rest.problems[0].message);
    const { freeBytes, slackBytes, stackBytes } = rest.value;
    expect(freeBytes + slackBytes + stackBytes).toBe(638_976);
    expect(tileFilling('mk2', { ...emptyTile, dataBytes: freeBytes })).toMatchObject({ value: { freeBytes: 0 } });
    expect(tileFilling('mk2', { ...emptyTile, dataBytes: freeBytes + 7 })).toMatchObject({
      problems: [{ code: 'memory-full', message: expect.stringContaining('(7 B too much)') }],
    });
  });

  it('code stays in region 0 and interleaved data in region 1', () => {
    expect(tileFilling('mk2', { ...emptyTile, codeBytes: 212_993 })).toMatchObject({
      problems: [{ code: 'code-full' }],
    });
    expect(tileFilling('mk2', { ...emptyTile, interleavedBytes: 425_984 })).toMatchObject({
      problems: [{ code: 'interleaved-full' }],
    });
    expect(tileFilling('mk2', { ...emptyTile, interleavedBytes: 425_952 })).toMatchObject({ kind: 'legal' });
  });
});

describe('questions', () => {
  it('address', async () => {
    const { status, json } = await ask('address 0x80000 0x4C000 0xE8000 --generation mk2');
    expect(status).toBe(0);
    expect(json).toMatchObject([
      { address: 0x80000, valid: true, region: 1, element: 0, half: 'even', word: 0 },
      { address: 0x4c000, valid: true, region: 0, bank: 0, word: 0 },
      { address: 0xe8000, valid: false },
    ]);
    expect((await ask('address 0xZZ')).status).toBe(2);
  });

  it('access', async () => {
    expect(await ask('access ld64@0x80000 st64@0x80008 --generation mk2')).toMatchObject({
      status: 0,
      json: { legal: true, conflict: false },
    });
    expect(await ask('access ld64@0x80010 st64@0x80000')).toMatchObject({
      status: 1,
      json: { legal: false, code: 'bank-conflict', conflict: true, reason: expect.stringContaining('same bank') },
    });
    expect(await ask('access ld128@0x4C000')).toMatchObject({ status: 1, json: { legal: false, conflict: false } });
    expect((await ask('access ld24@0x4C000')).status).toBe(2);
  });

  it('memory', async () => {
    expect(await ask('memory --data 1000 --code 2000')).toMatchObject({ status: 0, json: { legal: true } });
    expect(await ask('memory --interleaved 500000')).toMatchObject({ status: 1, json: { code: 'interleaved-full' } });
  });
});

function accessesOf(text: string): readonly Access[] {
  return text.split(' ').flatMap((one) => {
    const read = readAccesses(one);
    if (read.kind === 'unreadable') throw new Error(read.message);
    return read.accesses;
  });
}
