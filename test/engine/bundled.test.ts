import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { root } from '../cli/run-mapper.js';

const layer = ['search', 'arch/teaching-two-level.yaml', 'workloads/gemm/gemm-small.yaml', '--no-results', '--quiet'];

function node(args: readonly string[], cwd = root) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** How many files a search loads, the checks of schemas among them, and of how many the engine takes the code that the build has kept. */
function kept(dist: string, flags: readonly string[] = []): { readonly files: number; readonly kept: number } {
  const at = (file: string): string => JSON.stringify(pathToFileURL(join(dist, file)).href);
  const script = `
    const [{ tuneEngine }, { compiledSoFar, loadBundled }] = await Promise.all([import(${at('engine/tuning.js')}), import(${at('engine/bundled.js')})]);
    const { Writable } = await import('node:stream');
    tuneEngine();
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const streams = { stdout: nowhere, stderr: nowhere, environment: {} };
    await loadBundled('process').run(${JSON.stringify(layer)}, streams);
    const all = compiledSoFar();
    console.log(JSON.stringify({ files: all.length, kept: all.filter(({ isKept }) => isKept).length }));`;
  return JSON.parse(node([...flags, '--input-type=module', '-e', script]).stdout);
}

describe('code that the build has kept', () => {
  const dist = join(root, 'dist');
  const whole = node(['dist/cli/main.js', ...layer]);

  it('is taken by the engine that built it', () => {
    const { files, kept: taken } = kept(dist);
    expect(files).toBeGreaterThan(5);
    expect(taken).toBe(files);
    expect(existsSync(join(dist, 'spec/read/validators.cjs.code'))).toBe(true);
    expect(whole).toMatchObject({ status: 0, stderr: '' });
  });

  it('is left alone by an engine with other settings, which finds the same', () => {
    expect(kept(dist, ['--max-lazy']).kept).toBe(0);
    expect(node(['--max-lazy', 'dist/cli/main.js', ...layer])).toEqual(whole);
  });

  it('need not be there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mapper-without-code-'));
    cpSync(dist, join(folder, 'dist'), { recursive: true });
    for (const name of ['schemas', 'data', 'arch', 'workloads', 'node_modules', 'package.json'])
      symlinkSync(join(root, name), join(folder, name));
    for (const name of readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.code')) rmSync(join(folder, 'dist', name));
    expect(kept(join(folder, 'dist')).kept).toBe(0);
    expect(node(['dist/cli/main.js', ...layer], folder)).toEqual(whole);
  });
});
