// Convolutions with stride and dilation: dense, depthwise and grouped.

import type { Shape } from './shape.js';

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
export const cnnLayer: Shape = convolution(denseNames, ['C', 'M', 'R', 'S', 'N', 'P', 'Q'], {
  weights: ['C', 'M'],
  inputs: ['C'],
  outputs: ['M'],
});

/** The native shape calls them K. Which of the two is meant follows from the bounds given. */
export const nativeCnnLayer: Shape = convolution(denseNames, ['R', 'S', 'P', 'Q', 'C', 'K', 'N'], {
  weights: ['C', 'K'],
  inputs: ['C'],
  outputs: ['K'],
});

/** Every channel has its own filter, nothing is summed over channels. */
export const depthwise: Shape = convolution(
  ['depthwise', 'depthwise-cnn-layer', 'depthwise-conv', 'depthwise-conv2d'],
  ['C', 'R', 'S', 'N', 'P', 'Q'],
  { weights: ['C'], inputs: ['C'], outputs: ['C'] },
);

/** G independent convolutions, C and M count the channels within one group. */
export const grouped: Shape = convolution(
  ['grouped', 'grouped-cnn-layer', 'grouped-conv', 'grouped-conv2d'],
  ['G', 'C', 'M', 'R', 'S', 'N', 'P', 'Q'],
  { weights: ['G', 'C', 'M'], inputs: ['G', 'C'], outputs: ['G', 'M'] },
);
