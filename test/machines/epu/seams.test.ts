// The contracts of model/seams.ts on random mappings, for every kind of workload and every way to read what is undocumented.

import { describe, expect, it } from 'vitest';
import { checkSeams } from '../seam-checks.js';
import { problem } from './problems.js';

const gemm = `
problem:
  shape: gemm
  instance: {M: 130, N: 96, K: 80}`;
const gemv = `
problem:
  shape: gemm
  instance: {M: 1, N: 1000, K: 256}`;
const convolution = (instance: string, types = ''): string => `
problem:
  shape: cnn_layer
  instance: ${instance}
  ${types}`;
const depthwise = `
problem:
  shape: grouped_cnn_layer
  instance: {C: 1, M: 1, R: 3, S: 3, N: 1, P: 28, Q: 28, G: 24}`;
const stencil = `
problem:
  shape:
    name: stencil
    dimensions: [P, Q, R, S]
    data_spaces:
      - {name: Kernel, projection: [[[R]], [[S]]]}
      - {name: Image, projection: [[[P], [R]], [[Q], [S]]]}
      - {name: Result, projection: [[[P]], [[Q]]], read_write: true}
  instance: {P: 45, Q: 60, R: 3, S: 3}`;
const line = `
problem:
  shape:
    name: conv1d
    dimensions: [P, R, C, K]
    data_spaces:
      - {name: Weights, projection: [[[R]], [[C]], [[K]]]}
      - {name: Inputs, projection: [[[P], [R]], [[C]]]}
      - {name: Outputs, projection: [[[P]], [[K]]], read_write: true}
  instance: {P: 60, R: 3, C: 12, K: 8}`;

const layer = convolution('{C: 20, M: 24, R: 3, S: 3, N: 1, P: 30, Q: 30}');
const flows = { 'machine.strided_fetch': 'flow' };
const cases: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ['convolution', layer, {}],
  ['first layer', convolution('{C: 3, M: 16, R: 7, S: 7, N: 1, P: 56, Q: 56, Wstride: 2, Hstride: 2}'), {}],
  ['strided 1x1', convolution('{C: 16, M: 16, R: 1, S: 1, N: 2, P: 14, Q: 14, Wstride: 2, Hstride: 2}'), {}],
  ['strided by flows', convolution('{C: 16, M: 16, R: 1, S: 1, N: 1, P: 14, Q: 14, Wstride: 3, Hstride: 3}'), flows],
  ['dilated', convolution('{C: 8, M: 8, R: 3, S: 3, N: 1, P: 16, Q: 16, Wdilation: 2, Hdilation: 2}'), {}],
  [
    'strided and dilated',
    convolution('{C: 8, M: 8, R: 3, S: 3, N: 1, P: 16, Q: 12, Wstride: 2, Wdilation: 2, Hstride: 2, Hdilation: 3}'),
    { 'machine.strided_fetch': 'rau' },
  ],
  [
    'int16',
    convolution(
      '{C: 20, M: 8, R: 3, S: 3, N: 1, P: 16, Q: 16}',
      'types: {Inputs: int16, Weights: int16, Outputs: int16}',
    ),
    {},
  ],
  [
    'int8 weights, int32 activations',
    convolution('{C: 20, M: 8, R: 1, S: 1, N: 1, P: 16, Q: 16}', 'types: {Inputs: int32, Outputs: int32}'),
    {},
  ],
  ['packed', layer, { 'machine.packing': 'packed' }],
  ['few lanes', layer, { 'machine.mac_lanes_int8': '2' }],
  ['overlapped', layer, { 'machine.composition': 'overlapped' }],
  [
    'slow random access',
    convolution('{C: 3, M: 8, R: 3, S: 3, N: 1, P: 28, Q: 28, Wstride: 2, Hstride: 2}'),
    { 'machine.random_access_ports': '0.5' },
  ],
  ['cheap borders', layer, { 'machine.border_row_cycles': '0', 'machine.border_column_cycles': '0' }],
  ['strided borders', layer, { 'machine.border_column_cycles': '16' }],
  ['rings of three', convolution('{C: 4, M: 8, R: 7, S: 7, N: 1, P: 24, Q: 24}'), {}],
  ['a ring by flows', convolution('{C: 8, M: 8, R: 3, S: 3, N: 1, P: 14, Q: 14, Wstride: 2, Hstride: 2}'), flows],
  ['depthwise', depthwise, {}],
  ['stencil', stencil, {}],
  ['one dimension', line, {}],
  ['matrix product', gemm, {}],
  ['matrix product, columns on the cores', gemm, { 'machine.on_cores': 'columns' }],
  ['matrix-vector product', gemv, {}],
];

describe.each(['q8', 'q16'] as const)('%s', (core) => {
  it.each(cases)('%s', (_, workload, settings) => {
    expect(checkSeams(problem(core, workload, settings), 6)).toBeGreaterThan(0);
  });
});
