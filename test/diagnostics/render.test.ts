import { expect, test } from 'vitest';
import { error, warning } from '../../src/diagnostics/diagnostic.js';
import { diagnosticToJson, renderDiagnostic } from '../../src/diagnostics/render.js';
import type { SourceFile, Span } from '../../src/diagnostics/span.js';

const source: SourceFile = { name: 'arch.yaml', text: 'nodes:\n  depth: eight\r\n\twidth: 8\n' };

function spanOf(text: string, file = source): Span {
  const start = file.text.indexOf(text);
  return { source: file, start, end: start + text.length };
}

test('place, excerpt, caret, expectation, hint and the other places', () => {
  const diagnostic = error('E-TYPE', 'GLB.depth cannot be "eight"', {
    span: spanOf('eight'),
    expected: 'an integer',
    found: '"eight"',
    hint: 'write 8',
    related: [{ message: 'first given here', span: spanOf('width') }],
  });
  expect(renderDiagnostic(diagnostic, { color: false })).toBe(
    [
      'arch.yaml:2:10: error[E-TYPE]: GLB.depth cannot be "eight"',
      '    2 |   depth: eight',
      '      |          ^^^^^',
      '  expected an integer, found "eight"',
      '  hint: write 8',
      'arch.yaml:3:2: note: first given here',
      '    3 |  width: 8',
      '      |  ^^^^^',
    ].join('\n'),
  );
});

test('without a place there is one line', () => {
  expect(renderDiagnostic(warning('W-UNUSED', 'nothing uses x'))).toBe('warning[W-UNUSED]: nothing uses x');
});

test('carets stop at the end of the line that a longer span starts on', () => {
  const span = { source, start: source.text.indexOf('depth'), end: source.text.length };
  const [, , carets] = renderDiagnostic(error('E-KEY', 'x', { span })).split('\n');
  expect(carets).toBe(`      |   ${'^'.repeat('depth: eight'.length)}`);
});

test('an empty span still gets a caret, and one past the end is no accident', () => {
  const end = source.text.length;
  expect(renderDiagnostic(error('E-YAML', 'x', { span: { source, start: 9, end: 9 } }))).toMatch(/\| {3}\^$/);
  expect(renderDiagnostic(error('E-YAML', 'x', { span: { source, start: end, end } }))).toBe(
    'arch.yaml:4:1: error[E-YAML]: x',
  );
});

test('a long line is cut around the place', () => {
  const long = { name: 'long.yaml', text: `${'a'.repeat(5000)}HERE${'b'.repeat(5000)}` };
  const [, line, carets] = renderDiagnostic(error('E-YAML', 'x', { span: spanOf('HERE', long) })).split('\n');
  expect(line!.length).toBeLessThanOrEqual('    1 | '.length + 102);
  const at = carets!.indexOf('^^^^');
  expect(line!.slice(at, at + 4)).toBe('HERE');
});

test('input text cannot drive the terminal or flood it', () => {
  const hostile = { name: 'a\u001b[2J.yaml', text: '\u001b[31mred\u202e: 1\n' };
  const diagnostic = error('E-KEY', `unknown key \u001b[31m${'k'.repeat(10_000)}`, {
    span: { source: hostile, start: 0, end: 3 },
  });
  const text = renderDiagnostic(diagnostic);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
  expect(text).not.toMatch(/[\u001b\u202e]/);
  expect(text.length).toBeLessThan(1000);
});

test('colour adds escape sequences and nothing else', () => {
  const diagnostic = error('E-TYPE', 'wrong', { span: spanOf('eight'), hint: 'right it' });
  const colored = renderDiagnostic(diagnostic, { color: true });
  expect(colored).not.toBe(renderDiagnostic(diagnostic, { color: false }));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is taken out
  expect(colored.replaceAll(/\u001b\[[\d;]*m/g, '')).toBe(renderDiagnostic(diagnostic, { color: false }));
});

test('JSON has stable keys in a stable order, and only those that are known', () => {
  const full = error('E-CONFLICT', 'm', {
    span: spanOf('eight'),
    expected: 'e',
    found: 'f',
    hint: 'h',
    related: [{ message: 'there', span: spanOf('width') }],
  });
  expect(JSON.stringify(diagnosticToJson(full))).toBe(
    '{"code":"E-CONFLICT","severity":"error","message":"m","file":"arch.yaml","line":2,"column":10,"endLine":2,' +
      '"endColumn":15,"expected":"e","found":"f","hint":"h","related":[{"message":"there","file":"arch.yaml","line":3,' +
      '"column":2,"endLine":3,"endColumn":7}]}',
  );
  expect(Object.keys(diagnosticToJson(warning('W-UNUSED', 'm')))).toEqual(['code', 'severity', 'message']);
});
