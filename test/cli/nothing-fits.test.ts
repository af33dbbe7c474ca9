// What users see when nothing fits: why, where it stands, what would help; and what they see when a search merely found
// nothing.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { unitsOfASecond, unitsSince } from '../support/effort.js';
import { mapper, mapperHere } from './run-mapper.js';

const directory = mkdtempSync(join(tmpdir(), 'mapper-nothing-'));
afterAll(() => rmSync(directory, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

const arch = 'arch/eyeriss-like.yaml';
const layer = 'workloads/nets/resnet50/11-conv3_x-3x3.yaml';

async function json(args: readonly string[]) {
  const { status, stdout } = await mapperHere(['search', ...args, '--json', '--quiet', '--no-results']);
  return { status, document: JSON.parse(stdout) };
}

it('suggests nothing that a machine demands', async () => {
  const product = 'Z[m,n] = A[m,k] * B[k,n]; m=64, n=512, k=512';
  const rules = file('k.yaml', 'constraints: {targets: [{target: accumulators, type: temporal, factors: [k=1]}]}\n');
  const { document } = await json(['arch/tpu-v1.yaml', product, rules]);
  expect(document.diagnostics).toMatchObject([
    { code: 'E-INFEASIBLE', hint: 'drop k=1 at accumulators or widen the fan-out of row to 512 along X' },
  ]);
});

it('suggests as much room as the tiles of a machine take, of which words are the least', async () => {
  const product = 'Z[m,n] = A[m,k] * B[k,n]; m=128, n=128, k=128';
  const searched = (entries: string) => json(['arch/epu-q8.yaml', product, '--set', `OCM.entries=${entries}`]);
  const { document } = await searched('100');
  const [, entries] = /^raise entries of OCM to (\d+)/.exec(document.diagnostics[0].hint)!;
  expect((await searched(entries!)).document.mappings).toHaveLength(1);
});

it('says what a machine has padded a bound from', async () => {
  const product = 'Z[m,n] = A[m,k] * B[k,n]; m=64, n=100, k=256';
  const targets =
    '[{target: tile, type: spatial, factors: [m=3, n=9]}, {target: coefficients, type: temporal, factors: [m=2]}]';
  const rules = file('m.yaml', `constraints: {targets: ${targets}}\n`);
  const { document } = await json(['arch/ipu-mk2.yaml', product, rules]);
  const [{ related }] = document.diagnostics;
  expect(related.map(({ message }: { message: string }) => message)).toContain('n is 112, padded from 100');
});

describe('a layer that cannot be mapped', () => {
  const constraints = file(
    'rows.yaml',
    'constraints: {targets: [{target: weights_spad, type: temporal, factors: [R=3]}]}\n',
  );
  const args = [arch, layer, '--set', 'ifmap_spad.depth=2', '--constraints', constraints];

  it('is told in words with numbers, with every place and what would help', () => {
    const { status, stdout, stderr } = mapper(['search', ...args, '--no-results']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^no valid mapping exists$/m);
    expect(stderr.split('\n').slice(0, 5)).toEqual([
      '--set ifmap_spad.depth:1:1: error[E-INFEASIBLE]: ifmap_spad holds 2 words, but needs 3 of Inputs (R=3), since R=3 at weights_spad',
      '    1 | 2',
      '      | ^',
      '  expected at least 3 words, found 2 words',
      '  hint: raise depth of ifmap_spad to 3 or drop R=3 at weights_spad',
    ]);
    expect(stderr).toContain(`${constraints}:1:74: note: R=3 at weights_spad\n`);
    expect(stderr).toMatch(/^arch\/eyeriss-like\.yaml:\d+:\d+: note: ifmap_spad keeps Inputs$/m);
  });

  it.each(['optimal', 'exhaustive', 'linear-pruned', 'random', 'random-pruned', 'hybrid'])(
    'is told soon under --algorithm %s',
    async (algorithm) => {
      const used = unitsSince();
      const { status, document } = await json([...args, '--algorithm', algorithm]);
      expect(used()).toBeLessThan(2 * unitsOfASecond);
      expect(status).toBe(1);
      expect(document).toMatchObject({ valid: false, mappings: [], optimal: false, stopReason: 'Exhausted' });
      expect(document.timing).toMatchObject({ evaluations: 0 });
      expect(document.diagnostics).toHaveLength(1);
      expect(document.diagnostics[0]).toMatchObject({
        code: 'E-INFEASIBLE',
        severity: 'error',
        file: '--set ifmap_spad.depth',
        line: 1,
        column: 1,
        expected: 'at least 3 words',
        found: '2 words',
        related: [
          { message: 'R=3 at weights_spad', file: constraints, line: 1, column: 74 },
          { message: 'ifmap_spad keeps Inputs', file: arch },
        ],
      });
    },
  );

  it.each([
    ['eyeriss-like', 'at most 3 temporal loops may be used, but 4 are needed'],
    ['simba-like', 'at most 3 temporal loops may be used, but 4 are needed'],
  ])('is explained soon where many constraints have a part in it, on %s', async (name, message) => {
    const mapping = file('loops.yaml', 'mapper: {max_temporal_loops_in_a_mapping: 3}\n');
    const used = unitsSince();
    const { status, document } = await json([`arch/${name}.yaml`, layer, '--mapper', mapping]);
    expect(used()).toBeLessThan(4 * unitsOfASecond);
    expect(status).toBe(1);
    expect(document.diagnostics[0].message).toContain(message);
    expect(document.diagnostics[0]).toMatchObject({ file: mapping, line: 1 });
  });
});

describe('a search that found nothing', () => {
  const keep = file('keep.yaml', 'constraints: {targets: [{target: Buf, type: dataspace, keep: [W, I, O]}]}\n');
  const small = [
    'arch/teaching-two-level.yaml',
    'workloads/conv/conv1d-example.yaml',
    '--constraints',
    keep,
    '--set',
    'Buf.depth=3',
  ];

  it('does not say that there is nothing', () => {
    const { status, stdout, stderr } = mapper([
      'search',
      ...small,
      '--algorithm',
      'random',
      '--max-evaluations',
      '1',
      '--no-results',
    ]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^no valid mapping found: limit of evaluations reached$/m);
    expect(stderr).toContain(
      'warning[W-ALGORITHM]: no valid mapping was found in 1 evaluations, although there is at least one\n',
    );
    expect(stderr).not.toContain('E-INFEASIBLE');
  });

  it('sends to what the formats refuse where something is stored compressed', () => {
    const kept = ['RF', 'GLB'].map((name) => `{target: ${name}, type: dataspace, keep: [Weights, Inputs, Outputs]}`);
    const ranks = '[{format: UOP}, {format: UOP}, {format: UOP}, {format: CP}]';
    const format = `representation_format: {data_spaces: [{name: Weights, ranks: ${ranks}}]}`;
    const sparse = `sparse_optimizations: {targets: [{target: RF, ${format}}]}\n`;
    const both = file('formats.yaml', `constraints: {targets: [${kept.join(', ')}]}\n${sparse}`);
    const search = ['search', 'arch/teaching-three-level.yaml', 'workloads/gemm/gemm-small.yaml', both];
    const { status, stderr } = mapper([...search, '--algorithm', 'random', '--max-evaluations', '9', '--no-results']);
    expect(status).toBe(1);
    expect(stderr).toContain('no valid mapping was found in 9 evaluations; whether there is one is not known');
    expect(stderr).toContain('hint: evaluate a mapping to see what capacities and sparse formats refuse');
  });

  it('finds it when it looks properly', async () => {
    const { status, document } = await json(small);
    expect([status, document.optimal]).toEqual([0, true]);
  });
});

describe('a problem that the proving search does not cover', () => {
  const orders = ['RF', 'GLB', 'DRAM'].map((name) => `{target: ${name}, type: temporal, permutation: [C, M, P]}`);
  const kept = ['RF', 'GLB'].map((name) => `{target: ${name}, type: dataspace, keep: [Weights, Inputs, Outputs]}`);
  const given = (targets: readonly string[]) => [
    'arch/teaching-three-level.yaml',
    'workloads/gemm/gemm-small.yaml',
    '--constraints',
    file(`given-${targets.length}.yaml`, `constraints: {targets: [${targets.join(', ')}]}\n`),
  ];
  const reason = /no_coalesce/;

  it('is walked to the end where that is possible, and says why', async () => {
    const flag = '{target: GLB, type: dataspace, no_coalesce: [Weights]}';
    const { document } = await json(given([...orders, ...kept, flag]));
    expect(document.optimal).toBe(true);
    expect(document.diagnostics).toMatchObject([{ code: 'W-ALGORITHM', severity: 'warning' }]);
    expect(document.diagnostics[0].message).toMatch(reason);
    expect(document.diagnostics[0].message).toMatch(/visiting all [\d,]+ mappings$/);
    expect((await json(given([...orders, ...kept]))).document.diagnostics).toEqual([]);
  });

  it('is sampled where it is too large for that, and says why', async () => {
    const flag = '{target: GLB, type: dataspace, no_coalesce: [Weights]}';
    const { document } = await json([...given([flag]), '--max-evaluations', '2000']);
    expect(document.optimal).toBe(false);
    expect(document.diagnostics[0]).toMatchObject({ code: 'W-ALGORITHM', severity: 'warning' });
    expect(document.diagnostics[0].message).toMatch(reason);
    expect(document.diagnostics[0].message).toMatch(/searching without proof$/);
  });
});
