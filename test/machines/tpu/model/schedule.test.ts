// How the parts of the schedule come together, and what the report says of it.

import { describe, expect, it } from 'vitest';
import { leastWeightWork } from '../../../../src/machines/tpu/model/floor.js';
import { problemOf } from '../../../../src/machines/tpu/model/problem.js';
import type { Evaluation } from '../../../../src/model/evaluation.js';
import { arrayCyclesOf, built, convolutionOf, evaluated, factOf, mappingOf, partOf, productOf } from './problems.js';

const array = (m: number): string => `weights: M=${m}\ncolumn/: N=128\nrow/: K=128`;

/** Wherever it is said. */
function boundBy({ machine, binding }: Evaluation): unknown {
  const { value } = machine!.facts.find(({ name }) => name === 'bound by')!;
  expect(binding.name).toBe(value);
  return value;
}

describe('what binds', () => {
  it('memory, of few rows: its bytes and nothing else, however they are cut', () => {
    const evaluation = evaluated({
      ...{ arch: 'v5e', workload: productOf(8, 4096, 4096), set: ['machine.step_overhead_us=0'] },
      mapping: mappingOf(`HBM: N=8\nVMEM: K=32 N=1\nmxu/: N=4\n${array(8)}`),
    });
    const bytes = 2 * (8 * 4096 + 4096 * 4096 + 8 * 4096);
    expect(boundBy(evaluation)).toBe('memory');
    expect(partOf(evaluation, 'memory')).toBeCloseTo(bytes / (819 / 1.5), 6);
    expect(evaluation.cycles).toBe(Math.ceil(partOf(evaluation, 'memory')));
    expect(factOf(evaluation, 'steps')).toBe(8);
  });

  it('arrays, where memory takes longer but for its first and last block', () => {
    const evaluation = evaluated({
      ...{ arch: 'v5e', workload: productOf(128, 768, 768) },
      mapping: mappingOf('HBM: K=3\nVMEM: K=2 N=2\nmxu/: N=3\nweights: M=128\ncolumn/: N=128\nrow/: K=128'),
    });
    expect(boundBy(evaluation)).toBe('stream');
    expect(partOf(evaluation, 'memory')).toBeGreaterThan(partOf(evaluation, 'stream'));
  });

  it('arrays, of many rows: the first block comes before them and the last leaves after', () => {
    const evaluation = evaluated({
      ...{ arch: 'v5e', workload: productOf(4096, 1024, 1024), set: ['machine.step_overhead_us=0'] },
      mapping: mappingOf(`HBM: M=8\nVMEM: K=8 N=2\nmxu/: N=4\n${array(512)}`),
    });
    const edges = (2 * (512 * 1024 + 1024 * 1024 + 512 * 1024)) / (819 / 1.5);
    expect(boundBy(evaluation)).toBe('stream');
    expect(partOf(evaluation, 'first and last block')).toBeCloseTo(edges, 6);
    expect(evaluation.cycles).toBeCloseTo(arrayCyclesOf(evaluation) + edges, 6);
  });

  it('steps, where blocks are small', () => {
    const evaluation = evaluated({
      ...{ arch: 'v5e', workload: productOf(1024, 1024, 1024) },
      mapping: mappingOf(`HBM: K=8 N=8 M=8\n${array(128)}`),
    });
    expect(boundBy(evaluation)).toBe('step overhead');
    expect(partOf(evaluation, 'step overhead')).toBeCloseTo(512 * 0.265 * 1500, 6);
  });

  it('loading weights, where fewer rows pass them than they have', () => {
    const evaluation = evaluated({
      ...{ arch: 'v4', workload: productOf(16, 1024, 1024), set: ['HBM.shared_bandwidth=1000000'] },
      mapping: mappingOf(`CMEM-: A B Z\nVMEM: K=8 N=2\nmxu/: N=4\n${array(16)}`),
    });
    expect(boundBy(evaluation)).toBe('weight load');
    expect(arrayCyclesOf(evaluation)).toBe(128 + 15 * 128 + 16 + 254);
  });

  it('the vector unit, where it adds slowly', () => {
    const evaluation = evaluated({
      ...{ arch: 'v3', workload: productOf(512, 1024, 128), set: ['machine.vector_stores=0.01'] },
      mapping: mappingOf(`VMEM: K=8\n${array(512)}`),
    });
    expect(boundBy(evaluation)).toBe('vector unit');
    expect(partOf(evaluation, 'vector unit')).toBeCloseTo(7 * 64 * 100, 6);
  });
});

it('two cores halve the cycles of the arrays and share the memory', () => {
  const workload = productOf(2048, 1024, 1024);
  const inside = `CMEM-: A B Z\nVMEM: K=8 N=2\nmxu/: N=4\n${array(512)}`;
  const one = evaluated({ arch: 'v4', workload, mapping: mappingOf(`HBM: M=4\n${inside}`) });
  const two = evaluated({ arch: 'v4', workload, mapping: mappingOf(`HBM: M=2\ncore/: M=2\n${inside}`) });
  expect(partOf(two, 'stream') * 2).toBe(partOf(one, 'stream'));
  expect(partOf(two, 'memory')).toBe(partOf(one, 'memory'));
  expect(factOf(two, 'arrays in use')).toBe(8);
});

it('dispatch and overhead are added, and cells without data cost energy only if asked for', () => {
  const given = {
    arch: 'v5e',
    workload: productOf(8, 64, 64),
    mapping: mappingOf('weights: M=8\ncolumn/: N=64\nrow/: K=64'),
  };
  const plain = evaluated(given);
  const dispatched = evaluated({ ...given, set: ['machine.dispatch_us=115'] });
  expect(dispatched.cycles - plain.cycles).toBeCloseTo(115 * 1500, 6);
  const idle = evaluated({ ...given, set: ['machine.idle_energy_share=1'] });
  const padded = 8 * 128 * 128 - 8 * 64 * 64;
  expect(idle.energyPj - plain.energyPj).toBeCloseTo(padded * 0.59, 6);
});

it('padding is said for each array, and moved', () => {
  const evaluation = evaluated({
    ...{ arch: 'v5e', workload: productOf(100, 300, 200) },
    mapping: mappingOf('VMEM: K=3 N=2\nweights: M=100\ncolumn/: N=100\nrow/: K=100'),
  });
  expect(factOf(evaluation, 'padding of A')).toBeCloseTo((104 * 384) / (100 * 300), 9);
  expect(factOf(evaluation, 'padding of B')).toBeCloseTo((304 * 256) / (300 * 200), 9);
  expect(factOf(evaluation, 'moved of Z') * 1e9).toBeCloseTo(104 * 256 * 2, 6);
});

it('bounds are said as they are iterated, types as they are multiplied', () => {
  const { machine } = evaluated({
    ...{ arch: 'v5e', workload: productOf(197, 131, 1) },
    mapping: mappingOf('VMEM: K=2\nweights: M=200\nrow/: K=66'),
  });
  const texts = machine!.facts.filter(({ unit }) => unit === '').map(({ name, value }) => [name, value]);
  expect(texts).toEqual([
    ['arithmetic', 'bf16 x bf16'],
    ['bounds with padding', 'M=200 K=132'],
    ['bound by', 'stream'],
  ]);
});

it('the floor of the proving search is what few rows come to', () => {
  const workload = productOf(8, 2048, 2048);
  const { problem } = built({ arch: 'v1', workload });
  const evaluation = evaluated({
    ...{ arch: 'v1', workload },
    mapping: mappingOf('unified_buffer: N=8\naccumulators: K=8\nweights: M=8\ncolumn/: N=256\nrow/: K=256'),
  });
  const least = leastWeightWork(problemOf(problem!.workload, problem!.architecture)) / 65_536;
  expect(evaluation.cycles).toBeGreaterThanOrEqual(least);
  expect(evaluation.cycles - least).toBeLessThan(0.01 * least);
});

it('v1 waits for the first weights too: no product is done before its weights have come', () => {
  const evaluation = evaluated({
    ...{ arch: 'v1', workload: productOf(1, 256, 256) },
    mapping: mappingOf('weights: M=1\ncolumn/: N=256\nrow/: K=256'),
  });
  const fetch = (65_536 / 34e9) * 700e6;
  expect(partOf(evaluation, 'first weight fetch')).toBeCloseTo(fetch, 6);
  expect(evaluation.cycles).toBeCloseTo(fetch + 256 + 1 + 510, 6);
});

it.each([
  ['true', 'weights: P=8 Q=8\ncolumn/: M=64\nrow/: C=3 R=7 S=7', 1],
  ['false', 'accumulators: R=7 S=7\nweights: P=8 Q=8\ncolumn/: M=64\nrow/: C=3', 49],
])('on v1 each fold fetches a whole tile, whatever lies along its rows (windows_on_rows=%s)', (way, lines, folds) => {
  const evaluation = evaluated({
    ...{ arch: 'v1', workload: convolutionOf('C: 3, M: 64, R: 7, S: 7, N: 1, P: 8, Q: 8') },
    ...{ set: [`machine.windows_on_rows=${way}`], mapping: mappingOf(lines) },
  });
  expect(factOf(evaluation, 'folds per array')).toBe(folds);
  expect(factOf(evaluation, 'moved of Weights') * 1e9).toBeCloseTo(folds * 65_536, 6);
  expect(partOf(evaluation, 'stream')).toBe(folds * 64);
});

it('a multiply-accumulate takes what its types do, those of an operand that is narrower what the wider does', () => {
  const macPjOf = (arch: string, types: readonly [string, string, string]): number => {
    const workload = productOf(8, 64, 64, types);
    const { compute } = evaluated({ arch, workload, mapping: mappingOf('weights: M=8\ncolumn/: N=64\nrow/: K=64') });
    return compute.energyPj / compute.computes;
  };
  expect(macPjOf('v5e', ['bf16', 'bf16', 'bf16'])).toBeCloseTo(0.59, 9);
  expect(macPjOf('v5e', ['bf16', 'int8', 'bf16'])).toBeCloseTo(0.59, 9);
  expect(macPjOf('v4i', ['int8', 'int8', 'int8'])).toBeCloseTo(0.084, 9);
  expect(macPjOf('v1', ['int16', 'int8', 'int8'])).toBeCloseTo(0.36, 9);
  expect(macPjOf('v1', ['int8', 'int16', 'int8'])).toBeCloseTo(0.36, 9);
});

it('on v1 a mix of 8 and 16 bits goes at half the rate, whichever operand is the wider one', () => {
  const streamOf = (activations: string, weights: string): number =>
    partOf(
      evaluated({
        ...{ arch: 'v1', workload: productOf(8, 64, 64, [activations, weights, 'int8']) },
        mapping: mappingOf('weights: M=8\ncolumn/: N=64\nrow/: K=64'),
      }),
      'stream',
    );
  expect([streamOf('int8', 'int8'), streamOf('int16', 'int8'), streamOf('int8', 'int16')]).toEqual([8, 16, 16]);
  expect(streamOf('int16', 'int16')).toBe(32);
});

it('sums whose channels are not minor are transposed once, when all passes have added to them', () => {
  const evaluation = evaluated({
    ...{ arch: 'v5e', workload: productOf(64, 256, 128), set: ['machine.layouts={A: [1, 0], B: [1, 0], Z: [0, 1]}'] },
    mapping: mappingOf('VMEM: K=2\nweights: M=64\ncolumn/: N=128\nrow/: K=128'),
  });
  // Registers of 8 x 128 sums: 8 are added to, and 8 transposed.
  expect(partOf(evaluation, 'vector unit')).toBe(8 + 8);
});

it('groups of one channel: the vector unit multiplies lane by lane, arrays hold as many as lie on the diagonal', () => {
  const depthwise = convolutionOf('G: 256, C: 1, M: 1, R: 3, S: 3, N: 1, P: 16, Q: 16', 'grouped_cnn_layer');
  const unit = evaluated({
    ...{ arch: 'v5e', workload: depthwise, set: ['machine.unit=vector'] },
    mapping: mappingOf('VMEM: G=2 P=16\nweights: R=3 S=3\ncolumn/: G=128\nrow/: Q=16'),
  });
  // Two registers of products a cycle: four operations.
  expect(partOf(unit, 'vector unit')).toBe(2 * 16 * 9);
  expect(partOf(unit, 'stream')).toBe(0);
  expect(unit.machine!.facts.filter(({ name }) => /fold|arrays|padding bound/.test(name))).toEqual([]);
  const whole = evaluated({
    ...{ arch: 'v5e', workload: depthwise, set: ['machine.unit=arrays', 'machine.windows_on_rows=false'] },
    mapping: mappingOf('VMEM: G=2 R=3 S=3\nweights: P=16 Q=16\ncolumn/: G=128'),
  });
  expect(partOf(whole, 'stream')).toBe(2 * 9 * 256);
  expect(factOf(whole, 'padding bound')).toBe(1 / 128); // the diagonal
});
