// Classes of components: what the reference's documentation promises, from YAML to energies.

import { describe, expect, it, test } from 'vitest';
import { buildWithTables } from '../../../src/arch/build-architecture.js';
import { type ComponentTable, componentTables } from '../../../src/arch/component-tables.js';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import { readSpec } from '../../../src/spec/read-spec.js';

function read(text: string): { tables: readonly ComponentTable[]; diagnostics: readonly Diagnostic[] } {
  const options = { compat: 'none', overrides: [] } as const;
  const spec = readSpec([{ source: { name: 'arch.yaml', text }, directory: null, role: 'any' }], options);
  if (!spec.value) return { tables: [], diagnostics: spec.diagnostics };
  const built = buildWithTables(spec.value, options);
  const tables = built.value ? componentTables(built.value.architecture, built.value.tables) : [];
  return { tables, diagnostics: [...spec.diagnostics, ...built.diagnostics] };
}

function architecture(buffer: string, classes: string, variables = 'technology: 45nm'): string {
  return `
variables: {${variables}}
architecture:
  nodes:
  - !Component {name: DRAM, class: DRAM, attributes: {type: LPDDR4, width: 64, datawidth: 8}}
  - !Component ${buffer}
  - !Component {name: mac, class: intmac, attributes: {datawidth: 8, multiplier_width: 8, adder_width: 16}}
compound_components:
  version: 0.4
  classes:
${classes}`;
}

function energies(table: ComponentTable | undefined): Readonly<Record<string, number>> {
  return Object.fromEntries(
    (table?.actions ?? []).map(({ name, energyPj }) => [name, Number(energyPj.toPrecision(9))]),
  );
}

const buffer = '{name: buffer, class: my_storage, attributes: {width: 8, depth: 64, datawidth: 8}}';
const regfile = `
  - name: my_storage
    attributes: {technology: must_specify, width: must_specify, depth: must_specify, global_cycle_seconds: must_specify}
    subcomponents:
    - name: storage[1..width*depth]
      class: aladdin_register
    - name: comparator[1..depth]
      class: aladdin_comparator
      attributes: {n_bits: 'max(1, ceil(log2(depth)))'}
    actions:
    - name: write
      subcomponents:
      - {name: 'storage[1..width]', actions: [{name: write}]}
      - {name: 'comparator[1..depth]', actions: [{name: compare}]}
    - name: read
      subcomponents:
      - {name: 'storage[1..width]', actions: [{name: read}]}
      - {name: 'comparator[1..depth]', actions: [{name: compare}]}
    - name: leak
      subcomponents:
      - {name: 'comparator[1..depth]', actions: [{name: leak, arguments: {global_cycle_seconds: global_cycle_seconds}}]}`;

test('a list of classes within the list, as include_all gives it, is part of the list', () => {
  const nested = regfile.replace('  - name: my_storage', '  - - name: my_storage').replace(/\n {4}/g, '\n      ');
  const { tables, diagnostics } = read(architecture(buffer, nested));
  expect(diagnostics).toEqual([]);
  expect(energies(tables[1])).toEqual({ write: 1.88608, read: 1.95808 });
});

test('arrays of subcomponents: a register file as its published tables have it', () => {
  const { tables, diagnostics } = read(architecture(buffer, regfile));
  expect(diagnostics).toEqual([]);
  const table = tables[1]!;
  expect(energies(table)).toEqual({ write: 1.88608, read: 1.95808 });
  expect(table.areaUm2).toBeCloseTo(7605.76, 6);
  expect(table.leakagePjPerCycle).toBeCloseTo(0.0016064, 9);
  expect(table.source).toBe('table');
  expect(table.actions[1]).toMatchObject({
    errorPercent: 10,
    basis: 'comparator: Aladdin comparator; storage: Aladdin register',
  });
  expect(energies(tables[2])).toMatchObject({ compute: 0.8975 });
});

test('technology and clock reach the innermost class; leakage is per cycle', () => {
  const slow = read(architecture(buffer, regfile, 'technology: 32nm, global_cycle_seconds: 2e-9')).tables[1]!;
  const ratio = 0.207692 / 0.315;
  expect(slow.actions[0]!.energyPj).toBeCloseTo(1.88608 * ratio, 5);
  expect(slow.leakagePjPerCycle).toBeCloseTo(2 * 0.0016064 * ratio, 7);
  expect(slow.source).toBe('scaled');
});

const scaled = `${regfile}
  - name: outer
    attributes:
      width: must_specify
      depth: must_specify
      memory_depth: max(64, depth)
      depthscale: depth / memory_depth
      dynamic_energy_scale: depthscale ** 0.5 if depth < 64 else 1
      n_generators: 2
    subcomponents:
    - name: storage
      class: my_storage
      area_scale: depthscale
      attributes: {width: width, depth: memory_depth}
    - name: address_generators[0..n_generators-1]
      class: intadder
      attributes: {width: bits, bits: ceil(log2(depth))}
    actions:
    - name: read
      subcomponents:
      - {name: storage, actions: [{name: read, energy_scale: dynamic_energy_scale}]}
      - {name: 'address_generators[1]', actions: [{name: add}]}
    - name: write
      arguments: {beats: 1..4}
      subcomponents:
      - {name: storage, actions: [{name: write, energy_scale: dynamic_energy_scale * beats}]}`;

test('classes built on classes, scales, conditions and ranges of arguments', () => {
  const outer = buffer.replace('my_storage', 'storage, subclass: outer').replace('depth: 64', 'depth: 16');
  const { tables, diagnostics } = read(architecture(outer, scaled));
  expect(diagnostics).toEqual([]);
  const adderPj = (0.21 * 4) / 32;
  expect(energies(tables[1])).toEqual({
    read: Number((1.95808 * 0.5 + adderPj).toPrecision(9)),
    write: Number((1.88608 * 0.5 * 4).toPrecision(9)),
  });
  expect(tables[1]!.areaUm2).toBeCloseTo(7605.76 * 0.25 + 2 * 278 * (4 / 32), 6);
  expect(tables[1]!.actions[0]!.basis).toContain('storage.comparator: Aladdin comparator');
});

test('a class that is made of nothing costs nothing, one that lists no subcomponents is the built-in of its name', () => {
  const free = (parts: string) => `
  - name: my_storage
    attributes: {width: must_specify, depth: must_specify, technology: must_specify}
    actions: [{name: read, subcomponents: []}, {name: write, subcomponents: []}, {name: leak, subcomponents: []}]
    ${parts}`;
  const { tables, diagnostics } = read(architecture(buffer, free('subcomponents: []')));
  expect(diagnostics).toEqual([]);
  expect(energies(tables[1])).toMatchObject({ read: 0, write: 0 });
  expect(tables[1]).toMatchObject({ areaUm2: 0 });
  const [, builtIn] = read(architecture(buffer, free(''))).tables;
  expect(energies(builtIn).read).toBeGreaterThan(0);
});

test('a class may refine the built-in of its own name', () => {
  const classes = `
  - name: regfile
    attributes: {width: must_specify, depth: must_specify}
    subcomponents:
    - {name: half, class: regfile, attributes: {width: width, depth: depth / 2}}
    actions:
    - {name: read, subcomponents: [{name: half, actions: [{name: read}]}]}
    - {name: write, subcomponents: [{name: half, actions: [{name: write}]}]}`;
  const { tables } = read(architecture(buffer.replace('my_storage', 'regfile'), classes));
  expect(energies(tables[1])).toMatchObject({ read: Number((8 * 0.009 + 32 * 0.02947 * (5 / 32)).toPrecision(9)) });
});

describe('points of a lab', () => {
  const points = (list: string) => `
  - name: my_storage
    points:
${list}`;
  const grid = points(`
    - {technology: 28nm, width: 8, depth: 32, read: 1, write: 2, area: 100}
    - {technology: 28nm, width: 8, depth: 128, read: 4, write: 8, area: 400}
    - {technology: 28nm, width: 16, depth: 32, read: 2, write: 4, area: 200}
    - {technology: 28nm, width: 16, depth: 128, read: 8, write: 16, area: 800}`);

  it('are interpolated in the logarithms', () => {
    const { tables, diagnostics } = read(architecture(buffer, grid, 'technology: 28nm'));
    expect(diagnostics).toEqual([]);
    expect(energies(tables[1])).toEqual({ read: 2, write: 4 });
    expect(tables[1]!.areaUm2).toBeCloseTo(200, 9);
    expect(tables[1]!.source).toBe('table');
  });

  it('are scaled to another node, and say so', () => {
    const [action] = read(architecture(buffer, grid, 'technology: 7nm')).tables[1]!.actions;
    expect(action).toMatchObject({ name: 'read', source: 'scaled' });
    expect(action!.basis).toContain('28 nm scaled to 7 nm');
    expect(action!.energyPj).toBeLessThan(1);
  });

  it('scattered ones follow the power law through them', () => {
    const law = points(`
    - {width: 8, depth: 32, action: read|write, energy: 1.0}
    - {width: 16, depth: 32, action: read|write, energy: 2.0}
    - {width: 16, depth: 128, action: read|write, energy: 4.0}
    - {width: 64, depth: 512, action: read|write, energy: 32.0}`);
    const { tables } = read(architecture(buffer, law));
    expect(tables[1]!.actions[0]!.energyPj).toBeCloseTo(Math.SQRT2, 4);
  });

  it.each([
    ['    - {width: 8}', 'E-TYPE', 'gives neither an energy nor an area'],
    ['    - {width: 8, read: -1}', 'E-TYPE', 'has a negative figure'],
    ['    - 5', 'E-TYPE', 'components.classes[0].points[0] cannot be 5'],
    ['    - {bits: 8, read: 1}', 'W-ENERGY', 'no read or fill or update energy is given for buffer'],
  ])('%s is told: %s', (list, code, message) => {
    const { diagnostics } = read(architecture(buffer, points(list)));
    expect(diagnostics).toContainEqual(expect.objectContaining({ code, message: expect.stringContaining(message) }));
  });
});

describe('mistakes', () => {
  it.each([
    [
      regfile.replace('n_bits: ', 'n_bits: 1 + nobits, x: '),
      'E-NAME',
      'my_storage.comparator.n_bits: nobits is not known',
    ],
    [regfile.replace('1..width*depth', '1..wide*depth'), 'E-NAME', 'wide is not known here'],
    [
      regfile.replace('depth: must_specify', 'rows: must_specify'),
      'E-REQUIRED',
      'buffer gives no rows, which component class',
    ],
    [
      regfile.replace("{name: 'storage[1..width]', actions: [{name: read}]}", '{name: store, actions: [{name: read}]}'),
      'E-NAME',
      'uses store, which is no subcomponent',
    ],
    [
      regfile.replace('actions: [{name: compare}]', 'actions: [{name: compute}]'),
      'W-ENERGY',
      'comparator.compute costs nothing here',
    ],
    [
      regfile.replace('aladdin_register', 'memristor'),
      'W-ENERGY',
      'buffer counts without its storage of class memristor',
    ],
    [
      regfile.replace('attributes: {technology', 'atributes: {technology'),
      'E-KEY',
      'unknown key atributes in components.classes[0]',
    ],
    [
      regfile.replace('aladdin_comparator\n      attributes: {n_bits', 'comparator\n      attributes: {n_bits'),
      'W-ENERGY',
      'buffer counts without its comparator of class comparator, its n_bits max(1, ceil(log2(depth))) is no number: what stands in quotation marks is not computed',
    ],
    [
      regfile.replace('    - name: comparator[1..depth]', '    - name: storage'),
      'W-UNUSED',
      'storage has no effect, another subcomponent of class my_storage has its name',
    ],
    [
      regfile.replace('    - name: write', '    - name: read'),
      'W-UNUSED',
      'read has no effect, another action of class my_storage has its name',
    ],
    [`${regfile}\n${regfile}`, 'E-DUPLICATE', 'component class my_storage is given twice'],
    ['  - {subcomponents: []}', 'E-REQUIRED', 'components.classes[0] has no name'],
    [
      '  - {name: my_storage, subcomponents: [storage]}',
      'E-TYPE',
      'components.classes[0].subcomponents[0] cannot be "storage"',
    ],
  ])('%#', (classes, code, message) => {
    const { diagnostics } = read(architecture(buffer, classes));
    expect(diagnostics).toContainEqual(expect.objectContaining({ code, message: expect.stringContaining(message) }));
    expect(diagnostics.every(({ span }) => span !== undefined)).toBe(true);
  });

  it('classes in a circle', () => {
    const round = `
  - {name: my_storage, subcomponents: [{name: a, class: b}]}
  - {name: b, subcomponents: [{name: a, class: my_storage}]}`;
    const { diagnostics } = read(architecture(buffer, round));
    const message = 'component class my_storage is built on itself: my_storage > b > my_storage';
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'E-CLASS', message }));
  });
});

test('classes that multiply end in a diagnostic', () => {
  const chain = Array.from({ length: 40 }, (_, at) => {
    const next = `c${at + 1}`;
    return `  - {name: ${at === 0 ? 'my_storage' : `c${at}`}, subcomponents: [{name: a, class: ${next}}, {name: b, class: ${next}}]}`;
  });
  const { diagnostics } = read(architecture(buffer, chain.join('\n')));
  expect(diagnostics.filter(({ code }) => code === 'E-SIZE')).toHaveLength(1);
});

describe('what stands in the files comes first', () => {
  it('an ERT, an attribute, then the estimate', () => {
    const text = architecture(buffer.replace('datawidth: 8', 'datawidth: 8, vector_access_energy: 3'), regfile).concat(
      '\nERT: {version: 0.4, tables: [{name: mac, actions: [{name: compute, energy: 7}]}]}',
    );
    const { tables } = read(text);
    expect(tables.map(({ source }) => source)).toEqual(['table', 'attribute', 'ERT']);
    expect(energies(tables[1])).toEqual({ read: 3, write: 3, update: 3 });
    expect(energies(tables[2])).toEqual({ compute: 7 });
  });

  it('energy_scale and area_scale of a component apply to its estimate', () => {
    const half = buffer.replace('class:', 'energy_scale: 0.5, area_scale: 2, class:');
    const { tables, diagnostics } = read(architecture(half, regfile));
    expect(diagnostics).toEqual([]);
    expect(energies(tables[1])).toMatchObject({ read: 1.95808 / 2 });
    expect(tables[1]!.areaUm2).toBeCloseTo(2 * 7605.76, 6);
  });

  it('without technology, the coarse default and a reason', () => {
    const { tables, diagnostics } = read(
      architecture(buffer, '  - {name: unused}', 'depth: 1').replace('my_storage', 'SRAM'),
    );
    expect(tables[1]!.source).toBe('default');
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ code: 'W-ENERGY', hint: expect.stringContaining('give technology: 28nm') }),
    );
  });
});
