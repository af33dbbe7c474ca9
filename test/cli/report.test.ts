import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { example, mapperHere } from './run-mapper.js';

const directory = mkdtempSync(join(tmpdir(), 'mapper-report-'));
afterAll(() => rmSync(directory, { recursive: true }));
const csv = (await mapperHere(['evaluate', ...example, '--csv'])).stdout;
writeFileSync(join(directory, 'one.csv'), csv);

const report = (...args: readonly string[]) => mapperHere(['report', ...args], { directory });

describe('report', () => {
  it('makes the folders that it writes to, and counts mappings', async () => {
    const { status, stderr } = await report('one.csv', '-o', 'new/folder/one.html');
    expect([status, stderr]).toEqual([0, '1 result drawn in new/folder/one.html; open it in a browser\n']);
    const two = csv + csv.split('\n')[1]!.replace('gemm-example', 'other');
    writeFileSync(join(directory, 'two.csv'), two);
    expect((await report('two.csv', '-o', 'two.html')).stderr).toMatch(/^2 results drawn/);
  });

  it('writes no page into a file of another kind', async () => {
    const { status, stderr } = await report('one.csv', '-o', 'one.pdf');
    expect([status, stderr]).toEqual([2, expect.stringContaining('a report is no .pdf file')]);
    expect(existsSync(join(directory, 'one.pdf'))).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('reads no more of what is in its way than tells what it is', async () => {
    writeFileSync(join(directory, 'large.html'), '');
    truncateSync(join(directory, 'large.html'), 3e9);
    for (const out of ['large.html', '/dev/zero']) {
      const { status, stderr } = await report('one.csv', '-o', out);
      expect([status, stderr]).toEqual([2, expect.stringContaining(`${out} exists and is not a report`)]);
    }
  });

  it.skipIf(process.platform === 'win32')('does not put a file where a device is', async () => {
    const out = join(directory, 'null.html');
    symlinkSync('/dev/null', out);
    expect((await report('one.csv', '-o', out, '--force')).status).toBe(0);
    expect(lstatSync(out).isSymbolicLink()).toBe(true);
  });

  it.each([
    [['one.csv/x', '-o', 'x.html'], 'cannot read one.csv/x'],
    [['-', '-', '-o', 'x.html'], 'standard input (-) can be only one of the files'],
  ])('refuses %j', async (args, message) => {
    const { status, stderr } = await report(...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('adds up no network that was not searched to its end', async () => {
    mkdirSync(join(directory, 'stopped'));
    const page = async (totals: unknown): Promise<string> => {
      const two = csv + csv.split('\n')[1]!.replace('gemm-example', 'other');
      writeFileSync(join(directory, 'stopped/mappings.csv'), two);
      writeFileSync(join(directory, 'stopped/result.json'), JSON.stringify({ layers: [], totals }));
      return (await report('stopped', '-o', '-')).stdout;
    };
    expect(await page({ layers: 2 })).toContain('all 2 workloads');
    expect(await page(null)).not.toContain('all 2 workloads');
  });
});
