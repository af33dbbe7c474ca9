// The schemas as editors use them, and what validation says about inputs that do not follow them.

import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { newBudget } from '../../src/spec/read/compose.js';
import { readTree } from '../../src/spec/read/include.js';
import { attributeTypes, declaredTypes, SCHEMA_FILES } from '../../src/spec/read/schemas.js';
import { plain, read } from './reading.js';

const folder = new URL('../../schemas/', import.meta.url);

function schema(name: string): object {
  return JSON.parse(readFileSync(new URL(`${name}.schema.json`, folder), 'utf8')) as object;
}

/** As an editor sees it: no keyword of ours, no tags. */
function editor(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true });
  for (const name of SCHEMA_FILES) ajv.addSchema(schema(name), `${name}.schema.json`);
  return ajv;
}

describe('schema files', () => {
  test('are draft-07 and refer to each other correctly', () => {
    const ajv = editor();
    for (const name of SCHEMA_FILES) {
      expect(schema(name)).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#' });
      expect(ajv.validateSchema(schema(name))).toBe(true);
      expect(() => ajv.getSchema(`${name}.schema.json`)).not.toThrow();
      const definitions = (schema(name) as { definitions?: object }).definitions ?? {};
      for (const definition of Object.keys(definitions)) {
        expect(ajv.getSchema(`${name}.schema.json#/definitions/${definition}`)).toBeTypeOf('function');
      }
    }
  });

  test('are all known to the reader, unless they are about output', () => {
    const files = readdirSync(folder).map((file) => file.replace('.schema.json', ''));
    const others = ['result', 'evaluation'];
    expect(files.filter((name) => !others.includes(name)).sort()).toEqual([...SCHEMA_FILES].sort());
  });

  test('take expressions where a string becomes a number', () => {
    const valid = editor().getSchema('arch.schema.json')!;
    const document = (depth: unknown) => ({
      architecture: { version: 0.4, nodes: [{ name: 'a', class: 'DRAM', attributes: { depth } }] },
    });
    expect(valid(document('2*n'))).toBe(true);
    expect(valid(document(8))).toBe(true);
    expect(valid(document(-8))).toBe(false);
    expect(valid(document([8]))).toBe(false);
  });

  test('know every typed attribute', () => {
    expect(attributeTypes().get('depth')).toBe('integer');
    expect(attributeTypes().get('multiple_buffering')).toBe('number');
    expect(attributeTypes().get('allow_overbooking')).toBe('boolean');
    expect(attributeTypes().has('technology')).toBe(false);
    expect(declaredTypes('arch').get('meshX')).toBe('integer');
    expect(declaredTypes('constraints').get('split')).toBe('integer');
    expect(declaredTypes('workload').get('read_write')).toBe('boolean');
  });
});

const complete = `
variables: {version: 0.4, n: 2}
globals: {version: 0.4}
ignore_this: {anything: [1]}
architecture:
  version: 0.4
  name: demo
  nodes:
  - !Container
    name: system
    attributes: {technology: 45nm}
    has_power_gating: true
    networks: []
  - !Component
    name: DRAM
    class: DRAM
    subclass: lpddr4
    attributes: {datawidth: 8, width: 64, depth: null, per_dataspace_bandwidth_consumption_scale: {A: 2}}
    required_actions: [read, write]
    area_scale: 2
    energy_scale: n/2
  - !Parallel
    nodes:
    - !Component
      name: GLB
      class: SRAM
      attributes: {datawidth: 8, depth: 16*n}
      enabled: true
      spatial: {meshX: n, meshY: 1}
      constraints:
        temporal: {permutation: CM, factors: "C=2 M<=4", no_reuse: [A], rmw_first_update: "*", remainders: 2}
        spatial: {permutation: [C, M], split: 1, factors: [[C=2], M=1], no_link_transfer: [A], maximize_dims: [[C, M]]}
        dataspace: {keep: [A], bypass_only: [B], no_coalesce: []}
        max_overbooked_proportion: {proportion: 0.1}
        utilization: {min: 0.5}
      sparse_optimizations: {representation_format: {data_spaces: []}, action_optimization: [{type: gating}]}
    - !Hierarchical
      nodes:
      - !Pipelined
        nodes:
        - !Nothing
        - !Nothing {name: air, constraints: {dataspace: {keep: [B]}}}
  - !Component {name: MAC, class: intmac}
problem:
  version: 0.4
  name: layer
  shape:
    name: mm
    dimensions: [C, M]
    coefficients: [{name: W, default: 2}, {name: V}]
    data_spaces:
    - {name: A, projection: [[[C, W], [M, 3]]]}
    - {name: B, projection: [C, M]}
    - {name: Z, projection: [[[M]], "C*W + M"], read_write: True}
  instance: {C: 4, M: n*2, W: 1, Hpad: 0, densities: {A: 0.5, B: {distribution: hypergeometric, density: 0.25}}}
  count: 3
  types: {A: int8}
architecture_constraints:
  version: 0.4
  targets:
  - {type: datatype, target: GLB, keep: [A]}
  - {type: bypass, target: GLB, bypass: [B]}
  - {type: parallelism, target: GLB, min: 0.5}
mapping:
- {type: temporal, target: GLB, factors: C1 M2, permutation: CM, residuals: {C: 1}}
- {type: spatial, target: GLB, factors: ["P=4,3"], split: 0, no_reuse: [A]}
imperfect:
- {target: GLB, type: temporal, residuals: {M: 1}}
compound_components: {version: 0.4, classes: [{name: x}]}
mapper: {version: 0.4, algorithm: hybrid, optimization_metrics: [edp], timeout: 10, live_status: false, whatever: 1}
mapspace: {version: 0.4, template: ruby}
machine: {name: some, parameters: {a: 1}}
sparse_optimizations: {version: 0.4, targets: [{target: MAC, compute_optimization: [{type: gating}]}]}
ERT: {version: 0.4, tables: [{name: "s.DRAM[1..1]", actions: [{name: read, arguments: {}, energy: 1}]}]}
ERT_summary: {version: "0.4", table_summary: [{name: s.GLB, actions: [{name: read, energy: 2}], primitive_estimation: x}]}
ART: {version: 0.4, tables: [{name: s.DRAM, area: 0}]}
ART_summary: {version: "0.4", table_summary: [{name: s.GLB, area: 3, primitive_estimations: Library}]}
`;

describe('a file with everything in it', () => {
  test('is read without a word', () => {
    expect(read(complete).diagnostics.map(({ message }) => message)).toEqual([]);
  });

  test('pleases the schema that editors use for it', () => {
    const diagnostics: never[] = [];
    const tree = readTree(
      { source: { name: 'x', text: complete }, directory: null },
      { diagnostics, budget: newBudget() },
    );
    const text = JSON.parse(JSON.stringify(plain(tree!))) as unknown;
    const ajv = editor();
    for (const name of ['document', 'arch', 'workload', 'mapping', 'constraints', 'mapper', 'ert', 'art']) {
      const valid = ajv.getSchema(`${name}.schema.json`)!;
      valid(text);
      expect(valid.errors ?? []).toEqual([]);
    }
  });
});

/** What is said about one file, as `code: message | expected | hint`. */
function complaints(text: string): readonly string[] {
  return read(text).diagnostics.map(({ code, message, expected, hint }) =>
    [`${code}: ${message}`, expected, hint].filter((part) => part !== undefined).join(' | '),
  );
}

describe('what is wrong is said once, with place and remedy', () => {
  const leaf = (more: string) => `architecture: {nodes: [!Component {name: a, class: DRAM, ${more}}]}`;

  test('unknown keys, with the nearest known one', () => {
    expect(complaints(leaf('atributes: {depth: 1}'))[0]).toMatch(
      /^E-KEY: unknown key atributes in a \| .* \| did you mean attributes\?$/,
    );
    expect(read(leaf('atributes: {depth: 1}')).said).toEqual(['E-KEY 1:58']);
    expect(complaints(leaf('spatial: {meshx: 2}'))[0]).toContain(
      'unknown key meshx in a.spatial | one of meshX, meshY | did you mean meshX?',
    );
    expect(complaints(leaf('constraints: {dataspace: {kepe: [A]}}'))[0]).toContain('did you mean keep?');
    expect(complaints('problem: {shpae: {}}')[0]).toContain('did you mean shape?');
    expect(complaints('mapping: [{target: a, type: temporal, permutaton: AB}]')[0]).toContain(
      'did you mean permutation?',
    );
    expect(complaints('architecture: {nodes: [], subtree: []}')[0]).toContain('a form before version 0.4');
    expect(complaints('architecture: {nodes: [!Container {name: a, enabled: false}]}')[0]).toContain('only components');
    for (const key of ['nodes', 'components'])
      expect(complaints(`architecture: {nodes: [!Container {name: a, ${key}: [!Component {name: b}]}]}`)[0]).toContain(
        'what a container holds follows it in the same list',
      );
  });

  test('keys of before, and of projects that came of the reference', () => {
    const entry = (more: string) => complaints(`mapping: [{target: a, ${more}}]`)[0];
    expect(entry('type: temporal, rmw_on_first_writeback: [Z]')).toContain('the name of rmw_first_update');
    expect(entry('type: bypass, passthrough: [Z]')).toContain('the name of no_coalesce');
    expect(complaints('problem: {ops: [{name: a}]}')[0]).toContain('give each operation a problem');
    expect(entry('node-type: Tile, type: temporal')).toContain('a tree of TileFlow');
    expect(complaints('mapping: {node-type: Tile, type: temporal, subtree: []}')[0]).toContain('a tree of TileFlow');
    const fused = 'fused layers (LoopTree, AccelForge), which are not supported';
    expect(entry('type: fused')).toContain(fused);
    expect(entry('type: storage')).toContain(fused);
    expect(complaints('mapping: {type: fused, nodes: [{type: storage, target: 0}]}')[0]).toContain(fused);
  });

  test('terms of a projection that are no lists', () => {
    const shape = (rank: string) =>
      `problem: {shape: {name: mm, dimensions: [C, M], data_spaces: [{name: A, projection: [${rank}]}]}, instance: {C: 1, M: 1}}`;
    expect(complaints(shape('[C], [[M]]'))).toEqual([expect.stringContaining('write [[C]], with a coefficient [[C, ')]);
    expect(complaints(shape('[[C]], [[M, 2, 3]]'))).toEqual([expect.not.stringContaining('write [[')]);
    for (const term of ['[3]', '[C, {a: 1}]', '[C, null]', '[]'])
      expect(complaints(shape(`[${term}]`))).toHaveLength(1);
  });

  test('keys of another type of entry', () => {
    expect(complaints('mapping: [{target: a, type: temporal, split: 1}]')[0]).toContain(
      'unknown key split in temporal entry for a',
    );
    expect(complaints('mapping: [{target: a, type: dataspace, factors: [A=1]}]')[0]).toContain('unknown key factors');
    expect(read('mapping: [{target: a, type: spatial, split: 1}]').said).toEqual([]);
  });

  test('missing keys, with the one that may have been meant', () => {
    expect(complaints('architecture: {nodes: [!Component {name: a}]}')).toEqual(['E-REQUIRED: a has no class']);
    expect(complaints('architecture: {nodes: [!Component {class: DRAM}]}')).toEqual([
      'E-REQUIRED: architecture.nodes[0] has no name',
    ]);
    expect(complaints('architecture: {}')).toEqual(['E-REQUIRED: architecture has no nodes']);
    expect(complaints('mapping: [{type: temporal}]')).toEqual(['E-REQUIRED: mapping[0] has no target']);
    expect(complaints('mapping: [{traget: a, type: temporal}]')).toEqual([
      'E-REQUIRED: mapping[0] has no target | is traget meant to be target?',
    ]);
    expect(complaints('ERT: {tables: [{name: x, actions: [{name: read}]}]}')).toEqual([
      'E-REQUIRED: ERT.tables[0].actions[0] has no energy',
    ]);
    expect(complaints(leaf('constraints: {utilization: {}}'))).toEqual([
      'E-REQUIRED: a.constraints.utilization has no min',
    ]);
  });

  test('wrong types and values', () => {
    expect(complaints(leaf('attributes: {depth: "8"}'))).toEqual([
      'E-TYPE: a.attributes.depth cannot be "8" | an integer of at least 0 | without quotes it is read as a number or an expression',
    ]);
    expect(complaints('architecture: {nodes: [!Component {name: 3, class: DRAM}]}')).toEqual([
      'E-TYPE: architecture.nodes[0].name cannot be 3 | text, not empty | put quotes around it: "3"',
    ]);
    const shape = '{dimensions: [M], data_spaces: [{name: "", projection: [M]}], coefficients: [{name: ""}]}';
    expect(complaints(`problem: {shape: ${shape}}`)).toEqual([
      'E-TYPE: problem.shape.data_spaces[0].name cannot be "" | text, not empty',
      'E-TYPE: problem.shape.coefficients[0].name cannot be "" | text, not empty',
    ]);
    expect(complaints('mapping: [{target: a, type: tempral}]')[0]).toContain(
      'E-TYPE: mapping[0].type cannot be "tempral" | one of temporal, spatial',
    );
    expect(complaints(leaf('attributes: {depth: 99999999999999999999}'))).toEqual([
      'E-TYPE: a.attributes.depth cannot be 100000000000000000000 | at most 9007199254740991',
    ]);
    expect(complaints('mapspace: {template: rubby}')).toEqual([
      'E-TYPE: mapspace.template cannot be "rubby" | one of uber, ruby',
    ]);
    expect(complaints('mapping: {a: 1}')[0]).toContain('mapping is not a list');
    expect(complaints('mapping: [a]')).toEqual(['E-TYPE: mapping[0] cannot be "a" | a map']);
    expect(complaints('architecture: 3')).toEqual(['E-TYPE: architecture cannot be 3 | a map']);
    expect(complaints('architecture: {nodes: 3}')).toEqual(['E-TYPE: architecture.nodes cannot be 3 | a list']);
    expect(complaints('variables: [1]')[0]).toContain('E-TYPE: variables cannot be a list like this | a map');
    expect(complaints('ERT: {tables: [{name: x, actions: [{name: read, energy: -1}]}]}')).toEqual([
      'E-TYPE: ERT.tables[0].actions[0].energy cannot be -1 | a number of at least 0',
    ]);
    expect(complaints('mapping: [{target: a, type: temporal, factors: [P=4,3]}]')[0]).toContain('write it as M=4');
  });

  test('what mappings and constraints hold, so that nobody reads on who would have to ask', () => {
    const entry = (type: string, fields: string) => complaints(`mapping: [{target: a, type: ${type}, ${fields}}]`);
    const loops = ['factors: 4', 'factors: {M: 4}', 'factors: [M=4, 3]', 'permutation: 3', 'permutation: [[M]]'];
    const counts = ['default_max_factor: 0', 'default_min_factor: 1.5', 'maximize_dims_capacity: "x"', 'split: -1'];
    const residuals = ['residuals: 3', 'residuals: null', 'residuals: {M: 0}', 'residuals: {M: "x"}'];
    for (const fields of [...loops, ...counts, ...residuals, 'no_reuse: 3', 'splt: 1']) {
      expect(entry('spatial', fields), fields).toHaveLength(1);
    }
    for (const fields of ['keep: 3', 'bypass: {A: 1}', 'kep: [A]']) expect(entry('dataspace', fields)).toHaveLength(1);
    for (const value of ['2', '-1', '"0.5"', 'null']) {
      expect(entry('max_overbooked_proportion', `proportion: ${value}`)).toHaveLength(1);
      expect(entry('utilization', `min: ${value}`)).toHaveLength(1);
    }
    for (const list of ['3', 'null', '[{target: a, type: temporal}]', '[{type: temporal, residuals: {M: 1}}]']) {
      expect(complaints(`imperfect: ${list}`)).toHaveLength(1);
    }
  });

  test('attributes that the model reads', () => {
    for (const name of attributeTypes().keys()) {
      for (const value of ['"x"', '-1', '[1]', '{a: 1}'])
        expect(complaints(leaf(`attributes: {${name}: ${value}}`)), name).toHaveLength(1);
      expect(complaints(leaf(`attributes: {${name}: null}`)), name).toEqual([]);
    }
    for (const value of ['3', '[1]']) {
      expect(complaints(leaf(`attributes: {network_type: ${value}}`))).toHaveLength(1);
      expect(complaints(leaf(`attributes: {per_dataspace_bandwidth_consumption_scale: ${value}}`))).toHaveLength(1);
    }
    expect(complaints(leaf('attributes: {per_dataspace_bandwidth_consumption_scale: {A: -1}}'))).toHaveLength(1);
    expect(complaints(leaf('attributes: {min_utilization: 2}'))).toHaveLength(1);
  });

  test('figures of tables, and counts of the mapper section', () => {
    for (const energy of ['-1', '.inf', '1e308*1e308', 'x']) {
      const action = `actions: [{name: read, arguments: {}, energy: ${energy}}]`;
      expect(complaints(`ERT: {tables: [{name: a, ${action}}]}`)).toHaveLength(1);
      expect(complaints(`ERT_summary: {table_summary: [{name: a, ${action}}]}`)).toHaveLength(1);
      expect(complaints(`ART: {tables: [{name: a, area: ${energy}}]}`)).toHaveLength(1);
    }
    const loops = (count: string) => complaints(`mapper: {max_temporal_loops_in_a_mapping: ${count}}`);
    expect(loops('-1')).toEqual([]);
    for (const count of ['-2', '1.5', 'null', '"x"']) expect(loops(count)).toHaveLength(1);
  });

  test('everything that is wrong with a file', () => {
    const { diagnostics } = read(`architecture:
  nodes:
  - !Component {name: a, clas: DRAM, attributes: {depth: -1, width: x.y}}
  - !Container {name: b, spatial: {meshX: 0, meshZ: 1}, constraints: {temporal: {factor: [C=1]}}}
mapping: [{target: a}]
mapper: {timeout: soon}
`);
    expect(diagnostics.map(({ code }) => code).sort()).toEqual([
      'E-KEY',
      'E-KEY',
      'E-KEY',
      'E-NAME',
      'E-NAME',
      'E-REQUIRED',
      'E-REQUIRED',
      'E-TYPE',
      'E-TYPE',
    ]);
  });
});

describe('hints lead to what is read', () => {
  const hinted = (text: string) => read(text).diagnostics.map(({ expected, hint }) => [expected, hint]);
  const constrained = (constraints: string) =>
    hinted(`architecture: {nodes: [!Component {name: A, class: DRAM, constraints: ${constraints}}]}`);

  test.each([
    ['{temporal: {factors: [4]}}', 'write it as M=4'],
    ['{temporal: {factors: 4}}', 'write it as [M=4]'],
    ['{temporal: {no_reuse: true}}', 'write it as [A, B] or "*"'],
    ['{temporal: {permutation: [1]}}', 'write it as M'],
    ['{temporal: {maximize_dims: 4}}', 'write it as [[M, N], [K]]'],
  ])('%s', (constraints, hint) => {
    expect(constrained(constraints)).toEqual([[expect.any(String), hint]]);
  });

  test('and no number is quoted for its size', () => {
    const problem = (density: string) => hinted(`problem: {shape: gemm, instance: {densities: {A: ${density}}}}`);
    for (const density of ['1.5', '-1']) expect(problem(density)).toEqual([['a number from 0 to 1', undefined]]);
  });
});
