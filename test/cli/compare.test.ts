import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { validateResult } from '../../src/results/validate-result.js';
import { example, mapper, mapperHere } from './run-mapper.js';

const directory = mkdtempSync(join(tmpdir(), 'mapper-compare-'));
afterAll(() => rmSync(directory, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

const csv = (await mapperHere(['evaluate', ...example, '--csv', '--set', 'RF.write_bandwidth=2'])).stdout;
const baseline = file('baseline.csv', csv);
const slower = file('slower.csv', csv.replace(',40,', ',44,'));

describe('compare', () => {
  it('finds nothing between equal files', () => {
    const { status, stdout } = mapper(['compare', baseline, baseline]);
    expect([status, stdout]).toEqual([0, '1 rows compared, 1 unchanged, 0 missing, 0 new: no regression\n']);
  });

  it('says no to a regression, and yes when it is tolerated', async () => {
    const { status, stdout } = mapper(['compare', baseline, slower]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^worse .* cycles +40 +44 +\+10\.000$/m);
    expect((await mapperHere(['compare', baseline, slower, '--tolerance', 'cycles=0.1'])).status).toBe(0);
    expect((await mapperHere(['compare', slower, baseline])).status).toBe(0);
  });

  it('has a JSON form that satisfies the schema', async () => {
    const { status, stdout } = await mapperHere(['compare', baseline, slower, '--json']);
    expect(status).toBe(1);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({
      regression: true,
      changes: [{ column: 'cycles', relative: 0.1, verdict: 'worse' }],
    });
    expect(validateResult(document, 'x')).toEqual([]);
  });

  it.each([
    [['--tolerance', 'cycles'], '--tolerance must be COLUMN=RELATIVE'],
    [['--tolerance', 'cycle=1'], 'no column cycle to tolerate'],
  ])('refuses %j', async (args, message) => {
    const { status, stderr } = await mapperHere(['compare', baseline, slower, ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  it('refuses files that are no results', async () => {
    expect((await mapperHere(['compare', baseline, example[0]])).status).toBe(2);
    expect((await mapperHere(['compare', baseline, 'nowhere.csv'])).status).toBe(2);
  });
});
