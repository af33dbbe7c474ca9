import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCsv } from '../../src/results/read-csv.js';
import { validateResult } from '../../src/results/validate-result.js';
import { mapper, mapperHere, root } from './run-mapper.js';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mapper-search-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const arch = join(root, 'arch/teaching-two-level.yaml');
const workload = join(root, 'workloads/conv/conv1d-example.yaml');

function search(args: readonly string[]) {
  return mapperHere(['search', ...args], { directory });
}

async function json(args: readonly string[]) {
  const run = await search([arch, workload, '--json', '--quiet', ...args]);
  return { status: run.status, document: JSON.parse(run.stdout) };
}

function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

describe('search --json', () => {
  it('proves an optimum and keeps the order of the contract', async () => {
    const { status, document } = await json(['--top', '3', '--frontier']);
    expect(status).toBe(0);
    expect(Object.keys(document).slice(0, 15)).toEqual(
      'schemaVersion architecture workload objective algorithm seed stopReason optimal gap lowerBound mapspaceSize mappings frontier timing diagnostics'.split(
        ' ',
      ),
    );
    expect(Object.keys(document.mappings[0])).toEqual(
      'rank index cycles energyPj edpPjCycles utilization bufferUtilization mapping loopNest binding levels compute networks'.split(
        ' ',
      ),
    );
    expect(document).toMatchObject({
      schemaVersion: 1,
      architecture: 'teaching-two-level',
      workload: 'conv1d-example',
      objective: ['edp'],
      algorithm: 'optimal',
      seed: '0',
      stopReason: 'Optimal',
      optimal: true,
      gap: 0,
      diagnostics: [],
    });
    expect(document.mappings.map((one: { rank: number }) => one.rank)).toEqual([1, 2, 3]);
    expect(document.frontier.length).toBeGreaterThan(0);
    expect(document.lowerBound).toBe(document.mappings[0].edpPjCycles);
    expect(validateResult(document, 'x')).toEqual([]);
    // The same in a process of its own.
    const args = ['search', arch, workload, '--json', '--quiet', '--top', '3', '--frontier', '--no-results'];
    const { status: code, stdout } = mapper(args, { directory });
    expect([code, { ...JSON.parse(stdout), timing: null }]).toEqual([0, { ...document, timing: null }]);
  });

  it('gives mappings that evaluate to the same figures, to the last digit', async () => {
    const { document } = await json(['--top', '5', '--objective', 'energy']);
    for (const ranked of document.mappings) {
      const path = file('ranked.yaml', JSON.stringify({ mapping: ranked.mapping }));
      const evaluated = JSON.parse((await mapperHere(['evaluate', arch, workload, path, '--json'])).stdout);
      const { cycles, energyPj, edpPjCycles, utilization, loopNest } = ranked;
      expect(evaluated).toMatchObject({ valid: true, cycles, energyPj, edpPjCycles, utilization, loopNest });
      const buffer = evaluated.levels.find((level: { name: string }) => level.name === 'Buf');
      expect(buffer.bufferUtilization).toBe(ranked.bufferUtilization.Buf);
    }
  });

  it('and the files do not depend on the number of threads', async () => {
    const files = async (threads: string) => {
      const out = join(directory, `threads-${threads}`);
      const args = ['--top', '10', '--algorithm', 'random', '--max-evaluations', '50000', '--out', out];
      const { timing, ...document } = (await json([...args, '--threads', threads])).document;
      const bytes = ['mappings.csv', 'mapping.yaml', 'stats.txt'].map((name) => readFileSync(join(out, name), 'utf8'));
      return { document, bytes };
    };
    expect(await files('1')).toEqual(await files('2'));
  });
});

describe('search for people', () => {
  it('shows the ranking, the best nest and how sure it is', async () => {
    const { status, stdout, stderr } = await search([arch, workload, '--top', '2', '--out', join(directory, 'people')]);
    expect([status, stderr]).toEqual([0, `results in ${join(directory, 'people')}\n`]);
    expect(stdout).toMatch(/^ {3}1 +96 /m);
    expect(stdout).toMatch(/^ {3}2 +96 /m);
    expect(stdout).toContain('<< Compute >>');
    expect(stdout).toMatch(/^proven: none of \d+ mappings has a lower EDP$/m);
  });
});

describe('when nothing fits', () => {
  const keepAll = 'constraints: {targets: [{target: Buf, type: dataspace, keep: [W, I, O]}]}';
  const tooSmall = () => ['--set', 'Buf.depth=2', '--constraints', file('keep.yaml', keepAll)];

  it('says no, and why', async () => {
    const { status, document } = await json(tooSmall());
    expect(status).toBe(1);
    expect(document).toMatchObject({ mappings: [], optimal: false });
    expect(document.diagnostics.map((one: { severity: string }) => one.severity)).toContain('error');
    expect((await search([arch, workload, ...tooSmall(), '--quiet'])).stderr).toContain('error[');
  });

  it('makes no results directory', async () => {
    const out = join(directory, 'nothing');
    expect((await search([arch, workload, '--out', out, ...tooSmall()])).status).toBe(1);
    expect(existsSync(out)).toBe(false);
  });

  it('refuses input that makes no sense with the same keys', async () => {
    const { status, stdout } = await search([arch, '--json', '--quiet']);
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ valid: false, mappings: [], diagnostics: [{ code: 'E-REQUIRED' }] });
  });
});

it('says so when it is given a mapping', async () => {
  const mapping = join(root, 'workloads/mappings/conv1d-example.yaml');
  const { status, stderr } = await search([arch, workload, mapping, '--no-results']);
  expect(status).toBe(0);
  expect(stderr).toMatch(/mappings\/conv1d-example\.yaml:\d+:\d+: warning\[W-UNUSED\]/);
});

describe('the results directory', () => {
  it('is named after what was searched, complete, and evaluates to the same figures', async () => {
    const { stderr } = await search([arch, workload, '--objective', 'cycles,energy']);
    const [, name] = /^results in (results\/conv1d-example-teaching-two-level-[0-9a-f]{8})\n$/.exec(stderr)!;
    const path = join(directory, name!);
    expect(readdirSync(path).sort()).toEqual(['mapping.yaml', 'mappings.csv', 'result.json', 'run.json', 'stats.txt']);
    const [row] = parseCsv(readFileSync(join(path, 'mappings.csv'), 'utf8'), 'x').value!.rows;
    const evaluated = JSON.parse(
      (await mapperHere(['evaluate', arch, workload, join(path, 'mapping.yaml'), '--json'])).stdout,
    );
    expect(row).toMatchObject({
      objective: 'cycles,energy',
      rank: '1',
      cycles: String(evaluated.cycles),
      energy_pj: String(evaluated.energyPj),
      optimal: 'true',
      stop_reason: 'Optimal',
    });
    const run = JSON.parse(readFileSync(join(path, 'run.json'), 'utf8'));
    expect(run).toMatchObject({
      seed: '0',
      configHash: row!.config_hash,
      stopReasons: ['Optimal'],
      versions: { mapper: row!.version },
    });
    expect(run.arguments.slice(0, 2)).toEqual(['search', arch]);
    expect(JSON.stringify(run)).not.toContain(directory);
    expect(readFileSync(join(path, 'stats.txt'), 'utf8')).toContain('pJ per access');
  });

  it('is left alone by the same search, whatever the comments in the files', async () => {
    const first = await search([arch, workload, '--seed', 'again']);
    const before = readFileSync(join(directory, first.stderr.slice('results in '.length, -1), 'run.json'), 'utf8');
    const commented = file('conv1d-example.yaml', `# the same\n${readFileSync(workload, 'utf8')}`);
    const second = await search([arch, commented, '--seed', 'again']);
    expect(second.status).toBe(0);
    expect(second.stderr).toContain('holds the same results already and was left as it is');
    expect(readFileSync(join(directory, first.stderr.slice('results in '.length, -1), 'run.json'), 'utf8')).toBe(
      before,
    );
  });

  it('named by --out is refused before the search and replaced only by force', async () => {
    const out = join(directory, 'named');
    expect((await search([arch, workload, '--out', out])).status).toBe(0);
    const second = await search([arch, workload, '--out', out]);
    expect([second.status, second.stdout]).toEqual([2, '']);
    expect(second.stderr).toContain('exists already');
    expect((await search([arch, workload, '--out', out, '--top', '4', '--force'])).status).toBe(0);
    expect(readFileSync(join(out, 'mappings.csv'), 'utf8').trim().split('\n')).toHaveLength(5);
  });
});

describe('where results cannot be written', () => {
  it('refuses a named place before the search, and only warns about the default one', async () => {
    const below = join(file('plain.txt', ''), 'out');
    const refused = await search([arch, workload, '--out', below]);
    expect([refused.status, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('plain.txt is not a directory');
    mkdirSync(join(directory, 'elsewhere'));
    writeFileSync(join(directory, 'elsewhere', 'results'), 'a file');
    const run = await mapperHere(['search', arch, workload, '--csv'], { directory: join(directory, 'elsewhere') });
    expect(run.status).toBe(0);
    expect(run.stdout).toContain('teaching-two-level');
    expect(run.stderr).toContain('warning[W-WRITE]');
  });

  it('writes nothing when told so', async () => {
    mkdirSync(join(directory, 'clean'));
    const run = mapper(['search', arch, workload, '--no-results'], { directory: join(directory, 'clean') });
    expect([run.status, run.stderr, readdirSync(join(directory, 'clean'))]).toEqual([0, '', []]);
    expect((await search([arch, workload, '--no-results', '--out', 'x'])).status).toBe(2);
  });
});

describe('several workloads', () => {
  const named = (name: string, count: number) =>
    readFileSync(workload, 'utf8').replace(/^problem:\n/m, `problem:\n  name: ${name}\n  count: ${count}\n`);

  it('are a row each, with totals that respect counts, equal layers searched once', async () => {
    const other = readFileSync(workload, 'utf8').replace(/K: 4/, 'K: 8');
    const layers = [
      file('first.yaml', named('first', 2)),
      file('twin.yaml', named('twin', 3)),
      file('other.yaml', other),
    ];
    const args = [arch, ...layers, '--out', join(directory, 'network')];
    const document = JSON.parse((await search([...args, '--json', '--quiet'])).stdout);
    expect(validateResult(document, 'x')).toEqual([]);
    const [first, twin, third] = document.layers;
    expect([first.workload, twin.workload, third.workload]).toEqual(['first', 'twin', 'other']);
    expect(twin.timing).toEqual(first.timing);
    expect(third.mappings[0].cycles).not.toBe(first.mappings[0].cycles);
    const cycles = 5 * first.mappings[0].cycles + third.mappings[0].cycles;
    const energyPj = 5 * first.mappings[0].energyPj + third.mappings[0].energyPj;
    expect(document.totals).toMatchObject({ layers: 6, cycles });
    expect(document.totals.energyPj).toBeCloseTo(energyPj, 6);
    expect(document.totals.edpPjCycles).toBe(document.totals.energyPj * cycles);
    const { stdout } = await search([...args, '--force']);
    expect(stdout).toMatch(/^twin +3 +96 /m);
    expect(stdout).toMatch(/^network +6 /m);
    expect(readdirSync(join(directory, 'network'))).toContain('mapping-twin.yaml');
  });
});

describe('the mapper section', () => {
  it('is read from --mapper, shown by --print-config and beaten by flags', async () => {
    const section = file(
      'mapper.yaml',
      'mapper: {algorithm: linear_pruned, optimization_metrics: [delay], victory_condition: 0}',
    );
    const args = ['--mapper', section];
    expect((await json(args)).document).toMatchObject({
      algorithm: 'optimal',
      objective: ['cycles'],
      optimal: true,
    });
    expect((await json([...args, '--objective', 'energy'])).document).toMatchObject({ objective: ['energy'] });
    const { stdout } = await search([arch, workload, ...args, '--print-config', '--json']);
    expect(JSON.parse(stdout).options.objective).toEqual({ value: ['cycles'], origin: 'mapper section' });
  });
});
