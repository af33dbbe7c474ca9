// The README is run: its files are written, its commands typed one after the other in a fresh directory, and what they
// print must be what it shows. `...` stands for lines left out. `npx vitest run test/cli/readme.test.ts --update` after a
// build writes what is printed today into it.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './run-mapper.js';
import { blocksOf, refreshed, sessionsOf } from './sessions.js';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = blocksOf(readme);
const files = blocks.filter(({ title }) => title !== undefined);
const sessions = sessionsOf(readme);

let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-readme-'));
  for (const folder of ['arch', 'workloads']) symlinkSync(join(root, folder), join(directory, folder));
  mkdirSync(join(directory, 'results'));
  for (const { title, text } of files) writeFileSync(join(directory, title!), text);
});

afterAll(() => rmSync(directory, { recursive: true }));

test('it has inputs and sessions to run', () => {
  expect(files.map(({ title }) => title)).toEqual(['machine.yaml', 'layer.yaml', 'rules.yaml']);
  expect(sessions.length).toBe(4);
});

test('the set-up command ends in the first session', () => {
  const [setUp, tests] = blocks
    .find(({ language }) => language === 'sh')!
    .text.trimEnd()
    .split('\n');
  expect(setUp).toBe(`npm ci && npm run build && node dist/cli/main.js ${sessions[0]!.command}`);
  expect(tests).toBe('npm ci && npm test');
});

test('its sessions print what it shows, in order', async () => {
  await expect(refreshed(readme, directory)).toMatchFileSnapshot('../../README.md');
});

test('its performance figures are about those of the run that it links to', () => {
  const section = readme.slice(readme.indexOf('## Performance'), readme.indexOf('## Extending'));
  const run = readFileSync(join(root, section.match(/\((test\/bench\/runs\/[^)]+)\)/)![1]!), 'utf8');
  const numberIn = (text: string | undefined): number => Number(text?.replaceAll(',', ''));
  const medians = run.split('\n').map((row) => numberIn(row.split('|')[2]?.trim()));
  const figures = [...section.matchAll(/^\|.*\| ([\d.,]+) [^|]*\|$/gm)].map(([, figure]) => numberIn(figure));
  expect(figures.length).toBeGreaterThan(4);
  const isNear = (figure: number): boolean => medians.some((median) => Math.abs(median / figure - 1) < 0.3);
  expect(figures.filter((figure) => !isNear(figure))).toEqual([]);
});

test('what it links to is there', () => {
  const targets = [...readme.matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)].map(([, path, anchor]) => ({ path, anchor }));
  expect(targets.length).toBeGreaterThan(8);
  const missing = targets.filter(({ path, anchor }) => {
    if (anchor === undefined) return !exists(path!);
    const headings = [...readFileSync(join(root, path!), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, text]) =>
      slug(text!),
    );
    return !headings.includes(anchor.slice(1));
  });
  expect(missing).toEqual([]);
});

function exists(path: string): boolean {
  try {
    readFileSync(join(root, path));
    return true;
  } catch (problem) {
    return (problem as NodeJS.ErrnoException).code === 'EISDIR';
  }
}

function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s+/g, '-');
}
