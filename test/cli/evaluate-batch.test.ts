import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { example, mapper, mapperHere, program, root } from './run-mapper.js';

const [arch, problem, mapping] = example.map((path) => readFileSync(join(root, path), 'utf8'));
const good = { arch, problem, mapping };

const directory = mkdtempSync(join(tmpdir(), 'mapper-batch-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Cases from a file, or from standard input, which takes a process. */
async function batch(
  lines: readonly (object | string)[],
  args: readonly string[] = [],
  from: 'file' | 'stdin' = 'file',
) {
  const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const path = join(directory, 'cases.jsonl');
  writeFileSync(path, input);
  const { status, stdout, stderr } =
    from === 'stdin'
      ? mapper(['evaluate', '--batch', '-', ...args], { input })
      : await mapperHere(['evaluate', '--batch', path, ...args]);
  const results = stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return { status, stderr, results };
}

it('begins with a byte order mark, if at all', async () => {
  const { results } = await batch([`\uFEFF${JSON.stringify({ id: 1, ...good })}`]);
  expect(results).toMatchObject([{ id: 1, valid: true }]);
});

it('says once what there is to say of what all cases share', async () => {
  const { status, stderr, results } = await batch([{ id: 1, ...good }], ['--jinja', 'depth=1']);
  expect([status, results[0].valid]).toEqual([0, true]);
  expect(stderr.match(/warning\[W-UNUSED\]: no template has a variable depth/g)).toHaveLength(1);
});

it('is no directory', async () => {
  const { status, stderr } = await mapperHere(['evaluate', '--batch', directory]);
  expect([status, stderr]).toEqual([2, expect.stringContaining(`cannot read ${directory}: it is a directory`)]);
  const folder = openSync(directory, 'r');
  const piped = spawnSync(process.execPath, [program, 'evaluate', '--batch', '-'], {
    ...{ stdio: [folder, 'pipe', 'pipe'], encoding: 'utf8' },
  });
  closeSync(folder);
  expect([piped.status, piped.stderr]).toEqual([2, expect.stringContaining('cannot read standard input: it is a')]);
});

describe('evaluate --batch', () => {
  it('answers every line in order, whatever it holds', async () => {
    const { status, results, stderr } = await batch(
      [
        { id: 'a', ...good },
        'not json',
        '[]',
        '',
        { id: 2, ...good, mapping: 'mapping: [' },
        { ...good, mapping: undefined },
        { id: 'no-arch', problem, mapping },
        { id: 'typed', ...good, arch: { architecture: {} } },
        { id: 'last', ...good },
      ],
      [],
      'stdin',
    );
    expect(status).toBe(0);
    expect(results.map(({ id, valid }) => [id, valid])).toEqual([
      ['a', true],
      [null, false],
      [null, false],
      [2, false],
      [null, false],
      ['no-arch', false],
      ['typed', false],
      ['last', true],
    ]);
    expect(results.map(({ diagnostics }) => diagnostics[0]?.code)).toEqual([
      undefined,
      'E-READ',
      'E-READ',
      'E-YAML',
      'E-REQUIRED',
      'E-REQUIRED',
      'E-TYPE',
      undefined,
    ]);
    expect(results[1].diagnostics[0].message).toContain('line 2 is not JSON');
    expect(results[3].diagnostics[0].file).toBe('2/mapping');
    expect(Object.keys(results[0])[0]).toBe('id');
    expect(stderr).toContain('8 cases, 2 valid, 6 not valid');
  });

  it('gives the figures of a single run', async () => {
    const { results } = await batch([{ id: 1, ...good }]);
    const single = JSON.parse((await mapperHere(['evaluate', ...example, '--json'])).stdout);
    const { architecture, workload, configHash, ...figures } = single;
    expect(results[0]).toMatchObject(figures);
  });

  it('takes energies apart from the architecture, with or without areas', async () => {
    const table = arch!.slice(arch!.indexOf('\nERT:') + 1);
    const bare = arch!.slice(0, arch!.indexOf('\nERT:'));
    const art = 'ART: {version: 0.4, tables: [{name: mac, area: 10}]}';
    const { results } = await batch([
      { id: 1, ...good },
      { id: 2, ...good, arch: bare, ert: table },
      { id: 3, ...good, arch: bare, ert: table, art },
    ]);
    expect(results.map((one) => one.energyPj)).toEqual([results[0].energyPj, results[0].energyPj, results[0].energyPj]);
    expect(results.map((one) => one.areaUm2)).toEqual([null, null, 80]);
  });

  it('passes compatibility and the switches of the model on', async () => {
    const corpus = readFileSync(join(root, 'test/golden/random/dense.jsonl'), 'utf8').split('\n');
    const [linked, sliding] = ['d0003', 'd0062'].map((id) => corpus.find((line) => line.startsWith(`{"id": "${id}"`))!);
    const energyPj = async (line: string, ...args: string[]) =>
      (await batch([line], ['--compat', 'timeloop-v4', ...args])).results[0].energyPj;
    expect(await energyPj(linked!)).toBeCloseTo(3350.3836, 6);
    expect(await energyPj(linked!, '--no-link-transfers')).toBeCloseTo(3613.1344, 6);
    expect(await energyPj(linked!, '--no-first-read-elision')).toBeGreaterThan(3351);
    expect(await energyPj(sliding!)).toBeCloseTo(15769.91391, 6);
    expect(await energyPj(sliding!, '--compat', 'timeloop-2024')).toBeCloseTo(15927.29391, 6);
  });

  it('shares the files given beside it', async () => {
    const { results } = await batch(
      [
        { id: 1, problem, mapping },
        { id: 2, mapping, problem },
      ],
      [example[0], '--quiet'],
    );
    expect(results.map((one) => one.valid)).toEqual([true, true]);
  });

  it('refuses what makes no sense for many cases', async () => {
    expect(await batch([], ['--csv'])).toMatchObject({ status: 2, results: [] });
    const { status, stderr } = await mapperHere(['evaluate', '--batch', 'nowhere.jsonl']);
    expect(status).toBe(2);
    expect(stderr).toContain('cannot read nowhere.jsonl');
  });
});
