// Designs that others might put beside the given ones, in a copy of their project: compute in memory with converters that
// only the lab knows, a tree written by macros from parts of other files, and one of anchors in a text of their own.

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapperHere, root } from './run-mapper.js';

let directory = '';

const files: Readonly<Record<string, string>> = {
  'example_designs/in_memory/arch.yaml': `architecture:
  version: 0.4
  nodes:
  - !Container {name: system, attributes: {technology: "45nm"}}
  - !Component {name: DRAM, class: DRAM, attributes: {type: "LPDDR4", width: 64, datawidth: 8}}
  - !Component
    name: shared_sram
    class: smartbuffer_SRAM
    attributes: {depth: 16384, width: 64, n_banks: 32, datawidth: 8}
    constraints: {dataspace: {keep: [Inputs, Outputs], bypass: [Weights]}}
  - !Component
    name: converter
    class: storage
    subclass: analog_to_digital
    attributes: {datawidth: 8, resolution: 8, depth: 64, width: 8}
    constraints: {dataspace: {keep: [Outputs], bypass: [Inputs, Weights]}}
  - !Container
    name: column
    spatial: {meshX: 64}
    constraints: {spatial: {factors: [C=1, R=1, S=1], maximize_dims: [[M]], permutation: [M]}}
  - !Container
    name: row
    spatial: {meshY: 64}
    constraints: {spatial: {factors: [M=1, P=1, Q=1, N=1], permutation: [R, S, C], split: 0}}
  - !Component
    name: cell
    class: storage
    subclass: memory_cell
    attributes: {depth: 1, width: 8, datawidth: 8, n_states: 16}
    constraints: {dataspace: {keep_only: [Weights]}, temporal: {factors_only: [], permutation: []}}
  - !Component {name: unit, class: compute, subclass: analog_mac, attributes: {width: 8}}
`,
  'parts/macros.jinja2': `{%- macro store(name, class='SRAM', depth=1024, mesh=1) -%}
- !Component
    name: {{ name }}
    class: {{ class }}
    {%- if mesh > 1 %}
    spatial: {meshX: {{ mesh }}}
    {%- endif %}
    attributes: {depth: {{ depth }}, width: 16, datawidth: 16}
{%- endmacro -%}
`,
  'parts/layer.yaml': `problem:
  version: 0.4
  shape:
    name: product
    dimensions: [M, N, K]
    data_spaces:
    - {name: A, projection: [[[M]], [[K]]]}
    - {name: B, projection: [[[K]], [[N]]]}
    - {name: Z, projection: [[[M]], [[N]]], read_write: true}
  instance: {M: 16, N: 16, K: 16}
`,
  'macros.yaml': `{% from 'parts/macros.jinja2' import store %}
{% set sizes = {'L2': 4096, 'L1': 256} %}
globals: {environment_variables: {SHOW: 1}, expression_custom_functions: []}
variables: {version: 0.4, technology: "45nm", lanes: {{ lanes | default(4) | int }}, loops: len(spec.problem.instance)}
architecture:
  version: 0.4
  nodes:
  - !Component {name: DRAM, class: DRAM, attributes: {type: LPDDR4, width: 64, datawidth: 16}}
  {% for name, rows in sizes.items() if rows > 0 -%}
  {{ store(name, depth=rows, mesh=(2 if loop.last else 1)) }}
  {% endfor %}
  {%- set registers %}{{ store('RF', class='regfile', depth=8) }}{% endset %}
  {{ registers | trim }}
  - !Component {name: MAC, class: intmac, spatial: {meshX: lanes}, attributes: {width: 16, datawidth: 16, terms: loops}}
{{ include_text('parts/layer.yaml') }}
mapper:
  version: 0.4
  optimization_metrics: {{ ['energy', 'delay'] | tojson }}
`,
  'parts/anchors.yaml': `anchors_ignore:
- &any_order {constraints: {temporal: {permutation: [M, N, K]}}}
- &storage {class: storage, attributes: {datawidth: 16}, constraints: {temporal: {rmw_first_update: ['*']}}}
- &products {constraints: {dataspace: {keep_only: [Z]}}}
- &fixed
  <<<: *storage
  constraints: !nomerge
    dataspace: {keep_only: [B]}
    temporal: {maximize_dims: [[K]], maximize_dims_capacity: attributes.depth}
lanes_ignore: &lanes
- !Container {name: lane, spatial: {meshX: lanes}, constraints: {spatial: {split: 999}}}
- !Component {name: MAC, class: intmac, attributes: {width: 16, datawidth: 16}}
`,
  'classes/buffer.yaml': `compound_components:
  classes:
  - name: word_buffer
    attributes: {width: must_specify, depth: must_specify, technology: must_specify}
    subcomponents: [{name: words, class: SRAM, attributes: {width: width, depth: depth, technology: technology}}]
    actions:
    - {name: read, subcomponents: [{name: words, actions: [{name: read}]}]}
    - &update {name: update, subcomponents: [{name: words, actions: [{name: read}]}, {name: words, actions: [{name: write}]}]}
    - {name: write, <<: *update}
`,
  'arch/macro.yaml': `{{ include_text('anchors.yaml') }}
architecture:
  nodes:
  - !Component {name: DRAM, class: DRAM, attributes: {type: LPDDR4, width: 64, datawidth: 16}}
  - !Component {name: buffer, <<<: [*storage, *products, *any_order], subclass: word_buffer,
      attributes: {width: 64, depth: lane.spatial.get_fanout() * 256}}
  - !Component
    name: cells
    <<<: *fixed
    attributes:
      depth: 8
      width: 16
      vector_access_energy: variables.get('cell_energy', 0.5)
  - !Hierarchical {nodes: *lanes}
`,
  'anchors.yaml': `{{ add_to_path(cwd() ~ '/parts/') }}
architecture:
  version: 0.4
  nodes:
  - !Hierarchical
    nodes: {{ include('arch/macro.yaml', 'architecture.nodes') }}
variables:
- {version: 0.4}
- {technology: "45nm", lanes: 4}
- cell_count: spec.variables.get('most', 8)
problem: {{ include('layer.yaml', 'problem') }}
components:
  version: 0.4
  classes:
  - {{ include_all('classes/*.yaml', 'compound_components.classes') }}
`,
};

const tables = `compound_components:
  version: 0.4
  classes:
  - name: analog_to_digital
    attributes: {technology: must_specify, resolution: must_specify}
    points:
    - {technology: 45nm, resolution: 4, action: read|write|update, energy: 0.4, area: 500}
    - {technology: 45nm, resolution: 8, action: read|write|update, energy: 2.5, area: 1500}
  - name: memory_cell
    points: !include ../cells.csv
  - name: analog_mac
    subcomponents: [{name: cell, class: memory_cell, attributes: {n_states: 16}}]
    actions: [{name: compute, subcomponents: [{name: cell, actions: [{name: read}]}]}]
`;

function write(name: string, text: string): void {
  mkdirSync(join(directory, dirname(name)), { recursive: true });
  writeFileSync(join(directory, name), text);
}

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-designs-'));
  cpSync(join(root, 'test/golden/projects/exercises'), directory, { recursive: true });
  for (const [name, text] of Object.entries(files)) write(name, text);
});

afterAll(() => rmSync(directory, { recursive: true }));

async function search(...args: readonly string[]) {
  const { stdout } = await mapperHere(['search', ...args, '--no-results', '--json', '--quiet'], { directory });
  return JSON.parse(stdout) as {
    readonly optimal: boolean;
    readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly hint?: string }[];
    readonly mappings: readonly { readonly energyPj: number }[];
  };
}

const inMemory = ['example_designs/top.yaml.jinja2', '--jinja', 'architecture=in_memory'];

test('converters and cells are not estimated: each is named, and the rest is searched', async () => {
  const { optimal, diagnostics } = await search(...inMemory);
  expect(optimal).toBe(true);
  const unknown = diagnostics.filter(({ code }) => code === 'W-ENERGY');
  expect(unknown.map(({ hint }) => /class (\w+)/.exec(hint!)?.[1]).sort()).toEqual([
    'analog_mac',
    'analog_to_digital',
    'memory_cell',
  ]);
  expect(diagnostics.filter(({ code }) => code.startsWith('E-'))).toEqual([]);
});

test('a table of the lab gives them energies', async () => {
  write('example_designs/_components/lab.yaml', tables);
  write('example_designs/cells.csv', 'n_states,read,write|update,area,leakage\n2,0.01,1.2,0.1,0\n16,0.03,4.8,0.1,0\n');
  const { optimal, diagnostics } = await search(...inMemory);
  expect(optimal).toBe(true);
  expect(diagnostics.filter(({ code }) => code === 'W-ENERGY')).toEqual([]);
  const { stdout } = await mapperHere(['components', ...inMemory, '--json', '--quiet'], { directory });
  const { components } = JSON.parse(stdout) as {
    readonly components: readonly {
      readonly name: string;
      readonly actions: readonly { readonly name: string; readonly energyPj: number }[];
    }[];
  };
  const energies = components.flatMap(({ name, actions }) =>
    actions.map((action) => [`${name} ${action.name}`, action.energyPj] as const),
  );
  expect(Object.fromEntries(energies)).toMatchObject({
    'converter read': 2.5,
    'converter write': 2.5,
    'cell read': 0.03,
    'cell write': 4.8,
    'cell update': 4.8,
    'unit compute': 0.03,
  });
});

test('a tree of macros, with text of other files and variables from outside', async () => {
  const { optimal, diagnostics } = await search('macros.yaml');
  expect(diagnostics).toEqual([]);
  expect(optimal).toBe(true);
  const { stdout } = await mapperHere(['components', 'macros.yaml', '--jinja', 'lanes=8', '--csv'], { directory });
  expect(stdout).toMatch(/^MAC,intmac,compute,/m);
  const wide = await mapperHere(['components', 'macros.yaml', '--jinja', 'lanes=8', '--json'], { directory });
  expect(JSON.parse(wide.stdout).components.at(-1)).toMatchObject({ name: 'MAC', instances: 16 });
});

test('anchors of another text, lists of maps to merge, lists of variables and of classes', async () => {
  const { optimal, diagnostics } = await search('anchors.yaml');
  expect(diagnostics).toEqual([]);
  expect(optimal).toBe(true);
  const { stdout } = await mapperHere(['components', 'anchors.yaml', '--json'], { directory });
  const { components } = JSON.parse(stdout) as { readonly components: readonly Readonly<Record<string, unknown>>[] };
  expect(components).toMatchObject([
    { name: 'DRAM' },
    { name: 'buffer', actions: [{ name: 'read' }, { name: 'update' }, { name: 'write' }] },
    { name: 'cells', actions: [{ energyPj: 0.5 }, { energyPj: 0.5 }, { energyPj: 0.5 }] },
    { name: 'MAC', instances: 4 },
  ]);
});
