import { describe, expect, test } from 'vitest';
import type { Span } from '../../src/diagnostics/span.js';
import { attributesOf, leavesOf, read, readSound, variablesOf, withAttributes } from './reading.js';

/** What the attributes of one leaf come to. */
function glb(...lines: readonly string[]) {
  return attributesOf(readSound(withAttributes(...lines)), 'GLB');
}

describe('which strings are expressions', () => {
  test('those in attributes and variables, unless quoted', () => {
    expect(glb('depth: 2*4', 'a: "2*4"', "b: '2*4'", 'c: 2*4')).toEqual({ depth: 8, a: '2*4', b: '2*4', c: 8 });
    expect(variablesOf(readSound('variables: {a: 1+1, b: "1+1", c: [1+1, {d: 2+2}]}'))).toEqual({
      a: 2,
      b: '1+1',
      c: [2, { d: 4 }],
    });
  });

  test('those in parentheses, anywhere', () => {
    const spec = readSound(`variables: {n: 3}
mapping: [{target: (str(n)), type: temporal, factors: [(str(n))]}]
mapper: {free_key: (n + 1), other: n + 1}
machine: {cores: (n * 2)}
`);
    expect(spec.mapping[0]?.target.value).toBe('3');
    expect(spec.mapper?.entries.map(({ value }) => value.kind === 'scalar' && value.value)).toEqual([4, 'n + 1']);
  });

  test('those of the parameters of a machine that are numbers', () => {
    const parameters = (text: string) => read(`variables: {n: 30}\nmachine: {name: ipu, generation: mk2, ${text}}`);
    const { spec, diagnostics } = parameters('sync_cycles: 2 * n, reserved_bytes: n');
    expect(diagnostics).toEqual([]);
    const scalars = spec!.machine!.entries.map(({ value }) => value.kind === 'scalar' && value.value);
    expect(scalars).toEqual(['ipu', 'mk2', 60, 30]);
    expect(parameters('sync_cycles: m').diagnostics).toMatchObject([{ code: 'E-NAME', expected: 'an integer' }]);
    expect(parameters('sync_cycles: n - 40').diagnostics).toMatchObject([
      { code: 'E-TYPE', message: 'machine.sync_cycles cannot be -10' },
    ]);
  });

  test('those whose key declares another type', () => {
    const spec = readSound(`variables: {n: 3}
architecture:
  nodes:
  - !Component {name: a, class: DRAM, spatial: {meshX: 2*n, meshY: n}, area_scale: n/2, energy_scale: n, enabled: n > 2,
      constraints: {spatial: {split: n}}}
problem:
  shape: {name: s, dimensions: [C], coefficients: [{name: W, default: n}], data_spaces: [{name: A, projection: [[[C]]]}]}
  instance: {C: n*10, W: n+1}
  count: n
mapper: {timeout: n*1000}
`);
    const [leaf] = leavesOf(spec.architecture);
    expect(leaf).toMatchObject({ spatial: { meshX: 6, meshY: 3 }, areaScale: 1.5, energyScale: 3, enabled: true });
    expect(leaf?.constraints[0]?.fields.entries[0]?.value).toMatchObject({ value: 3 });
    expect(spec.problem?.coefficients[0]?.default).toBe(3);
    expect([...spec.problem!.instance].map(([name, { value }]) => [name, value])).toEqual([
      ['C', 30],
      ['W', 4],
    ]);
    expect(spec.problem?.count).toBe(3);
  });

  test('but not names, targets, factors or components', () => {
    const spec = readSound(`variables: {n: 3}
components: {classes: [{name: n, attributes: {value: n+1}}]}
constraints: {targets: [{target: n, type: temporal, permutation: [n], factors: [n=3]}]}
`);
    expect(spec.constraints[0]?.target.value).toBe('n');
    expect(JSON.stringify(spec.components, (key, value) => (key === 'span' ? undefined : value))).toContain('"n+1"');
  });

  test('yes, no, on and off are booleans where one is wanted, and words elsewhere', () => {
    expect(glb('allow_overbooking: yes', 'has_power_gating: Off', 'reduction_supported: no', 'mode: on')).toEqual({
      allow_overbooking: true,
      has_power_gating: false,
      reduction_supported: false,
      mode: 'on',
    });
  });

  test('true and false in any case are booleans', () => {
    expect(glb('a: tRUE', 'b: False', 'c: "true"', 'allow_overbooking: TrUe')).toEqual({
      a: true,
      b: false,
      c: 'true',
      allow_overbooking: true,
    });
  });
});

describe('what an expression sees', () => {
  test('variables, by bare name and under variables, in order', () => {
    expect(variablesOf(readSound('variables: {a: 2, b: a*3, c: b+a}'))).toEqual({ a: 2, b: 6, c: 8 });
    expect(read('variables: {b: a*3, a: 2}').said).toEqual(['E-NAME 1:16']);
    expect(
      attributesOf(readSound(`variables: {a: 2}\n${withAttributes('x: variables.a + a', 'y: variables["a"]')}`), 'GLB'),
    ).toEqual({
      x: 4,
      y: 2,
    });
  });

  test('the attributes before it in its leaf', () => {
    expect(glb('depth: 4', 'width: depth*2', 'datawidth: width // 2')).toEqual({ depth: 4, width: 8, datawidth: 4 });
    const { said, diagnostics } = read(withAttributes('width: depth*2', 'depth: 4'));
    expect(said).toEqual(['E-NAME 8:14']);
    expect(diagnostics[0]?.hint).toBe('an expression sees only what stands before it; move depth up');
    expect(read(withAttributes('width: xyz*2')).diagnostics[0]?.hint).toBe('known here: GLB, MAC, spec');
  });

  test('every leaf by name, also a later one', () => {
    const spec = readSound(`architecture:
  nodes:
  - !Component
    name: a
    class: DRAM
    attributes:
      depth: b.attributes.depth * 2
      w: b.attributes["width"]
  - !Container {name: pe, spatial: {meshX: 3}}
  - !Component {name: b, class: SRAM, attributes: {width: 8, depth: pe.spatial.meshX * 4, y: pe.spatial.meshY, c: a.class, n: a.name}}
`);
    expect(attributesOf(spec, 'a')).toEqual({ depth: 24, w: 8 });
    expect(attributesOf(spec, 'b')).toEqual({ width: 8, depth: 12, y: 1, c: 'DRAM', n: 'a' });
  });

  test('attributes of the containers around and before it, the nearest first', () => {
    const spec = readSound(`architecture:
  nodes:
  - !Container {name: sys, attributes: {foo: 3, bar: 1}}
  - !Component {name: a, class: DRAM, attributes: {x: foo+bar}}
  - !Hierarchical
    nodes:
    - !Container {name: inner, attributes: {bar: foo*2}, spatial: {meshX: foo}}
    - !Component {name: b, class: SRAM, attributes: {x: foo+bar, foo: 10, y: foo}}
  - !Component {name: c, class: SRAM, attributes: {x: bar}}
`);
    expect(attributesOf(spec, 'a')).toEqual({ x: 4 });
    expect(attributesOf(spec, 'b')).toEqual({ x: 9, foo: 10, y: 10 });
    expect(attributesOf(spec, 'c')).toEqual({ x: 1 });
    expect(leavesOf(spec.architecture)[2]?.spatial).toMatchObject({ meshX: 3 });
  });

  test('not those of components before it, but its own in spatial', () => {
    const text = (mesh: string) => `architecture:
  nodes:
  - !Component {name: a, class: DRAM, attributes: {depth: 4}}
  - !Component {name: b, class: SRAM, attributes: {n: 2}, spatial: {meshX: ${mesh}}}
`;
    expect(read(text('depth')).said).toEqual(['E-NAME 4:76']);
    for (const own of ['n', 'attributes.n'])
      expect(leavesOf(readSound(text(own)).architecture)[1]?.spatial?.meshX).toBe(2);
  });

  test('sections as `spec`', () => {
    const text = 'problem: {shape: gemm, instance: {M: 4, N: 5, K: 6}}\nvariables: {n: len(spec.problem.instance)}\n';
    const instance = "spec.problem.instance['K'] * spec.variables.n";
    expect(attributesOf(readSound(`${text}${withAttributes(`depth: ${instance}`)}`), 'GLB')).toEqual({ depth: 18 });
  });

  test('a name that it gives itself means the one before', () => {
    const spec = readSound(`variables: {depth: 5}
architecture: {nodes: [!Component {name: a, class: DRAM, attributes: {depth: depth*1}}]}
`);
    expect(attributesOf(spec, 'a')).toEqual({ depth: 5 });
  });

  test('what goes round in a circle has no value', () => {
    const { diagnostics } = read(`architecture:
  nodes:
  - !Component {name: a, class: DRAM, attributes: {x: b.attributes.x + 1}}
  - !Component {name: b, class: SRAM, attributes: {x: a.attributes.x + 1}}
`);
    expect(diagnostics.map(({ code }) => code)).toEqual(['E-EXPR']);
    expect(diagnostics[0]?.message).toContain('refers back to itself');
  });

  test('what failed is reported once, however many depend on it', () => {
    expect(read('variables: {a: (nope), b: a+1, c: b+1, d: [c*2]}').said).toEqual(['E-NAME 1:17']);
  });

  test('what failed is no text among those that another fault is blamed on', () => {
    const { said, diagnostics } = read('variables: {a: (nope), f: text, c: f(a)}');
    expect(said).toEqual(['E-NAME 1:17', 'E-EXPR 1:36']);
    expect(diagnostics[1]?.related?.map(({ message }) => message)).toEqual(['f is text']);
  });
});

describe('text in attributes', () => {
  test.each(['45nm', 'LPDDR4', 'low power', '/opt/lib', 'v1.2.3', 'a: b'.slice(0, 1)])('%s stays text', (text) => {
    expect(glb(`some_key: ${text}`)).toEqual({ some_key: text });
    expect(glb(`technology: ${text}`)).toEqual({ technology: text });
  });

  test('a word that names a leaf or a function stays a word', () => {
    expect(glb('technology: GLB', 'type: max', 'mode: list')).toEqual({ technology: 'GLB', type: 'max', mode: 'list' });
  });

  test('a key that declares a number does not take it', () => {
    const { diagnostics } = read(
      withAttributes('datawidth: 8', 'depth: datawdith', 'entries: 10kB', 'read_bandwidth: fast'),
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(['E-NAME', 'E-EXPR', 'E-NAME']);
    expect(diagnostics[0]).toMatchObject({ expected: 'an integer', hint: 'did you mean datawidth?' });
  });

  test('an expression with an unknown name is an error under any key', () => {
    const { diagnostics } = read(withAttributes('some_key: DDR4-3200'));
    expect(diagnostics[0]).toMatchObject({ code: 'E-NAME', hint: 'put quotes around it if it is meant as text' });
  });
});

describe('types', () => {
  test('a float is no integer, and the hint says what to write', () => {
    const { diagnostics } = read(withAttributes('datawidth: 512', 'depth: datawidth/2', 'entries: datawidth/3'));
    expect(diagnostics.map(({ code, hint }) => `${code} ${hint}`)).toEqual([
      'E-TYPE use // instead of /, or int(...)',
      'E-TYPE use //, ceil(...) or floor(...)',
    ]);
    expect(glb('datawidth: 512', 'depth: datawidth//2', 'entries: int(datawidth/2)')).toMatchObject({
      depth: 256,
      entries: 256,
    });
  });

  test('a float is fine where a number is', () => {
    expect(glb('multiple_buffering: 3/2', 'read_bandwidth: 1/4')).toEqual({
      multiple_buffering: 1.5,
      read_bandwidth: 0.25,
    });
  });

  test.each([
    'depth: -8',
    'depth: 2.5',
    'depth: -1*4',
    'depth: "8"',
    'depth: [8]',
    'depth: {a: 1}',
    'depth: true',
    'depth: 1e300',
    'datawidth: 0',
    'width: 0',
    'block_size: 0',
    'multiple_buffering: 0',
    'multiple_buffering: -1',
    'min_utilization: 1.5',
    'min_utilization: -0.1',
    'read_bandwidth: 0',
    'write_bandwidth: -2',
    'sizeKB: -1',
    'network_fill_latency: 1.5',
    'allow_overbooking: 1',
    'allow_overbooking: "true"',
    'vector_access_energy: -1',
    'per_dataspace_bandwidth_consumption_scale: 2',
    'per_dataspace_bandwidth_consumption_scale: {A: -2}',
    'power_gated_at: 3',
    'depth: 8 == 8',
  ])('%s is an E-TYPE and nothing else', (line) => {
    const { diagnostics } = read(withAttributes(line));
    expect(diagnostics.map(({ code }) => code)).toEqual(['E-TYPE']);
    expect(diagnostics[0]?.expected).toBeTruthy();
  });

  test.each([
    'depth: null',
    'depth:',
    'depth: 0',
    'depth: 256.0',
    'depth: 1e3',
    'technology: -1',
    'sizeKB: 0.5',
    'width: ~',
  ])('%s is fine', (line) => {
    expect(read(withAttributes(line)).said).toEqual([]);
  });

  test.each(['{meshX: 0}', '{meshX: -1}', '{meshY: 1.5}', '{meshX: "2"}', '{meshX: 3/3}', '3', '[1]', '{meshX: null}'])(
    'spatial: %s is an E-TYPE',
    (mesh) => {
      const text = `architecture: {nodes: [!Container {name: a, spatial: ${mesh}}]}`;
      expect(read(text).diagnostics.map(({ code }) => code)).toEqual(['E-TYPE']);
    },
  );
});

test('a fan-out and attributes are given as lists of maps as well, unless a key comes twice', () => {
  const leaf = (spatial: string, attributes: string) =>
    read(`architecture: {nodes: [!Container {name: a, spatial: ${spatial}, attributes: ${attributes}}]}`);
  const { spec, said } = leaf('[meshX: 4, meshY: 2]', '[{word-bits: 8}, {depth: 4}]');
  expect(said).toEqual(['W-LEGACY 1:90']);
  expect(attributesOf(spec!, 'a')).toEqual({ word_bits: 8, depth: 4 });
  expect(leavesOf(spec!.architecture)[0]!.spatial).toMatchObject({ meshX: 4, meshY: 2 });
  expect(leaf('[meshX: 4, meshX: 2]', '{}').diagnostics.map(({ code }) => code)).toEqual(['E-TYPE']);
});

describe('hyphens', () => {
  test('in known attributes are read as underscores, with a warning', () => {
    const { spec, diagnostics } = read(
      withAttributes('word-bits: 8', 'depth: word_bits*2', 'energy-per-ingress: 1', 'my-own: 3'),
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(['W-LEGACY', 'W-LEGACY']);
    expect(attributesOf(spec!, 'GLB')).toEqual({ word_bits: 8, depth: 16, energy_per_ingress: 1, 'my-own': 3 });
  });

  test('beside underscores are the same key twice', () => {
    expect(read(withAttributes('word-bits: 8', 'word_bits: 8')).said).toEqual(['E-DUPLICATE 8:7']);
  });
});

describe('groups of values', () => {
  test('are asked for members with a default, for names, and for a fan-out', () => {
    const text = `variables:
  a: 3
  b: spec.variables.get('a', 1) * 2
  c: spec.variables.get('a', 1) + spec.variables.get('q', 5)
architecture:
  nodes:
  - !Component {name: GLB, class: SRAM, attributes: {width: 64, datawidth: 8, depth: PE.spatial.get_fanout() * 2}}
  - !Container {name: PE, spatial: {meshX: 4, meshY: 2}}
`;
    const spec = readSound(text);
    expect(variablesOf(spec)).toMatchObject({ a: 3, b: 6, c: 8 });
    expect(attributesOf(spec, 'GLB').depth).toBe(16);
  });

  test('can be asked for nothing else', () => {
    expect(read('variables: {a: 3, b: spec.variables.pop(1)}').said).toEqual(['E-EXPR 1:22']);
  });

  test("a leaf's own attributes are known to its constraints", () => {
    const spec = readSound(`architecture:
  nodes:
  - !Component {name: a, class: SRAM, attributes: {depth: 6, width: 8, datawidth: 8},
      constraints: {temporal: {maximize_dims_capacity: attributes.depth, factors: [('C<=' + str(depth))]}}}
`);
    const [leaf] = leavesOf(spec.architecture);
    expect(leaf?.constraints[0]?.fields.entries.map(({ value }) => value)).toMatchObject([
      { value: 6 },
      { items: [{ value: 'C<=6' }] },
    ]);
  });
});

describe('names in place of values', () => {
  /** What is wrong, the text that is pointed at, what to do, and the texts of the other places. */
  function wrong(text: string) {
    const shown = ({ source, start, end }: Span) => source.text.slice(start, end);
    return read(text).diagnostics.map(({ code, span, hint, related = [] }) => [
      `${code} ${shown(span!)}`,
      hint,
      ...related.map((one) => shown(one.span)),
    ]);
  }

  test('that go in a circle are an error', () => {
    expect(wrong('variables: {x: y, y: x}')).toEqual([['E-NAME y', 'y needs x itself: give it a value of its own']]);
    const [first] = wrong('variables: {a: b + 1, b: c, c: a}');
    expect(first).toEqual(['E-NAME b', 'b needs a itself: give it a value of its own']);
  });

  test('of keys further down are text, unless these need what they are for, or are computed with', () => {
    expect(variablesOf(readSound('variables: {x: y, y: 3}'))).toEqual({ x: 'y', y: 3 });
    const hint = 'an expression sees only what stands before it; move y up';
    expect(wrong('variables: {x: 2 * y, y: 3}')).toEqual([['E-NAME y', hint]]);
  });

  test('that stand for nothing are text, which is wrong where a number is wanted: there it is written', () => {
    expect(variablesOf(readSound('variables: {node: LPDDR4, x: x}'))).toEqual({ node: 'LPDDR4', x: 'x' });
    const wanted = (variables: string, depth: string) =>
      wrong(`variables: {${variables}}\n${withAttributes(`depth: ${depth}`)}`);
    expect(wanted('rows: 4, d: rosw', 'd')).toEqual([['E-TYPE rosw', 'did you mean rows?', 'd']]);
    expect(wanted('rows: 4, d: rosw, e: d', 'e')).toEqual([['E-TYPE rosw', 'did you mean rows?', 'e']]);
    expect(wanted('d: "16"', 'd')).toEqual([
      ['E-TYPE "16"', 'without quotes it is read as a number or an expression', 'd'],
    ]);
    expect(wanted('rows: 4, d: rosw', '2 * d')).toEqual([['E-EXPR 2 * d', undefined, 'rosw']]);
  });
});

describe('what is suggested for an unknown name suits the place', () => {
  const hint = (...lines: readonly string[]) =>
    read(`variables: {abx: yes please, abd: 4, tru2: 3}\n${withAttributes(...lines)}`).diagnostics[0]?.hint ?? '';

  test.each([
    ['a number is wanted', 'depth: abz', 'did you mean abd?'],
    ['a function is called', 'depth: cail(3)', 'did you mean ceil?'],
    ['a boolean is wanted', 'has_power_gating: tru', 'did you mean true?'],
    ['a group is asked', 'depth: GLC.attributes.width', 'did you mean GLB?'],
  ])('where %s', (_, line, expected) => {
    expect(hint('width: 8', line)).toBe(expected);
  });

  test('and no function stands in for a number', () => {
    expect(hint('depth: mox')).not.toContain('max');
    expect(hint('depth: toe')).not.toContain('tau');
  });

  test.each(['inf', 'unlimited', 'Infinity'])('%s is what a key is left out for', (text) => {
    expect(hint(`read_bandwidth: ${text}`)).toBe('leave the key out where something is unlimited');
  });
});
