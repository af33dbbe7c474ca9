// docs/schema.md says what the schemas say. `npm run test:update` writes it again after a schema has changed.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keysAt, schemaPage } from './schema-page.js';
import { introduction, sections } from './schema-sections.js';

test('docs/schema.md lists the keys of the schemas', async () => {
  await expect(schemaPage(introduction, sections)).toMatchFileSnapshot('../../docs/schema.md');
});

test('no section of an input file is missing from it', () => {
  const page = readFileSync(new URL('../../docs/schema.md', import.meta.url), 'utf8');
  const missing = keysAt('document.schema.json#/definitions/document').filter((key) => !page.includes(`\`${key}`));
  expect(missing).toEqual([]);
});

test('and no key of these, wherever it stands', () => {
  const page = readFileSync(new URL('../../docs/schema.md', import.meta.url), 'utf8');
  const definitions = [
    'arch.schema.json#/definitions/component',
    'arch.schema.json#/definitions/container',
    'arch.schema.json#/definitions/attributes',
    'constraints.schema.json#/definitions/temporal',
    'constraints.schema.json#/definitions/spatial',
    'constraints.schema.json#/definitions/dataspace',
    'workload.schema.json#/definitions/problem',
    'mapper.schema.json#/definitions/mapper',
  ];
  const keys = definitions.flatMap(keysAt);
  expect(keys.length).toBeGreaterThan(100);
  expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
});
