// `mapper explain` against what it stands for: searches with --set, nests written down by hand, and bounds nobody beats.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Explanation, headline } from '../../src/explain/explanation.js';
import { mapperHere } from '../cli/run-mapper.js';

const directory = mkdtempSync(join(tmpdir(), 'mapper-explain-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** One buffer between memory and four units, with bandwidths that decide. */
function write(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

const arch = (bandwidth: number, more = ''): string => `architecture:
  version: 0.4
  nodes:
    - !Component
      name: DRAM
      class: DRAM
      attributes: {width: 16, datawidth: 16, vector_access_energy: 100, shared_bandwidth: ${bandwidth}}
    - !Component
      name: GLB
      class: SRAM
      attributes: {depth: 60, width: 16, datawidth: 16, vector_access_energy: 2${more}}
    - !Container
      name: PE
      spatial: {meshX: 4}
    - !Component
      name: mac
      class: intmac
      attributes: {datawidth: 16, energy: 1}
`;
const layer = write(
  'layer.yaml',
  `problem:
  version: 0.4
  shape:
    name: gemm
    dimensions: [M, N, K]
    data_spaces:
      - {name: A, projection: [[[M]], [[K]]]}
      - {name: B, projection: [[[K]], [[N]]]}
      - {name: Z, projection: [[[M]], [[N]]], read_write: true}
  instance: {M: 4, N: 6, K: 4}
`,
);
/** N walks outside of K: A comes anew for each of its six columns. */
const mapping = write(
  'mapping.yaml',
  `mapping:
  - {target: DRAM, type: temporal, factors: N=6 M=1 K=4, permutation: [K, N, M]}
  - {target: DRAM, type: dataspace, keep: [A, B, Z], bypass: []}
  - {target: GLB, type: temporal, factors: N=1 M=1 K=1, permutation: [K, N, M]}
  - {target: GLB, type: dataspace, keep: [A, B, Z], bypass: []}
  - {target: PE, type: spatial, factors: N=1 M=4 K=1, permutation: [M, N, K], split: 3}
`,
);
const slow = write('slow.yaml', arch(0.25));
/** The zeros of A are skipped at the GLB, and computes with them. */
const skipping = write(
  'skipping.yaml',
  `${arch(8)}sparse_optimizations:
  targets:
    - {target: GLB, action_optimization: [{type: skipping, target: B, condition_on: [A]}]}
`,
);
const fast = write('fast.yaml', arch(1000));

interface Cost {
  readonly cycles: number;
  readonly energyPj: number;
}

interface Document extends Cost {
  readonly headline: string;
  readonly diagnostics: readonly unknown[];
  readonly optimum: Cost & { readonly optimal: boolean };
  readonly among: string | null;
  readonly levels: readonly Readonly<Record<string, string | number | null>>[];
  readonly least: readonly {
    readonly what: string;
    readonly dataspace: string | null;
    readonly found: number;
    readonly least: number;
  }[];
  readonly repeats: readonly Readonly<Record<string, string | number>>[];
  readonly energy: readonly { readonly energyPj: number }[];
  readonly sensitivities: readonly {
    readonly level: string;
    readonly resource: string;
    readonly settings: readonly { readonly key: string; readonly value: string }[];
    readonly best: Cost | null;
    readonly reason: string | null;
  }[];
}

async function explain(...args: readonly string[]): Promise<Document> {
  const { status, stdout, stderr } = await mapperHere(['explain', ...args, '--json', '--quiet', '--threads', '1']);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

describe('what would help', () => {
  it('is what a search with --set finds, digit for digit', async () => {
    const { sensitivities, optimum } = await explain(slow, layer);
    expect(sensitivities.map(({ level, resource }) => `${level} ${resource}`)).toEqual([
      'DRAM bandwidth',
      'GLB capacity',
      'PE instances',
    ]);
    for (const { settings, best } of [{ settings: [], best: optimum }, ...sensitivities]) {
      const set = settings.flatMap(({ key, value }) => ['--set', `${key}=${value}`]);
      const { stdout } = await mapperHere(['search', slow, layer, ...set, '--json', '--no-results', '--threads', '1']);
      const [searched] = JSON.parse(stdout).mappings as readonly Cost[];
      expect(best).toMatchObject({ cycles: searched!.cycles, energyPj: searched!.energyPj, optimal: true });
    }
  });

  it('is said first', async () => {
    const [bandwidth, compute] = [await explain(slow, layer), await explain(fast, layer)];
    expect(bandwidth.headline).toMatch(
      /^2\.0 times faster if DRAM's bandwidth doubled; bound by DRAM \(shared bandwidth/,
    );
    expect(compute.headline).toMatch(
      /^2\.0 times faster if there were twice as many PE \(meshX 4 to 8\); bound by mac/,
    );
  });

  it('is not twice nothing', async () => {
    const { sensitivities } = await explain(slow, layer, '--set', 'GLB.depth=0');
    expect(sensitivities.map(({ level, resource }) => `${level} ${resource}`)).toEqual([
      'DRAM bandwidth',
      'PE instances',
    ]);
  });

  it('is a reason where it cannot be', async () => {
    // All tensors together would fill half of it.
    const { sensitivities, optimum } = await explain(write('full.yaml', arch(1, ', min_utilization: 0.6')), layer);
    expect(optimum.optimal).toBe(true);
    expect(sensitivities.map(({ best, reason }) => [best !== null, reason])).toEqual([
      [true, null],
      [false, expect.stringContaining('GLB')],
      [true, null],
    ]);
  });
});

describe('a mapping taken apart', () => {
  it('has loops that bring the same words again, as often as the nest says', async () => {
    const { repeats, energy, energyPj } = await explain(fast, layer, mapping);
    // A is 4 x 4 words: with N outside of K it is read 6 times, 5 of them for nothing, at 100 pJ.
    expect(repeats[0]).toEqual({
      level: 'DRAM',
      dimension: 'N',
      bound: 6,
      dataspace: 'A',
      times: 6,
      energyPj: 5 * 16 * 100,
    });
    expect(energy.reduce((sum, one) => sum + one.energyPj, 0)).toBeCloseTo(energyPj, 6);
  });

  it('never gets below the least there can be', async () => {
    const documents = [
      await explain(fast, layer, mapping),
      await explain(slow, layer, mapping),
      await explain(slow, layer),
      await explain(skipping, layer, '--set', 'problem.instance.densities.A=0.25'),
    ];
    for (const { least } of documents)
      for (const one of least) expect(one.found).toBeGreaterThanOrEqual(one.least * (1 - 1e-9));
    const words = documents[0]!.least.filter(({ what }) => what === 'words');
    expect(words.map(({ dataspace, found, least }) => [dataspace, found, least])).toEqual([
      ['A', 96, 16],
      ['B', 24, 24],
      ['Z', expect.any(Number), 24],
    ]);
  });

  it('charges what has to move for what it is, not for what else the mapping does', async () => {
    const spilling = write('spilling.yaml', readFileSync(mapping, 'utf8').replace('[K, N, M]', '[N, K, M]'));
    const table = 'name: DRAM, actions: [{name: read, energy: 100}, {name: write, energy: 1}]';
    const own = arch(1000).replace(', vector_access_energy: 100', '');
    const lopsided = write('lopsided.yaml', `${own}ERT: {version: 0.4, tables: [{${table}}]}\n`);
    const { least } = await explain(lopsided, layer, spilling);
    const once = (4 * 4 + 4 * 6) * 100 + 4 * 6;
    expect(least.find(({ what }) => what === 'energyPj')!.least).toBeCloseTo(4 * 6 * 4 + once, 6);
  });

  it('asks the outermost bandwidth for as much as words ask for', async () => {
    const scale = 'per_dataspace_bandwidth_consumption_scale: {A: 0.5, B: 0.25}';
    const scaled = write('scaled.yaml', arch(0.25).replace('shared_bandwidth', `${scale}, shared_bandwidth`));
    const { least } = await explain(scaled, layer, mapping);
    expect(least.find(({ what }) => what === 'cycles')!.least).toBe((16 * 0.5 + 24 * 0.25 + 24) / 0.25);
  });

  it('says what is used up', async () => {
    const { levels } = await explain(slow, layer, mapping);
    expect(levels.map(({ level, bandwidth }) => [level, bandwidth])).toEqual([
      ['DRAM', expect.closeTo(1, 6)],
      ['GLB', null],
      ['mac', null],
    ]);
    expect(levels[2]).toMatchObject({ usedInstances: 4, instances: 4 });
  });

  it('is text and a table as well', async () => {
    const text = await mapperHere(['explain', slow, layer, mapping, '--quiet']);
    expect(text.stdout).toMatch(/\n2\.0 times faster if DRAM's bandwidth doubled/i);
    expect(text.stdout).toMatch(/^DRAM +for N in \[0:6\) +A +6\.00/m);
    expect(text.stdout).toMatch(/^DRAM +bandwidth: shared_bandwidth 0\.25 to 0\.5 +-50\.0 %/m);
    expect(Math.max(...text.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    const csv = await mapperHere(['explain', slow, layer, '--csv', '--quiet']);
    expect(
      csv.stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(',').slice(2, 4).join(' ')),
    ).toEqual(['level doubled', ' ', 'DRAM bandwidth', 'GLB capacity', 'PE instances']);
  });
});

describe('a mapping', () => {
  const einsum = 'Z[m,n] = A[m,k] * B[k,n]; m=256, n=256, k=256';

  it('is explained with what its machine chose for it, however far from the optimum', async () => {
    const out = join(directory, 'sampled');
    const sampled = ['--algorithm', 'random', '--max-evaluations', '40', '--out', out, '--json', '--quiet'];
    const found = JSON.parse((await mapperHere(['search', 'arch/tpu-v5e.yaml', einsum, ...sampled])).stdout);
    const explained = await explain('arch/tpu-v5e.yaml', einsum, join(out, 'mapping.yaml'));
    expect(explained.cycles).toBe(found.mappings[0].cycles);
    expect(explained.optimum.cycles).toBeLessThan(explained.cycles);
    expect(explained.diagnostics).toEqual([]);
  });

  it('whose outputs never leave for the outermost storage is held against others like it', async () => {
    const held = write(
      'held.yaml',
      readFileSync(mapping, 'utf8').replace('keep: [A, B, Z], bypass: []', 'bypass: [Z]'),
    );
    const rule = write('rule.yaml', 'constraints: [{target: DRAM, type: dataspace, bypass: [Z]}]\n');
    const { optimum, among, energyPj } = await explain(slow, layer, held, '--objective', 'energy');
    const search = ['search', slow, layer, rule, '--objective', 'energy', '--json', '--no-results', '--quiet'];
    const [best] = JSON.parse((await mapperHere(search)).stdout).mappings;
    expect([optimum.cycles, optimum.energyPj]).toEqual([best.cycles, best.energyPj]);
    expect(among).toBe('the optimum is that of mappings in which DRAM bypasses Z, too');
    expect(energyPj).toBeGreaterThanOrEqual(optimum.energyPj);
    // Where the files say so themselves there is nothing to add.
    expect((await explain(slow, layer, rule, held, '--objective', 'energy')).among).toBeNull();
  });

  it('may stand in the same file as all the rest', async () => {
    const parts = [slow, layer, mapping].map((path) => readFileSync(path, 'utf8'));
    const whole = await explain(write('whole.yaml', parts.join('')));
    expect(whole).toMatchObject({ cycles: (await explain(slow, layer, mapping)).cycles, diagnostics: [] });
  });
});

describe('warnings of reading', () => {
  const careless = write('careless.yaml', readFileSync(slow, 'utf8').replace(', energy: 1}', '}'));
  const tooMuch = write('too-much.yaml', 'mapping:\n  - {target: GLB, type: temporal, factors: N=6 M=4 K=4}\n');

  it.each([
    ['with a mapping', mapping, 0],
    ['with a mapping that is refused', tooMuch, 1],
  ])('are said once %s', async (_how, path, expected) => {
    const { status, stdout } = await mapperHere(['explain', careless, layer, path, '--json', '--quiet']);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { code: string }[] };
    expect([status, diagnostics.filter(({ code }) => code === 'W-ENERGY').length]).toEqual([expected, 1]);
  });
});

describe('where nothing fits', () => {
  const keep = write('keep.yaml', 'constraints:\n  - {target: GLB, type: dataspace, keep: [A, B, Z]}\n');
  const args = ['explain', slow, layer, keep, '--set', 'GLB.depth=1'];

  it('--json and --csv still give a document', async () => {
    const json = await mapperHere([...args, '--json', '--quiet']);
    expect([json.status, JSON.parse(json.stdout)]).toMatchObject([
      1,
      { valid: false, optimum: null, sensitivities: [], diagnostics: [{ code: 'E-INFEASIBLE' }] },
    ]);
    const csv = await mapperHere([...args, '--csv', '--quiet']);
    expect([csv.status, csv.stdout]).toEqual([1, expect.stringMatching(/^architecture,workload,.*,reason\n$/)]);
  });
});

describe('what is refused', () => {
  it.each([
    [[slow, layer, layer], 2, 'explain takes one workload, got 2'],
    [
      [slow, layer, write('large.yaml', 'mapping:\n  - {target: GLB, type: temporal, factors: N=6 M=4 K=4}\n')],
      1,
      'exceeds buffer capacity',
    ],
    [[], 2, 'error['],
  ])('%j', async (args, expected, message) => {
    const { status, stderr, stdout } = await mapperHere(['explain', ...args]);
    expect([status, stderr, stdout]).toEqual([expected, expect.stringContaining(message), '']);
  });
});

it('says of how much it is that nothing helps, when it was stopped', () => {
  const costs = { cycles: 10, energyPj: 10, edpPjCycles: 100, optimal: true };
  const evaluation = { binding: { name: 'mac', detail: null } } as unknown as Explanation['evaluation'];
  const tried = (...all: readonly (typeof costs | null)[]) =>
    headline(evaluation, costs, {
      objective: ['edp'],
      sensitivities: all.map((best) => ({ best })) as unknown as Explanation['sensitivities'],
    });
  expect(tried(costs, costs)).toBe('bound by mac; nothing helps by a percent when it is doubled alone');
  expect(tried(costs, null)).toMatch(/ doubled alone among the 1 of 2 things that were searched$/);
});
