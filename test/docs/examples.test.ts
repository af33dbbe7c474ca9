// Files that a page shows are files that work with what the page names.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanEnvironment, mapperHere, program, root } from '../cli/run-mapper.js';
import { blocksOf } from '../cli/sessions.js';
import { newDirectoryForEach } from '../support/new-directory.js';

let directory: string;
newDirectoryForEach((path) => {
  directory = path;
});

/** The file that the page shows under this name. */
function shown(page: string, name: string): string {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  return text.split(`\`\`\`yaml title=${name}\n`)[1]!.split('```')[0]!;
}

test('the sweep of docs/sweeps.md names what all its architectures have', async () => {
  for (const folder of ['arch', 'workloads']) symlinkSync(join(root, folder), join(directory, folder));
  mkdirSync(join(directory, 'sweeps'));
  writeFileSync(join(directory, 'sweeps/sweep.yaml'), shown('sweeps.md', 'sweep.yaml'));
  const { status, stderr } = await mapperHere(['validate', 'sweeps/sweep.yaml'], { directory });
  expect([status, stderr]).toEqual([0, '']);
});

test('the commands of docs/components.md run on the files that it shows', () => {
  const page = readFileSync(join(root, 'docs/components.md'), 'utf8');
  const blocks = blocksOf(page);
  symlinkSync(join(root, 'workloads'), join(directory, 'workloads'));
  for (const { title, text } of blocks) if (title !== undefined) writeFileSync(join(directory, title), text);
  const commands = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.trimEnd().split('\n'));
  expect(commands).toHaveLength(6);
  for (const command of commands) {
    const mapper = `"${process.execPath}" "${program}"`;
    const options = { cwd: directory, env: cleanEnvironment(), shell: true, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(command.replace(/\bmapper /, `${mapper} `), options);
    expect([command, status, stderr.includes('W-'), stdout === '']).toEqual([command, 0, false, false]);
  }
});

test('the optimizations of docs/sparse.md are those of a machine that ships', async () => {
  writeFileSync(join(directory, 'sparse.yaml'), shown('sparse.md', 'sparse.yaml'));
  const page = readFileSync(join(root, 'docs/sparse.md'), 'utf8');
  const [, files, set] = /^mapper search (.*sparse\.yaml) \\\n {2}(--set .*)$/m.exec(page)!;
  const given = files!.split(' ').map((file) => (file === 'sparse.yaml' ? join(directory, file) : join(root, file)));
  const sampled = ['--algorithm', 'random', '--max-evaluations', '3000', '--no-results', '--quiet', '--threads', '1'];
  const { status, stdout } = await mapperHere(['search', ...given, ...set!.split(' '), ...sampled]);
  expect([status, stdout]).toEqual([0, expect.stringContaining('rank')]);
});
