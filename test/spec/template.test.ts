// Jinja templates: the language as the reference's settings leave it, the functions of its front end, places in templates,
// and that nothing outside the project is read.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { positionAt } from '../../src/diagnostics/span.js';
import { loadInput } from '../../src/spec/read/load.js';
import { readSpec } from '../../src/spec/read-spec.js';
import { read, variablesOf } from './reading.js';

let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mapper-template-')));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

type Files = Readonly<Record<string, string>>;

/** Writes the files below a new directory and reads the first of them. */
function readFiles(name: string, files: Files, jinja: Readonly<Record<string, unknown>> = {}) {
  for (const [path, text] of Object.entries(files)) {
    const full = join(folder, name, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
  const input = loadInput(join(folder, name, Object.keys(files)[0]!), 'any').value!;
  const templateVariables = new Map(Object.entries(jinja));
  const outcome = readSpec([{ ...input, templateVariables }], { compat: 'none', overrides: [] });
  const said = outcome.diagnostics.map(({ code, message, span }) => {
    const { line, column } = span ? positionAt(span.source, span.start) : { line: 0, column: 0 };
    return `${span?.source.name.slice(join(folder, name).length + 1)}:${line}:${column} ${code} ${message}`;
  });
  return { value: outcome.value, said, hints: outcome.diagnostics.map(({ hint }) => hint) };
}

/** What the text of `variables: {a: ...}` is read as. */
function variableA(expression: string, jinja: Readonly<Record<string, unknown>> = {}): unknown {
  const { value, said } = readFiles('language', { 'a.yaml': `variables:\n  a: ${expression}\n` }, jinja);
  return value ? variablesOf(value).a : said;
}

describe('the language', () => {
  test.each<[string, unknown]>([
    ['{{ 2 ** 10 // 3 }}', 341],
    ['{{ 3 if n > 2 else 4 }}', 3],
    ["{{ missing | default('x') }}", 'x'],
    ["[{% for x in [1, 2] %}{{ x }}{{ ', ' if not loop.last }}{% endfor %}]", [1, 2]],
    [
      "{% set d = 'MNK' %}[{% for x in d if x != 'N' %}{{ x }}, {% endfor %}{% for x in 'PQ' %}{{ x }}, {% endfor %}]",
      ['M', 'K', 'P', 'Q'],
    ],
    ["{% set s = 'a' if n > 9 %}{{ s ~ 'b' }}{{ ('c' if n > 9) | default('d') }}", 'bd'],
    ['{{ missing is defined }}', false],
    ['[{% for k, v in {"p": 1, "q": 2}.items() %}{{ v }},{% endfor %}]', [1, 2]],
    ['[{% for a, b in [(1, 2), (3, 4)] %}{{ a * b }}, {% endfor %}]', [2, 12]],
    ['{% macro twice(x, by=2) %}{{ x * by }}{% endmacro %}[{{ twice(3) }}, {{ twice(3, by=3) }}]', [6, 9]],
    ['{% set list = [3, 1, 2] %}{{ list | sort | join("") }}{{ list | max }}', 1233],
    ["{% set x %}a{% endset %}{{ x | upper }}{{ 'b'.join(['c', 'd']) }}{{ '{}_{}'.format(1, 2) }}", 'Acbd1_2'],
    ['{# a comment #}{% raw %}"{{ x }}"{% endraw %}', '{{ x }}'],
    ['{{ 1e-3 * 2 }}', 0.002],
    ['{{ none }}x{{ true }}', 'NonexTrue'],
    ['1 {%- if true -%}  2 {%- endif %}', 12],
    ["{{ 'a' | default }}{{ missing | default }}", 'a'],
    ["{{ '{:03d}.{:.1f}'.format(5, 2.25) }}{{ '%02d-%s' % (7, 'x') }}{{ '%5.1f' | format(3) }}", '005.2.307-x  3.0'],
    ["{{ [1, 2] | map('string') | map('upper') | join('x') }}", '1x2'],
    ["{{ [1, 2, 3] | select('odd') | join }}{{ [1, 2, 3] | reject('odd') | join }}", 132],
    ["{{ [{'a': 1}, {'a': 2}] | map(attribute='a') | sum }}", 3],
    ["{{ [1, 2, 3] | batch(2) | length }}{{ 'ab' * 2 }}{{ 7 % 4 }}", '2abab3'],
    ['{% set ns = namespace(s=0) %}{% for i in range(4) %}{% set ns.s = ns.s + i %}{% endfor %}{{ ns.s }}', 6],
    ["{% with a = n, b = [1, '2,3'] %}{{ a }}{{ b | length }}{% endwith %}{{ a is defined }}", '32False'],
    ['{% set a = 1 %}{% with a = 2, b = a %}{{ a }}{{ b }}{% endwith %}{{ a }}', 211],
    ['[{% for i in range(2) %}{% with x = loop.index %}{{ x * loop.index }}, {% endwith %}{% endfor %}]', [1, 4]],
    ['{% set l = [1] %}{% do l.append(2) %}{% do l.extend([3]) %}{{ l | join }}', 123],
    ["{% set d = {'a': 1} %}{% do d.update({'b': 2}) %}{{ d.b }}", 2],
    [
      '{{ 9 is divisibleby(3) }}{{ n is not divisibleby 2 }}{{ 2 is in [1, 2] }}{{ n is not in [1] }}',
      'TrueTrueTrueTrue',
    ],
    ['[{% for i in range(7) if i is divisibleby(3) and not i is eq(0) %}{{ i }}, {% endfor %}]', [3, 6]],
    ["{{ 'a_b_a' | replace('a', 'c') }}{{ 'aaa' | replace('a', 'b', 2) }}", 'c_b_cbba'],
    ["{{ 'a' if n is gt 2 else 'b' }}{{ 1 if n is defined else 0 }}", 'a1'],
  ])('%s', (expression, wanted) => {
    expect(variableA(expression, { n: 3 })).toEqual(wanted);
  });

  test.each<[string, string]>([
    ['{{ foo }}', '2:9 E-JINJA foo is not defined'],
    [
      '{% set l = [1] %}{% for i in range(40) %}{% do l.extend(l) %}{% endfor %}',
      '2:53 E-JINJA a list of more than 100000 items',
    ],
    [
      "{% set ns = namespace(l='x') %}{% for i in range(40) %}{% set ns.l = ns.l | replace('x', 'xx') %}{% endfor %}",
      '2:82 E-JINJA a text of more than 20000000 characters',
    ],
    [
      '{% set ns = namespace(l=[1]) %}{% for i in range(40) %}{% set ns.l = ns.l + ns.l %}{% endfor %}',
      '2:61 E-SIZE a value of more than 100000 items',
    ],
    ["{{ ('x' * 9000) | replace('x', 'x' * 9000) }}", '2:24 E-JINJA a text of more than 20000000 characters'],
    ['{{ 1 is nosuch(3) }}', '2:6 E-JINJA unknown test with an argument: nosuch'],
    ['{% if 1 > 2 %}{% elif foo.bar %}{% endif %}', '2:28 E-JINJA foo is not defined'],
    ['{{ foo', '2:6 E-JINJA {{ is never closed'],
    ['{% for x in [1] %}', '2:6 E-JINJA for is never closed'],
    ["{{ 'a' | upperr }}", '2:15 E-JINJA unknown filter: upperr'],
    ['{{ 1 / 0 }}', '2:6 E-JINJA division by zero'],
    ["{{ 'a' ~ ~ 'b' }}", '2:6 E-JINJA an operator without a value before it'],
    ["{{ {'a': 1}['b'] }}", '2:6 E-JINJA the value has no item "b"'],
    ["{{ '%d' % 'x' }}", '2:6 E-JINJA format d takes no x'],
    ['x\n  b: {{ 1 + }}', '3:6 E-JINJA nothing is left before }}'],
    ['{% endfor %}', '2:6 E-JINJA unknown or misplaced statement endfor'],
    ["{{ ''.__class__ }}", '2:6 E-JINJA __class__ is not defined'],
    ["{{ range.constructor('return process')() }}", '2:9 E-JINJA range.constructor is not defined'],
    ['{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}', '2:24 E-JINJA it calls itself without end'],
    [
      '{% for i in range(99999) %}{% for j in range(99999) %}{{ j }}{% endfor %}{% endfor %}',
      '2:67 E-SIZE the templates take too many steps',
    ],
  ])('refuses %j', (expression, wanted) => {
    expect(variableA(expression)).toEqual([`a.yaml:${wanted}`]);
  });

  test('says how to give a variable', () => {
    expect(readFiles('hint', { 'a.yaml': '{{ arch }}\n' }).hints).toEqual(['give it with --jinja arch=...']);
    expect(readFiles('near', { 'a.yaml': '{{ archh }}\n' }, { arch: 1 }).hints).toEqual(['did you mean arch?']);
  });
});

describe('functions of the front end', () => {
  const project: Files = {
    'top.yaml.jinja2': `{{add_to_path(cwd())}}
{% set wanted = which ~ '/v.yaml' %}
{% if path_exists(wanted) and not path_exists('nowhere.yaml') %}
variables:
  inner: {{include(wanted, 'section.inner')}}
  all: {{include_all('parts/*.yaml', 'list')}}
  one: {{include_all('parts/a.yaml', 'list')}}
  from_path: {{include('deep/below.yaml', 'x')}}
{% endif %}
`,
    'design/v.yaml': 'section:\n  inner: {{ which | length }}\n',
    'parts/a.yaml': 'list: [1]\n',
    'parts/b.yaml': 'list: [2, 3]\n',
    'deep/below.yaml': "x: {{ include('parts/b.yaml', 'list') }}\n",
  };

  test('find files beside the template and on the path, which included ones inherit', () => {
    const { value, said } = readFiles('functions', project, { which: 'design' });
    expect(said).toEqual([]);
    expect(variablesOf(value!)).toEqual({ inner: 6, all: [1, 2, 3], one: [1], from_path: [2, 3] });
  });

  test('include_text pastes text, so that anchors reach across', () => {
    const { value, said } = readFiles('text', {
      'layers/net/00.yaml': "{{include_text('../base.yaml')}}\nvariables:\n  <<<: *base\n  c: 3\n",
      'layers/base.yaml': 'base_ignore: &base\n  a: 1\n  b: {{ 1 + 1 }}\n',
    });
    // The file that was passed stands below the folder that it includes from.
    expect(said).toEqual(['layers/net/00.yaml:1:3 E-INCLUDE ../base.yaml leaves the folder of the project']);
    expect(value).toBeUndefined();
    const inside = readFiles('text', { 'all.yaml': "variables: {{include('layers/net/00.yaml', 'variables')}}\n" });
    expect(variablesOf(inside.value!)).toEqual({ c: 3, a: 1, b: 2 });
  });

  test('include, import and from take templates', () => {
    const { value, said } = readFiles('import', {
      'main.yaml': `{% from 'm.j2' import twice, base as b %}{% import 'm.j2' as m %}
variables:
  a: {{ twice(b) }}
  c: {{ m.twice(4) }}
{% include 'rest.j2' %}
`,
      'm.j2': '{% set base = 5 %}{% macro twice(x) %}{{ 2 * x }}{% endmacro %}',
      'rest.j2': '  d: {{ b }}',
    });
    expect(said).toEqual([]);
    expect(variablesOf(value!)).toEqual({ a: 10, c: 8, d: 5 });
  });

  test.each<[string, string]>([
    ["{{ include('nope.yaml') }}", 'main.yaml:2:9 E-INCLUDE cannot find nope.yaml: no such file'],
    ["{{ include('b.yaml', 'x.z') }}", 'main.yaml:2:9 E-INCLUDE'],
    ["{{ include('main.yaml') }}", 'main.yaml:2:9 E-INCLUDE'],
    ["{{ include('broken.yaml') }}", 'broken.yaml:2:7 E-JINJA foo is not defined'],
    ["{{ include_text('broken.yaml') }}", 'broken.yaml:2:7 E-JINJA foo is not defined'],
    ["{{ include('badyaml.yaml') }}", 'badyaml.yaml:2:4 E-YAML'],
    ["{{ include('*.yaml') }}", 'main.yaml:2:9 E-INCLUDE include of *.yaml finds'],
  ])('%s points into the file where it is wrong', (expression, wanted) => {
    const { value, said } = readFiles('wrong', {
      'main.yaml': `variables:\n  a: ${expression}\n`,
      'b.yaml': 'x: {y: 1}\n',
      'broken.yaml': 'a: 1\nb: {{ foo }}\n',
      'badyaml.yaml': 'a: {{ 1 }}\nb: [1\nc: 2\n',
    });
    expect(value).toBeUndefined();
    expect(said[0]).toContain(wanted);
  });

  test('an expression that has no value is shown in the template, behind what was printed before it', () => {
    const { said } = readFiles('place', {
      'main.yaml':
        "# {{ 'long ' ~ 'text' }}\n{% for i in [1, 2] %}{% endfor %}variables:\n  {{ 'a: 1' }}\n  b: (nope)\n",
    });
    expect(said).toEqual(['main.yaml:4:7 E-NAME variables.b: nope is not known here, in (nope)']);
  });
});

describe('nothing outside the project is read', () => {
  const functions = ['include', 'include_text', 'include_all', 'find_path', 'find_paths', 'add_to_path'];
  const paths = ['../secret.yaml', 'link.yaml', 'linked/secret.yaml', '../s*.yaml', 'linked/*'];

  test.each(functions.flatMap((name) => paths.map((path) => [name, path] as const)))('%s of %s', (name, path) => {
    const files = { 'top/main.yaml': `variables:\n  a: {{ ${name}('${path}') }}\n`, 'secret.yaml': 'a: hidden\n' };
    const place = `outside-${name}`;
    mkdirSync(join(folder, place, 'top'), { recursive: true });
    for (const [link, target] of [
      ['link.yaml', 'secret.yaml'],
      ['linked', ''],
    ] as const) {
      try {
        symlinkSync(join(folder, place, target), join(folder, place, 'top', link));
      } catch {
        // It is there from the case before.
      }
    }
    const { value, said } = readFiles(place, files);
    expect(value).toBeUndefined();
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/E-INCLUDE .* (leaves the folder of the project|no such file)/);
  });

  test.each(['/etc/hostname', '/etc/host*', '../../../../../../etc/hostname'])('%s', (path) => {
    const { said } = readFiles('absolute', { 'main.yaml': `a: {{ include_text('${path}') }}\n` });
    expect(said[0]).toMatch(/E-INCLUDE .*leaves the folder of the project/);
    expect(readFiles('probe', { 'main.yaml': `a: {{ path_exists('${path}') }}\n` }).said[0]).toMatch(/E-INCLUDE/);
  });

  test('text without a directory finds no files', () => {
    expect(read("variables: {a: {{ include('x.yaml') }}}").said).toEqual(['E-INCLUDE 1:19']);
  });
});
