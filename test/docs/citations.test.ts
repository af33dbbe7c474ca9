// Comments, schemas and pages cite the sections of docs/semantics.md and of the machines' pages: each citation leads to one.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { citationsIn, type Places, placesOf, unresolved } from './citations.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(`${root}${folder}`, { recursive: folder !== '.', encoding: 'utf8' })
    .map((path) => (folder === '.' ? path : `${folder}/${path}`))
    .filter((path) => ending.test(path))
    .toSorted();
const pages = ['.', 'docs', 'arch', 'workloads'].flatMap((folder) => filesIn(folder, /\.md$/));
const sources = [...filesIn('src', /\.ts$/), ...filesIn('schemas', /\.json$/), ...filesIn('test', /\.ts$/)];

const places: Places = new Map(
  filesIn('docs', /\.md$/).map((path) => [path.slice('docs/'.length, -'.md'.length), placesOf(read(path))]),
);
const ofThisTest = /^test\/docs\/citations/;
const citations = [...sources, ...pages]
  .filter((path) => !ofThisTest.test(path))
  .flatMap((path) => citationsIn(path, read(path), places));

test('every citation leads to a section', () => {
  expect(unresolved(citations, places)).toEqual([]);
});

test('there are citations of every page', () => {
  const count = (page: string): number => citations.filter((one) => one.page === page).length;
  expect(count('semantics')).toBeGreaterThan(250);
  expect(count('epu')).toBeGreaterThan(60);
  expect(count('tpu')).toBeGreaterThan(20);
  expect(count('ipu')).toBeGreaterThan(25);
});

test('a citation of a section that does not exist is found', () => {
  const wrong = (path: string, text: string) => unresolved(citationsIn(path, text, places), places);
  expect(wrong('src/model/a.ts', 'const a = 1; // as F.99 has it')).toEqual([
    'src/model/a.ts: no section F.99 in semantics',
  ]);
  expect(wrong('src/model/a.ts', '/** Tiles (F.1 to\n * F.15). */\nconst a = 1;')).toHaveLength(2); // F.14, F.15
  expect(wrong('src/model/a.ts', '// F.7.9')).toHaveLength(1);
  expect(wrong('src/machines/tpu/a.ts', '// Layouts (sections 2.1, 2.9).')).toEqual([
    'src/machines/tpu/a.ts: no section 2.9 in tpu',
  ]);
  expect(wrong('src/machines/epu/a.ts', '// Copies (L1 to L12).')).toHaveLength(3); // L10, L11, L12
  expect(wrong('src/model/a.ts', '// section 2.1')).toHaveLength(1); // of no machine
  expect(wrong('schemas/a.json', '{"description": "as in B.12"}')).toHaveLength(1);
  expect(wrong('docs/a.md', 'By G.7.9 it is `F.99`.')).toEqual(['docs/a.md: no section G.7.9 in semantics']);
});

test('a section that goes takes its citations with it', () => {
  for (const [page, section] of [
    ['semantics', 'F.13'],
    ['semantics', 'G.7.4'],
    ['epu', 'B10'],
    ['ipu', '2.5'],
  ] as const) {
    const without = new Map(places).set(page, new Set([...places.get(page)!].filter((one) => one !== section)));
    expect(unresolved(citations, without).length).toBeGreaterThan(0);
  }
});

test('comments are read, and nothing else', () => {
  const text =
    "const a = 'F.98'; // F.2\nconst b = F.97; /* sections B, E.5 */ const c = /\\/\\/ F.96/; // section C of the page";
  expect(citationsIn('src/a.ts', text, places).map(({ section }) => section)).toEqual(['F.2', 'E.5', 'B', 'C']);
});

test('no section of the semantics is empty, and none comes twice', () => {
  const lines = read('docs/semantics.md').split('\n');
  const headings = lines.flatMap((line, at) => (/^#{2,}/.test(line) ? [at] : []));
  const depth = (at: number): number => lines[at]!.indexOf(' ');
  const empty = headings.filter((at, place) => {
    const next = headings[place + 1] ?? lines.length;
    const hasSubsection = next < lines.length && depth(next) > depth(at);
    return !hasSubsection && lines.slice(at + 1, next).every((line) => line.trim() === '');
  });
  expect(empty.map((at) => lines[at])).toEqual([]);
  const numbers = headings.map((at) => lines[at]!.split(' ')[1]!);
  expect(numbers.filter((one, at) => numbers.indexOf(one) !== at)).toEqual([]);
});

test('every link between pages leads somewhere', () => {
  const wrong = pages.flatMap((page) =>
    [
      ...read(page)
        .replace(/^```[\s\S]*?^```/gm, '')
        .matchAll(/\]\(([^)\s]+)\)/g),
    ]
      .map(([, target]) => target!)
      .filter((target) => !/^[a-z]+:/.test(target) && !leads(page, target))
      .map((target) => `${page}: ${target}`),
  );
  expect(wrong).toEqual([]);
});

function leads(page: string, target: string): boolean {
  const [path, anchor] = target.split('#') as [string, string?];
  const file = path === '' ? page : new URL(path, `file:///${page}`).pathname.slice(1);
  if (!existsSync(`${root}${file}`)) return false;
  return anchor === undefined || anchorsOf(read(file)).has(anchor);
}

/** As they are made of headings where pages are shown. */
function anchorsOf(text: string): ReadonlySet<string> {
  const titles = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) => title!);
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
