import { describe, expect, test } from 'vitest';
import type { Directive, Spec } from '../../src/spec/spec.js';
import { attributesOf, leavesOf, plain, read, readSound } from './reading.js';

describe('architecture', () => {
  const spec = readSound(`
architecture:
  nodes:
  - !Container {name: sys, attributes: {technology: 45nm}, has_power_gating: true}
  - !Component {name: DRAM, class: DRAM, subclass: lpddr, required_actions: [read], energy_scale: 2}
  - !Parallel
    nodes:
    - !Component
      name: A
      class: SRAM
      spatial: {meshX: 2}
      constraints:
        temporal: {factors: [C=1]}
        bypass: {keep: [W]}
        parallelism: {min: 0.5}
        spatial:
    - !Nothing
    - !Nothing {constraints: {dataspace: {keep: [X]}}}
    - !Hierarchical
      nodes:
      - !Component {name: B, class: SRAM, enabled: false, sparse_optimizations: {}}
  - !Pipelined {nodes: [!Component {name: MAC, class: mac, area_scale: 3}]}
`);

  test('keeps the tree', () => {
    const shape = (node: (typeof spec.architecture & object)['nodes'][number]): unknown =>
      'nodes' in node ? [node.kind, ...node.nodes.map(shape)] : `${node.kind} ${node.name.value}`;
    expect(shape(spec.architecture!)).toEqual([
      'hierarchical',
      'container sys',
      'component DRAM',
      ['parallel', 'component A', 'nothing nothing', 'nothing nothing', ['hierarchical', 'component B']],
      ['pipelined', 'component MAC'],
    ]);
  });

  test('fills in defaults', () => {
    const [, dram, a, , , b, mac] = leavesOf(spec.architecture);
    expect(dram).toMatchObject({
      enabled: true,
      areaScale: 1,
      energyScale: 2,
      constraints: [],
    });
    expect(dram).toMatchObject({ class: { value: 'DRAM' }, subclass: { value: 'lpddr' } });
    expect(dram).not.toHaveProperty('spatial');
    expect(a?.spatial).toMatchObject({ meshX: 2, meshY: 1 });
    expect(b?.enabled).toBe(false);
    expect(mac?.areaScale).toBe(3);
  });

  test('turns inline constraints into directives at the leaf', () => {
    const [, , a, , nothing] = leavesOf(spec.architecture);
    expect(a?.constraints.map(summary)).toEqual([
      { origin: 'architecture', type: 'temporal', target: 'A', fields: { factors: ['C=1'] } },
      { origin: 'architecture', type: 'dataspace', target: 'A', fields: { keep: ['W'] } },
      { origin: 'architecture', type: 'utilization', target: 'A', fields: { min: 0.5 } },
    ]);
    expect(nothing?.constraints.map(summary)).toEqual([
      { origin: 'architecture', type: 'dataspace', target: 'nothing', fields: { keep: ['X'] } },
    ]);
  });

  test("takes a container's own has_power_gating as its attribute", () => {
    expect(attributesOf(spec, 'sys')).toEqual({ technology: '45nm', has_power_gating: true });
    const twice =
      'architecture: {nodes: [!Container {name: a, has_power_gating: true, attributes: {has_power_gating: false}}]}';
    expect(read(twice).said).toEqual(['E-DUPLICATE 1:100']);
  });

  test('has every leaf name once', () => {
    const { diagnostics } = read(`architecture:
  nodes:
  - !Component {name: a, class: DRAM}
  - !Parallel {nodes: [!Container {name: b}, !Component {name: a, class: mac}]}
`);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'E-DUPLICATE leaf name a is given twice',
    ]);
    expect(diagnostics[0]?.related).toHaveLength(1);
  });
});

function summary({ origin, type, target, fields }: Directive) {
  return { origin, type, target: target.value, fields: plain(fields) };
}

describe('constraints and mapping', () => {
  const spec = readSound(`
constraints:
  targets:
  - {type: spatial, target: PE, factors: [C<=4], split: 2}
  - {type: max_overbooked_proportion, target: GLB, proportion: 0.1}
mapping:
- target: inter_PE_spatial
  type: datatype
  keep:
    []
  bypass:
    - W
- {target: GLB, type: temporal, factors: C1 M8 R1, permutation: MCR}
- {target: GLB, type: temporal, factors: ["P=4,3", "Q=2"]}
imperfect:
- {target: GLB, type: temporal, residuals: {P: 3}}
`);

  test('keep their fields as they are, for whoever knows the dimensions', () => {
    expect(spec.constraints.map(summary)).toEqual([
      { origin: 'constraints', type: 'spatial', target: 'PE', fields: { factors: ['C<=4'], split: 2 } },
      { origin: 'constraints', type: 'max_overbooked_proportion', target: 'GLB', fields: { proportion: 0.1 } },
    ]);
    expect(spec.mapping.map(summary)).toEqual([
      { origin: 'mapping', type: 'dataspace', target: 'inter_PE_spatial', fields: { keep: [], bypass: ['W'] } },
      { origin: 'mapping', type: 'temporal', target: 'GLB', fields: { factors: 'C1 M8 R1', permutation: 'MCR' } },
      { origin: 'mapping', type: 'temporal', target: 'GLB', fields: { factors: ['P=4,3', 'Q=2'] } },
      { origin: 'mapping', type: 'temporal', target: 'GLB', fields: { residuals: { P: 3 } } },
    ]);
  });

  test('a bare list of constraints is read like one under targets', () => {
    expect(readSound('constraints: [{type: temporal, target: a}]').constraints.map(summary)).toHaveLength(1);
  });
});

describe('tables', () => {
  test('name the component by the last part of its path, without ranges', () => {
    const names = ['system.PE[1..14].RF[1..2]', 'GLB', 'a.b.MAC[1..168]', 'x[0..3].y', 'x.PE.mac [0..15]'];
    const tables = names.map((name) => `{name: "${name}", area: 1}`).join(', ');
    expect(readSound(`ART: {tables: [${tables}]}`).art?.map(({ component }) => component)).toEqual([
      'RF',
      'GLB',
      'MAC',
      'y',
      'mac',
    ]);
  });

  test.each(["'0.3'", "'0.4'", '0.4'])('of summaries of version %s have the largest of three energies', (version) => {
    const action = '{name: read, average_energy: 1.5, max_energy: 2, min_energy: 1}';
    const actions = `${action}, {name: idle, energy: 0.5}`;
    const { ert } = readSound(
      `ERT_summary: {version: ${version}, table_summary: [{name: s.A, actions: [${actions}]}]}`,
    );
    expect(ert?.[0]?.actions.map((one) => [one.name, one.energyPj])).toEqual([
      ['read', 2],
      ['idle', 0.5],
    ]);
  });

  test('come from summaries as well; the full table counts where both have a component', () => {
    const spec = readSound(`
ERT: {tables: [{name: s.A, actions: [{name: read, arguments: {x: 1}, energy: 1.5}, {name: read, energy: 2}]}]}
ERT_summary: {table_summary: [{name: s.A, actions: []}, {name: s.B, actions: [{name: compute, energy: 0.5}]}]}
ART_summary: {version: '0.4', table_summary: [{name: "s.C[1..4]", area: 7.5, primitive_estimations: [{name: x}]}]}
`);
    expect(
      spec.ert?.map(({ component, actions }) => [component, actions.map((one) => [one.name, one.energyPj])]),
    ).toEqual([
      [
        'A',
        [
          ['read', 1.5],
          ['read', 2],
        ],
      ],
      ['B', [['compute', 0.5]]],
    ]);
    expect(spec.ert?.[0]?.actions[0]?.arguments).toEqual({ x: 1 });
    expect(spec.art).toMatchObject([{ component: 'C', areaUm2: 7.5 }]);
  });

  test('are absent unless given, and may be empty', () => {
    expect(readSound('variables: {}')).not.toHaveProperty('ert');
    expect(readSound('ERT: {tables: []}')).toMatchObject({ ert: [] });
  });
});

function problemText(projection: string, instance = '{C: 4, M: 8, W: 2}'): string {
  return `problem:
  shape:
    name: s
    dimensions: [C, M]
    coefficients: [{name: W, default: 1}]
    data_spaces: [{name: A, projection: ${projection}, read_write: true}]
  instance: ${instance}
`;
}

function projectionOf(spec: Spec) {
  return spec.problem?.dataspaces[0]?.projection.map((rank) =>
    rank.map(({ dimension, coefficient }) => [dimension.value, ...(coefficient ? [coefficient.value] : [])]),
  );
}

describe('problem', () => {
  test.each([
    ['[[[C]], [[M, W]]]', [[['C']], [['M', 'W']]]],
    [
      '[[[C, W], [M, 3]]]',
      [
        [
          ['C', 'W'],
          ['M', 3],
        ],
      ],
    ],
    ['[[[M, -1]]]', [[['M', -1]]]],
    ['[C, M]', [[['C']], [['M']]]],
    ['["C*W + M", M]', [[['C', 'W'], ['M']], [['M']]]],
    [
      '["C * 2+M*W"]',
      [
        [
          ['C', 2],
          ['M', 'W'],
        ],
      ],
    ],
    ['[]', []],
  ])('projection %s', (projection, expected) => {
    expect(projectionOf(readSound(problemText(projection)))).toEqual(expected);
  });

  test.each([
    '[[[C], 3]]',
    '[[[]]]',
    '[[[C, M, W]]]',
    '[[C]]',
    '[[[3]]]',
    '[[[C, [1]]]]',
    '["C**2"]',
    '["C+"]',
    '3',
    '[3]',
  ])('projection %s is refused', (projection) => {
    const { diagnostics } = read(problemText(projection));
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['E-TYPE']));
  });

  test('has bounds and coefficients, and extras of any kind', () => {
    const { problem } = readSound(
      problemText('[C]', '{C: 4, M: 8, W: -2, Hpad: 0, f: 1.5, note: "text", densities: {A: 0.5}, commonDensity: 0.1}'),
    );
    expect([...problem!.instance].map(([name, { value }]) => [name, value])).toEqual([
      ['C', 4],
      ['M', 8],
      ['W', -2],
      ['Hpad', 0],
      ['f', 1.5],
    ]);
    expect(plain(problem!.densities!)).toEqual({ A: 0.5 });
    expect(plain(problem!.commonDensity!)).toBe(0.1);
  });

  test.each(['C: 0', 'C: -1', 'C: 2.5', 'C: "4"', 'C: [4]', 'C: 8/2.5', 'C: 1e300', 'W: 1.5', 'W: "1"', 'C:'])(
    'instance {%s} is refused',
    (entry) => {
      const { diagnostics } = read(problemText('[C]', `{${entry}, M: 8}`));
      expect(diagnostics.map(({ code }) => code)).toEqual(['E-TYPE']);
      const unquoted = entry.includes('"') ? 'without quotes it is read as a number or an expression' : undefined;
      expect(diagnostics[0]!.hint).toBe(unquoted);
    },
  );

  test('may have a count, types, and only the name of a shape', () => {
    const { problem } = readSound('problem: {shape: cnn-layer, instance: {C: 3}, count: 4, types: {Inputs: int8}}');
    expect(problem).toMatchObject({ name: 'cnn-layer', dimensions: [], dataspaces: [], count: 4 });
    expect([...problem!.types].map(([name, { value }]) => [name, value])).toEqual([['Inputs', 'int8']]);
    expect(read('problem: {count: 0}').said).toEqual(['E-TYPE 1:18']);
  });
});

describe('display names', () => {
  const arch = (name: string) => `architecture: {${name}nodes: []}`;
  const problem = (name: string) =>
    `problem: {${name}shape: {name: conv, dimensions: [C], data_spaces: [{name: A, projection: [C]}]}}`;

  test.each([
    [{ 'designs/eyeriss/arch.yaml': arch('') }, 'eyeriss', ''],
    [{ 'designs/simba.yaml': arch('') }, 'simba', ''],
    [{ 'designs/simba.yaml': arch('name: tpu-like, ') }, 'tpu-like', ''],
    [{ 'arch.yaml': arch('') }, 'architecture', ''],
    [{ 'case7/arch': arch(''), 'case7/problem': problem('') }, 'case7', 'conv'],
    [{ 'nets/alexnet/conv2.yaml': problem('') }, '', 'conv2'],
    [{ 'problem.yaml': problem('name: my-layer, ') }, '', 'my-layer'],
    [{ '<stdin>': `${arch('')}\n${problem('')}` }, 'architecture', 'conv'],
    [{ 'both.yaml': `${arch('')}\n${problem('')}` }, 'both', 'conv'],
  ])('%j', (files, architecture, workload) => {
    const spec = readSound(files as Record<string, string>);
    expect([spec.architectureName, spec.problemName]).toEqual([architecture, workload]);
  });
});
