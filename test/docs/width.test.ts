// Pages are read in terminals and in reviews, too: prose stays within 120 columns. Tables, code and links may be wider.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
/** Written by a test, as are those in docs/validation. */
const written = ['schema.md'];
const pages = ['.', 'docs', 'arch', 'workloads'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, root))
    .filter((name) => name.endsWith('.md') && !written.includes(name))
    .map((name) => `${folder}/${name}`),
);

test.each(pages)('%s', (page) => {
  const text = readFileSync(new URL(page, root), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  const wide = text.split('\n').filter((line) => line.length > 120 && !/^(\||#|!\[)/.test(line) && / .* /.test(line));
  expect(wide).toEqual([]);
});
