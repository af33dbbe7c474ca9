// Logic, DRAM and wires against figures that were published with them.

import { describe, expect, it, test } from 'vitest';
import type { Figures } from '../../../src/arch/estimate/figures.js';
import { estimatePrimitive } from '../../../src/arch/estimate/primitives.js';
import { areaRatio, energyRatio, nodeOf } from '../../../src/arch/estimate/technology.js';
import { wireEnergyPjPerBitMm } from '../../../src/arch/estimate/wires.js';

type Attributes = Readonly<Record<string, number | string>>;

function figures(className: string, attributes: Attributes): Figures {
  const found = estimatePrimitive(className, new Map(Object.entries(attributes)));
  if ('unknown' in found) throw new Error(found.unknown);
  return found;
}

describe('energies as the reference tools print them', () => {
  it.each([
    ['aladdin_adder', { technology: '45nm', width: 16 }, 'read', 0.105],
    ['aladdin_multiplier', { technology: '45nm', width_a: 8, width_b: 8 }, 'multiply', 0.7925],
    ['aladdin_register', { technology: '45nm', width: 16, datawidth: 16, depth: 1 }, 'read', 0.144],
    ['aladdin_register', { technology: '45nm', width: 16 }, 'write', 0],
    // The library has no column n_bits: the comparator keeps its 32 bits.
    ['aladdin_comparator', { technology: '45nm', n_bits: 6 }, 'compare', 0.02947],
    ['intadder', { technology: '45nm', n_bits: 14, precision: 14, width: 14 }, 'add', 0.091875],
    // Of the tutorial with 40 nm, where the original plug-in answers.
    ['regfile', { technology: '40nm', width: 8, depth: 64 }, 'read', 0.42564],
    ['intmac', { technology: '40nm', width: 8 }, 'compute', 0.845],
    ['DRAM', { technology: '45nm', width: 64 }, 'read', 512],
    ['DRAM', { type: 'LPDDR4', width: 64 }, 'write', 512],
    ['DRAM', { type: 'DDR3', width: 64 }, 'read', 70 * 64],
    ['HBM2', { width: 1024 }, 'read', 3.9 * 1024],
  ] as const)('%s %j %s', (className, attributes, action, energyPj) => {
    expect(figures(className, attributes).actionsPj.get(action)).toBeCloseTo(energyPj, 9);
  });

  it('areas too', () => {
    expect(figures('aladdin_adder', { technology: '45nm', width: 16 }).areaUm2).toBeCloseTo(139, 9);
    expect(figures('aladdin_adder', { technology: '32nm', width: 32 }).areaUm2).toBeCloseTo(278 * 0.46, 9);
  });
});

describe('scaling', () => {
  it('reproduces the ratio of the published MACs at 32 and 45 nm', () => {
    expect(energyRatio(45, 32)).toBeCloseTo(0.207692 / 0.315, 5);
    expect(areaRatio(45, 32)).toBeCloseTo(191.82 / 417, 6);
  });

  it('falls with every node and keeps the outermost beyond its range', () => {
    const nodes = [180, 130, 90, 65, 45, 40, 32, 28, 22, 16, 14, 12, 10, 7, 5];
    const ratios = nodes.map((nm) => energyRatio(45, nm));
    expect(ratios).toEqual(ratios.toSorted((a, b) => b - a));
    expect(energyRatio(45, 180)).toBe(energyRatio(45, 130));
    expect(energyRatio(45, 5)).toBe(energyRatio(45, 7));
  });

  it.each([
    ['45nm', 45],
    ['45 nm', 45],
    ['0.045um', 45],
    [45, 45],
    [7e-9, 7],
    ['7', 7],
    ['DRAM', undefined],
    ['SET ME', undefined],
    ['-7nm', undefined],
  ])('reads %s', (technology, nm) => {
    const found = nodeOf(new Map([['technology', technology]]));
    if (nm === undefined) expect(found).toBeUndefined();
    else expect(found).toBeCloseTo(nm, 9);
  });

  it('says what it did', () => {
    const { origin } = figures('intadder', { technology: '7nm', width: 32, voltage: 0.6 });
    expect(origin).toEqual({
      kind: 'scaled',
      source: 'Aladdin adder, 45 nm scaled to 7 nm, 0.6 V instead of 0.7 V',
      errorPercent: 80,
      extrapolated: [],
    });
  });
});

describe('arithmetic by number format', () => {
  const mac = (attributes: Attributes) => figures('mac', attributes).actionsPj.get('compute')!;

  it('has the published figures at both nodes', () => {
    expect(mac({ technology: '45nm', format: 'fp16', adder_width: 11 })).toBeCloseTo(1.1 + 0.4, 9);
    expect(mac({ technology: '45nm', format: 'fp32' })).toBeCloseTo(3.7 + 0.9, 9);
    expect(mac({ technology: '7nm', format: 'int8', adder_width: 32 })).toBeCloseTo(0.07 + 0.03, 9);
    expect(figures('multiplier', { technology: '7nm', format: 'fp32' }).actionsPj.get('multiply')).toBeCloseTo(1.31, 9);
  });

  it('orders formats by their significands, and nodes by their size', () => {
    const formats = ['fp8', 'bf16', 'fp16', 'fp32', 'fp64'].map((format) => mac({ technology: '28nm', format }));
    expect(formats).toEqual(formats.toSorted((a, b) => a - b));
    const nodes = ['65nm', '45nm', '28nm', '16nm', '7nm', '5nm'].map((technology) => mac({ technology, datawidth: 8 }));
    expect(nodes).toEqual(nodes.toSorted((a, b) => b - a));
  });

  it('a format overrides the Aladdin unit of the class', () => {
    const { origin } = figures('intmac', { technology: '45nm', format: 'int8' });
    expect(origin.source).toContain('Horowitz');
  });
});

test('wires: the two published points, and one that was not used', () => {
  const at = (technology: string) => wireEnergyPjPerBitMm(new Map([['technology', technology]]))!.pjPerBitMm;
  expect(at('40nm') * 2560).toBeCloseTo(310, 9);
  expect(at('10nm') * 2560).toBeCloseTo(200, 9);
  // Dally et al., CACM 2020.
  expect(Math.abs(at('14nm') / 0.1 - 1)).toBeLessThan(0.15);
  const wire = figures('wire', { technology: '40nm', length: '2mm', datawidth: 16 });
  expect(wire.actionsPj.get('transfer')).toBeCloseTo(2 * 16 * at('40nm'), 12);
});

describe('what lies outside the range of the figures is an extrapolation, and nobody states its error', () => {
  const node = 'technology (nm) 5 outside 7 to 130';
  test.each<[string, Attributes, readonly string[]]>([
    ['SRAM', { width: 64, depth: 2 ** 18, n_banks: 1 }, []],
    ['SRAM', { width: 64, depth: 2 ** 18 + 1, n_banks: 1 }, ['depth 262,145 outside 0 to 262,144']],
    ['SRAM', { width: 4096, depth: 64, n_banks: 1 }, ['width 4,096 outside 0 to 2,048']],
    [
      'SRAM',
      { width: 64, depth: 25e6, n_rdwr_ports: 4, n_banks: 64, technology: '5nm' },
      ['depth 25,000,000 outside 0 to 65,536', 'ports 4 outside 1 to 2', 'banks 64 outside 1 to 32', node],
    ],
    ['regfile', { width: 16, depth: 256 }, []],
    ['regfile', { width: 16, depth: 880e6 }, ['depth 880,000,000 outside 0 to 256']],
    ['intadder', { width: 64 }, []],
    ['intadder', { width: 128, technology: '5nm' }, ['width 128 outside 0 to 64', node]],
    ['intmultiplier', { width_a: 8, width_b: 65 }, ['width 65 outside 0 to 64']],
    ['aladdin_register', { width: 1024 }, []],
    ['intmac', { width: 8, adder_width: 80 }, ['width 80 outside 0 to 64']],
    ['mac', { width: 4 }, ['bits 4 outside 8 to 32']],
    ['mac', { format: 'bf16', technology: '7nm' }, []],
    ['mac', { format: 'fp64' }, ['bits 53 outside 8 to 24']],
    ['wire', { length: '1mm', technology: '130nm' }, ['technology (nm) 130 outside 10 to 90']],
    ['LPDDR4', { width: 4096, technology: '5nm' }, []],
  ])('%s %j: %j', (className, attributes, extrapolated) => {
    const { origin } = figures(className, { technology: '45nm', ...attributes });
    expect(origin.extrapolated).toEqual(extrapolated);
    if (extrapolated.length > 0) {
      expect(origin).toMatchObject({ kind: 'scaled', errorPercent: null });
      expect(origin.source).toContain(`extrapolated: ${extrapolated[0]}`);
    } else expect(origin.errorPercent).toBeGreaterThan(0);
  });

  // Jouppi et al., ISCA 2021, table 2: the figures that are not in the tables.
  test.each([
    ['adder', 'add', 0.11],
    ['multiplier', 'multiply', 0.21],
  ])('%s of bf16', (className, action, publishedPj) => {
    const found = figures(className, { technology: '7nm', format: 'bf16', adder_width: 8 }).actionsPj.get(action)!;
    expect(Math.abs(found / publishedPj - 1)).toBeLessThan(0.07);
  });
});

test.each([
  ['isaac_adc', { technology: '32nm' }, 'nobody here knows class isaac_adc'],
  ['DRAM', { width: 64 }, 'neither type nor technology is given'],
  ['DRAM', { type: 'DDR9', width: 64 }, 'DRAM type DDR9 is not one of'],
  ['DRAM', { type: 5, width: 64, technology: '45nm' }, 'DRAM type 5 is not one of'],
  ['mac', { technology: '7nm', format: 'posit8' }, 'number format posit8 is not known'],
])('%s %j is not estimated', (className, attributes, why) => {
  const found = estimatePrimitive(className, new Map<string, string | number>(Object.entries(attributes)));
  expect(found).toMatchObject({ unknown: expect.stringContaining(why) });
});

test('technology: -1 asks for placeholders, whatever the class', () => {
  for (const className of ['DRAM', 'SRAM', 'intmac', 'isaac_adc']) {
    const { actionsPj, leakageMw, areaUm2, origin } = figures(className, { technology: -1, type: 'LPDDR4', width: 64 });
    expect([actionsPj.get('read'), actionsPj.get('compute'), leakageMw, areaUm2]).toEqual([1, 1, 0, 1]);
    expect(origin).toMatchObject({ source: expect.stringContaining('placeholder'), errorPercent: null });
  }
  expect(figures('dummy_storage', { technology: -1 }).actionsPj.get('read')).toBe(0);
});
