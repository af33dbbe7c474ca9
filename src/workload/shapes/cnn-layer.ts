// Dense convolution with stride and dilation. The native shape calls the output channels K; files in the v4 dialect
// usually say M. Which of the two is meant follows from the bounds given.

import type { Shape } from './shape.js';

const coefficients = ['Wstride', 'Hstride', 'Wdilation', 'Hdilation'];

function convolution(dimensions: readonly string[], outputChannel: string): Shape {
  return {
    names: ['cnn-layer', 'cnn', 'conv', 'conv2d', 'convolution'],
    dimensions,
    coefficients,
    dataspaces: [
      { name: 'Weights', readWrite: false, projection: [['C'], [outputChannel], ['R'], ['S']] },
      {
        name: 'Inputs',
        readWrite: false,
        projection: [['N'], ['C'], ['R*Wdilation', 'P*Wstride'], ['S*Hdilation', 'Q*Hstride']],
      },
      { name: 'Outputs', readWrite: true, projection: [['N'], [outputChannel], ['Q'], ['P']] },
    ],
  };
}

export const cnnLayer: Shape = convolution(['C', 'M', 'R', 'S', 'N', 'P', 'Q'], 'M');

export const nativeCnnLayer: Shape = convolution(['R', 'S', 'P', 'Q', 'C', 'K', 'N'], 'K');
