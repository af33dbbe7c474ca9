// The predefined shapes: convolutions with stride and dilation, dense, depthwise and grouped, and matrix products; and how
// `shape: <name>` finds one (section C of the semantics).

/** A problem without its bounds. */
export interface Shape {
  /** Spellings that select it; compared without case, hyphens and underscores. */
  readonly names: readonly string[];
  /** The order gives the dimension ids. */
  readonly dimensions: readonly string[];
  /** All default to 1. */
  readonly coefficients: readonly string[];
  readonly dataspaces: readonly ShapeDataspace[];
}

export interface ShapeDataspace {
  readonly name: string;
  readonly readWrite: boolean;
  /** Per rank its terms: a dimension, or a dimension and its coefficient joined by `*`. */
  readonly projection: readonly (readonly string[])[];
}

/** Channels of every tensor; windows slide over all alike. */
function convolution(
  names: readonly string[],
  dimensions: readonly string[],
  channels: Readonly<Record<'weights' | 'inputs' | 'outputs', readonly string[]>>,
): Shape {
  const ranks = (dimensions: readonly string[]) => dimensions.map((dimension) => [dimension]);
  const windows = [
    ['R*Wdilation', 'P*Wstride'],
    ['S*Hdilation', 'Q*Hstride'],
  ];
  return {
    names,
    dimensions,
    coefficients: ['Wstride', 'Hstride', 'Wdilation', 'Hdilation'],
    dataspaces: [
      { name: 'Weights', readWrite: false, projection: ranks([...channels.weights, 'R', 'S']) },
      { name: 'Inputs', readWrite: false, projection: [...ranks(['N', ...channels.inputs]), ...windows] },
      { name: 'Outputs', readWrite: true, projection: ranks(['N', ...channels.outputs, 'Q', 'P']) },
    ],
  };
}

const denseNames = ['cnn-layer', 'cnn', 'conv', 'conv2d', 'convolution'];

/** Files in the v4 dialect usually call the output channels M. */
const cnnLayer: Shape = convolution(denseNames, ['C', 'M', 'R', 'S', 'N', 'P', 'Q'], {
  weights: ['C', 'M'],
  inputs: ['C'],
  outputs: ['M'],
});

/** The native shape calls them K. Which of the two is meant follows from the bounds given. */
const nativeCnnLayer: Shape = convolution(denseNames, ['R', 'S', 'P', 'Q', 'C', 'K', 'N'], {
  weights: ['C', 'K'],
  inputs: ['C'],
  outputs: ['K'],
});

/** Every channel has its own filter, nothing is summed over channels. */
const depthwise: Shape = convolution(
  ['depthwise', 'depthwise-cnn-layer', 'depthwise-conv', 'depthwise-conv2d'],
  ['C', 'R', 'S', 'N', 'P', 'Q'],
  { weights: ['C'], inputs: ['C'], outputs: ['C'] },
);

/** G independent convolutions, C and M count the channels within one group. */
const grouped: Shape = convolution(
  ['grouped', 'grouped-cnn-layer', 'grouped-conv', 'grouped-conv2d'],
  ['G', 'C', 'M', 'R', 'S', 'N', 'P', 'Q'],
  { weights: ['G', 'C', 'M'], inputs: ['G', 'C'], outputs: ['G', 'M'] },
);

/** Z[M,N] = sum over K of A[M,K] * B[K,N], alone or in a batch. */
function product(names: readonly string[], batch: readonly string[]): Shape {
  const ranks = (...matrix: readonly string[]) => [...batch, ...matrix].map((dimension) => [dimension]);
  return {
    names,
    dimensions: [...batch, 'M', 'N', 'K'],
    coefficients: [],
    dataspaces: [
      { name: 'A', readWrite: false, projection: ranks('M', 'K') },
      { name: 'B', readWrite: false, projection: ranks('K', 'N') },
      { name: 'Z', readWrite: true, projection: ranks('M', 'N') },
    ],
  };
}

const gemm: Shape = product(['gemm', 'gemm-ABZ', 'matmul'], []);

/** H independent products, as in multi-head attention. */
const batchedGemm: Shape = product(['batched-gemm', 'bmm', 'batched-matmul'], ['H']);

const shapes: readonly Shape[] = [cnnLayer, nativeCnnLayer, gemm, batchedGemm, depthwise, grouped];

/** What a problem without any shape means. */
export const defaultShapeName = 'cnn-layer';

export function shapeNames(): string[] {
  return [...new Set(shapes.flatMap((shape) => shape.names))];
}

/**
 * Several shapes may share a name and differ in what they call a dimension: the one whose dimensions are all bound is
 * meant, and the first when none is.
 */
export function findShape(name: string, bound: ReadonlyMap<string, unknown>): Shape | undefined {
  const wanted = shapes.filter((shape) => shape.names.some((spelling) => normal(spelling) === normal(name)));
  return wanted.find((shape) => shape.dimensions.every((dimension) => bound.has(dimension))) ?? wanted[0];
}

function normal(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '');
}
