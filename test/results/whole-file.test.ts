// Files that are there as a whole or not at all, whoever else writes them.

import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeUnfinished, temporaryPrefix, writeWhole } from '../../src/results/whole-file.js';
import { newDirectoryForEach } from '../support/new-directory.js';

let root: string;
newDirectoryForEach((path) => {
  root = path;
});

it('touches nothing beside the file', () => {
  const path = join(root, 'report.html');
  writeFileSync(`${path}.part`, 'of somebody else');
  writeWhole(path, 'a');
  writeWhole(path, 'b');
  expect(readFileSync(path, 'utf8')).toBe('b');
  expect(readFileSync(`${path}.part`, 'utf8')).toBe('of somebody else');
  expect(readdirSync(root)).toEqual(['report.html', 'report.html.part']);
});

it('writes through a link', () => {
  writeFileSync(join(root, 'file'), 'old');
  symlinkSync(join(root, 'file'), join(root, 'link'));
  writeWhole(join(root, 'link'), 'new');
  expect(lstatSync(join(root, 'link')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(root, 'file'), 'utf8')).toBe('new');
});

it('takes names as long as the system does', () => {
  const path = join(root, 'x'.repeat(255));
  writeWhole(path, 'a');
  expect(readFileSync(path, 'utf8')).toBe('a');
});

it('leaves nothing where it fails', () => {
  mkdirSync(join(root, 'directory'));
  expect(() => writeWhole(join(root, 'directory'), 'a')).toThrow('EISDIR');
  expect(() => writeWhole(join(root, 'none', 'file'), 'a')).toThrow('ENOENT');
  expect(readdirSync(root)).toEqual(['directory']);
});

it('clears away what was left unfinished, and nothing else', () => {
  mkdirSync(join(root, `${temporaryPrefix}abc`));
  writeFileSync(join(root, `${temporaryPrefix}abc`, 'results.csv'), '');
  writeFileSync(join(root, 'results.csv'), '');
  removeUnfinished(root);
  expect(readdirSync(root)).toEqual(['results.csv']);
  expect(existsSync(join(root, 'results.csv'))).toBe(true);
});
