// Networks as public exporters write them: dynamic axes, shapes computed by Shape, Gather, Concat and Reshape, and the spellings
// of the operator set that is asked for.

import { OnnxWriter } from './onnx-writer.js';

/** ResNet-50 with the stride in the 3 x 3, batch normalization folded or not. */
export function resnet50(opset: number): OnnxWriter {
  const g = new OnnxWriter(opset);
  let x = g.input('pixels', ['batch', 3, 224, 224]);
  let channels = 3;
  const conv = (
    from: string,
    to: number,
    { kernel, stride = 1, inside = channels }: { kernel: number; stride?: number; inside?: number },
  ) => {
    const pad = (kernel - 1) / 2;
    const y = g.node('Conv', [from, g.weight([to, inside, kernel, kernel]), g.weight([to])], {
      kernel_shape: [kernel, kernel],
      strides: [stride, stride],
      pads: [pad, pad, pad, pad],
      group: 1,
    });
    return opset < 11
      ? g.node('BatchNormalization', [y, g.weight([to]), g.weight([to]), g.weight([to]), g.weight([to])], {
          epsilon: 1e-5,
        })
      : y;
  };
  x = g.node('Relu', [conv(x, 64, { kernel: 7, stride: 2 })]);
  x = g.node('MaxPool', [x], { kernel_shape: [3, 3], strides: [2, 2], pads: [1, 1, 1, 1], ceil_mode: 0 });
  channels = 64;
  for (const [stage, blocks] of [3, 4, 6, 3].entries()) {
    const width = 64 * 2 ** stage;
    for (let block = 0; block < blocks; block += 1) {
      const stride = block === 0 && stage > 0 ? 2 : 1;
      const a = g.node('Relu', [conv(x, width, { kernel: 1 })]);
      const b = g.node('Relu', [conv(a, width, { kernel: 3, stride, inside: width })]);
      const c = conv(b, 4 * width, { kernel: 1, inside: width });
      const shortcut = block === 0 ? conv(x, 4 * width, { kernel: 1, stride }) : x;
      x = g.node('Relu', [g.node('Add', [c, shortcut])]);
      channels = 4 * width;
    }
  }
  x = g.node('GlobalAveragePool', [x]);
  // The older way to flatten: the batch is asked for, and put before the rest.
  const batch = g.node('Gather', [g.node('Shape', [x]), g.constant([0], [])], { axis: 0 });
  const shape = g.node('Concat', [unsqueezed(g, batch), g.constant([-1])], { axis: 0 });
  x = g.node('Reshape', [x, shape]);
  x = g.node('Gemm', [x, g.weight([1000, 2048]), g.weight([1000])], { transB: 1 });
  g.output(x, ['batch', 1000]);
  return g;
}

/** BERT-base without a task head: token, position and type embeddings, twelve layers, and the pooler over the first token. */
export function bertBase(opset: number): OnnxWriter {
  const g = new OnnxWriter(opset);
  const width = 768;
  const heads = 12;
  const ids = g.input('input_ids', ['batch', 'seq'], 7);
  const mask = g.input('attention_mask', ['batch', 'seq'], 7);
  const types = g.input('token_type_ids', ['batch', 'seq'], 7);
  const linear = (x: string, to: number, from = width) =>
    g.node('Add', [g.weight([to]), g.node('MatMul', [x, g.weight([from, to])])]);
  const positions = g.node('Slice', [
    g.constant(
      Array.from({ length: 512 }, (_, at) => at),
      [1, 512],
    ),
    g.constant([0]),
    unsqueezed(g, extent(g, ids, 1)),
    g.constant([1]),
  ]);
  let x = g.node('Add', [
    g.node('Gather', [g.weight([30_522, width]), ids]),
    g.node('Gather', [g.weight([2, width]), types]),
  ]);
  x = layerNorm(g, g.node('Add', [x, g.node('Gather', [g.weight([512, width]), positions])]), width);
  const extended = g.node('Cast', [unsqueezed(g, unsqueezed(g, mask, 1), 2)], { to: 1 });
  const penalty = g.node('Mul', [g.node('Sub', [g.constant([1], [], 1), extended]), g.constant([-10_000], [], 1)]);
  for (let layer = 0; layer < 12; layer += 1) {
    const split = (y: string, order: readonly number[]) => {
      const shape = g.node(
        'Concat',
        [
          unsqueezed(g, extent(g, y, 0)),
          unsqueezed(g, extent(g, y, 1)),
          g.constant([heads]),
          g.constant([width / heads]),
        ],
        { axis: 0 },
      );
      return g.node('Transpose', [g.node('Reshape', [y, shape])], { perm: order });
    };
    const query = split(linear(x, width), [0, 2, 1, 3]);
    const key = split(linear(x, width), [0, 2, 3, 1]);
    const value = split(linear(x, width), [0, 2, 1, 3]);
    const scores = g.node('Div', [g.node('MatMul', [query, key]), g.constant([8], [], 1)]);
    const weights = g.node('Softmax', [g.node('Add', [scores, penalty])], { axis: -1 });
    const context = g.node('Transpose', [g.node('MatMul', [weights, value])], { perm: [0, 2, 1, 3] });
    const merged = g.node(
      'Concat',
      [unsqueezed(g, extent(g, context, 0)), unsqueezed(g, extent(g, context, 1)), g.constant([width])],
      { axis: 0 },
    );
    x = layerNorm(g, g.node('Add', [linear(g.node('Reshape', [context, merged]), width), x]), width);
    x = layerNorm(g, g.node('Add', [linear(gelu(g, linear(x, 4 * width), opset), width, 4 * width), x]), width);
  }
  g.output(x, ['batch', 'seq', width]);
  const first = g.node('Gather', [x, g.constant([0], [])], { axis: 1 });
  const pooled = g.node('Tanh', [g.node('Gemm', [first, g.weight([width, width]), g.weight([width])], { transB: 1 })]);
  g.output(pooled, ['batch', width]);
  return g;
}

/** One extent of a tensor, as a scalar. */
function extent(g: OnnxWriter, x: string, axis: number): string {
  return g.node('Gather', [g.node('Shape', [x]), g.constant([axis], [])], { axis: 0 });
}

function unsqueezed(g: OnnxWriter, x: string, axis = 0): string {
  return g.opset < 13 ? g.node('Unsqueeze', [x], { axes: [axis] }) : g.node('Unsqueeze', [x, g.constant([axis])]);
}

function layerNorm(g: OnnxWriter, x: string, width: number): string {
  if (g.opset >= 17)
    return g.node('LayerNormalization', [x, g.weight([width]), g.weight([width])], { axis: -1, epsilon: 1e-12 });
  const mean = (y: string) => g.node('ReduceMean', [y], { axes: [-1] });
  const centered = g.node('Sub', [x, mean(x)]);
  const variance = mean(g.node('Pow', [centered, g.constant([2], [], 1)]));
  const deviation = g.node('Sqrt', [g.node('Add', [variance, g.constant([1e-12], [], 1)])]);
  return g.node('Add', [g.node('Mul', [g.node('Div', [centered, deviation]), g.weight([width])]), g.weight([width])]);
}

function gelu(g: OnnxWriter, x: string, opset: number): string {
  if (opset >= 20) return g.node('Gelu', [x]);
  const erf = g.node('Erf', [g.node('Div', [x, g.constant([Math.SQRT2], [], 1)])]);
  return g.node('Mul', [g.node('Mul', [x, g.node('Add', [erf, g.constant([1], [], 1)])]), g.constant([0.5], [], 1)]);
}
