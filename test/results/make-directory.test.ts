// Directories with all that leads to them, and what cannot be made.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDirectory } from '../../src/results/make-directory.js';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'mapper-make-'));
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

it('makes whatever leads there, and leaves what is there', () => {
  const deep = join(root, 'a', 'b', 'c');
  makeDirectory(deep);
  makeDirectory(deep);
  expect(existsSync(deep)).toBe(true);
});

it('says what the system says where that cannot be', () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  expect(() => makeDirectory(join(file, 'below', 'it'))).toThrow(/ENOTDIR/);
});

it.runIf(existsSync('/proc/self'))('gives up where the system says that nothing is there to make it in', () => {
  expect(() => makeDirectory('/proc/mapper/results')).toThrow(/ENOENT/);
});
