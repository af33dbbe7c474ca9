import { describe, expect, test } from 'vitest';
import { attributesOf, leavesOf, read, readSound, variablesOf } from './reading.js';

const text = `variables: {n: 2, m: n*2}
architecture:
  nodes:
  - !Component {name: DRAM, class: DRAM, attributes: {width: 64}}
  - !Hierarchical
    nodes:
    - !Component {name: GLB, class: SRAM, attributes: {data_storage_depth: 16, width: data_storage_depth*2, custom: 5}}
    - !Container {name: PE, spatial: {meshX: m}}
  - !Component {name: MAC, class: mac}
problem:
  shape: {name: s, dimensions: [C], data_spaces: [{name: A, projection: [[[C]]], read_write: true}]}
  instance: {C: 8, densities: {A: 0.5}}
mapper: {algorithm: random}
`;

function set(...assignments: readonly string[]) {
  const overrides = assignments.map((assignment) => {
    const at = assignment.indexOf('=');
    return { key: assignment.slice(0, at), value: assignment.slice(at + 1) };
  });
  return read(text, { overrides });
}

describe('--set', () => {
  test('changes a variable and what depends on it', () => {
    const { spec } = set('n=5');
    expect(variablesOf(spec!)).toEqual({ n: 5, m: 10 });
    expect(leavesOf(spec!.architecture)[2]?.spatial?.meshX).toBe(10);
    expect(variablesOf(set('variables.m=7').spec!)).toEqual({ n: 2, m: 7 });
  });

  test('changes an attribute, also under another of its names, and what depends on it', () => {
    for (const key of ['GLB.depth', 'GLB.data_storage_depth', 'GLB.attributes.memory_depth']) {
      const { spec } = set(`${key}=100`);
      expect(attributesOf(spec!, 'GLB')).toEqual({ data_storage_depth: 100, width: 200, custom: 5 });
    }
    expect(attributesOf(set('GLB.custom=text').spec!, 'GLB').custom).toBe('text');
  });

  test('of two other spellings changes the one that counts', () => {
    const both = text.replace('{width: 64}', '{width: 64, datawidth: 4, word_bits: 16}');
    const { spec } = read(both, { overrides: [{ key: 'DRAM.word_width', value: '8' }] });
    expect(attributesOf(spec!, 'DRAM')).toEqual({ width: 64, datawidth: 4, word_bits: 8 });
  });

  test('warns of a variable for all components where one states its own', () => {
    const overrides = [{ key: 'technology', value: '45nm' }];
    const stating = (technology: string) =>
      read(text.replace('{width: 64}', `{width: 64, technology: ${technology}}`), { overrides }).diagnostics;
    expect(stating('7nm')).toMatchObject([{ code: 'W-UNUSED', hint: 'did you mean DRAM.technology=45nm?' }]);
    expect(stating('technology')).toEqual([]);
    expect(set('technology=45nm').diagnostics).toEqual([]);
  });

  test('adds an attribute that has a meaning', () => {
    expect(attributesOf(set('GLB.read_bandwidth=n*4').spec!, 'GLB').read_bandwidth).toBe(8);
    expect(attributesOf(set('MAC.datawidth=8').spec!, 'MAC')).toEqual({ datawidth: 8 });
  });

  test('changes meshes, classes, bounds, options and lists', () => {
    const { spec } = set(
      'PE.spatial.meshX=3',
      'PE.spatial.meshY=2',
      'problem.instance.C=n*9',
      'mapper.algorithm=hybrid',
    );
    expect(leavesOf(spec!.architecture)[2]?.spatial).toMatchObject({ meshX: 3, meshY: 2 });
    expect(spec?.problem?.instance.get('C')?.value).toBe(18);
    expect(spec?.mapper?.entries[0]?.value).toMatchObject({ value: 'hybrid' });
    expect(leavesOf(set('MAC.spatial.meshX=4').spec!.architecture)[3]?.spatial?.meshX).toBe(4);
    expect(set('problem.instance.densities.A=0.25').spec?.problem?.densities).toMatchObject({
      entries: [{ value: { value: 0.25 } }],
    });
    expect(attributesOf(set('GLB.custom=[1, n]').spec!, 'GLB').custom).toEqual([1, 2]);
  });

  test('sets densities, given or not, as a number or a key at a time', () => {
    const density = (...assignments: readonly string[]) => {
      const { densities } = set(...assignments).spec!.problem!;
      return densities?.kind === 'map' ? densities.entries.at(-1) : undefined;
    };
    const path = 'problem.instance.densities';
    expect(density(`${path}.B=0.25`)).toMatchObject({ key: 'B', value: { value: 0.25 } });
    const spread = {
      entries: [{ value: { value: 0.5 } }, { key: 'distribution', value: { value: 'hypergeometric' } }],
    };
    expect(density(`${path}.A.distribution=hypergeometric`)?.value).toMatchObject(spread);
    const both = density(`${path}.A.distribution=hypergeometric`, `${path}.A=0.125`);
    expect(both?.value).toMatchObject({
      entries: [{ key: 'density', value: { value: 0.125 } }, { key: 'distribution' }],
    });
    expect(set(`${path}.A.a.b=1`).spec).toBeUndefined();
  });

  test('takes the last of several', () => {
    expect(variablesOf(set('n=5', 'n=6').spec!).n).toBe(6);
  });

  test('leaves the rest alone', () => {
    expect(attributesOf(set('GLB.depth=1').spec!, 'DRAM')).toEqual(attributesOf(readSound(text), 'DRAM'));
  });

  test.each([
    ['GLB.dpeth=1', 'did you mean GLB.depth?'],
    ['GLB.attributes.dpeth=1', 'did you mean GLB.attributes.depth?'],
    ['GBL.depth=1', 'did you mean GLB.depth?'],
    ['nn=1', 'did you mean n?'],
    ['problem.instance.c=1', 'did you mean problem.instance.C?'],
    ['GLB=1', 'for a variable of Jinja templates, --jinja GLB=1'],
    ['GLB.spatial.meshZ=1', 'did you mean GLB.spatial.meshX?'],
    ['=1', undefined],
    ['a.b.c.d.e=1', undefined],
    ['__proto__.polluted=1', undefined],
  ])('%s names nothing', (assignment, hint) => {
    const { diagnostics, spec } = set(assignment);
    expect(spec).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(['E-NAME']);
    expect(diagnostics[0]?.hint).toBe(hint);
    expect(diagnostics[0]?.span?.source.name).toBe('--set');
  });

  test('of a machine may be meant in part', () => {
    const machine = `${text}machine: {name: tpu, types: {activations: bf16}}\n`;
    const { diagnostics } = read(machine, { overrides: [{ key: 'machine.types.activation', value: 'int8' }] });
    const [unknown] = diagnostics.filter(({ code }) => code === 'E-NAME');
    expect(unknown?.hint).toBe('did you mean machine.types.activations?');
  });

  test.each([
    ['machine.sync', 'did you mean machine.sync_cycles?'],
    ['machine.kernels', 'did you mean machine.kernel?'],
    ['machine.clock_hz', /^known there: generation, type, .*host_transfers/],
  ])('%s: what begins so, what is near, or what there is', (key, hint) => {
    const machine = `${text}machine: {name: ipu, generation: mk2}\n`;
    const { diagnostics } = read(machine, { overrides: [{ key, value: '5' }] });
    const [unknown] = diagnostics.filter(({ code }) => code === 'E-NAME');
    expect(unknown?.hint).toMatch(hint);
  });

  test.each([
    ['DRAM.depth=-1', 'E-TYPE'],
    ['GLB.depth=n/2', 'E-TYPE'],
    ['GLB.depth=nope', 'E-NAME'],
    ['problem.instance.C=0', 'E-TYPE'],
    ['n=[', 'E-YAML'],
    ['n={{ x }}', 'E-JINJA'],
    ['n=', 'E-REQUIRED'],
    ['n=!include /etc/hostname', 'E-INCLUDE'],
  ])('%s is a wrong value', (assignment, code) => {
    const { diagnostics } = set(assignment);
    expect(diagnostics.map((one) => one.code)).toEqual([code]);
    expect(diagnostics[0]?.span?.source.name).toMatch(/^--set /);
  });
});
