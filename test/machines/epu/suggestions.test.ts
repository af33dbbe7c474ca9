// What a refusal offers instead must be legal, and no more must be: numbers are read back from its sentence.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexFindings, stagingRuling } from '../../../src/machines/epu/broadcast.js';
import { elementTypes } from '../../../src/machines/epu/element-type.js';
import { type FlowRequest, flowRuling } from '../../../src/machines/epu/flow.js';
import { iteratorNames } from '../../../src/machines/epu/iterator.js';
import { registerFindings } from '../../../src/machines/epu/local-memory.js';
import { footprintBytes, ocmFindings } from '../../../src/machines/epu/ocm.js';
import { coreNames, coreOf } from '../../../src/machines/epu/parameters.js';
import { boundsFindings } from '../../../src/machines/epu/region.js';
import { origin, shapeOf } from '../../../src/machines/epu/shape.js';
import type { Problem, ProblemCode, Verdict } from '../../../src/machines/epu/verdict.js';

const settings = { seed: 7, numRuns: 300 } as const;
const upTo = (max: number) => fc.integer({ min: 1, max });
const cores = fc.constantFrom(...coreNames).map((name) => coreOf(name));
const types = fc.constantFrom(...elementTypes);

it('offsets within bounds', () => {
  const check = (extent: number, room: number, offset: number): void => {
    const region = (rows: number) => ({
      tensor: shapeOf([1, 1, extent + room, 8]),
      roi: shapeOf([1, 1, extent, 8]),
      offset: { ...origin, rows },
    });
    const [finding] = boundsFindings(region(offset));
    expect(finding === undefined).toBe(offset >= 0 && offset <= room);
    if (!finding) return;
    const last = numbersIn(finding).at(-1)!;
    expect(boundsFindings(region(last))).toEqual([]);
    expect(boundsFindings(region(last + 1))).not.toEqual([]);
  };
  fc.assert(fc.property(upTo(50), fc.nat(30), fc.integer({ min: -40, max: 80 }), check), settings);
});

it('aligned columns', () => {
  const check = (name: (typeof coreNames)[number], column: number, columns: number): void => {
    const request = (at: number): FlowRequest => ({
      region: { tensor: shapeOf([1, 1, 8, 200]), roi: shapeOf([1, 1, 8, columns]), offset: { ...origin, columns: at } },
      ...{ path: { from: 'ocm', to: 'array' }, iterator: 'XY_NO_BORDER', type: 'int8' },
      ...{ packing: 'unpacked', liveRegisters: 0 },
    });
    const finding = findingOf(flowRuling(coreOf(name), request(column)), 'E_ALIGN');
    const offered = /here ([^)]*)/.exec(finding?.instead ?? '')?.[1]?.split(' or ') ?? [];
    for (const at of offered) expect(flowRuling(coreOf(name), request(Number(at)))).toMatchObject({ kind: 'legal' });
    expect(finding === undefined).toBe(column % coreOf(name).arraySide === 0);
  };
  fc.assert(fc.property(fc.constantFrom(...coreNames), fc.nat(150), upTo(50), check), settings);
});

it('rows that fit into OCM', () => {
  const check = (channels: number, columns: number, liveBytes: number): void => {
    for (const core of coreNames.map((name) => coreOf(name))) {
      const shape = shapeOf([1, channels, 5000, columns]);
      const use = { type: 'int32', liveBytes } as const;
      const [finding] = ocmFindings(core, shape, use);
      expect(finding === undefined).toBe(footprintBytes(core, shape, 'int32') + liveBytes <= core.ocmBytes);
      if (!finding) continue;
      const rows = numbersIn(finding)[0] ?? 0;
      if (rows > 0) expect(ocmFindings(core, { ...shape, rows }, use)).toEqual([]);
      expect(ocmFindings(core, { ...shape, rows: rows + 1 }, use)).not.toEqual([]);
    }
  };
  fc.assert(fc.property(upTo(64), upTo(300), fc.nat(8_388_608), check), settings);
});

it('registers that are left', () => {
  const check = (registers: number, liveRegisters: number): void => {
    const [finding] = registerFindings(coreOf('q8'), registers, liveRegisters);
    expect(finding === undefined).toBe(registers + liveRegisters <= 1024);
    if (!finding || liveRegisters > 1024) return;
    const left = numbersIn(finding)[0]!;
    expect(registerFindings(coreOf('q8'), left, liveRegisters)).toEqual([]);
    expect(registerFindings(coreOf('q8'), left + 1, liveRegisters)).not.toEqual([]);
  };
  fc.assert(fc.property(upTo(2000), fc.nat(2000), check), settings);
});

it('tiles that one call moves, with a ring or without', () => {
  const cases = fc.tuple(cores, types, fc.constantFrom(...iteratorNames), fc.boolean());
  fc.assert(
    fc.property(cases, ([core, type, iterator, wide]) => {
      const flow = (tiles: number): Verdict<unknown> => {
        const extents = wide
          ? [1, 1, core.arraySide, tiles * core.arraySide]
          : [1, tiles, core.arraySide, core.arraySide];
        const roi = shapeOf(extents as unknown as Parameters<typeof shapeOf>[0]);
        // A tensor with something on all sides of the region, so that the ring is whole.
        const tensor = { ...roi, rows: roi.rows + 2, columns: roi.columns + 2 * core.arraySide };
        const region = { tensor, roi, offset: { ...origin, rows: 1, columns: core.arraySide } };
        const path = { from: 'ocm', to: 'array' } as const;
        return flowRuling(core, { path, region, iterator, type, packing: 'packed', liveRegisters: 0 });
      };
      const finding = findingOf(flow(2000), 'E_XFER')!;
      const tiles = Number(/move (\d+) tiles/.exec(finding.instead!)![1]);
      expect(findingOf(flow(tiles), 'E_XFER')).toBeUndefined();
      expect(findingOf(flow(tiles + 1), 'E_XFER')).toBeDefined();
    }),
    { ...settings, numRuns: 100 },
  );
});

it('rows for a broadcast, and elements of a pop', () => {
  const check = (core: (typeof q)[number], columns: number, rows: number): void => {
    const ruling = stagingRuling(core, shapeOf([1, 1, rows, columns]), 'int8');
    expect(ruling.kind).toBe(columns === core.arraySide ? 'legal' : 'illegal');
    if (ruling.kind === 'legal') return;
    const [elements, padded, side] = numbersIn(ruling.problems[0]) as [number, number, number];
    expect(elements).toBe(rows * columns);
    expect(padded * side).toBeGreaterThanOrEqual(elements);
    expect((padded - 1) * side).toBeLessThan(elements);
    expect(stagingRuling(core, shapeOf([1, 1, padded, side]), 'int8')).toMatchObject({ kind: 'legal' });
  };
  const q = coreNames.map((name) => coreOf(name));
  fc.assert(fc.property(cores, upTo(40), upTo(40), check), settings);
  for (const type of elementTypes) {
    const last = numbersIn(indexFindings(coreOf('q8'), 99, type)[0]!).at(-1)!;
    expect(indexFindings(coreOf('q8'), last, type)).toEqual([]);
    expect(indexFindings(coreOf('q8'), last + 1, type)).not.toEqual([]);
  }
});

function findingOf(ruling: Verdict<unknown>, code: ProblemCode): Problem | undefined {
  return ruling.kind === 'illegal' ? ruling.problems.find((finding) => finding.code === code) : undefined;
}

function numbersIn({ instead }: Problem): readonly number[] {
  return (instead!.match(/\d+/g) ?? []).map(Number);
}
