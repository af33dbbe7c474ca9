// Input that was made to do harm: a diagnostic each, and soon.

import { describe, expect, test } from 'vitest';
import { hasErrors } from '../../src/diagnostics/diagnostic.js';
import { renderDiagnostic } from '../../src/diagnostics/render.js';
import { unitsOfASecond, unitsSince } from '../support/effort.js';
import { read, variablesOf } from './reading.js';

/** Reads with no more work than ten thousand lines are; the codes without repetition. */
function codesOf(text: string): readonly string[] {
  const used = unitsSince();
  const { diagnostics, spec } = read(text);
  const rendered = diagnostics.map((one) => renderDiagnostic(one)).join('\n');
  expect(used()).toBeLessThan(15 * unitsOfASecond);
  expect(spec === undefined).toBe(hasErrors(diagnostics));
  expect(diagnostics.length).toBeLessThanOrEqual(201);
  expect(rendered.length).toBeLessThan(1_000_000);
  return [...new Set(diagnostics.map(({ code }) => code))];
}

function lines(count: number, line: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => line(at)).join('\n');
}

describe('nesting', () => {
  test.each([
    ['flow lists', `variables: {a: ${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['unclosed flow lists', `variables: ${'['.repeat(10_000)}`],
    ['flow maps', `variables: ${'{a: '.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['block lists on one line', `variables: {}\nx:\n${'- '.repeat(10_000)}1`],
    ['block maps', `variables:\n${lines(3000, (at) => `${' '.repeat(at + 1)}a:`)}`],
    ['explicit keys', '? '.repeat(10_000)],
  ])('of %s', (_, text) => {
    expect(codesOf(text)).toEqual(['E-SIZE']);
  });

  test('by aliases of what is nested already', () => {
    const wrap = (inside: string) => `${'['.repeat(60)}${inside}${']'.repeat(60)}`;
    expect(codesOf(lines(300, (at) => `ignore${at}: &v${at} ${wrap(at === 0 ? '1' : `*v${at - 1}`)}`))).toEqual([
      'E-SIZE',
    ]);
  });

  test('as deep as anybody writes is fine', () => {
    expect(codesOf(`variables: {a: ${'['.repeat(80)}1${']'.repeat(80)}}`)).toEqual([]);
  });
});

describe('size', () => {
  test('an alias bomb', () => {
    const bomb = lines(10, (at) => `ignore${at}: &b${at} [${Array(10).fill(at === 0 ? '1' : `*b${at - 1}`)}]`);
    expect(codesOf(bomb)).toEqual(['E-SIZE']);
  });

  test('a bomb of merge keys', () => {
    const base = `ignore: [&m {${lines(2000, (at) => `k${at}: 1,`).replaceAll('\n', ' ')}}]`;
    expect(codesOf(`${base}\nvariables:\n${lines(2000, (at) => `  m${at}: {<<<: *m}`)}`)).toEqual(['E-SIZE']);
  });

  test('millions of items', () => {
    expect(codesOf(`variables:\n  a:\n${'  - 1\n'.repeat(1_000_000)}`)).toEqual(['E-SIZE']);
  });

  test('one value of 90 million characters', () => {
    expect(codesOf(`variables: {a: "${'a'.repeat(90_000_000)}"}`)).toEqual(['E-SIZE']);
    expect(codesOf(`variables: {a: ${'a'.repeat(90_000_000)}}`)).toEqual(['E-SIZE']);
  });

  test('a hundred thousand mistakes are counted, not shown', () => {
    const { diagnostics } = read(lines(50_000, (at) => `k${at}: 1`));
    expect(diagnostics).toHaveLength(201);
    expect(diagnostics.at(-1)?.message).toBe('49800 more diagnostics are not shown');
  });

  test('a long name is shortened for people', () => {
    const { diagnostics } = read(`${'k'.repeat(50_000)}: 1`);
    expect(renderDiagnostic(diagnostics[0]!).length).toBeLessThan(2000);
  });
});

describe('expressions', () => {
  test('that grow', () => {
    expect(codesOf('variables: {a: 2**2**2**2**9}')).toEqual(['E-SIZE']);
    expect(codesOf(`variables:\n  a: 2\n${lines(100, (at) => `  a${at}: a${at === 0 ? '' : at - 1}**2`)}`)).toEqual([
      'E-SIZE',
    ]);
  });

  test('that take long', () => {
    expect(codesOf(`variables:\n${lines(3000, (at) => `  a${at}: sum(range(100000))`)}`)).toEqual(['E-SIZE']);
  });

  test('that refer to each other over many steps', () => {
    const chain = lines(
      3000,
      (at) => `  - !Component {name: l${at}, class: DRAM, attributes: {x: l${at + 1}.attributes.x + 1}}`,
    );
    expect(codesOf(`architecture:\n  nodes:\n${chain}`)).toContain('E-SIZE');
  });

  test('in large numbers are fine', () => {
    expect(codesOf(`variables:\n${lines(20_000, (at) => `  k${at}: ${at === 0 ? 1 : `k${at - 1}+1`}`)}`)).toEqual([]);
  });

  test('in many containers are fine', () => {
    const containers = lines(5000, (at) => `  - !Container {name: c${at}, attributes: {x: ${at === 0 ? 1 : 'x + 1'}}}`);
    expect(codesOf(`architecture:\n  nodes:\n${containers}`)).toEqual([]);
  });

  test('cannot reach the prototype', () => {
    const text = 'variables: {a: (constructor), b: (__proto__), c: (toString), d: (variables.constructor)}';
    expect(codesOf(text)).toEqual(['E-NAME']);
    expect(variablesOf(read('variables: {constructor: 1, a: constructor + 1}').spec!)).toEqual({
      constructor: 1,
      a: 2,
    });
  });
});

describe('prototypes', () => {
  test('are not touched by any key', () => {
    const places = [
      '__proto__: {a: 1}',
      'variables: {__proto__: {polluted: 1}}',
      'variables: {"__proto__": 1}',
      'architecture: {nodes: [!Component {name: a, class: DRAM, attributes: {__proto__: {polluted: 1}}}]}',
      'problem: {instance: {__proto__: 3}}',
      'mapper: {a: {__proto__: {polluted: 1}}}',
    ];
    for (const text of places) expect(codesOf(text)).toEqual(['E-KEY']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('names of Object are ordinary names', () => {
    const { spec, said } = read('variables: {constructor: 1, toString: 2, hasOwnProperty: 3, valueOf: 4}');
    expect(said).toEqual([]);
    expect(variablesOf(spec!)).toEqual({ constructor: 1, toString: 2, hasOwnProperty: 3, valueOf: 4 });
    const leaf =
      'architecture: {nodes: [!Component {name: constructor, class: DRAM, attributes: {toString: 1, depth: toString}}]}';
    expect(read(leaf).said).toEqual([]);
    expect(read('constructor: {}\ntoString: {}').said).toEqual(['E-KEY 1:1', 'E-KEY 2:1']);
    expect(read('architecture: {nodes: [], constructor: 1}').said).toEqual(['E-KEY 1:27']);
  });
});

describe('odd characters', () => {
  test.each([
    ['control characters', 'a\u001b[31m: 1'],
    ['a null character', 'a: \u0000'],
    ['half of a surrogate pair', 'a: \ud800\n"\\ud800": 1'],
    ['line separators', 'a: 1\u2028b: 2\u2029'],
    ['a right-to-left override', 'a\u202eb: 1'],
    ['nothing but a byte order mark', '\uFEFF'],
    ['nothing but line ends', '\r\r\n\n\r'],
    ['a document marker', '---'],
    ['an end marker', '...'],
    ['a directive', '%YAML 1.1\n---\nN: n'],
  ])('%s', (_, text) => {
    expect(codesOf(text).length).toBeGreaterThan(0);
  });

  test('YAML 1.1 asked for by a directive does not turn names into booleans', () => {
    expect(variablesOf(read('%YAML 1.1\n---\nvariables: {N: 1, a: ["y"], on: 2}').spec!)).toEqual({
      N: 1,
      a: ['y'],
      on: 2,
    });
  });
});
