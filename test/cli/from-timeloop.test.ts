// docs/from-timeloop.md is run: its commands, typed one after the other in a copy of the project that it speaks of, print
// what it shows. `--update` writes what is printed today into it.

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './run-mapper.js';
import { refreshed, sessionsOf } from './sessions.js';

const page = readFileSync(join(root, 'docs/from-timeloop.md'), 'utf8');
let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-from-timeloop-'));
  cpSync(join(root, 'test/golden/projects/exercises'), directory, { recursive: true });
});

afterAll(() => rmSync(directory, { recursive: true }));

test('every command of the page runs and prints what it shows', async () => {
  expect(sessionsOf(page).length).toBeGreaterThan(5);
  await expect(refreshed(page, directory)).toMatchFileSnapshot('../../docs/from-timeloop.md');
});

test('what it says of the published mapping is what the reference printed', () => {
  const results = 'example_designs/eyeriss_like/ref_outputs/default_problem/timeloop-mapper.stats.txt';
  const statistics = readFileSync(join(directory, results), 'utf8');
  expect(page).toContain('86,016 cycles and 59.28 uJ');
  expect(statistics).toMatch(/^Cycles: 86016$/m);
  expect(statistics).toMatch(/^Energy: 59.28 uJ$/m);
});
