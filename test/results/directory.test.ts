import { spawn } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WhenPresent } from '../../src/results/directory.js';
import { checkTarget, writeResults } from '../../src/results/directory.js';
import { lockDirectory, whileLocked } from '../../src/results/directory-lock.js';
import { root as repository } from '../cli/run-mapper.js';
import { newDirectoryForEach } from '../support/new-directory.js';

let root: string;
newDirectoryForEach((path) => {
  root = path;
});

function write(whenPresent: WhenPresent, csv: string) {
  const files = new Map([
    ['mappings.csv', csv],
    ['run.json', `{"at":"${Math.random()}"}`],
  ]);
  return writeResults(join(root, 'deep', 'out'), files, { whenPresent, decisive: 'mappings.csv' });
}

/** What a program of its own prints; it imports what was built. */
function outputOf(script: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, ...args], { cwd: repository });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
  return new Promise((resolve) => child.on('close', () => resolve(text)));
}

const list = () => readdirSync(join(root, 'deep')).sort();
const csvIn = (name: string) => readFileSync(join(root, 'deep', name, 'mappings.csv'), 'utf8');

describe('writeResults', () => {
  it('writes all files and leaves nothing else behind', async () => {
    expect((await write('refuse', 'a')).value).toEqual({ directory: join(root, 'deep', 'out'), written: true });
    expect(list()).toEqual(['out']);
    expect(readdirSync(join(root, 'deep', 'out')).sort()).toEqual(['mappings.csv', 'run.json']);
  });

  it('refuses to overwrite', async () => {
    await write('refuse', 'a');
    const { value, diagnostics } = await write('refuse', 'b');
    expect(value).toBeUndefined();
    expect(diagnostics[0]).toMatchObject({ code: 'E-WRITE', hint: expect.stringContaining('--force') });
    expect(csvIn('out')).toBe('a');
  });

  it('replaces a results directory when forced, and only such a one', async () => {
    await write('refuse', 'a');
    expect((await write('replace', 'b')).value!.written).toBe(true);
    expect([list(), csvIn('out')]).toEqual([['out'], 'b']);
    rmSync(join(root, 'deep', 'out', 'run.json'));
    writeFileSync(join(root, 'deep', 'out', 'thesis.tex'), '');
    expect((await write('replace', 'c')).diagnostics[0]!.message).toContain('not a results directory');
    expect(csvIn('out')).toBe('b');
  });

  it('fills an empty directory', async () => {
    mkdirSync(join(root, 'deep', 'out'), { recursive: true });
    const { ino } = statSync(join(root, 'deep', 'out'));
    expect((await write('refuse', 'a')).value!.written).toBe(true);
    // Nothing else could take its place where a volume is mounted.
    expect(statSync(join(root, 'deep', 'out')).ino).toBe(ino);
    expect([list(), readdirSync(join(root, 'deep', 'out')).sort()]).toEqual([['out'], ['mappings.csv', 'run.json']]);
  });

  it('fills the directory that a link leads to, and when forced again', async () => {
    for (const name of ['deep', 'disk']) mkdirSync(join(root, name));
    symlinkSync(join(root, 'disk'), join(root, 'deep', 'out'));
    expect((await write('refuse', 'a')).value!.written).toBe(true);
    writeFileSync(join(root, 'disk', 'frontier.csv'), 'of the run before');
    expect((await write('replace', 'b')).value!.written).toBe(true);
    expect(lstatSync(join(root, 'deep', 'out')).isSymbolicLink()).toBe(true);
    expect([readdirSync(join(root, 'disk')).sort(), csvIn('out')]).toEqual([['mappings.csv', 'run.json'], 'b']);
  });

  it('fills the working directory', async () => {
    const before = process.cwd();
    process.chdir(root);
    try {
      const files = new Map([['run.json', '{}']]);
      const written = await writeResults('.', files, { whenPresent: 'refuse', decisive: 'run.json' });
      expect(written.diagnostics).toEqual([]);
      expect(readdirSync(root)).toEqual(['run.json']);
    } finally {
      process.chdir(before);
    }
  });

  it('keeps equal results and puts different ones beside them', async () => {
    await write('keep', 'a');
    expect((await write('keep', 'a')).value!.written).toBe(false);
    expect((await write('keep', 'b')).value!.directory).toMatch(/out-2$/);
    expect((await write('keep', 'b')).value!.written).toBe(false);
    expect(list()).toEqual(['out', 'out-2']);
    expect([csvIn('out'), csvIn('out-2')]).toEqual(['a', 'b']);
  });

  it.each(['deep', 'deep/out'])('refuses %s that is a link to nothing, before there are results', async (link) => {
    mkdirSync(dirname(join(root, link)), { recursive: true });
    symlinkSync(join(root, 'nothing'), join(root, link));
    for (const whenPresent of ['refuse', 'replace', 'keep'] as const) {
      const { code, message } = checkTarget(join(root, 'deep', 'out'), whenPresent).diagnostics[0]!;
      expect([code, message]).toEqual(['E-WRITE', expect.stringContaining('is a link that leads nowhere')]);
    }
    expect((await write('refuse', 'a')).diagnostics[0]!.code).toBe('E-WRITE');
  });

  it('refuses a name that is too long, before there are results', () => {
    const { message } = checkTarget(join(root, 'x'.repeat(300)), 'refuse').diagnostics[0]!;
    expect(message).toMatch(/x: the name is too long$/);
  });

  it('reports a path that cannot be written', async () => {
    writeFileSync(join(root, 'deep'), 'a file');
    const { code, message } = (await write('keep', 'a')).diagnostics[0]!;
    expect([code, message]).toEqual(['E-WRITE', expect.stringContaining('is not a directory')]);
    expect(readdirSync(root)).toEqual(['deep']);
    const [file] = checkTarget(join(root, 'deep'), 'replace').diagnostics;
    expect(file!.message).toMatch(/is there already and is no directory$/);
  });

  it('waits for another program, and leaves what one of them wrote', async () => {
    const script = `
      const { writeResults } = await import('./dist/results/directory.js');
      const [, out, tag] = process.argv;
      const names = ['result.json', 'mappings.csv', 'mapping.yaml', 'stats.txt', 'run.json'];
      for (let turn = 0; turn < 60; turn += 1) {
        const files = new Map(names.map((name) => [name, tag + turn]));
        const { diagnostics } = await writeResults(out, files, { whenPresent: 'replace', decisive: 'run.json' });
        for (const { message } of diagnostics) console.log(message);
      }`;
    const out = join(root, 'shared');
    const said = await Promise.all(['a', 'b', 'c'].map((tag) => outputOf(script, [out, tag])));
    expect(said).toEqual(['', '', '']);
    expect(readdirSync(root)).toEqual(['shared']);
    expect(readdirSync(out)).toHaveLength(5);
    expect(new Set(readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'))).size).toBe(1);
  });

  it('says so where another program keeps the directory', async () => {
    const out = join(root, 'kept');
    const release = await lockDirectory(out);
    expect(await whileLocked(out, () => 'written', 50)).toBeUndefined();
    release!();
    expect(await whileLocked(out, () => 'written')).toEqual({ value: 'written' });
  });

  it('speaks of --force where it would help', async () => {
    const hint = async (): Promise<string | undefined> => (await write('refuse', 'b')).diagnostics[0]!.hint;
    mkdirSync(join(root, 'deep', 'out'), { recursive: true });
    writeFileSync(join(root, 'deep', 'out', 'own'), '');
    expect(await hint()).toBe('give another --out');
    writeFileSync(join(root, 'deep', 'out', 'run.json'), '{}');
    expect(await hint()).toBe('give another --out, or --force to replace it');
  });
});
