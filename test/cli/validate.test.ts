import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { example, mapper, mapperHere, root } from './run-mapper.js';

const [arch, workload, mapping] = example;
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

async function json(args: readonly string[], input?: string) {
  const all = ['validate', ...args, '--json', '--quiet'];
  const { status, stdout } = input === undefined ? await mapperHere(all) : mapper(all, { input });
  return { status, ...JSON.parse(stdout) };
}

describe('validate', () => {
  it('says what each file holds', async () => {
    const { status, valid, files } = await json(example);
    expect([status, valid]).toEqual([0, true]);
    expect(files).toEqual([
      { file: arch, holds: ['architecture', 'ERT'], errors: 0, warnings: 0 },
      { file: workload, holds: ['problem'], errors: 0, warnings: 0 },
      { file: mapping, holds: ['mapping'], errors: 0, warnings: 0 },
    ]);
  });

  it('shows every problem of a file with an excerpt, and says no', () => {
    const input = text(arch).replace('class: SRAM', 'clas: SRAM').replace('meshX:', 'meshZ:');
    const { status, stdout, stderr } = mapper(['validate', '-'], { input });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^<stdin>:\d+:\d+: error\[E-KEY\][^\n]*clas/m);
    expect(stderr).toMatch(/^<stdin>:\d+:\d+: error\[E-KEY\][^\n]*meshZ/m);
    expect(stderr).toContain('^^^^');
    expect(stdout).toMatch(/^<stdin> .*errors$/m);
  });

  it('checks files against each other only when they belong together', async () => {
    const small = await json([arch, workload, '-'], text(mapping).replace('M=4', 'M=2'));
    expect([small.status, small.diagnostics[0].code]).toEqual([1, 'E-FACTOR']);
    expect((await json([workload, '-'], text(mapping).replace('M=4', 'M=2'))).status).toBe(0);
    expect((await json([arch, 'arch/teaching-two-level.yaml', '-'], text(mapping).replace('M=4', 'M=2'))).status).toBe(
      0,
    );
  });

  it('checks one architecture against several workloads and repeats nothing', async () => {
    const input = text(arch).replace('class: SRAM', 'clas: SRAM');
    const { diagnostics } = await json(['-', 'workloads/gemm/gemm-example.yaml', 'workloads/gemm/mttkrp.yaml'], input);
    expect(diagnostics.filter((one: { code: string }) => one.code === 'E-KEY')).toHaveLength(1);
  });

  it('finds in a mapper section what a search would refuse', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mapper-validate-'));
    const path = join(folder, 'mapper.yaml');
    writeFileSync(path, 'mapper: {optimization_metrics: [fast], algorithm: lineer, search_size: 5}\n');
    const { status, stderr } = await mapperHere(['validate', path]);
    expect([
      status,
      stderr.match(/error\[E-OPTION\]: (unknown objective fast|mapper.algorithm must be)/g)?.length,
    ]).toEqual([1, 2]);
    writeFileSync(path, 'mapper: {optimization_metrics: [delay], algorithm: random-pruned, search_size: 5}\n');
    expect((await mapperHere(['validate', path])).stderr).toBe('');
    rmSync(folder, { recursive: true });
  });

  it('checks results', async () => {
    const result = (await mapperHere(['evaluate', ...example, '--json'])).stdout;
    expect(await json(['-'], result)).toMatchObject({ status: 0, files: [{ holds: ['result'] }] });
    const broken = result.replace(/"cycles": \d+/, '"cycles": "many"');
    expect(await json(['-'], broken)).toMatchObject({ status: 1, diagnostics: [{ code: 'E-SCHEMA' }] });
    const [found, , mapped] = example;
    const line = 'Z[m,n] = A[m,k] * B[k,n]; m=4, n=4, k=4';
    for (const args of [
      ['explain', found!, workload, mapped!],
      ['validate', found!],
      ['components', found!],
      ['import', line],
    ]) {
      const { stdout } = await mapperHere([...args, '--json', '--quiet']);
      expect([args, (await json(['-'], stdout)).valid]).toEqual([args, true]);
    }
  });

  it('says no to models and tables of layers, and checks the files beside them', async () => {
    const broken = join(mkdtempSync(join(tmpdir(), 'mapper-validate-')), 'layers.csv');
    writeFileSync(broken, 'name,M\na,4\n');
    expect(await json([broken, arch, '-'], 'architecture: 4\n')).toMatchObject({
      status: 1,
      diagnostics: [{ code: 'E-MODEL' }, { code: 'E-TYPE' }],
      files: [
        { file: arch, errors: 0 },
        { file: '<stdin>', errors: 1 },
        { file: broken, holds: ['model'], errors: 1 },
      ],
    });
    rmSync(dirname(broken), { recursive: true });
  });

  it('knows a table of results on standard input', async () => {
    const table = (await mapperHere(['evaluate', ...example, '--csv'])).stdout;
    expect(await json(['-'], table)).toMatchObject({ status: 0, files: [{ holds: ['result table'] }] });
    const args = ['evaluate', arch, workload, '-', '--csv'];
    expect(mapper(args, { input: table }).stdout.split('\n')[1]).toBe(table.split('\n')[1]);
  });

  it('cannot check what it cannot read', async () => {
    expect(await json(['nowhere.yaml'])).toMatchObject({ status: 2, valid: false, diagnostics: [{ code: 'E-READ' }] });
  });
});
