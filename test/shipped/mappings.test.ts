// The example mappings. What is expected was counted by hand (examples 1a and 2 of section F.12; the comments below).

import { describe, expect, it } from 'vitest';
import type { Evaluation } from '../../src/model/evaluation.js';
import { evaluateFiles } from './evaluate-files.js';
import { shippedFiles } from './shipped-files.js';

const examples: Readonly<Record<string, readonly [architecture: string, workload: string]>> = {
  'conv1d-example': ['teaching-two-level', 'conv/conv1d-example'],
  'gemm-example': ['teaching-three-level', 'gemm/gemm-example'],
  'eyeriss-like-resnet50-conv2_x-3x3': ['eyeriss-like', 'nets/resnet50/03-conv2_x-3x3'],
};

function evaluated(mapping: string): Evaluation {
  const [architecture, workload] = examples[mapping]!;
  const files = [
    `arch/${architecture}.yaml`,
    `workloads/${workload}.yaml`,
    `workloads/mappings/${mapping}.yaml`,
  ] as const;
  const { value, said } = evaluateFiles(...files);
  expect(said).toEqual([]);
  expect(value?.valid).toBe(true);
  return value!;
}

/** `reads / fills / updates` of each dataspace at a level, per instance. */
function counts(evaluation: Evaluation, level: string): Record<string, string> {
  const { dataspaces } = evaluation.levels.find((one) => one.name === level)!;
  const entries = Object.entries(dataspaces).map(
    ([name, one]) => [name, `${one.scalarReads} / ${one.scalarFills} / ${one.scalarUpdates}`] as const,
  );
  return Object.fromEntries(entries);
}

it('every mapping file is an example here', () => {
  const files = shippedFiles('workloads/mappings').map((path) => /([^/]+)\.yaml$/.exec(path)![1]);
  expect(Object.keys(examples).toSorted()).toEqual(files);
});

describe('conv1d-example', () => {
  const evaluation = evaluated('conv1d-example');

  it('counts as example 1a', () => {
    expect(counts(evaluation, 'Main')).toEqual({ W: '12 / 0 / 0', I: '40 / 0 / 0', O: '0 / 0 / 32' });
    expect(counts(evaluation, 'Buf')).toEqual({ W: '96 / 12 / 0', I: '96 / 40 / 0', O: '64 / 0 / 96' });
  });

  it('costs as example 1a', () => {
    expect(evaluation.cycles).toBe(96);
    expect(evaluation.utilization).toBe(1);
    expect(evaluation.energyPj).toBeCloseTo(8621.559, 3);
  });
});

describe('gemm-example', () => {
  const evaluation = evaluated('gemm-example');

  it('counts as example 2', () => {
    expect(counts(evaluation, 'DRAM')).toEqual({ A: '32 / 0 / 0', B: '64 / 0 / 0', Z: '0 / 0 / 32' });
    expect(counts(evaluation, 'GLB')).toEqual({ A: '64 / 32 / 0', B: '64 / 64 / 0', Z: '32 / 0 / 64' });
    expect(counts(evaluation, 'RF')).toEqual({ A: '32 / 32 / 0', B: '32 / 8 / 0', Z: '24 / 8 / 32' });
  });

  it('costs as example 2', () => {
    expect(evaluation.cycles).toBe(32);
    const glb = evaluation.levels.find((level) => level.name === 'GLB')!;
    expect(glb.dataspaces.A!.energyPj).toBeCloseTo(49.206, 3);
    expect(glb.dataspaces.B!.energyPj).toBeCloseTo(65.608, 3);
  });
});

describe('eyeriss-like-resnet50-conv2_x-3x3', () => {
  const evaluation = evaluated('eyeriss-like-resnet50-conv2_x-3x3');

  it('keeps all 168 PEs busy', () => {
    expect(evaluation.cycles).toBe(115_605_504 / 168);
    expect(evaluation.utilization).toBe(1);
  });

  it('moves what its loops say', () => {
    const weights = 64 * 64 * 3 * 3 * 4; // all of them for each of 4 bands of rows
    const inputs = 16 * (56 + 2) * (14 + 2) * 4 * 2 * 4; // a tile for each step outside: the channels change every time
    const outputs = 64 * 56 * 56; // once: the channels are innermost outside
    expect(counts(evaluation, 'DRAM')).toEqual({
      Weights: `${weights} / 0 / 0`,
      Inputs: `${inputs} / 0 / 0`,
      Outputs: `0 / 0 / ${outputs}`,
    });
  });
});
