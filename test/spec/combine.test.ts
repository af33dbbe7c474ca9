import { describe, expect, test } from 'vitest';
import { plain } from '../../src/spec/node.js';
import { readSpec } from '../../src/spec/read-spec.js';
import { input, leavesOf, read, readSound, variablesOf } from './reading.js';

const leaf = (name: string, more = '') => `- !Component {name: ${name}, class: DRAM${more}}`;

describe('several files', () => {
  test('are combined section by section', () => {
    const spec = readSound({
      'arch.yaml': `architecture: {nodes: [${leaf('a').slice(2)}]}`,
      'v.yaml': 'variables: {x: 1}',
      'm.yaml': 'mapper: {algorithm: random}',
    });
    expect(leavesOf(spec.architecture)).toHaveLength(1);
    expect(variablesOf(spec)).toEqual({ x: 1 });
    expect(spec.mapper?.entries.map(({ key }) => key)).toEqual(['algorithm']);
  });

  test('combine maps recursively and accept equal values', () => {
    const spec = readSound({
      'a.yaml': 'variables: {x: 1, m: {p: 1}, l: [1, 2]}',
      'b.yaml': 'variables: {y: 2, x: 1, m: {q: 2}, l: [1, 2]}',
    });
    expect([...spec.variables.keys()]).toEqual(['x', 'm', 'l', 'y']);
    expect(variablesOf(spec)).toMatchObject({ m: { p: 1, q: 2 }, y: 2 });
  });

  test('a section that is a list of maps is as if several files had given them', () => {
    const spec = readSound('variables: [{version: 0.4}, {x: 1, y: x + 1}, {z: y + 1}]\nmapper: [{algorithm: random}]');
    expect(variablesOf(spec)).toEqual({ x: 1, y: 2, z: 3 });
    expect(spec.mapper?.entries.map(({ key }) => key)).toEqual(['algorithm']);
    const { diagnostics } = read('variables: [{x: 1}, {x: 2}]');
    expect(diagnostics).toMatchObject([{ code: 'E-CONFLICT', expected: '1', found: '2' }]);
  });

  test.each([
    ['variables: {x: 1}', 'variables: {x: 2}', '1', '2'],
    ['variables: {x: 1}', 'variables: {x: "1"}', '1', '"1"'],
    ['variables: {x: [1]}', 'variables: {x: [2]}', 'a list of 1', 'a list of 1'],
    ['variables: {x: 1}', 'variables: {x: {a: 1}}', '1', 'a map'],
    ['mapper: {algorithm: random}', 'mapper: {algorithm: hybrid}', '"random"', '"hybrid"'],
  ])('%s and %s contradict each other', (first, second, expected, found) => {
    const { diagnostics, said } = read({ 'a.yaml': first, 'b.yaml': second });
    expect(said).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({ code: 'E-CONFLICT', expected, found });
    expect(diagnostics[0]?.span?.source.name).toBe('b.yaml');
    expect(diagnostics[0]?.related?.[0]?.span.source.name).toBe('a.yaml');
  });

  test('what is said of a machine beside a mapping holds for it, in any order of files', () => {
    const machine = `architecture: {nodes: [${leaf('a').slice(2)}]}\nmachine: {name: ipu, generation: mk2, ragged_splits: true}`;
    const files = { 'a.yaml': machine, 'm.yaml': 'machine: {ragged_splits: false}\nmapping: []' };
    for (const texts of [files, Object.fromEntries(Object.entries(files).toReversed())]) {
      const { entries } = readSound(texts).machine!;
      expect(Object.fromEntries(entries.map(({ key, value }) => [key, plain(value)]))).toEqual({
        ...{ name: 'ipu', generation: 'mk2', ragged_splits: false },
      });
    }
    const other = read({ ...files, 'o.yaml': 'machine: {ragged_splits: edp}\nmapping: []' });
    expect(other.diagnostics).toMatchObject([{ code: 'E-CONFLICT', expected: 'false', found: '"edp"' }]);
    const named = read({ ...files, 'm.yaml': 'machine: {name: epu}\nmapping: []' });
    expect(named.diagnostics).toMatchObject([{ code: 'E-CONFLICT', expected: '"ipu"', found: '"epu"' }]);
  });

  test('constraints may be called mapspace, as before version 0.4', () => {
    const texts = {
      'a.yaml': `architecture: {nodes: [${leaf('a').slice(2)}, !Component {name: m, class: mac}]}`,
      'c.yaml': 'mapspace: {targets: [{target: a, type: bypassing, keep: [X]}]}',
    };
    expect(readSound(texts).constraints.map(({ type }) => type)).toEqual(['dataspace']);
    const { said, diagnostics } = read('mapspace: {template: uber, constraints: all}');
    expect(said).toEqual(['E-KEY 1:28']);
    expect(diagnostics[0]!.hint).toBe('constraints go under a top-level key constraints, as a list under targets');
  });

  test('of several lists of constraints one may be chosen by name, as before version 0.4', () => {
    const list = (dataspace: string) => `[{target: a, type: datatype, keep: [${dataspace}]}]`;
    const arch = `architecture: {nodes: [${leaf('a').slice(2)}, !Component {name: m, class: mac}]}`;
    const chosen = `mapspace: {constraints_one: ${list('X')}, constraints_two: ${list('Y')}, constraints: two}`;
    const anonymous = `architecture_constraints: {constraints: ${list('Y')}}`;
    const written = `constraints: ${list('Y')}`;
    const [one, two, today] = [chosen, anonymous, written].map((text) => readSound({ 'a.yaml': arch, 'c.yaml': text }));
    const keeps = ({ constraints }: typeof today & object) => constraints.map(({ fields }) => plain(fields));
    expect(keeps(one!)).toEqual(keeps(today!));
    expect(keeps(two!)).toEqual(keeps(today!));
    expect(keeps(today!)).toMatchObject([{ keep: ['Y'] }]);
    // The reference's own samples of version 0.1 say `template` beside it, and people leave the choice empty.
    const sample = chosen.replace('{', '{template: uber, ');
    const empty = `mapspace: {constraints: , targets: ${list('Y')}}`;
    for (const text of [sample, empty])
      expect(keeps(readSound({ 'a.yaml': arch, 'c.yaml': text }))).toEqual(keeps(today!));
    const ruby = read({ 'a.yaml': arch, 'c.yaml': sample.replace('uber', 'ruby') });
    expect(plain(ruby.spec!.mapspace!)).toEqual({ template: 'ruby' });
    // Beside other lists none is chosen: those would be lost.
    expect(read(`constraints: {targets: ${list('X')}, constraints: ${list('Y')}}`).said).toEqual(['E-KEY 1:66']);
  });

  test('layers that are fused are refused once, not as problems that contradict each other', () => {
    const layer = (name: string) => `{shape: {name: ${name}, dimensions: [M]}, instance: '0 <= M < 4'}`;
    const { diagnostics } = read(`problem: [${layer('one')}, ${layer('two')}]`);
    expect(diagnostics).toMatchObject([
      {
        code: 'E-UNSUPPORTED',
        message: 'layers are not fused, and problem lists 2',
        hint: expect.stringContaining('file of its own'),
      },
    ]);
  });

  test('a version is the same in quotes, as the reference dumps it', () => {
    const dump = 'dumped_by_timeloop_front_end: true\nmapper: {version: "0.4", search_size: null}';
    expect(read({ 'a.yaml': 'mapper: {version: 0.4, algorithm: random}', 'b.yaml': dump }).said).toEqual([]);
  });

  test.each([
    ['shape: {name: s}', 'a shape stands beside its instance: problem: {shape: {...}, instance: {...}}'],
    ['workload: {einsums: []}', expect.stringContaining('AccelForge')],
    ['operational_array: {unit_area: 1}', expect.stringContaining('docs/from-zigzag.md')],
    ['memories: {rf: {size: 8}}', expect.stringContaining('docs/from-zigzag.md')],
  ])('%s is told where it would stand here', (text, hint) => {
    expect(read(text).diagnostics).toMatchObject([{ code: 'E-KEY', hint }]);
  });

  test.each([
    ['- {id: 0, operator_type: Gemm, loop_dims: [B]}', 'layers of ZigZag'],
    ['- {name: default, spatial_mapping: {D1: [K]}}', 'mappings of ZigZag'],
    ['- {target: A, type: temporal, factors: [M=2]}', 'mapping: [...], or constraints: {targets: [...]}'],
    ['- !Component {name: A, class: DRAM}', 'architecture: {version: 0.4, nodes: [...]}'],
  ])('a file that is the list %s is told where it would stand', (text, hint) => {
    expect(read(text).diagnostics).toMatchObject([{ code: 'E-TYPE', hint: expect.stringContaining(hint) }]);
  });

  test('join lists of constraints, mapping entries, classes and tables', () => {
    const target = (name: string) => `{target: ${name}, type: temporal, factors: [M=1]}`;
    const spec = readSound({
      'a.yaml': `architecture_constraints: {targets: [${target('a')}]}\nmapping: [${target('m')}]\nERT: {tables: []}`,
      'b.yaml': `mapspace_constraints: {version: 0.4, targets: [${target('b')}]}\nmy_mapping: [${target('n')}]
ERT: {version: 0.4, tables: [{name: x.y, actions: []}]}\ncompound_components: {classes: [{name: one}]}`,
      'c.yaml': 'components: {classes: [{name: two}]}',
    });
    expect(spec.constraints.map(({ target: { value } }) => value)).toEqual(['a', 'b']);
    expect(spec.mapping.map(({ target: { value } }) => value)).toEqual(['m', 'n']);
    expect(spec.ert?.map(({ component }) => component)).toEqual(['y']);
    expect(plain(spec.components!)).toEqual({ classes: [{ name: 'one' }, { name: 'two' }] });
  });

  test.each([
    ['architecture_constraints: {targets: [ONE]}', 'mapspace_constraints: [TWO]'],
    ['architecture_constraints: [ONE]', 'mapspace_constraints: {version: 0.3, targets: [TWO]}'],
    ['architecture_constraints: {targets: [ONE]}', 'mapspace: [TWO]'],
  ])('join a list that is the section to one that it holds: %s, %s', (first, second) => {
    const one = '{target: a, type: temporal, factors: [M=1]}';
    const two = '{target: a, type: bypass, keep: [X]}';
    const arch = `architecture: {nodes: [${leaf('a').slice(2)}]}`;
    const spec = readSound(`${arch}\n${first.replace('ONE', one)}\n${second.replace('TWO', two)}`);
    expect(spec.constraints.map(({ type }) => type)).toEqual(['temporal', 'dataspace']);
  });

  test('join architecture nodes with a warning', () => {
    const { spec, diagnostics } = read({
      'a.yaml': `architecture:\n  nodes:\n  ${leaf('a')}\n`,
      'b.yaml': `architecture:\n  nodes:\n  ${leaf('b')}\n`,
    });
    expect(leavesOf(spec?.architecture).map(({ name }) => name.value)).toEqual(['a', 'b']);
    expect(diagnostics.map(({ code }) => code)).toEqual(['W-MERGE']);
  });

  test('passed twice count once', () => {
    const file = input('a.yaml', 'constraints: {targets: [{target: a, type: temporal, factors: [M=1]}]}');
    const outcome = readSpec([file, { ...file }], { compat: 'none', overrides: [] });
    expect(outcome.value?.constraints).toHaveLength(1);
  });

  test('report what is wrong in each of them, in order', () => {
    const { diagnostics } = read({ 'a.yaml': 'variabels: {}', 'b.yaml': '{{ x }}', 'c.yaml': 'variables: {a: (b)}' });
    expect(diagnostics.map(({ code, span }) => `${span?.source.name} ${code}`)).toEqual([
      'a.yaml E-KEY',
      'b.yaml E-JINJA',
      'c.yaml E-NAME',
    ]);
  });
});

describe('top-level keys', () => {
  test('that are unknown are refused with a suggestion', () => {
    const { diagnostics } = read('architectur: {}\nmaper: {}\n');
    expect(diagnostics.map(({ code, hint }) => `${code} ${hint}`)).toEqual([
      'E-KEY did you mean architecture?',
      'E-KEY did you mean mapper?',
    ]);
  });

  test('model has no effect, and what would change a result is said', () => {
    const model = (text: string) => read(`model: {${text}}`);
    expect(model('verbose: true, out_prefix: 123, auto_bypass_on_failure: false').diagnostics).toEqual([]);
    const { diagnostics } = model('auto_bypass_on_failure: yes');
    expect(diagnostics).toMatchObject([{ code: 'W-UNUSED', message: expect.stringContaining('no level is bypassed') }]);
  });

  test('layouts of data are not modelled', () => {
    expect(read('layout: []').diagnostics).toMatchObject([
      { code: 'E-KEY', hint: expect.stringContaining('layout_ignore') },
    ]);
    expect(read('layout_ignore: []').diagnostics).toEqual([]);
  });

  test('globals cannot do what they do in the reference', () => {
    const { diagnostics } = read('globals: {environment_variables: {A: 1}, expression_custom_functions: [a.py]}');
    expect(diagnostics.map(({ code }) => code)).toEqual(['E-UNSUPPORTED']);
    expect(read('globals: {environment_variables: {TIMELOOP_ENABLE_UPDATED_RMW: 1}}').said).toEqual(['W-DROPPED 1:35']);
    const off = '{TIMELOOP_ENABLE_FIRST_READ_ELISION: 0, TIMELOOP_DISABLE_LINK_TRANSFERS: 1}';
    const { spec } = read(`globals: {environment_variables: ${off}}`);
    expect(spec?.switches).toEqual({ firstReadElision: false, linkTransfers: false });
    expect(read('my_globals: {environment_variables: {}, accelergy_plug_ins: []}').said).toEqual([]);
  });
});

describe('roles', () => {
  test.each([
    ['architecture', 'variables: {}', 'variables'],
    ['ert', 'ART: {tables: []}', 'ART'],
    ['mapping', 'constraints: {targets: []}', 'constraints'],
    ['problem', '{}', 'no keys'],
  ] as const)('a file passed as %s must hold it', (role, text, found) => {
    const { value, diagnostics } = readSpec([input('x.yaml', text, { role })], { compat: 'none', overrides: [] });
    expect(value).toBeUndefined();
    expect(diagnostics[0]).toMatchObject({ code: 'E-REQUIRED', found });
  });

  test('summaries are tables too, and more keys than the role are welcome', () => {
    const files = [
      input('a.yaml', 'ERT_summary: {table_summary: []}', { role: 'ert' }),
      input('b.yaml', 'ART_summary: {table_summary: []}\nvariables: {x: 1}', { role: 'art' }),
    ];
    expect(readSpec(files, { compat: 'none', overrides: [] }).diagnostics).toEqual([]);
  });
});

describe('versions', () => {
  test.each(['0.4', '"0.4"', "'0.4'"])('%s is right', (version) => {
    expect(read(`mapper: {version: ${version}}\nconstraints: {version: ${version}}`).said).toEqual([]);
  });

  test.each([
    'architecture: {version: 0.5, nodes: []}',
    'problem: {version: 0.5}',
    'constraints: {version: 3}',
    'mapper: {version: "0.40"}',
    'mapspace: {version: x}',
    'ERT: {version: 2, tables: []}',
    'ART: {version: 1, tables: []}',
    'variables: {version: 0.41}',
    'sparse_optimizations: {version: null}',
  ])('%s is not', (text) => {
    expect(read(text).diagnostics.map(({ code }) => code)).toEqual(['E-VERSION']);
  });
});
