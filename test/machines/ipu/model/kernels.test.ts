// The kernels beside the matrix unit: their published formulas by hand, the bounds that the proof rests on, and what the search makes of them.

import { describe, expect, it } from 'vitest';
import { ampShape } from '../../../../src/machines/ipu/compute/rates.js';
import { horizontalCycles, verticalCycles } from '../../../../src/machines/ipu/compute/vector-kernels.js';
import type { OperandTypes } from '../../../../src/machines/ipu/model/element-types.js';
import { kernelOf } from '../../../../src/machines/ipu/model/kernels.js';
import { type KernelName, kernelNames } from '../../../../src/machines/ipu/model/settings.js';
import { checkSeams } from '../../seam-checks.js';
import { convolutionOf, productOf, type Stated, searched } from '../../searched.js';
import { built, productOf as halves } from './problems.js';

const types: Readonly<Record<string, OperandTypes>> = {
  halves: { precision: 'half-half', inputBytes: 2, partialBytes: 2, resultBytes: 2 },
  mixed: { precision: 'half-float', inputBytes: 2, partialBytes: 4, resultBytes: 2 },
  floats: { precision: 'float-float', inputBytes: 4, partialBytes: 4, resultBytes: 4 },
};

describe('by hand', () => {
  it('floats over input channels: 12 rows, two for each of six workers, 16 channels in 8 vectors, 3 output channels', () => {
    const task = { elements: 12, vectors: 8, kernelPositions: 1, outChannels: 3, groups: 1 } as const;
    const slots = 16 + 16 + 19 + 2 * (7 + 7 + 8);
    const zeroing = 6 * (Math.ceil(36 / 6 / 2) + 5);
    expect(horizontalCycles({ ...task, inputs: 'float', partials: 'float' })).toBe(
      58 + 6 * 9 + 23 + 15 + 3 * (10 + 6 * slots) + zeroing,
    );
  });

  it('one row leaves five workers idle', () => {
    const task = { elements: 1, vectors: 64, kernelPositions: 1, outChannels: 1, groups: 1 } as const;
    const one = horizontalCycles({ ...task, inputs: 'half', partials: 'float' });
    expect(horizontalCycles({ ...task, elements: 6, inputs: 'half', partials: 'float' })).toBe(one);
  });

  it('groups: 6 rows of a 3 x 3 kernel, 2 vectors of four groups, sums of floats', () => {
    const slots = 19 + 3 * (7 + 5 + 3 + 2 * 2);
    const vector = 4 + 24 / 2 + 32 + 24 + 6 * slots + 9 + (19 * 4) / 4;
    const task = { elements: 6, kernelRows: 3, kernelWidth: 3, vectors: 2, partials: 'float' } as const;
    expect(verticalCycles(task)).toBe(61 + 14 + 26 + 2 * vector);
  });
});

describe.each(kernelNames)('%s', (name: KernelName) => {
  it('is never below its bound, nor faster than its lanes', () => {
    for (const type of Object.values(types)) {
      if (name === 'vmac' && type.inputBytes === 4) continue;
      const amp = ampShape('mk2', type.precision);
      const kernel = kernelOf(name, { amp, types: type, coefficientBytesPerCycle: 8, window: [3, 3] });
      const { granule, lanes } = kernel;
      const steps = (granule.ins * granule.outs * granule.groups) / (lanes.ins * lanes.outs * lanes.groups);
      for (const elements of [1, 5, 6, 7, 95, 500])
        for (const inGroups of name === 'outer_product' ? [1] : name === 'vmac' ? [9] : [9, 18, 90])
          for (const outGroups of name === 'vmac' ? [1] : [1, 3, 16])
            for (const groups of [1, 3]) {
              const work = { elements, inGroups, outGroups, groups };
              const cycles = kernel.cycles.of(work);
              expect(cycles).toBeGreaterThanOrEqual(kernel.cycles.least(work));
              expect(cycles).toBeGreaterThanOrEqual(elements * inGroups * outGroups * groups * steps);
            }
    }
  });
});

const depthwise = convolutionOf('G: 24, C: 1, M: 1, R: 3, S: 3, N: 1, P: 28, Q: 28', 'grouped_cnn_layer');

describe.each(['hmac', 'vmac', 'outer_product'])('seams of %s', (kernel) => {
  const workloads = {
    hmac: [
      halves(96, 100, 160),
      halves(96, 100, 160, 'f32'),
      convolutionOf('C: 8, M: 6, R: 3, S: 3, N: 1, P: 14, Q: 14'),
    ],
    vmac: [depthwise],
    outer_product: [halves(300, 40, 1), halves(300, 40, 1, 'f32')],
  }[kernel]!;
  it('hold on random mappings', () => {
    for (const workload of workloads)
      for (const swapped of kernel === 'hmac' && !workload.includes('R: 3') ? ['false', 'true'] : ['false']) {
        const { problem, said } = built({
          arch: 'mk2',
          workload,
          set: [`machine.kernel=${kernel}`, `machine.swapped=${swapped}`],
        });
        expect(said).toEqual([]);
        checkSeams(problem!, 10);
      }
  });
});

describe('searched', () => {
  const cyclesOf = async (workload: string, set: Stated = {}): Promise<number> => {
    const { mappings, optimal } = await searched({ machine: 'ipu-mk2', workload, set }, { objective: ['cycles'] });
    expect(optimal).toBe(true);
    return mappings[0]!.cycles;
  };

  it('a product with one row changes its operands, or leaves the matrix unit', async () => {
    const row = productOf(1, 2048, 1000);
    expect(await cyclesOf(row)).toBeLessThan(await cyclesOf(row, { kernel: 'amp', swapped: 'false' }));
  });

  it('a depthwise layer takes vectors of groups', async () => {
    expect(await cyclesOf(depthwise)).toBe(await cyclesOf(depthwise, { kernel: 'vmac' }));
  });

  it('whether its single channel is a dimension or not', () => {
    const workload = `problem:
  version: 0.4
  shape:
    name: depthwise
    dimensions: [N, G, P, Q, R, S]
    data_spaces:
      - {name: Inputs, projection: [[[N]], [[G]], [[P], [R]], [[Q], [S]]]}
      - {name: Weights, projection: [[[G]], [[R]], [[S]]]}
      - {name: Outputs, projection: [[[N]], [[G]], [[P]], [[Q]]], read_write: true}
  instance: {N: 1, G: 24, P: 28, Q: 28, R: 3, S: 3}
`;
    expect(built({ arch: 'mk2', workload, set: ['machine.kernel=vmac'] }).said).toEqual([]);
  });

  it('a window that slides keeps its operands', () => {
    const { said } = built({ arch: 'mk2', workload: depthwise, set: ['machine.swapped=true'] });
    expect(said[0]!.message).toBe('kernel amp cannot change operands where a window slides');
  });
});
