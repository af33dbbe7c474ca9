import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { root } from '../cli/run-mapper.js';

const engine = fileURLToPath(new URL('../../dist/engine/tuning.js', import.meta.url));

/** What the engine says of settings it does not know goes to standard error, and nothing else tells. */
function tuned(before: string): { readonly status: number | null; readonly stderr: string; readonly stdout: string } {
  const script = `${before} const { tuneEngine } = await import(${JSON.stringify(engine)}); tuneEngine(); console.log('on');`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' });
}

describe('settings of the engine', () => {
  it('are known to it', () => {
    expect(tuned('')).toMatchObject({ status: 0, stderr: '', stdout: 'on\n' });
  });

  it('would be complained of if they were not', () => {
    const { stderr } = tuned("(await import('node:v8')).setFlagsFromString('--no-such-setting-of-the-engine');");
    expect(stderr).not.toBe('');
  });
});
