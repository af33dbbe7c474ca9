// The SRAM estimate against results of CACTI, of which those of odd depth stand in no table.

import { describe, expect, it, test } from 'vitest';
import type { Figures } from '../../../src/arch/estimate/figures.js';
import { estimateSram } from '../../../src/arch/estimate/sram.js';
import { type Point, pointsOf } from './sram-points.js';

const points = pointsOf('sram.jsonl');
const random = pointsOf('sram-random.jsonl');
const isPowerOfTwo = ({ depth }: Point) => Number.isInteger(Math.log2(depth));

function sram(attributes: Readonly<Record<string, number | string>>): Figures {
  const found = estimateSram(new Map(Object.entries(attributes)));
  if ('unknown' in found) throw new Error(found.unknown);
  return found;
}

function estimated({
  technologyNm,
  widthBits,
  depth,
  ports,
  banks,
}: Point): Omit<Point, 'technologyNm' | 'accessNs'> & { inside: boolean } {
  const found = sram({ technology: `${technologyNm}nm`, width: widthBits, depth, n_rdwr_ports: ports, n_banks: banks });
  return {
    widthBits,
    depth,
    ports,
    banks,
    readPj: found.actionsPj.get('read')!,
    writePj: found.actionsPj.get('write')!,
    areaUm2: found.areaUm2!,
    leakageMw: found.leakageMw,
    inside: found.origin.kind === 'cacti-fit',
  };
}

const quantities = ['readPj', 'writePj', 'areaUm2', 'leakageMw'] as const;

describe.each([
  ['all points', points],
  ['points that no table holds', points.filter((point) => !isPowerOfTwo(point))],
  ['random points, one bank and port', random.filter(({ ports, banks }) => ports * banks === 1)],
  ['random points, several banks or ports', random.filter(({ ports, banks }) => ports * banks > 1)],
  ['between nodes', [...points, ...random].filter(({ technologyNm }) => [28, 40, 55].includes(technologyNm))],
] as const)('SRAM against CACTI, %s', (_, some) => {
  it.each(quantities)('%s: half within 5 %, nine of ten within 15 %', (quantity) => {
    expect(some.length).toBeGreaterThan(20);
    const errors = some
      .map((point) => Math.abs(estimated(point)[quantity] / point[quantity] - 1))
      .sort((a, b) => a - b);
    expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(0.05);
    expect(errors[Math.floor(errors.length * 0.9)]).toBeLessThan(0.15);
  });
});

test('every point of the file is inside the stated range, save the node that the reference scales', () => {
  expect(new Set(points.filter((point) => !estimated(point).inside).map(({ technologyNm }) => technologyNm))).toEqual(
    new Set([90]),
  );
});

test("at 90 nm the reference's package scales its 22 nm; CACTI's own is there for the asking", () => {
  const asked = { technology: '90nm', width: 64, depth: 1024 };
  const [followed, own] = [sram(asked), sram({ ...asked, estimator: 'cacti' })];
  const newest = sram({ ...asked, technology: '22nm' });
  expect(followed.actionsPj.get('read')! / newest.actionsPj.get('read')!).toBeCloseTo(Math.sqrt(90 / 22), 12);
  expect(followed.origin).toMatchObject({ kind: 'scaled', source: expect.stringContaining('22 nm scaled') });
  expect(own.origin.kind).toBe('cacti-fit');
  expect(own.actionsPj.get('read')!).toBeGreaterThan(sram({ ...asked, technology: '65nm' }).actionsPj.get('read')!);
});

describe('beyond the tables', () => {
  const base = { technology: '22nm', width: 64, depth: 1024 };

  it('newer nodes cost less, and say that they are scaled', () => {
    const [at22, at7] = [sram(base), sram({ ...base, technology: '7nm' })];
    expect(at7.actionsPj.get('read')! / at22.actionsPj.get('read')!).toBeCloseTo(Math.sqrt(7 / 22), 12);
    expect(at7.areaUm2! / at22.areaUm2!).toBeCloseTo(7 / 22, 12);
    expect([at22.origin, at7.origin].map(({ kind, errorPercent }) => [kind, errorPercent])).toEqual([
      ['cacti-fit', 15],
      ['scaled', 40],
    ]);
  });

  it('deeper and wider ones grow on', () => {
    const deep = sram({ ...base, depth: 2 ** 20 });
    expect(deep.actionsPj.get('read')!).toBeGreaterThan(sram({ ...base, depth: 2 ** 16 }).actionsPj.get('read')!);
    expect(deep.origin.kind).toBe('scaled');
    expect(sram({ ...base, width: 2048 }).areaUm2!).toBeGreaterThan(1.7 * sram({ ...base, width: 1024 }).areaUm2!);
  });

  it('smaller ones are a share of the least that CACTI takes', () => {
    const least = sram({ ...base, width: 32, depth: 64 });
    const half = sram({ ...base, width: 16, depth: 32 });
    expect(half.actionsPj.get('read')! / least.actionsPj.get('read')!).toBeCloseTo(0.65 * 0.5 ** 0.78, 12);
    expect(half.areaUm2! / least.areaUm2!).toBeCloseTo(0.25, 12);
  });

  it('nothing costs nothing, and voltage counts squared', () => {
    expect(sram({ ...base, width: 0 }).actionsPj.get('read')).toBe(0);
    const low = sram({ ...base, technology: '45nm', voltage: 0.5 });
    expect(low.actionsPj.get('read')! / sram({ ...base, technology: '45nm' }).actionsPj.get('read')!).toBeCloseTo(
      0.25,
      12,
    );
  });
});

test.each([
  [{ width: 64, depth: 64 }, 'no technology is given'],
  [{ technology: 'SET ME', width: 64, depth: 64 }, 'no technology is given'],
  [{ technology: '45nm', depth: 64 }, 'no width and depth are given'],
  [{ technology: '45nm', width: 64, depth: -1 }, 'its size is not positive'],
  [{ technology: '45nm', width: 64, depth: 64, n_rw_ports: 1.5 }, 'its ports are no whole number'],
])('%j is not estimated', (attributes, unknown) => {
  expect(estimateSram(new Map(Object.entries(attributes)))).toEqual({ unknown });
});
