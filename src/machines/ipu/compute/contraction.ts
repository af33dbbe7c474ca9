// A convolution or a matrix product as the planner sees both: output positions, input and output channels, kernel positions
// (section 2.5). A matrix product [M,K] x [K,N] has M positions, K and N channels and a kernel of one.

import type { Precision } from './rates.js';

export interface Contraction {
  /** Elements of field and batch of the output. */
  readonly positions: number;
  readonly inChannels: number;
  readonly outChannels: number;
  readonly kernelPositions: number;
  readonly precision: Precision;
  /** Input positions that so many consecutive output positions read. */
  readonly inputPositions: (positions: number) => number;
}

export function matmul(
  { m, k, n }: { readonly m: number; readonly k: number; readonly n: number },
  precision: Precision,
): Contraction {
  return {
    positions: m,
    inChannels: k,
    outChannels: n,
    kernelPositions: 1,
    precision,
    inputPositions: (positions) => positions,
  };
}

export interface ConvolutionSize {
  readonly batch: number;
  readonly height: number;
  readonly width: number;
  readonly kernelHeight: number;
  readonly kernelWidth: number;
  readonly stride: number;
  /** On each side. */
  readonly padding: number;
  readonly inChannels: number;
  readonly outChannels: number;
}

/** Undefined where the kernel is larger than the padded field. */
export function convolution(size: ConvolutionSize, precision: Precision): Contraction | undefined {
  const { batch, height, width, kernelHeight, kernelWidth, stride, padding } = size;
  const rows = Math.floor((height + 2 * padding - kernelHeight) / stride) + 1;
  const columns = Math.floor((width + 2 * padding - kernelWidth) / stride) + 1;
  if (rows < 1 || columns < 1) return undefined;
  const [outputs, inputs] = [rows * columns, height * width];
  // Consecutive positions are a strip of the field; the kernel reaches a few rows beyond its share.
  const halo = Math.max(0, kernelHeight - stride) * width + Math.max(0, kernelWidth - stride);
  return {
    positions: batch * outputs,
    inChannels: size.inChannels,
    outChannels: size.outChannels,
    kernelPositions: kernelHeight * kernelWidth,
    precision,
    inputPositions: (positions) =>
      Math.min(batch * inputs, Math.ceil((positions * Math.min(inputs, outputs * stride ** 2)) / outputs) + halo),
  };
}

export function macsOf({ positions, inChannels, outChannels, kernelPositions }: Contraction): number {
  return positions * inChannels * outChannels * kernelPositions;
}
