// Forms of an answer that were asked for and not given: what a command prints with --json and --csv, and what it refuses.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.js';
import { mapper, mapperHere } from './run-mapper.js';

const directory = mkdtempSync(join(tmpdir(), 'mapper-forms-'));
const at = (name: string): string => join(directory, name);
const [arch, gemm] = ['arch/teaching-three-level.yaml', 'workloads/gemm/gemm-example.yaml'];
const found = at('found');

beforeAll(async () => {
  await mapperHere(['search', arch, gemm, '--top', '3', '--out', found, '--quiet']);
});
afterAll(() => rmSync(directory, { recursive: true }));

function rowsOf(text: string): readonly Readonly<Record<string, string>>[] {
  return parse(text, { columns: true }) as Record<string, string>[];
}

describe('--json and --csv', () => {
  it('are told by where they were given', async () => {
    const environment = { MAPPER_JSON: '1', MAPPER_CSV: '1' };
    const { status, stderr } = await mapperHere(['search', arch, gemm, '--no-results'], { environment });
    expect(status).toBe(2);
    expect(stderr).toContain('MAPPER_JSON and MAPPER_CSV are both given');
    expect(stderr).toContain('hint: leave one of them out; what is typed, --json or --csv, beats both');
    writeFileSync(at('both.yaml'), 'json: true\ncsv: true\n');
    const config = await mapperHere(['search', arch, gemm, '--no-results', '--config', at('both.yaml')]);
    expect(config.stderr).toContain(`json in ${at('both.yaml')} and csv in ${at('both.yaml')} are both given`);
    const typed = await mapperHere(['search', arch, gemm, '--no-results', '--csv'], { environment });
    expect(typed.stdout).toMatch(/^architecture,/);
  });

  it('both show what a configuration comes to', async () => {
    const { stdout } = await mapperHere(['evaluate', '--print-config', '--csv', '--rank', '2']);
    expect(rowsOf(stdout).find(({ option }) => option === 'rank')).toEqual({
      ...{ option: 'rank', value: '2', from: 'command line' },
    });
  });
});

describe('warnings about the run as a whole', () => {
  const environment = { MAPPER_JSN: '1' };
  const mapping = join(found, 'mapping.yaml');

  it.each([
    ['search', arch, gemm, '--no-results'],
    ['evaluate', arch, gemm, mapping],
    ['validate', arch],
    ['import', 'einsum', 'Z[m,n] = A[m,k] * B[k,n]; m=4, n=4, k=4'],
    ['validate', at('nowhere.yaml')],
  ])('stand in the document of %s', async (...args) => {
    const { stdout } = await mapperHere([...args, '--json', '--quiet'], { environment });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { code: string; message: string }[] };
    expect(diagnostics[0]).toMatchObject({
      code: 'W-UNUSED',
      message: 'MAPPER_JSN in the environment has no effect: no flag is called so',
    });
  });

  it('stand in result.json, too', async () => {
    await mapperHere(['search', arch, gemm, '--out', at('warned'), '--quiet'], { environment });
    const { diagnostics } = JSON.parse(readFileSync(at('warned/result.json'), 'utf8'));
    expect(diagnostics).toMatchObject([{ code: 'W-UNUSED', message: expect.stringContaining('MAPPER_JSN') }]);
  });

  it.each([
    ['components', arch],
    ['import', 'einsum', 'Z[m,n] = A[m,k] * B[k,n]; m=4, n=4, k=4'],
    ['compare', join(found, 'mappings.csv'), join(found, 'mappings.csv')],
    ['report', found, '-o', at('found.html')],
  ])('where there are none leave an empty list in the document of %s', async (...args) => {
    const { stdout } = await mapperHere([...args, '--json', '--quiet']);
    expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [] });
  });

  it('stand there though a file said them', async () => {
    const { stdout } = await mapperHere(['search', arch, gemm, '--no-results', '--json', '--jinja', 'some=1']);
    expect(JSON.parse(stdout).diagnostics).toMatchObject([{ code: 'W-UNUSED' }]);
  });
});

describe('evaluate', () => {
  it('prints the rank that was taken', async () => {
    const asked = ['evaluate', arch, gemm, join(found, 'mappings.csv'), '--rank', '2'];
    const { stdout } = await mapperHere([...asked, '--csv']);
    const second = rowsOf(readFileSync(join(found, 'mappings.csv'), 'utf8'))[1]!;
    expect(rowsOf(stdout)).toMatchObject([{ rank: '2', cycles: second.cycles, energy_pj: second.energy_pj }]);
    // What it writes is a directory of one mapping, which later commands take without being told a rank.
    const alone = `${found}-second`;
    await mapperHere([...asked, '-o', alone, '--force']);
    const again = await mapperHere(['evaluate', arch, gemm, join(alone, 'mappings.csv'), '--csv']);
    expect(rowsOf(again.stdout)).toMatchObject([{ rank: '1', energy_pj: second.energy_pj }]);
  });

  it('says that a rank has no effect on a mapping that has none', async () => {
    const { status, stderr } = await mapperHere(['evaluate', arch, gemm, join(found, 'mapping.yaml'), '--rank', '2']);
    expect(status).toBe(0);
    expect(stderr).toContain('warning[W-UNUSED]: --rank 2 has no effect on the files given');
  });

  it('prints the sensitivities as CSV', async () => {
    const asked = ['evaluate', arch, gemm, join(found, 'mapping.yaml'), '--sensitivity'];
    const csv = await mapperHere([...asked, '--csv']);
    const { stdout } = await mapperHere([...asked, '--json']);
    const { sensitivity } = JSON.parse(stdout) as { sensitivity: readonly { key: string; value: number }[] };
    expect(sensitivity.length).toBeGreaterThan(0);
    expect(rowsOf(csv.stdout)).toMatchObject(sensitivity.map(({ key, value }) => ({ key, value: `${value}` })));
    expect(csv.stdout).toMatch(/^key,value,half_cycles,half_energy,double_cycles,double_energy\n/);
  });

  it('counts a single case', () => {
    const { stderr } = mapper(['evaluate', '--batch', '-'], { input: '{"id": 1}\n' });
    expect(stderr).toMatch(/^1 case, 0 valid, 1 not valid/);
  });
});

describe('a file and a document at once', () => {
  it('is the document in the file for convert', async () => {
    const out = at('converted.json');
    await mapperHere(['convert', gemm, '--json', '--out', out]);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toHaveProperty('problem.instance');
  });

  it('is refused for a report that goes to standard output', async () => {
    const { status, stderr } = await mapperHere(['report', found, '--json', '--out', '-']);
    expect(status).toBe(2);
    expect(stderr).toContain('--json and --out - both write to standard output');
  });
});

describe('a sweep', () => {
  it('prints its rows, and where they are', async () => {
    const asked = ['search', arch, gemm, '--axis', 'GLB.depth=512,1024', '--json', '--quiet', '--out', at('swept')];
    const { stdout } = await mapperHere(asked);
    const { results, rows } = JSON.parse(stdout) as { results: string; rows: readonly Record<string, unknown>[] };
    expect(results).toBe(join(at('swept'), 'results.csv'));
    const table = rowsOf(readFileSync(results, 'utf8'));
    expect(rows.map((row) => row['GLB.depth'])).toEqual(['512', '1024']);
    expect(rows.map((row) => Object.keys(row))).toEqual(table.map((row) => Object.keys(row)));
    expect(rows.map(({ cycles }) => `${cycles}`)).toEqual(table.map(({ cycles }) => cycles));
  });
});

describe('what a machine answers', () => {
  it('is wrapped on a terminal, and left as it is elsewhere', async () => {
    const asked = ['inspect', 'epu', 'parameters'];
    const { stdout } = await mapperHere(asked);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeGreaterThan(100);
    let text = '';
    const write = (part: string, done: () => void): void => {
      text += part;
      done();
    };
    const screen = { isTTY: true, columns: 60, write } as unknown as NodeJS.WriteStream;
    await run(asked, { stdout: screen, stderr: screen, environment: {} });
    const words = (all: string): readonly string[] => all.split(/\s+/);
    expect(words(text)).toEqual(words(stdout));
    const tooLong = text.split('\n').filter((line) => line.length > 60 && line.trim().includes(' '));
    expect(tooLong).toEqual([]);
  });
});
