import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InputFile } from '../../src/spec/read/input-file.js';
import { loadInput } from '../../src/spec/read/load.js';
import { readSpec } from '../../src/spec/read-spec.js';
import { read, variablesOf } from './reading.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mapper-include-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Writes the files below a new directory and reads the first of them. */
function readFiles(name: string, files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    const full = join(folder, name, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
  const input = loadInput(join(folder, name, Object.keys(files)[0]!), 'any');
  if (!input.value) throw new Error('not loaded');
  const outcome = readSpec([input.value], { compat: 'none', overrides: [] });
  const codes = outcome.diagnostics.map(({ code }) => code);
  return { ...outcome, codes, messages: outcome.diagnostics.map(({ message }) => message).join('\n') };
}

describe('!include', () => {
  test('takes the whole of a file, relative to the including one', () => {
    const { value, codes } = readFiles('plain', {
      'top/main.yaml': 'variables: !include sub/a.yaml\n',
      'top/sub/a.yaml': 'x: 1\ninner: !include deeper/b.yaml\n',
      'top/sub/deeper/b.yaml': '[1, 2]\n',
    });
    expect(codes).toEqual([]);
    expect(variablesOf(value!)).toEqual({ x: 1, inner: [1, 2] });
  });

  test('is merged like anything else', () => {
    const { value } = readFiles('merged', {
      'main.yaml': 'variables:\n  <<: !include a.yaml\n  x: 2\n',
      'a.yaml': 'x: 1\ny: 1\n',
    });
    expect(variablesOf(value!)).toEqual({ x: 2, y: 1 });
  });

  test('of one file in several places is no circle', () => {
    const { value } = readFiles('twice', {
      'main.yaml': 'variables: {a: !include n.yaml, b: !include n.yaml}\n',
      'n.yaml': '7\n',
    });
    expect(variablesOf(value!)).toEqual({ a: 7, b: 7 });
  });

  test('says in which file an error is', () => {
    const { value, diagnostics } = readFiles('error', {
      'main.yaml': 'variables: !include bad.yaml\n',
      'bad.yaml': 'a: 1\nb: (nope)\n',
    });
    expect(value).toBeUndefined();
    expect(diagnostics[0]).toMatchObject({ code: 'E-NAME' });
    expect(diagnostics[0]?.span?.source.name).toMatch(/bad\.yaml$/);
  });

  test('reports a template in an included file once', () => {
    const { codes } = readFiles('template', {
      'main.yaml': 'variables: !include a.yaml\n',
      'a.yaml': '{{ x }}\n{{ y }}\n',
    });
    expect(codes).toEqual(['E-JINJA']);
  });

  test.each([
    ['itself', { 'main.yaml': 'variables: {a: !include main.yaml}\n' }],
    ['each other', { 'main.yaml': 'variables: {a: !include b.yaml}\n', 'b.yaml': '{c: !include main.yaml}\n' }],
  ])('refuses files that include %s', (name, files) => {
    const { codes, messages } = readFiles(`circle ${name}`, files as Record<string, string>);
    expect(codes).toContain('E-INCLUDE');
    expect(messages).toContain('includes itself');
  });

  test.each([
    '../outside.yaml',
    'sub/../../outside.yaml',
    '/etc/hostname',
    'link.yaml',
    'linked/outside.yaml',
    'missing.yaml',
    '.',
    '""',
  ])('refuses %s', (path) => {
    const name = `escape ${path.replaceAll(/[/"]/g, '_')}`;
    mkdirSync(join(folder, name, 'top', 'sub'), { recursive: true });
    writeFileSync(join(folder, name, 'outside.yaml'), '{secret: 1}\n');
    symlinkSync(join(folder, name, 'outside.yaml'), join(folder, name, 'top', 'link.yaml'));
    symlinkSync(join(folder, name), join(folder, name, 'top', 'linked'));
    const { value, codes } = readFiles(name, { 'top/main.yaml': `variables: {a: !include ${path}}\n` });
    expect(value).toBeUndefined();
    expect(codes).toEqual(['E-INCLUDE']);
  });

  test('neither is a matrix of measured density read from outside', () => {
    writeFileSync(join(folder, 'secret.mtx'), 'a secret\n');
    const problem = (file: string) => `problem:
  shape: {name: p, dimensions: [M], data_spaces: [{name: A, projection: [[[M]]]}, {name: Z, projection: [[[M]]], read_write: true}]}
  instance: {M: 4, densities: {A: {distribution: measured, file: ${file}}}}
`;
    const { codes, messages } = readFiles('matrix', { 'main.yaml': problem('../secret.mtx') });
    expect(codes).toEqual(['E-INCLUDE']);
    expect(messages).toBe('../secret.mtx leaves the folder of the project');
  });

  test('works only where there is a directory', () => {
    expect(read('variables: {a: !include b.yaml}').said).toEqual(['E-INCLUDE 1:25']);
  });

  test('of more files than anybody needs ends', () => {
    const files: Record<string, string> = { 'main.yaml': 'variables: {a: !include 0.yaml}\n' };
    // Two includes in each of thirty files would be a thousand million.
    for (let at = 0; at < 30; at += 1) files[`${at}.yaml`] = `[!include ${at + 1}.yaml, !include ${at + 1}.yaml]\n`;
    files['30.yaml'] = '1\n';
    expect(readFiles('many', files).codes).toEqual(['E-SIZE']);
  });

  test('of a pipe into which nobody writes is refused, not waited for', () => {
    const pipe = join(folder, 'pipe.yaml');
    spawnSync('mkfifo', [pipe]);
    expect(readFiles('.', { 'piped.yaml': 'variables: {a: !include pipe.yaml}\n' }).codes).toEqual(['E-INCLUDE']);
    expect(loadInput(pipe, 'any').diagnostics.map(({ code }) => code)).toEqual(['E-READ']);
  });

  test('of files in files in files ends', () => {
    const files: Record<string, string> = { 'main.yaml': 'variables: !include 0.yaml\n' };
    for (let at = 0; at < 500; at += 1) files[`${at}.yaml`] = `!include ${at + 1}.yaml\n`;
    files['500.yaml'] = 'a: 1\n';
    expect(readFiles('deep', files).codes).toContain('E-SIZE');
  });
});

describe('!includedir', () => {
  test('takes every .yaml of a directory, in the order of their names', () => {
    const { value } = readFiles('dir', {
      'main.yaml': 'variables: {a: !includedir parts}\n',
      'parts/b.yaml': '2\n',
      'parts/a.yaml': '1\n',
      'parts/c.txt': 'no\n',
    });
    expect(variablesOf(value!)).toEqual({ a: [1, 2] });
  });

  test('refuses what is no directory', () => {
    const { codes } = readFiles('nodir', { 'main.yaml': 'variables: {a: !includedir a.yaml}\n', 'a.yaml': '1\n' });
    expect(codes).toEqual(['E-INCLUDE']);
  });
});

describe('loadInput', () => {
  function load(path: string, role: InputFile['role'] = 'any') {
    const { value, diagnostics } = loadInput(path, role);
    return { value, codes: diagnostics.map(({ code }) => code), message: diagnostics[0]?.message ?? '' };
  }

  test('gives name, text, directory and role', () => {
    const path = join(folder, 'some.yaml');
    writeFileSync(path, 'a: ü\n');
    expect(load(path, 'ert').value).toEqual({ source: { name: path, text: 'a: ü\n' }, directory: folder, role: 'ert' });
  });

  test('takes off a byte order mark', () => {
    const path = join(folder, 'bom.yaml');
    writeFileSync(path, '\uFEFFa: 1\n');
    expect(load(path).value?.source.text).toBe('a: 1\n');
  });

  test('refuses what is not there, a directory, bytes that are no text, and too many of them', () => {
    expect(load(join(folder, 'nowhere.yaml'))).toMatchObject({ value: undefined, codes: ['E-READ'] });
    expect(load(join(folder, 'nowhere.yaml')).message).toContain('no such file');
    expect(load(folder).message).toContain('directory');
    const binary = join(folder, 'binary.yaml');
    writeFileSync(binary, Buffer.from([97, 0, 98]));
    expect(load(binary).message).toContain('binary');
    const latin1 = join(folder, 'latin1.yaml');
    writeFileSync(latin1, Buffer.from([97, 0xe9, 98]));
    expect(load(latin1).message).toContain('UTF-8');
    const utf16 = join(folder, 'utf16.yaml');
    writeFileSync(utf16, Buffer.from('\uFEFFa: 1\n', 'utf16le'));
    expect(load(utf16).message).toContain('is text in UTF-16');
  });

  test('refuses a huge file by its size, and an endless one by what comes', () => {
    const huge = join(folder, 'huge.yaml');
    writeFileSync(huge, Buffer.alloc(100 * 1024 * 1024 + 1, 'a'));
    expect(load(huge).codes).toEqual(['E-SIZE']);
    expect(load('/dev/zero').codes).toEqual(['E-READ']); // never opened
    rmSync(huge);
  });
});
