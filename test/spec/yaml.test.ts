import { describe, expect, test } from 'vitest';
import { unitsOfASecond, unitsSince } from '../support/effort.js';
import { attributesOf, read, readSound, variablesOf, withAttributes } from './reading.js';

describe('YAML 1.2', () => {
  test('N, on, y and no are names, and so are numbers and null as keys', () => {
    const spec = readSound('variables: {a: [N, "on", "y", "no"], N: 1, on: 2, y: 3, 1: 4, null: 5}');
    expect([...spec.variables.keys()]).toEqual(['a', 'N', 'on', 'y', '1', 'null']);
    expect(variablesOf(spec).a).toEqual(['N', 'on', 'y', 'no']);
  });

  test('a problem may have dimensions N and y', () => {
    const { said, spec } = read(`problem:
  shape:
    name: s
    dimensions: [N, y]
    data_spaces:
    - {name: A, projection: [[[N]], [[y]]], read_write: True}
  instance: {N: 2, y: 3}
`);
    expect(said).toEqual([]);
    expect(spec?.problem?.dimensions.map(({ value }) => value)).toEqual(['N', 'y']);
  });

  test('numbers are those of the core schema', () => {
    expect(
      variablesOf(readSound('variables: {a: 012, b: 0o17, c: 0x1F, d: 1e3, e: 1_000, f: +5, g: 2020-01-01}')),
    ).toEqual({
      a: 12,
      b: 15,
      c: 31,
      d: 1000,
      e: 1000,
      f: 5,
      g: '2020-01-01',
    });
  });

  test('a byte order mark and CRLF make no difference', () => {
    expect(variablesOf(readSound('\uFEFFvariables:\r\n  a: 1\r\n  b: a+1\r\n'))).toEqual({ a: 1, b: 2 });
  });

  test('positions are right behind CRLF', () => {
    expect(read('variables:\r\n  a: 1\r\n  b: (c + 1)\r\n').said).toEqual(['E-NAME 3:7']);
  });

  test('a broken text is reported where it breaks, with every error of the parser', () => {
    expect(read('variables:\n  a: [1, 2\n  b: 3\n  c: 4\n').said).toEqual(['E-YAML 2:6']); // and not where the next line begins
    expect(read('a: b: c\nb: {c: [1, 2\nd: e: f\n').said).toEqual(['E-YAML 1:4', 'E-YAML 2:8']);
    expect(read('variables:\n\ta: 1\n').diagnostics[0]).toMatchObject({ code: 'E-YAML', hint: 'indent with spaces' });
    // The lines before and behind are read askew then, which is said by nobody.
    const items = read('variables:\n  a:\n\t- 1\n    - 2\n\t- 3\n').diagnostics;
    expect(items.map(({ hint, span }) => [hint, span!.start])).toEqual([
      ['indent with spaces', 16],
      ['indent with spaces', 29],
    ]);
    expect(read('a: b: c\nd: e: f\n').said).toEqual(['E-YAML 1:4', 'E-YAML 2:4']);
  });

  test('what follows from an error is not reported with it', () => {
    const brackets = read('variables: {a: x["b"], c: 1, d: [2, 3], e: {f: 4}}\n');
    expect(brackets.said).toEqual(['E-YAML 1:17']);
    expect(brackets.diagnostics[0]?.hint).toContain('write a.b');
    expect(brackets.diagnostics[0]?.hint).toContain('in quotes');
    const spoilt = 'architecture: {nodes: [!Component {name: a, class: DRAM, attributes: {depth: .inf, width: *x}}]}';
    expect(read(spoilt).said).toEqual(['E-TYPE 1:78', 'E-YAML 1:91']);
    expect(read('variables: {a: &a [*a], b: a*2}').said).toEqual(['E-YAML 1:20']);
    expect(read('variables: {<<: *nothing, a: 1}').said).toEqual(['E-YAML 1:17']);
  });

  test('a bare star is an alias to nothing, and the hint says how to write it', () => {
    expect(read('mapping:\n- {target: A, type: dataspace, keep: [*]}\n').diagnostics[0]?.hint).toContain('"*"');
  });

  test.each([
    ['', 'E-REQUIRED 1:1'],
    ['# nothing\n', 'E-REQUIRED 1:1'],
    ['just text', 'E-TYPE 1:1'],
    ['42', 'E-TYPE 1:1'],
    ['~', 'E-TYPE 1:1'],
    ['- a\n- b\n', 'E-TYPE 1:1'],
    ['variables: {}\n---\nvariables: {}\n', 'E-YAML 2:1'],
    ['? [a, b]\n: 1\n', 'E-YAML 1:3'],
    ['variables: {__proto__: 1}', 'E-KEY 1:13'],
    ['variables: {a: .nan}', 'E-TYPE 1:16'],
    ['variables: {a: -.inf}', 'E-TYPE 1:16'],
    ['variables: {a: 1e999}', 'E-TYPE 1:16'],
  ])('%j is refused', (text, expected) => {
    expect(read(text).said).toEqual([expected]);
  });
});

describe('a file that holds nothing', () => {
  test.each(['', '# nothing but this\n'])('is said to be empty, and what to look at: %j', (text) => {
    const [empty] = read(text).diagnostics;
    expect(empty).toMatchObject({ code: 'E-REQUIRED', message: expect.stringContaining('is empty'), expected: 'YAML' });
    expect(empty?.hint).toBe('was it saved, and is it the right file?');
  });
});

describe('duplicate keys', () => {
  test('name both places', () => {
    const { said, diagnostics } = read('variables:\n  a: 1\n  b: 2\n  a: 3\n');
    expect(said).toEqual(['E-DUPLICATE 4:3']);
    expect(diagnostics[0]?.related?.[0]?.span.start).toBe(13);
    expect(diagnostics[0]?.hint).toBe('keep one of them');
  });

  test('are found at the top too', () => {
    expect(read('variables: {}\nvariables: {}\n').said).toEqual(['E-DUPLICATE 2:1']);
  });

  test('a map of many keys is no trouble', () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `  k${at}: ${at}`).join('\n');
    const used = unitsSince();
    expect(readSound(`variables:\n${lines}\n`).variables.size).toBe(30_000);
    expect(used()).toBeLessThan(15 * unitsOfASecond);
  });
});

describe('tags', () => {
  test.each([
    ['architecture: {nodes: [!Componnet {name: a, class: DRAM}]}', 'E-TAG 1:24', 'did you mean Component?'],
    ['architecture: {nodes: [!component {name: a, class: DRAM}]}', 'E-TAG 1:24', 'did you mean Component?'],
    [
      'arch: {nodes: [!Memory {name: a, size: inf}]}',
      'E-TAG 1:16',
      expect.stringContaining('a storage or a compute is a !Component with a class'),
    ],
    ['mapping: [!Temporal {rank_variable: m}]', 'E-TAG 1:11', expect.stringContaining('from-accelforge.md')],
    [
      'arch: {nodes: [!ArrayContainer {name: a, spatial: {meshY: 4}}]}',
      'E-TAG 1:16',
      'write !Container: its spatial (meshX, meshY) says how many there are, and its constraints what lies on them',
    ],
    ['arch: {nodes: [!Element {name: a, class: DRAM}]}', 'E-TAG 1:16', 'write !Component, as it has been called since'],
    ['variables: {a: !!python/object:os.system 1}', 'E-TAG 1:16', undefined],
    ['variables: {a: !!binary aaaa}', 'E-TAG 1:16', undefined],
    ['variables: {a: !x!y 1}', 'E-TAG 1:16', undefined],
    ['variables: {a: !Component 1}', 'E-TAG 1:16', undefined],
    ['architecture: {nodes: [!Container [1]]}', 'E-TAG 1:24', undefined],
  ])('%s', (text, place, hint) => {
    const { said, diagnostics } = read(text);
    expect(said).toEqual([place]);
    expect(diagnostics[0]?.hint).toEqual(hint);
  });

  test('a node without a tag is told which there are', () => {
    const { diagnostics } = read('architecture:\n  nodes:\n  - name: a\n    class: DRAM\n');
    expect(diagnostics.map(({ code }) => code)).toEqual(['E-TAG']);
    expect(diagnostics[0]?.expected).toContain('!Component');
  });
});

describe('templates', () => {
  test.each(['variables:\n  a: {{ x }}\n', 'variables:\n  a: "{% if x %}"\n', '# hm\n# {{include_text("a")}}\n'])(
    '%j is one diagnostic and no more',
    (text) => {
      const { diagnostics, said } = read({ 'in.yaml': text });
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(/^E-(JINJA|INCLUDE) 2:/);
      expect(diagnostics[0]?.span?.source.name).toBe('in.yaml');
    },
  );
});

describe('aliases', () => {
  test('stand for copies', () => {
    const spec = readSound(withAttributes('a: &a [1, 2]', 'b: *a', 'c: [*a, *a]'));
    expect(attributesOf(spec, 'GLB')).toMatchObject({
      b: [1, 2],
      c: [
        [1, 2],
        [1, 2],
      ],
    });
  });

  test('many uses of one anchor are fine', () => {
    const uses = Array.from({ length: 1000 }, (_, at) => `  v${at}: *a`).join('\n');
    expect(readSound(`variables:\n  a: &a 7\n${uses}\n`).variables.get('v999')?.value).toBe(7);
  });

  test('the latest anchor of a name counts', () => {
    expect(variablesOf(readSound('variables: {a: &x 1, b: *x, c: &x 2, d: *x}'))).toEqual({ a: 1, b: 1, c: 2, d: 2 });
  });

  test.each([
    ['variables: {a: *b, b: &b 1}', 'E-YAML 1:16'],
    ['variables: {a: &a [*a]}', 'E-YAML 1:20'],
    ['variables: {a: &a {b: *a}}', 'E-YAML 1:23'],
  ])('%s is refused', (text, place) => {
    expect(read(text).said).toEqual([place]);
  });
});

describe('keys with ignore in them', () => {
  test('are skipped at every depth, and may hold anchors', () => {
    const spec = readSound(`
ignore_me: [&base {depth: 8, width: 16}]
architecture:
  nodes:
  - !Component
    name: GLB
    class: storage
    my_ignored_key: {anything: here}
    attributes: {<<: *base, to_ignore: 1, depth: 4}
    constraints: {ignored: [1]}
`);
    expect(attributesOf(spec, 'GLB')).toEqual({ depth: 4, width: 16 });
  });
});

describe('a number with commas', () => {
  test.each([
    ['problem: {instance: {C: 1,024, M: 64}}', 'write 1024 for 1,024'],
    ['variables: {depth: 25,600}', 'write 25600 for 25,600'],
  ])('in %s is not the number before the comma', (text, hint) => {
    const { diagnostics } = read(text);
    expect(diagnostics[0]).toMatchObject({ code: 'E-YAML', hint: expect.stringContaining(hint) });
  });

  test('a key without a value in braces is no value', () => {
    expect(read('variables: {depth, width: 2}').said).toEqual(['E-YAML 1:13']);
  });
});

test('what would drive a terminal is spelt out, in keys and in values', () => {
  const { spec } = read('variables: {"a\\e[31m": "b\\x9b", c: "d\\u202e\\te"}');
  expect(variablesOf(spec!)).toEqual({ 'a\\u001b[31m': 'b\\u009b', c: 'd\\u202e\te' });
});

describe('a comma within parentheses, inside braces', () => {
  test.each([
    ['{meshX: 2, meshY: max(2, rows//4)}', 'max(2'],
    ['{meshX: max(2, 3, max(4, 5)), meshY: 2}', 'max(2'],
  ])('%s is one error, with the way out', (spatial, shown) => {
    const { diagnostics } = read(`architecture:
  nodes:
  - !Component {name: GLB, class: DRAM}
  - !Component
    name: mac
    class: mac
    spatial: ${spatial}
`);
    expect(diagnostics).toMatchObject([{ code: 'E-YAML', hint: expect.stringContaining('use the block form') }]);
    const { source, start, end } = diagnostics[0]!.span!;
    expect(source.text.slice(start, end)).toBe(shown);
  });

  test('does no harm to parentheses that close, or in a list', () => {
    expect(read('variables: {a: ceil(2), b: 3, c: [1, "(", 2]}').said).toEqual([]);
  });
});

describe('tags of YAML itself', () => {
  test('are what its parser makes of them', () => {
    const { spec, said } = read('variables: {a: !!str 16, b: !!int 16, c: !!float 2, d: !!map {e: 1}, f: !!seq [1]}');
    expect(said).toEqual([]);
    expect(variablesOf(spec!)).toEqual({ a: '16', b: 16, c: 2, d: { e: 1 }, f: [1] });
  });

  test('are refused where they stand on another kind, or are none', () => {
    expect(read('variables: {a: !!map 1}').said).toHaveLength(1);
    expect(read('variables: {a: !!int 1.5}').said).toEqual(['E-TAG 1:16']);
    expect(read('variables: {a: !!strr 1}').said).toEqual(['E-TAG 1:16']);
  });
});
