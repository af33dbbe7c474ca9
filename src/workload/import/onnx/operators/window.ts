// How far a window can move: the spatial extents of what convolutions and pooling give out.

import { fail, type OperatorContext, shapeText, type Value } from '../operator.js';

interface Image {
  readonly batch: number;
  readonly channels: number;
  readonly spatial: readonly number[];
  /** Channels behind the spatial dimensions, not before them. */
  readonly last: boolean;
}

/** ONNX Runtime's own domain for optimized graphs says so of all its operators (weights stay as they are elsewhere). */
export function isChannelsLast(context: OperatorContext): boolean {
  const { domain, operator } = context.node;
  return domain === 'com.ms.internal.nhwc' || operator.startsWith('Nhwc') || context.int('channels_last', 0) === 1;
}

export function imageOf({ shape }: Value, context: OperatorContext): Image {
  const last = isChannelsLast(context);
  const [batch = 1, channels = 1] = shape;
  if (!last) return { batch, channels, spatial: shape.slice(2), last };
  return { batch, channels: shape.at(-1)!, spatial: shape.slice(1, -1), last };
}

export function imageShape({ batch, channels, spatial, last }: Image): readonly number[] {
  return last ? [batch, ...spatial, channels] : [batch, channels, ...spatial];
}

export function windowed(
  context: OperatorContext,
  { spatial, kernel }: Pick<Image, 'spatial'> & { readonly kernel: readonly number[] },
): readonly number[] {
  const rank = kernel.length;
  if (spatial.length !== rank)
    fail(`a kernel of ${rank} dimensions does not fit spatial extents ${shapeText(spatial)}`);
  const stride = stridesOf(context, rank);
  const dilation = dilationsOf(context, rank);
  const pads = padsOf(context, rank);
  const auto = autoPadOf(context);
  const up = context.int('ceil_mode', 0) === 1;
  const extents = spatial.map((extent, at) => {
    const reach = (kernel[at]! - 1) * dilation[at]! + 1;
    if (auto.startsWith('SAME')) return Math.ceil(extent / stride[at]!);
    const [before, after] = auto === 'VALID' ? [0, 0] : [pads[at]!, pads[at + rank]!];
    const steps = (extent + before + after - reach) / stride[at]!;
    if (!up) return Math.floor(steps) + 1;
    // A last window that would lie in the padding altogether is left out.
    const last = Math.ceil(steps);
    return (last * stride[at]! >= extent + before ? last - 1 : last) + 1;
  });
  if (extents.every((extent) => extent >= 1)) return extents;
  return fail(`a window of ${shapeText(kernel)} does not fit into ${shapeText(spatial)}`);
}

export function stridesOf(context: OperatorContext, rank: number): readonly number[] {
  return perAxis(context, 'strides', rank, 1);
}

export function dilationsOf(context: OperatorContext, rank: number): readonly number[] {
  return perAxis(context, 'dilations', rank, 1);
}

/** What is added before each axis, and then behind each. */
export function padsOf(context: OperatorContext, rank: number): readonly number[] {
  return perAxis(context, 'pads', 2 * rank, 0);
}

const autoPads = ['NOTSET', 'VALID', 'SAME_UPPER', 'SAME_LOWER', ''];

export function autoPadOf(context: OperatorContext): string {
  const auto = context.text('auto_pad', 'NOTSET');
  return autoPads.includes(auto) ? auto : fail(`auto_pad ${auto} is none of ${autoPads.slice(0, -1).join(', ')}`);
}

function perAxis(context: OperatorContext, name: string, length: number, otherwise: number): readonly number[] {
  const given = context.ints(name) ?? [];
  if (given.length === 0) return Array.from({ length }, () => otherwise);
  return given.length === length ? given : fail(`${length} ${name} are needed, not ${given.length}`);
}
