// The README is run: its files are written, its commands typed one after the other in a fresh directory, and what they
// print must be what it shows. `...` stands for lines left out. `npx vitest run test/cli/readme.test.ts --update` after a
// build writes what is printed today into it.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
    return { command: command!.replace(/^\$ mapper /, ''), text, shown };
  });

/** Without the hash of the configuration. */
function stable(line: string): string {
  return line.trimEnd().replace(/-[0-9a-f]{8}$/, '-########');
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

test('its sessions print what it shows, in order', async () => {
  let refreshed = readme;
  for (const { command, text, shown } of sessions) {
    const { status, stdout, stderr } = mapper(command.split(' '), { directory });
    expect(status, stderr).toBe(0);
    const printed = `${stdout}${stderr}`.trimEnd().split('\n');
    const now = [`$ mapper ${command}`, ...asShown(printed, shown)].join('\n');
    refreshed = refreshed.replace(text, () => `${now}\n`);
  }
  await expect(refreshed).toMatchFileSnapshot('../../README.md');
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

/** What is printed, with the omissions of what is shown: a part between two of them begins and ends with the same word. */
function asShown(printed: readonly string[], shown: readonly string[]): string[] {
  if (!shown.includes('...')) return printed.map((line) => shown.find((one) => stable(one) === stable(line)) ?? line);
  const words = (line: string | undefined): string => line!.split(/\s+/)[0]!;
  let from = 0;
  return shown
    .join('\n')
    .split(/^\.\.\.$/m)
    .flatMap((part, at) => {
      const wanted = part.split('\n').slice(at === 0 ? 0 : 1, part.endsWith('\n') ? -1 : undefined);
      const omission = at === 0 ? [] : ['...'];
      if (wanted.length === 0) return omission;
      const first = printed.findIndex((line, index) => index >= from && words(line) === words(wanted[0]));
      const last = printed.findIndex(
        (line, index) => index >= first + Math.min(1, wanted.length - 1) && words(line) === words(wanted.at(-1)),
      );
      expect([part, first >= 0, last >= 0]).toEqual([part, true, true]);
      from = last + 1;
      return [...omission, ...printed.slice(first, last + 1)];
    });
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
