import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { program, root } from '../cli/run-mapper.js';
import { filesOf, killAndResume, smallSweep, start, temporaryDirectory } from './killing.js';

const directory = temporaryDirectory();
afterAll(() => rmSync(directory, { recursive: true }));

it('a sweep that is killed and begun again ends with the bytes of one that was left alone', async () => {
  const sweep = smallSweep(directory, root, 10);
  const alone = join(directory, 'alone');
  const killed = join(directory, 'killed');
  const args = (out: string): string[] => ['sweep', sweep, '--out', out, '--threads', '2', '--quiet'];
  expect((await start({ main: program, root }, args(alone)).ended).status).toBe(0);
  const { kills, journals } = await killAndResume({ main: program, root }, args(killed), {
    kills: 3,
    out: killed,
    seed: 1,
  });
  expect(kills).toBe(3);
  expect(journals).toEqual([...journals].sort((a, b) => a - b));
  expect(filesOf(killed)).toEqual(filesOf(alone));
  expect(Object.keys(filesOf(alone))).toEqual(['journal.jsonl', 'points.jsonl', 'results.csv']);
});
