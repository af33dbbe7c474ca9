// Convolutions, quantized and transposed ones too: shapes and layers. Rows of an image are R and P, columns S and Q, as in
// the shipped workloads; a third spatial dimension is T and O.

import { type ConvolutionBounds, convolutionProblem, writtenConvolution } from '../../convolution-form.js';
import type { LayerProblem } from '../../workload-text.js';
import {
  type FoundLayer,
  int,
  ints,
  missingInput,
  type Operator,
  type OperatorContext,
  type OperatorTable,
  shapeText,
  table,
  text,
  type Value,
} from '../operator.js';
import { dilationsOf, stridesOf, windowed } from './window.js';

interface Geometry {
  readonly data: Value;
  readonly weights: Value;
  readonly spatial: readonly number[];
  readonly kernel: readonly number[];
  readonly groups: number;
  readonly channels: number;
  readonly last: boolean;
}

/** `at`: which inputs are the data and the weights. */
function geometryOf(context: OperatorContext, at: readonly [number, number]): Geometry | string {
  const data = context.inputs[at[0]];
  const weights = context.inputs[at[1]];
  if (!data || !weights) return missingInput(data ? at[1] : at[0]);
  if (data.shape.length < 3 || weights.shape.length !== data.shape.length) {
    return `weights ${shapeText(weights.shape)} do not fit data ${shapeText(data.shape)}`;
  }
  const last = int(context, 'channels_last', 0) === 1 || context.node.operator.startsWith('Nhwc');
  const kernel = ints(context, 'kernel_shape');
  return {
    data,
    weights,
    spatial: last ? data.shape.slice(1, -1) : data.shape.slice(2),
    kernel: kernel && kernel.length > 0 ? kernel : weights.shape.slice(2),
    groups: int(context, 'group', 1),
    channels: last ? data.shape.at(-1)! : data.shape[1]!,
    last,
  };
}

function convolution(at: readonly [number, number], type?: number): Operator {
  return {
    infer(context) {
      const geometry = geometryOf(context, at);
      if (typeof geometry === 'string') return geometry;
      const { data, weights, groups, channels, last } = geometry;
      const [filters = 0, perGroup = 0] = weights.shape;
      if (perGroup * groups !== channels || filters % groups !== 0) {
        return `weights ${shapeText(weights.shape)} in ${groups} group${groups === 1 ? '' : 's'} do not fit data ${shapeText(data.shape)}`;
      }
      const extents = windowed(context, geometry);
      if (typeof extents === 'string') return extents;
      const shape = last ? [data.shape[0]!, ...extents, filters] : [data.shape[0]!, filters, ...extents];
      return [{ shape, type: type ?? data.type }];
    },
    layers(context, [output]) {
      const geometry = geometryOf(context, at);
      if (typeof geometry === 'string' || !output) return [];
      const { weights, kernel, groups, last } = geometry;
      const bounds = {
        batch: output.shape[0]!,
        inside: weights.shape[1]!,
        filters: weights.shape[0]! / groups,
        extents: last ? output.shape.slice(1, -1) : output.shape.slice(2),
        kernel,
        stride: stridesOf(context, kernel.length),
        dilation: dilationsOf(context, kernel.length),
        groups,
      };
      return [layer(convolutionProblem(bounds), bounds, at)];
    },
  };
}

function layer(
  problem: LayerProblem,
  bounds: ConvolutionBounds,
  [data, weights]: readonly [number, number],
): FoundLayer {
  const { stride, dilation, groups } = bounds;
  return { problem, stride, dilation, groups, operands: { Inputs: { input: data }, Weights: { input: weights } } };
}

const transposedAt = [0, 1] as const;

/** Weights are [channels, filters of a group, kernel...]. */
const transposed: Operator = {
  infer(context) {
    const geometry = geometryOf(context, transposedAt);
    if (typeof geometry === 'string') return geometry;
    const { data, weights, spatial, kernel, groups, channels } = geometry;
    if (weights.shape[0] !== channels)
      return `weights ${shapeText(weights.shape)} do not fit data ${shapeText(data.shape)}`;
    const rank = kernel.length;
    const stride = stridesOf(context, rank);
    const dilation = dilationsOf(context, rank);
    const pads = ints(context, 'pads') ?? [];
    const added = ints(context, 'output_padding') ?? [];
    const wanted = ints(context, 'output_shape');
    const same = text(context, 'auto_pad', 'NOTSET').startsWith('SAME');
    const extents = spatial.map((extent, at) => {
      if (wanted && wanted.length > 0) return wanted[wanted.length - rank + at]!;
      if (same) return extent * stride[at]!;
      const reach = (kernel[at]! - 1) * dilation[at]! + 1;
      return stride[at]! * (extent - 1) + (added[at] ?? 0) + reach - (pads[at] ?? 0) - (pads[at + rank] ?? 0);
    });
    if (extents.some((extent) => extent < 1)) return `pads leave nothing of ${shapeText(extents)}`;
    return [{ shape: [data.shape[0]!, weights.shape[1]! * groups, ...extents], type: data.type }];
  },
  layers(context) {
    const geometry = geometryOf(context, transposedAt);
    if (typeof geometry === 'string') return [];
    const { data, weights, spatial, kernel, groups, channels } = geometry;
    const bounds = {
      batch: data.shape[0]!,
      inside: channels / groups,
      filters: weights.shape[1]!,
      extents: spatial,
      kernel,
      stride: stridesOf(context, kernel.length),
      dilation: dilationsOf(context, kernel.length),
      groups,
    };
    return [layer(writtenConvolution(bounds, true), bounds, transposedAt)];
  },
};

export const convolutions: OperatorTable = {
  ...table('Conv FusedConv NhwcConv NhwcFusedConv DeformConv', convolution([0, 1])),
  ConvInteger: convolution([0, 1], 6),
  QLinearConv: convolution([0, 3]),
  ConvTranspose: transposed,
};
