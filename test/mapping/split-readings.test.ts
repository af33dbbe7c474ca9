// A split by the version of its file: which reading holds by default, and what is said where it matters.

import { expect, test } from 'vitest';
import type { Compat } from '../../src/spec/compat.js';
import { accelerator, build, gemm } from './build.js';

const PE = '{spatial: {permutation: [N, K], split: 1, factors: [M=1]}}';

function read(version: string, compat: Compat, constraint = PE) {
  const architecture = accelerator({ PE: constraint }).replace('architecture:\n', `architecture:\n${version}`);
  const { problem, problemDiagnostics } = build({ architecture, compat });
  const at = problem!.architecture.levels.findIndex(({ name }) => name === 'inter_PE_spatial');
  const said = problemDiagnostics.filter(({ code }) => code === 'W-COMPAT');
  return { loops: problem!.constraints.levels[at]!.spatial!, said };
}

const unitFirst = [0, 1, 2];
const asWritten = [1, 2];

test('files of version 0.4 mean by default what the reference makes of them, and say so', () => {
  const { loops, said } = read('  version: 0.4\n', 'auto');
  expect(loops).toMatchObject({ innermost: unitFirst, split: 1 });
  expect(said).toMatchObject([
    {
      message: 'split 1 of PE counts unit loops too, as the reference does: nothing on X, N, K on Y',
      hint: '--compat none takes it as an index into the permutation as written: N on X, K on Y',
    },
  ]);
});

test('files without a version are read as written, and say so', () => {
  const { loops, said } = read('', 'auto');
  expect(loops).toMatchObject({ innermost: asWritten, split: 1 });
  expect(said[0]!.message).toBe('split 1 of PE is an index into the permutation as written: N on X, K on Y');
});

test.each<[Compat, readonly number[]]>([
  ['none', asWritten],
  ['timeloop-v4', unitFirst],
])('--compat %s decides for every file, without a word', (compat, innermost) => {
  for (const version of ['', '  version: 0.4\n']) {
    const { loops, said } = read(version, compat);
    expect(loops).toMatchObject({ innermost });
    expect(said).toEqual([]);
  }
});

test.each<[Compat, readonly number[]]>([
  ['auto', []],
  ['none', []],
  ['timeloop-v4', [0]],
])(
  'under --compat %s a factor that is at least 1 says so much of the order of loops without a split',
  (compat, innermost) => {
    const architecture = accelerator({ GLB: '{temporal: {factors: [M>=1]}}' }).replace(
      'architecture:\n',
      'architecture:\n  version: 0.4\n',
    );
    const { problem } = build({ architecture, compat });
    const at = problem!.architecture.levels.findIndex(({ name }) => name === 'GLB');
    expect(problem!.constraints.levels[at]!.temporal.innermost).toEqual(innermost);
  },
);

test('nothing is said where both readings agree', () => {
  for (const constraint of ['{spatial: {split: 999}}', '{spatial: {permutation: [M, N, K], split: 2}}'])
    expect(read('  version: 0.4\n', 'auto', constraint).said).toEqual([]);
});

test('a matrix product on an architecture of convolutions: one message, which says how to state it', () => {
  const { problemDiagnostics } = build({
    architecture: accelerator({ GLB: '{dataspace: {keep: [Inputs]}, temporal: {factors: [R=1, S=1]}}' }),
    problem: gemm,
  });
  expect(problemDiagnostics).toHaveLength(1);
  expect(problemDiagnostics[0]).toMatchObject({
    code: 'E-NAME',
    hint: "the architecture speaks of a convolution; as one, this product is 'Outputs[N,M,P,Q] = Inputs[N,C,P+R,Q+S] * Weights[M,C,R,S]; N=4, C=8, M=8, P=1, Q=1, R=1, S=1', to be given in place of the workload (A are Inputs, B Weights, Z Outputs)",
  });
});

test('a name that no line of a convolution has gets none', () => {
  const { problemDiagnostics } = build({
    architecture: accelerator({ GLB: '{temporal: {factors: [F=1, R=1, S=1, T=1]}}' }),
    problem: gemm,
  });
  expect(problemDiagnostics).toMatchObject([
    {
      code: 'E-NAME',
      message: 'unknown dimension F',
      hint: 'the architecture also speaks of R, S, T; the workload must use its names',
    },
  ]);
});

test('one name that is not known speaks of no convolution yet', () => {
  const { problemDiagnostics } = build({
    architecture: accelerator({ GLB: '{dataspace: {bypass: [A, Q]}}' }),
    problem: gemm,
  });
  expect(problemDiagnostics).toMatchObject([{ code: 'E-NAME', message: 'unknown dataspace Q' }]);
  expect(problemDiagnostics[0]!.hint ?? '').not.toContain('convolution');
});

test.each([
  [
    'a batch of products is advised to be one of them',
    '{name: b, dimensions: [B, X, Y, Z], data_spaces: [{name: A, projection: [[[B]], [[X]], [[Z]]]}, {name: K, projection: [[[B]], [[Y]], [[Z]]]}, {name: O, projection: [[[B]], [[X]], [[Y]]], read_write: true}]}',
    '{B: 3, X: 4, Y: 5, Z: 6}',
    /as one, of these 3 products each is 'Outputs.*; N=4, C=6, M=5, P=1/,
  ],
  [
    'of what is no product only the names are said, once',
    '{name: w, dimensions: [X, Y], data_spaces: [{name: A, projection: [[[X], [Y]]]}, {name: K, projection: [[[Y]]]}, {name: O, projection: [[[X]]], read_write: true}]}',
    '{X: 4, Y: 5}',
    /^the architecture also speaks of R, S; the workload must use its names$/,
  ],
])('%s', (_, shape, instance, hint) => {
  const { problemDiagnostics } = build({
    architecture: accelerator({ GLB: '{dataspace: {keep: [Inputs]}, temporal: {factors: [R=1, S=1]}}' }),
    problem: `problem: {shape: ${shape}, instance: ${instance}}\n`,
  });
  expect(problemDiagnostics.map(({ code }) => code)).toEqual(['E-NAME']);
  expect(problemDiagnostics[0]!.hint).toMatch(hint);
});

test('permutations of one level may differ in loops that do not iterate, and it is said', () => {
  const more = 'constraints: {targets: [{target: GLB, type: temporal, permutation: [K, M, N], factors: [M=1]}]}\n';
  const given = (first: string) => {
    const { problem, problemDiagnostics } = build({
      architecture: accelerator({ GLB: `{temporal: {permutation: ${first}, factors: [M=1]}}` }),
      more,
    });
    const level = problem?.architecture.levels.findIndex(({ name }) => name === 'GLB');
    const order = level === undefined ? undefined : problem!.constraints.levels[level]!.temporal.innermost;
    return { order, said: problemDiagnostics.map(({ code }) => code) };
  };
  expect(given('[M, K, N]')).toEqual({ order: [2, 0, 1], said: ['W-COMPAT'] });
  expect(given('[M, N, K]')).toEqual({ order: undefined, said: ['E-CONFLICT'] });
});
