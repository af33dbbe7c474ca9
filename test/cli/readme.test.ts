// The README is run: its files are written, its commands typed one after the other in a fresh directory, and what they
// print must be what it shows. `...` stands for lines left out; times and counters of work done may differ.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapper, root } from './run-mapper.js';

interface Block {
  readonly language: string;
  readonly title: string | undefined;
  readonly text: string;
}

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks: readonly Block[] = [...readme.matchAll(/^```(\w+)(?: title=(\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, language, title, text]) => ({ language: language!, title, text: text! }),
);
const files = blocks.filter(({ title }) => title !== undefined);
const sessions = blocks
  .filter(({ language }) => language === 'console')
  .map(({ text }) => {
    const [command, ...shown] = text.trimEnd().split('\n');
    return { command: command!.replace(/^\$ mapper /, ''), shown: shown.map(stable) };
  });

/** Without what depends on the clock, on how the search got there, or on the hash of the configuration. */
function stable(line: string): string {
  return line
    .trimEnd()
    .replace(/^(time|tried) .*/, '$1')
    .replace(/-[0-9a-f]{8}$/, '-########');
}

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

describe('its sessions, in order', () => {
  test.each(sessions.map((one) => [`mapper ${one.command}`, one] as const))('%s', (_name, { command, shown }) => {
    const { status, stdout, stderr } = mapper(command.split(' '), { directory });
    expect(status, stderr).toBe(0);
    const printed = `${stdout}${stderr}`.trimEnd().split('\n').map(stable);
    expect(withoutOmissions(printed, shown)).toEqual(shown);
  });
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

/** The printed lines with those that fall on a `...` replaced by it, as far as they can be found. */
function withoutOmissions(printed: readonly string[], shown: readonly string[]): string[] {
  const kept: string[] = [];
  let at = 0;
  shown.forEach((line, index) => {
    if (line !== '...') {
      if (at < printed.length) kept.push(printed[at]!);
      at += 1;
      return;
    }
    const rest = shown.slice(index + 1);
    const next = rest.includes('...') ? rest.indexOf('...') : rest.length;
    const resume = printed.findIndex(
      (_, from) => from >= at && rest.slice(0, next).every((wanted, k) => printed[from + k] === wanted),
    );
    kept.push('...');
    at = resume === -1 ? printed.length : resume;
  });
  return [...kept, ...printed.slice(at)];
}

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
