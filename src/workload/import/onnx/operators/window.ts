// How far a window can move: the spatial extents of what convolutions and pooling give out.

import { int, ints, type OperatorContext, shapeText, text } from '../operator.js';

export interface WindowGeometry {
  readonly spatial: readonly number[];
  readonly kernel: readonly number[];
}

export function windowed(context: OperatorContext, { spatial, kernel }: WindowGeometry): readonly number[] | string {
  const rank = kernel.length;
  if (spatial.length !== rank)
    return `a kernel of ${rank} dimensions does not fit spatial extents ${shapeText(spatial)}`;
  const stride = stridesOf(context, rank);
  const dilation = dilationsOf(context, rank);
  const pads = ints(context, 'pads') ?? [];
  const auto = text(context, 'auto_pad', 'NOTSET');
  const up = int(context, 'ceil_mode', 0) === 1;
  const extents = spatial.map((extent, at) => {
    const reach = (kernel[at]! - 1) * dilation[at]! + 1;
    if (auto.startsWith('SAME')) return Math.ceil(extent / stride[at]!);
    const [before, after] = auto === 'VALID' ? [0, 0] : [pads[at] ?? 0, pads[at + rank] ?? 0];
    const steps = (extent + before + after - reach) / stride[at]!;
    if (!up) return Math.floor(steps) + 1;
    // A last window that would lie in the padding altogether is left out.
    const last = Math.ceil(steps);
    return (last * stride[at]! >= extent + before ? last - 1 : last) + 1;
  });
  if (extents.every((extent) => extent >= 1)) return extents;
  return `a window of ${shapeText(kernel)} does not fit into ${shapeText(spatial)}`;
}

export function stridesOf(context: OperatorContext, rank: number): readonly number[] {
  return filled(ints(context, 'strides'), rank);
}

export function dilationsOf(context: OperatorContext, rank: number): readonly number[] {
  return filled(ints(context, 'dilations'), rank);
}

function filled(given: readonly number[] | undefined, rank: number): readonly number[] {
  return Array.from({ length: rank }, (_, at) => given?.[at] ?? 1);
}
