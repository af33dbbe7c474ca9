// Layers in the form of the shipped workloads: a convolution of rows R and P, columns S and Q, channels C, filters M, groups G and a
// batch N; a matrix product is one of a single window, its rows along P. So the constraints of every architecture apply to them.

import type { LayerProblem, WrittenDataspace } from './workload-text.js';

export interface ProductBounds {
  readonly rows: number;
  readonly inner: number;
  readonly columns: number;
  /** Products side by side, both operands of which differ. */
  readonly groups?: number;
  /** Sets of rows that share the weights of their group. */
  readonly repeats?: number;
}

export function productProblem({ rows, inner, columns, groups = 1, repeats = 1 }: ProductBounds): LayerProblem {
  // Without groups what is repeated over one set of weights is nothing but more rows.
  const batch = groups > 1 ? repeats : 1;
  const shape = groups > 1 ? 'grouped_cnn_layer' : 'cnn_layer';
  const instance = { C: inner, M: columns, R: 1, S: 1, N: batch, P: groups > 1 ? rows : rows * repeats, Q: 1 };
  return { shape, instance: groups > 1 ? { ...instance, G: groups } : instance };
}

export interface ConvolutionBounds {
  readonly batch: number;
  /** Channels of a group. */
  readonly inside: number;
  /** Filters of a group. */
  readonly filters: number;
  /** Of the output; of the input where it is transposed. */
  readonly extents: readonly number[];
  readonly kernel: readonly number[];
  readonly stride: readonly number[];
  readonly dilation: readonly number[];
  readonly groups: number;
}

/** Height before width in ONNX, width (P, R) before height (Q, S) in the shapes. A line of one dimension is a row. */
export function convolutionProblem(bounds: ConvolutionBounds): LayerProblem {
  const { batch, inside, filters, extents, kernel, stride, dilation, groups } = bounds;
  if (extents.length > 2) return writtenConvolution(bounds);
  const at = (list: readonly number[], fromEnd: number): number => list[list.length - fromEnd] ?? 1;
  const coefficients = {
    Wstride: at(stride, 1),
    Hstride: at(stride, 2),
    Wdilation: at(dilation, 1),
    Hdilation: at(dilation, 2),
  };
  return {
    shape: groups > 1 ? 'grouped_cnn_layer' : 'cnn_layer',
    instance: {
      C: inside,
      M: filters,
      R: at(kernel, 1),
      S: at(kernel, 2),
      N: batch,
      P: at(extents, 1),
      Q: at(extents, 2),
      ...(groups > 1 && { G: groups }),
      ...Object.fromEntries(Object.entries(coefficients).filter(([, value]) => value !== 1)),
    },
  };
}

const windowNames = ['R', 'S', 'T'];
const positionNames = ['P', 'Q', 'O'];

type Rank = WrittenDataspace['projection'][number];

/** Written out: three spatial dimensions; or transposed, where the window runs over the output. */
export function writtenConvolution(bounds: ConvolutionBounds, transposed = false): LayerProblem {
  const { batch, inside, filters, groups } = bounds;
  // A line is a row here as well, so that what architectures say of columns applies.
  const [extents, kernel, stride, dilation] = [bounds.extents, bounds.kernel, bounds.stride, bounds.dilation].map(
    (list) => (list.length === 1 ? [1, ...list] : list),
  ) as [readonly number[], readonly number[], readonly number[], readonly number[]];
  const rank = extents.length;
  const axes = Array.from({ length: rank }, (_, at) => rank - 1 - at);
  const named = (names: readonly string[]): string[] => axes.map((_, at) => names[at]!);
  const plain = (name: string): Rank => [[name, 1]];
  const windows = axes.map(
    (axis, at): Rank => [
      [windowNames[at]!, dilation[axis]!],
      [positionNames[at]!, stride[axis]!],
    ],
  );
  const positions = named(positionNames).map(plain);
  const group = groups > 1 ? [plain('G')] : [];
  const instance = {
    C: inside,
    M: filters,
    ...Object.fromEntries(axes.map((axis, at) => [windowNames[at]!, kernel[axis]!])),
    N: batch,
    ...Object.fromEntries(axes.map((axis, at) => [positionNames[at]!, extents[axis]!])),
    ...(groups > 1 && { G: groups }),
  };
  return {
    shape: {
      name: transposed ? 'transposed_convolution' : 'convolution',
      dimensions: Object.keys(instance),
      dataspaces: [
        { name: 'Weights', projection: [...group, plain('C'), plain('M'), ...named(windowNames).map(plain)] },
        { name: 'Inputs', projection: [plain('N'), ...group, plain('C'), ...(transposed ? positions : windows)] },
        {
          name: 'Outputs',
          projection: [plain('N'), ...group, plain('M'), ...(transposed ? windows : positions)],
          readWrite: true,
        },
      ],
    },
    instance,
  };
}
