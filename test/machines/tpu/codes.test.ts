// docs/tpu.md lists the codes of refused layouts: scripts match on them.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { root, sourceFiles } from '../../architecture/source-files.js';

it('docs/tpu.md lists every code of a layout, in the order of the source', () => {
  const source = sourceFiles().find(({ path }) => path === 'machines/tpu/layout/verdict.ts')!.text;
  const declared = [...source.matchAll(/^ {2}\| '([a-z_]+)'/gm)].map(([, code]) => code);
  const page = readFileSync(new URL('docs/tpu.md', root), 'utf8');
  const listed = [...page.matchAll(/^\| `([a-z_]+)` \| [A-Z].*\. \|$/gm)].map(([, code]) => code);
  expect(declared.length).toBeGreaterThan(15);
  expect(listed).toEqual(declared);
});
