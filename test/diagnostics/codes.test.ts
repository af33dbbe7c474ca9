// docs/diagnostics.md lists every code, each once, and nothing else: users look codes up there, and scripts match on them.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root, sourceFiles } from '../architecture/source-files.js';

const declaring = 'diagnostics/diagnostic.ts';

function declaredCodes(): string[] {
  const text = sourceFiles().find(({ path }) => path === declaring)!.text;
  const union = text.slice(text.indexOf('export type DiagnosticCode ='), text.indexOf('export type Severity'));
  return [...union.matchAll(/^\s*\| '([EW]-[A-Z0-9-]+)'/gm)].map(([, code]) => code!);
}

function listedCodes(): { code: string; meaning: string }[] {
  const page = readFileSync(new URL('docs/diagnostics.md', root), 'utf8');
  return [...page.matchAll(/^\| `([EW]-[A-Z0-9-]+)` \| (.*) \|$/gm)].map(([, code, meaning]) => ({
    code: code!,
    meaning: meaning!,
  }));
}

test('there are codes to look for', () => {
  expect(declaredCodes().length).toBeGreaterThan(40);
});

test('docs/diagnostics.md lists every code, in the order of the source', () => {
  expect(listedCodes().map(({ code }) => code)).toEqual(declaredCodes());
});

test('each with a sentence', () => {
  expect(listedCodes().filter(({ meaning }) => !/^[A-Z`].{15,}\.$/.test(meaning))).toEqual([]);
});

test('and no code is declared that nothing reports', () => {
  const texts = sourceFiles()
    .filter(({ path }) => path !== declaring)
    .map(({ text }) => text);
  expect(declaredCodes().filter((code) => !texts.some((text) => text.includes(`'${code}'`)))).toEqual([]);
});
