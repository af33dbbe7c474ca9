import { expect, it } from 'vitest';
import { type Copy, copyRuling } from '../../../src/machines/epu/mem-cpy.js';
import { footprintBytes, rowPitch, rowsThatFit } from '../../../src/machines/epu/ocm.js';
import { denseBytes, origin } from '../../../src/machines/epu/shape.js';
import { coveringOffsets } from './formulas/memory.js';
import { checkVectors, plane, q8, q16, q32, verdict } from './vectors.js';

const ddr = plane(25, 63, 2);
const ocm = plane(12, 63, 2);
const big = plane(224, 224, 64);

const usual: Copy = { path: { from: 'ddr', to: 'ocm' }, ddr, ocm, offset: origin, type: 'int32', liveBytes: 0 };
const bytes = (changes: Partial<Copy>): number | string =>
  verdict(copyRuling(q8, { ...usual, ...changes }), (amounts) => amounts.bytes);
const atRow = (rows: number): number | string => bytes({ offset: { ...origin, rows } });
const sum = (amounts: readonly (number | string)[]): number =>
  amounts.reduce((total: number, one) => total + Number(one), 0);

checkVectors('C', {
  24: () => atRow(4),
  25: () => [atRow(13), atRow(14)],
  26: () => [
    verdict(copyRuling(q8, usual), ({ copiesToCover }) => copiesToCover),
    sum(coveringOffsets(25, 12).map(atRow)),
    sum([atRow(0), atRow(12), bytes({ ocm: plane(1, 63, 2), offset: { ...origin, rows: 24 } })]),
  ],
  27: () => atRow(24),
  28: () => bytes({ ocm: plane(12, 32, 2) }),
  29: () => bytes({ offset: { ...origin, columns: 1 } }),
  30: () => bytes({ offset: { ...origin, channels: 1 } }),
  31: () => bytes({ path: { from: 'ddr', to: 'array' } }),
  32: () => bytes({ path: { from: 'ocm', to: 'ddr' }, ddr: plane(12, 15, 2), ocm: plane(12, 15, 2) }),
  33: () => {
    const rows = rowsThatFit(q16, big, usual);
    const part = copyRuling(q16, { ...usual, ddr: big, ocm: { ...big, rows } });
    return [bytes({ ddr: big, ocm: big }), rows, verdict(part, ({ copiesToCover }) => copiesToCover)];
  },
  34: () => [ocm, plane(12, 15, 2)].map((shape) => [denseBytes(shape, 'int32'), footprintBytes(q16, shape, 'int32')]),
  35: () => [63, rowPitch(q16, ocm)].map((pitch) => (5 * pitch + 16) % 16),
});

it('covers with the last copy shifted back', () => {
  expect(coveringOffsets(25, 12)).toEqual([0, 12, 13]);
  expect(coveringOffsets(24, 12)).toEqual([0, 12]);
  expect(coveringOffsets(5, 12)).toEqual([0]);
});

it('says what would be legal instead', () => {
  const wrong = { ...usual, ocm: plane(30, 32, 2), offset: { ...origin, channels: 1 } };
  const ruling = copyRuling(q8, { ...wrong, path: { from: 'ddr', to: 'array' } });
  expect(ruling.kind === 'illegal' && ruling.problems.map(({ code, instead }) => [code, instead])).toEqual([
    ['E_PATH', 'it goes ddr->ocm and ocm->ddr, so that data for array passes through ocm'],
    ['E_MEMCPY_WIDTH', 'the OCM tensor must be 63 wide'],
    ['E_BOUNDS', 'the offset in channels can only be 0, at most 25 rows fit'],
  ]);
  const full = copyRuling(q8, { ...usual, ddr: big, ocm: big });
  expect(full).toMatchObject({ problems: [{ instead: '146 of its 224 rows fit at a time' }] });
});

it('counts rows of OCM by whole lines of the array', () => {
  const footprints = [q8, q16, q32].map((core) => footprintBytes(core, plane(12, 15, 2), 'int32'));
  expect(footprints).toEqual([1536, 1536, 3072]);
});

it('fills OCM to the last byte', () => {
  const room = plane(1024, 2048);
  expect(bytes({ ddr: room, ocm: room })).toBe(8_388_608);
  expect(bytes({ ddr: room, ocm: room, liveBytes: 1 })).toBe('E_OCMCAP');
});
