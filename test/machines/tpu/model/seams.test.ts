// The contracts of model/seams.ts on random mappings: generations with and without accumulators, common memory, cores and rows that
// enter together, for every kind of workload.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alternativesOf } from '../../../../src/mapping/alternatives.js';
import { checkSeams } from '../../seam-checks.js';
import { built, convolutionOf, productOf } from './problems.js';

const product = productOf(300, 600, 200);
const convolution = convolutionOf('C: 64, M: 96, R: 3, S: 3, N: 2, P: 28, Q: 28');
const workloads: readonly (readonly [string, string])[] = [
  ['product', product],
  ['product with padded bounds', productOf(197, 131, 1001)],
  ['matrix and vector', productOf(1, 1024, 1000)],
  ['convolution', convolution],
  ['strided 1x1', convolutionOf('C: 64, M: 128, R: 1, S: 1, N: 1, P: 14, Q: 14, Wstride: 2, Hstride: 2')],
  ['first layer', convolutionOf('C: 3, M: 64, R: 7, S: 7, N: 1, P: 56, Q: 56, Wstride: 2, Hstride: 2')],
  ['attention', convolutionOf('C: 64, M: 128, R: 1, S: 1, N: 1, P: 128, Q: 1, G: 12', 'grouped_cnn_layer')],
];

describe.each(['v1', 'v4i', 'v5e'])('%s', (arch) => {
  it.each(workloads)('%s', (_, workload) => {
    const { problem, said } = built({ arch, workload });
    expect(said).toEqual([]);
    expect(checkSeams(problem!, 8)).toBeGreaterThan(0);
  });
});

const int8 = ['int8', 'int8', 'int8'] as const;
it.each([
  ['two rows at a time', 'v5e', productOf(256, 512, 256, int8), ['rows_together=2']],
  ['two rows where one enters', 'v5e', productOf(256, 512, 256, int8), []],
  [
    'granules, single buffers, idle cells',
    'v4',
    convolution,
    ['machine.granule_bytes=512', 'machine.buffers=1', 'machine.idle_energy_share=0.5'],
  ],
  ['half rate', 'v1', productOf(96, 600, 600, ['int16', 'int8', 'int16']), []],
  ['step overhead and dispatch', 'v6e', product, ['machine.step_overhead_us=1', 'machine.dispatch_us=9']],
  [
    'fetches in front of the arrays',
    'v5p',
    product,
    ['machine.weight_fetch_gb_per_second=30', 'machine.weight_shift_cycles=16'],
  ],
  ['filters on rows', 'v2', convolution, ['machine.windows_on_rows=true']],
  ['another order', 'v3', convolution, ['machine.layouts={Inputs: [0, 1, 2, 3]}']],
])('%s', (_, arch, workload, set) => {
  const { problem, said } = built({ arch, workload, set });
  expect(said.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(checkSeams(problem!, 8)).toBeGreaterThan(0);
});

const upTo = (max: number) => fc.integer({ min: 1, max });
const side = fc.constantFrom(1, 2, 3, 7, 8, 14, 16, 28);
const channels = fc.constantFrom(1, 3, 8, 32, 64, 96, 128, 256, 576);
const layers = fc.oneof(
  fc.tuple(upTo(600), upTo(1500), upTo(900)).map((sides) => productOf(...sides)),
  fc
    .record({ c: channels, m: channels, r: fc.constantFrom(1, 3, 5), p: side, q: side, stride: fc.constantFrom(1, 2) })
    .map(({ c, m, r, p, q, stride }) =>
      convolutionOf(
        `C: ${c}, M: ${m}, R: ${r}, S: ${r}, N: 1, P: ${p}, Q: ${q}, Wstride: ${stride}, Hstride: ${stride}`,
      ),
    ),
  fc
    .record({ g: channels, c: fc.constantFrom(1, 1, 4), p: side })
    .map(({ g, c, p }) =>
      convolutionOf(`G: ${g}, C: ${c}, M: ${c}, R: 3, S: 3, N: 2, P: ${p}, Q: ${p}`, 'grouped_cnn_layer'),
    ),
);

it('random layers, under every choice of a compiler', () => {
  fc.assert(
    fc.property(layers, fc.constantFrom('v1', 'v3', 'v4i', 'v5e', 'v6e'), (workload, arch) => {
      const { problem } = built({ arch, workload });
      for (const one of alternativesOf(problem!)) checkSeams(one, 8);
    }),
    { numRuns: Number(process.env.MAPPER_PROPERTY_RUNS ?? 4), seed: Number(process.env.MAPPER_PROPERTY_SEED ?? 1) },
  );
});
