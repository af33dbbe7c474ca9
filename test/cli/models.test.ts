// docs/models.md is run: its files are written, its commands typed one after the other, and what they print must be what it
// shows. `--update` writes what is printed today into it.

import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './run-mapper.js';
import { blocksOf, refreshed, sessionsOf } from './sessions.js';

const page = readFileSync(join(root, 'docs/models.md'), 'utf8');
let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-models-'));
  for (const [name, target] of [
    ['arch', 'arch'],
    ['models', 'test/golden/onnx'],
  ] as const)
    symlinkSync(join(root, target), join(directory, name));
  for (const { title, text } of blocksOf(page)) if (title !== undefined) writeFileSync(join(directory, title), text);
});

afterAll(() => rmSync(directory, { recursive: true }));

test('every command of the page runs and prints what it shows', async () => {
  expect(sessionsOf(page)).toHaveLength(6);
  await expect(refreshed(page, directory)).toMatchFileSnapshot('../../docs/models.md');
});

test('the run that it links to has every shipped network on three architectures', () => {
  const [, run] = /\(\.\.\/(test\/bench\/runs\/[^)]+)\/README\.md\)/.exec(page)!;
  const [header, ...rows] = readFileSync(join(root, run!, 'raw.csv'), 'utf8')
    .trim()
    .split('\n');
  expect(header).toMatch(/^architecture,network,/);
  const networks = new Map<string, Set<string>>();
  for (const row of rows) {
    const [architecture, network] = row.split(',') as [string, string];
    networks.set(network, (networks.get(network) ?? new Set()).add(architecture));
  }
  const named = [
    ...readFileSync(join(root, 'workloads/README.md'), 'utf8').matchAll(/^\| `nets\/([^`]+)`(?:, `([a-z0-9]+)-)?/gm),
  ];
  expect(named.length).toBeGreaterThan(15);
  for (const [, name, variant] of named)
    expect([name, networks.get(variant ? `${name}-${variant}` : name!)?.size]).toEqual([name, 3]);
});
