// The rules of ARCHITECTURE.md that can be checked by reading: who may import whom, where the outside world may be
// touched, where machines may be named, and how long a file may get.

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeOnly, folderOf, resolvedImport, root, type SourceFile, sourceFiles } from './source-files.js';

const floors: Readonly<Record<string, number>> = {
  math: 0,
  diagnostics: 0,
  engine: 0,
  spec: 1,
  workload: 2,
  arch: 2,
  mapping: 3,
  mapspace: 4,
  model: 4,
  machines: 4,
  search: 5,
  parallel: 6,
  results: 6,
  sweep: 7,
  explain: 7,
  report: 8,
  cli: 9,
  'index.ts': 10,
};

/** `machines -> model's seams and arch types only`: the one exception between siblings. */
const seams: readonly string[] = ['model/seams.ts'];

/** Folders, and files of them, that may touch files, threads, clocks, the terminal or randomness. */
const boundary = /^(cli|engine|parallel|sweep|results)\/|^spec\/read[/.-]/;

/** As a word or a part of a camel-case name, but not inside `output`. */
const machineNames = /(?<![A-Za-z])[tie]pu(?![a-z])|(?<![A-Za-z])[TIE]PU(?![A-Za-z])|[TIE]pu(?![a-z])/;

const files = sourceFiles();

test('there is something to check', () => {
  expect(files.length).toBeGreaterThan(10);
});

test('every folder of src has a floor', () => {
  const unknown = [...new Set(files.map(({ path }) => folderOf(path)))].filter((folder) => !(folder in floors));
  expect(unknown).toEqual([]);
});

test('a file imports its own folder and lower floors only', () => {
  const wrong = files.flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier }) => {
      const target = resolvedImport(path, specifier);
      // Outside of src there is package.json only.
      if (target === null || target === '/package.json') return [];
      const [from, to] = [folderOf(path), folderOf(target)];
      if (from === to || floors[to]! < floors[from]!) return [];
      if (from === 'machines' && seams.includes(target)) return [];
      return [`${path} imports ${target}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('every relative import leads to a file', () => {
  const known = new Set(files.map(({ path }) => path));
  const wrong = files.flatMap(({ path, imports }) =>
    imports
      .map(({ specifier }) => resolvedImport(path, specifier))
      .filter((target) => target?.endsWith('.ts') && !known.has(target))
      .map((target) => `${path} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('only the boundary touches files, threads, clocks, the terminal and randomness', () => {
  const modules = /^(node:)?(fs|child_process|worker_threads|os|http|https|net|readline|tty|cluster|dgram)(\/|$)/;
  const globals = /\bprocess\b|\bconsole\.|\bDate\b|\bMath\.random\b|\bperformance\.|\bset(Timeout|Interval)\b/;
  const wrong = files
    .filter(({ path }) => !boundary.test(path))
    .flatMap(({ path, text, imports }) => [
      ...imports.filter(({ specifier }) => modules.test(specifier)).map(({ specifier }) => `${path}: ${specifier}`),
      ...codeOnly(text)
        .split('\n')
        .filter((line) => globals.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    ]);
  expect(wrong).toEqual([]);
});

test('workers load no parser, validator or command line', () => {
  const heavy = /^(ajv|yaml|commander|cli-progress|cli-table3)(\/|$)/;
  const byPath = new Map(files.map((file) => [file.path, file]));
  const workers = files.filter(({ path }) => /^parallel\/(.*-)?worker\.ts$/.test(path)).map(({ path }) => path);
  if (existsSync(new URL('src/parallel/pool.ts', root))) expect(workers).not.toEqual([]);
  const reached = new Set<string>();
  const visit = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const target of loaded(byPath.get(path))) visit(target);
  };
  workers.forEach(visit);
  const wrong = [...reached].flatMap((path) =>
    byPath
      .get(path)!
      .imports.filter(({ specifier, typeOnly }) => !typeOnly && heavy.test(specifier))
      .map(({ specifier }) => `${path} loads ${specifier}`),
  );
  expect(wrong).toEqual([]);
});

test('the protocol buffer library is loaded by an import of a model only', () => {
  const eager = /^(?:import|export)\s(?!type\b)[^;]*['"](?:protobufjs[^'"]*|[^'"]*\/import\/onnx\/[^'"]*)['"]/m;
  const wrong = files.filter(({ path, text }) => !path.startsWith('workload/import/onnx/') && eager.test(text));
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('machines are named under src/machines only', () => {
  const wrong = files
    .filter(({ path }) => !path.startsWith('machines/'))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .map((line, at) => `${path}:${at + 1}: ${line.trim()}`)
        .filter((line) => machineNames.test(line) || /graphcore|quadric|chimera/i.test(line)),
    );
  expect(wrong).toEqual([]);
});

test('no file is longer than 350 lines', () => {
  const long = files
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > 350);
  expect(long).toEqual([]);
});

test('ARCHITECTURE.md mentions every folder of src', () => {
  const map = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8');
  const folders = [...new Set(files.map(({ path }) => folderOf(path)))].filter((folder) => !folder.endsWith('.ts'));
  expect(folders.filter((folder) => !new RegExp(`\\b${folder}/`).test(map))).toEqual([]);
});

/** What a file makes node load, as paths under `src/`. */
function loaded(file: SourceFile | undefined): string[] {
  return (file?.imports ?? [])
    .filter(({ typeOnly }) => !typeOnly)
    .map(({ specifier }) => resolvedImport(file!.path, specifier))
    .filter((target) => target?.endsWith('.ts') === true) as string[];
}
