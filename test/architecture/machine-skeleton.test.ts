// Machines fill in one skeleton: the files of docs/add-a-machine.md, under the same names.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { root } from './source-files.js';

const page = readFileSync(new URL('docs/add-a-machine.md', root), 'utf8');
const machines = new URL('src/machines/', root);
const folders = readdirSync(machines, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));

/** Names in the first column of the table under a heading. */
function listed(heading: string): readonly string[] {
  const section = page.slice(page.indexOf(`## ${heading}`)).split('\n## ')[0]!;
  const cells = section.split('\n').flatMap((line) => /^\| (`.*?`) \|/.exec(line)?.[1] ?? []);
  return cells.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name!));
}

it.each(folders)('%s has the files of a model', (folder) => {
  const wanted = listed('The model');
  expect(wanted.length).toBeGreaterThan(10);
  const missing = wanted.filter((name) => !existsSync(new URL(`${folder}/model/${name}.ts`, machines)));
  expect(missing).toEqual([]);
});

it('the page lists what all machines share', () => {
  const lists = ['machine', 'modelled-machine', 'models', 'registry'];
  const shared = readdirSync(machines).flatMap((name) => (name.endsWith('.ts') ? [name.slice(0, -3)] : []));
  expect([...listed('What all machines share'), ...lists].toSorted()).toEqual(shared.toSorted());
});
