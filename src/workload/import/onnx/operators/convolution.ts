// Convolutions, quantized and transposed ones too: shapes and layers. Rows of an image are R and P, columns S and Q, as in
// the shipped workloads; a third spatial dimension is T and O.

import { type ConvolutionBounds, convolutionProblem, writtenConvolution } from '../../convolution-form.js';
import type { LayerProblem } from '../../workload-text.js';
import {
  type FoundLayer,
  fail,
  multiplying,
  type Operator,
  type OperatorContext,
  type OperatorTable,
  shapeText,
  table,
  type Value,
} from '../operator.js';
import { autoPadOf, dilationsOf, imageOf, imageShape, padsOf, stridesOf, windowed } from './window.js';

/** Which inputs are the data and the weights. */
type Places = readonly [data: number, weights: number];

function geometryOf(context: OperatorContext, at: Places) {
  const [data, weights] = [context.input(at[0]), context.input(at[1])];
  if (data.shape.length < 3 || weights.shape.length !== data.shape.length) unfit(data, weights);
  const given = context.ints('kernel_shape');
  const kernel = weights.shape.slice(2);
  if (given && given.length > 0 && given.join() !== kernel.join())
    fail(`its kernel_shape is ${shapeText(given)}, and its weights are ${shapeText(weights.shape)}`);
  return {
    data,
    weights,
    ...imageOf(data, context),
    kernel,
    stride: stridesOf(context, kernel.length),
    dilation: dilationsOf(context, kernel.length),
    groups: context.int('group', 1),
  };
}

function unfit(data: Value, weights: Value, how = ''): never {
  return fail(`weights ${shapeText(weights.shape)}${how} do not fit data ${shapeText(data.shape)}`);
}

function convolution(at: Places, type?: number): Operator {
  return multiplying(
    (context) => {
      const geometry = geometryOf(context, at);
      const { data, weights, groups, channels } = geometry;
      const [filters = 0, inside = 0] = weights.shape;
      if (inside * groups !== channels || filters % groups !== 0)
        unfit(data, weights, ` in ${groups} group${groups === 1 ? '' : 's'}`);
      return { ...geometry, filters, inside, extents: windowed(context, geometry) };
    },
    ({ data, batch, filters, extents, last }) => {
      return [{ shape: imageShape({ batch, channels: filters, spatial: extents, last }), type: type ?? data.type }];
    },
    ({ filters, ...found }) => {
      const bounds = { ...found, filters: filters / found.groups };
      return [layer(convolutionProblem(bounds), bounds, at)];
    },
  );
}

function layer(problem: LayerProblem, bounds: ConvolutionBounds, [data, weights]: Places): FoundLayer {
  const { stride, dilation, groups } = bounds;
  return { problem, stride, dilation, groups, operands: { Inputs: { input: data }, Weights: { input: weights } } };
}

/** Weights are [channels, filters of a group, kernel...]. */
const transposed = multiplying(
  (context) => {
    const geometry = geometryOf(context, [0, 1]);
    const { data, weights, spatial, kernel, stride, dilation, channels } = geometry;
    if (weights.shape[0] !== channels) unfit(data, weights);
    const rank = kernel.length;
    const pads = padsOf(context, rank);
    const added = context.ints('output_padding') ?? [];
    const wanted = context.ints('output_shape');
    const same = autoPadOf(context).startsWith('SAME');
    const extents = spatial.map((extent, at) => {
      if (wanted && wanted.length > 0) return wanted[wanted.length - rank + at]!;
      if (same) return extent * stride[at]!;
      const reach = (kernel[at]! - 1) * dilation[at]! + 1;
      return stride[at]! * (extent - 1) + (added[at] ?? 0) + reach - pads[at]! - pads[at + rank]!;
    });
    if (extents.some((extent) => extent < 1)) fail(`pads leave nothing of ${shapeText(extents)}`);
    return { ...geometry, filters: weights.shape[1]!, produced: extents };
  },
  ({ data, batch, filters, groups, produced, last }) => {
    const shape = imageShape({ batch, channels: filters * groups, spatial: produced, last });
    return [{ shape, type: data.type }];
  },
  ({ channels, spatial, ...found }) => {
    const bounds = { ...found, inside: channels / found.groups, extents: spatial };
    return [layer(writtenConvolution(bounds, true), bounds, [0, 1])];
  },
);

export const convolutions: OperatorTable = {
  ...table('Conv FusedConv NhwcConv NhwcFusedConv DeformConv', convolution([0, 1])),
  ConvInteger: convolution([0, 1], 6),
  QLinearConv: convolution([0, 3]),
  ConvTranspose: transposed,
};
