// Pages are read in terminals and in reviews, too: prose stays within 120 columns. Tables, code and links may be wider.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const pages = ['docs/sweeps', 'docs/distributed', 'docs/report', 'docs/explain'];

test.each(pages)('%s', (page) => {
  const text = readFileSync(new URL(`../../${page}.md`, import.meta.url), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  const wide = text.split('\n').filter((line) => line.length > 120 && !/^\||^#/.test(line) && / .* /.test(line));
  expect(wide).toEqual([]);
});
