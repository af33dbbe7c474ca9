// The worked examples of section 2.3 through an architecture file, a workload and a mapping: what the evaluator says of its arrays is what
// the closed formula says of the matrices.

import { describe, expect, it } from 'vitest';
import { matmulCycles, partialSumAdds } from '../../../../src/machines/tpu/mxu/matmul-cycles.js';
import { workedExamples } from '../validation/worked-examples.js';
import { arrayCyclesOf, evaluated, factOf, mappingOf, partOf, productOf } from './problems.js';

const fullArray = (m: number): string => `weights: M=${m}\ncolumn/: N=128\nrow/: K=128`;
const onFourArrays = mappingOf(`VMEM: K=8 N=2\nmxu/: N=4\n${fullArray(512)}`);

describe.each(workedExamples)('$arch: $size on $arrays', ({ arch, size: [m, k, n], arrays, mapping, cycles }) => {
  const evaluation = evaluated({ arch, workload: productOf(m, k, n), mapping: mappingOf(mapping) });
  const v1 = arch === 'v1';
  const side = v1 ? 256 : 128;
  const model = {
    ...{ rows: side, columns: side, arrays, streamRows: v1 ? 1 : 8, rowsPerCycle: 1 },
    ...{ weightShiftCycles: side, weightFetchCycles: v1 ? (65_536 / 34e9) * 700e6 : 0 },
  };
  const formula = matmulCycles({ m, k, n }, model);

  it('cycles of the arrays', () => {
    expect(arrayCyclesOf(evaluation)).toBeCloseTo(cycles, 1);
    expect(arrayCyclesOf(evaluation)).toBeCloseTo(formula.cycles, 6);
    expect(factOf(evaluation, 'cycles of the arrays')).toBeCloseTo(formula.cycles, 6);
    expect(evaluation.cycles).toBeGreaterThanOrEqual(formula.cycles);
  });

  it('folds, padding, partial sums', () => {
    expect(factOf(evaluation, 'folds per array')).toBe(formula.foldsPerArray);
    expect(factOf(evaluation, 'cycles per fold')).toBeCloseTo(formula.foldCycles, 9);
    expect(factOf(evaluation, 'padding bound')).toBeCloseTo(formula.paddingBound, 9);
    expect(partOf(evaluation, 'vector unit')).toBe(v1 ? 0 : partialSumAdds({ m, k, n }, model));
  });
});

it('utilization of the arrays alone', () => {
  const evaluation = evaluated({ arch: 'v5e', workload: productOf(512, 1024, 1024), mapping: onFourArrays });
  expect(factOf(evaluation, 'array utilization, arrays alone')).toBeCloseTo((512 * 1024 * 1024) / (8574 * 65_536), 9);
});

it('a single block arrives, is worked on and leaves, one after another', () => {
  const evaluation = evaluated({ arch: 'v5e', workload: productOf(512, 1024, 1024), mapping: onFourArrays });
  const bytes = 2 * (512 * 1024 + 1024 * 1024 + 512 * 1024);
  const overhead = 0.265 * 1500;
  expect(partOf(evaluation, 'first and last block')).toBeCloseTo(bytes / (819 / 1.5), 6);
  expect(evaluation.cycles).toBeCloseTo(8574 + bytes / (819 / 1.5) + overhead, 6);
});

it('m in several visits of the same weights streams as long as in one', () => {
  const once = evaluated({ arch: 'v5e', workload: productOf(512, 128, 128), mapping: mappingOf(fullArray(512)) });
  const often = evaluated({
    ...{ arch: 'v5e', workload: productOf(512, 128, 128) },
    mapping: mappingOf(`VMEM: M=4\n${fullArray(128)}`),
  });
  expect(arrayCyclesOf(often)).toBe(arrayCyclesOf(once));
  // Groups of 8 rows of which 4 are used take twice as long.
  const halved = evaluated({
    ...{ arch: 'v5e', workload: productOf(512, 128, 128) },
    mapping: mappingOf(`VMEM: M=128\n${fullArray(4)}`),
  });
  expect(partOf(halved, 'stream')).toBe(1024);
  expect(factOf(halved, 'padding bound')).toBe(0.5);
});

it('int8 goes in two rows at a time on v5e, where the architecture lets it', () => {
  const workload = productOf(512, 128, 128, ['int8', 'int8', 'int8']);
  const one = evaluated({ arch: 'v5e', workload, mapping: mappingOf(fullArray(512)) });
  const two = evaluated({
    ...{ arch: 'v5e', workload, set: ['rows_together=2'] },
    mapping: mappingOf(`weights: M=256\nstream/: M=2\ncolumn/: N=128\nrow/: K=128`),
  });
  expect([partOf(one, 'stream'), partOf(two, 'stream')]).toEqual([512, 256]);
});
