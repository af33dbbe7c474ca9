// Numbers that do not stand where they are used: in files beside the model, and behind nodes that make weights ready.

import { expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import { importOnnx } from '../../../src/workload/import/onnx/import-onnx.js';
import { weightDensity } from '../../../src/workload/import/onnx/weight-density.js';
import { OnnxWriter, sourceOf } from '../../support/onnx-writer.js';

const [uint8, int8, int4, float16, bfloat16] = [2, 3, 22, 10, 16];

/** MACs and densities by layer, and what is said. */
function read(graph: OnnxWriter, beside: Readonly<Record<string, Uint8Array>> = {}) {
  const source = sourceOf(graph.bytes());
  const missing: Diagnostic[] = [];
  const open = (file: string) => beside[file] && sourceOf(beside[file]);
  const densities = weightDensity(source, { path: 'm', missing, beside: open });
  const { value, diagnostics } = importOnnx(
    { path: 'm', name: 'm', source, beside: open },
    { dimensions: new Map(), skipUnknown: false, densityOf: densities.of },
  );
  return {
    layers: value?.layers.map(({ macs, problem }) => [Number(macs), problem.densities?.Weights?.density]),
    said: [...diagnostics, ...missing].map(({ message, hint = '' }) => `${message} ${hint}`.trim()),
  };
}

function away(graph: OnnxWriter, tensor: { name: string; dims: number[]; dataType: number }, at: object): string {
  const externalData = Object.entries(at).map(([key, value]) => ({ key, value: String(value) }));
  graph.initializers.push({ ...tensor, externalData });
  return tensor.name;
}

it('sizes are read in files beside the model, small ones too, and a file that is not there is named', () => {
  const graph = new OnnxWriter(21);
  const shape = away(graph, { name: 'shape', dims: [2], dataType: 7 }, { location: 's.bin', offset: 8, length: 16 });
  const weights = away(graph, { name: 'w', dims: [4, 3], dataType: 1 }, { location: 'w.bin' });
  graph.output(graph.node('MatMul', [graph.node('Reshape', [graph.input('x', [2, 5, 4]), shape]), weights]));
  const sizes = new Uint8Array(new BigInt64Array([0n, 10n, 4n]).buffer);
  const numbers = new Uint8Array(new Float32Array([1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3]).buffer);
  expect(read(graph, { 's.bin': sizes, 'w.bin': numbers })).toEqual({ layers: [[120, 0.25]], said: [] });
  expect(read(graph, { 's.bin': sizes })).toEqual({
    layers: [[120, undefined]],
    said: ['m: weights in w.bin cannot be read and count as dense'],
  });
  for (const short of [{}, { 's.bin': sizes.subarray(0, 20) }]) {
    const { layers, said } = read(graph, { ...short, 'w.bin': numbers });
    expect([layers, said]).toEqual([
      undefined,
      [expect.stringContaining('shape is a constant in s.bin, which cannot be read; --skip-unknown leaves out')],
    ]);
  }
});

it('zeros of 16-bit floats are counted, minus zero among them, and of those of fewer bits it is said that they are not', () => {
  const bits = [0x3c00, 0, 0x8000, 0];
  const raw = new Uint8Array(new Uint16Array(bits).buffer);
  const matrix = { dims: [2, 2], name: 'w' };
  for (const tensor of [
    { ...matrix, dataType: float16, rawData: raw },
    { ...matrix, dataType: bfloat16, rawData: raw },
    { ...matrix, dataType: float16, int32Data: bits },
  ]) {
    const graph = new OnnxWriter(21);
    graph.initializers.push(tensor);
    graph.output(graph.node('MatMul', [graph.input('x', [3, 2]), 'w']));
    expect(read(graph)).toEqual({ layers: [[12, 0.25]], said: [] });
  }
  const graph = new OnnxWriter(21);
  graph.initializers.push({ ...matrix, dataType: int4, rawData: new Uint8Array([1, 0]) });
  const weights = graph.node('DequantizeLinear', ['w', graph.constant([1], [], 1)]);
  graph.output(graph.node('MatMul', [graph.input('x', [3, 2]), weights]));
  expect(read(graph)).toEqual({ layers: [[12, undefined]], said: [expect.stringContaining('count as dense')] });
});

it('zeros are counted behind what quantizers and exporters put before weights, and where another number stands for zero', () => {
  const densityOf = (zeroPoint: number | null): unknown => {
    const graph = new OnnxWriter(21);
    const tensor = { dims: [4], name: 'w', dataType: int8, int32Data: [5, 0, 0, 0] };
    graph.initializers.push(tensor, { dims: [], name: 'zero', dataType: int8, int32Data: [zeroPoint] });
    const floats = ['w', graph.constant([1], [], 1), ...(zeroPoint === null ? [] : ['zero'])];
    const square = graph.node('Reshape', [graph.node('DequantizeLinear', floats), graph.constant([2, 2])]);
    const weights = graph.node('Transpose', [square], { perm: [1, 0] });
    graph.output(graph.node('MatMul', [graph.input('x', [3, 2]), weights]));
    return read(graph).layers![0]![1];
  };
  expect([null, 0, 5].map(densityOf)).toEqual([0.25, 0.25, 0.75]);
  const both = new OnnxWriter(21);
  both.initializers.push(
    { dims: [2, 2], name: 'w', dataType: 1, floatData: [0.5, 0, 0, 0] },
    { dims: [], name: 'zero', dataType: uint8, int32Data: [128] },
  );
  const scale = both.constant([1], [], 1);
  const there = both.node('QuantizeLinear', ['w', scale, 'zero']);
  const back = both.node('DequantizeLinear', [there, scale, 'zero']);
  both.output(both.node('MatMul', [both.input('x', [3, 2]), back]));
  expect(read(both)).toEqual({ layers: [[12, 0.25]], said: [] });
  const quantized = new OnnxWriter(21);
  // More than is kept of a small constant, so that its bytes are counted where they stand.
  const bytes = Uint8Array.from({ length: 128 * 256 }, (_, at) => (at % 4 === 0 ? 3 : 128));
  quantized.initializers.push(
    { dims: [128, 256], name: 'w', dataType: uint8, rawData: bytes },
    { dims: [], name: 'zero', dataType: uint8, int32Data: [128] },
  );
  const inputs = [quantized.input('x', [2, 128], uint8), 'w', '', 'zero'];
  quantized.output(quantized.node('MatMulInteger', inputs));
  expect(read(quantized)).toEqual({ layers: [[65536, 0.25]], said: [] });
  const graph = new OnnxWriter(21);
  const constants = [
    [1, 0],
    [1, 1],
  ].map((values) => graph.node('Constant', [], { value: { tensor: values, shape: [2, 1] } }));
  graph.output(
    constants.reduce((x, one) => graph.node('Gemm', [x, one], { transB: x === 'x' ? 0 : 1 }), graph.input('x', [3, 2])),
  );
  expect(read(graph).layers!.map(([, density]) => density)).toEqual([0.5, undefined]);
});

it('of sparse tensors what stands in the file is counted, but for zeros among it', () => {
  const graph = new OnnxWriter(17);
  const values = { name: 'w', dims: [3], dataType: 1, floatData: [1, 0, 2] };
  graph.sparseInitializers.push({ dims: [4, 5], values });
  const x = graph.node('MatMul', [graph.input('x', [3, 4]), 'w']);
  const stated = graph.node('Constant', [], { sparse_value: { sparse: [5, 2], values } });
  graph.output(graph.node('MatMul', [x, stated]));
  expect(read(graph)).toEqual({
    layers: [
      [60, 0.1],
      [30, 0.2],
    ],
    said: [],
  });
});
