// Depthwise convolution: every channel has its own filter, nothing is summed over channels.

import type { Shape } from './shape.js';

export const depthwise: Shape = {
  names: ['depthwise', 'depthwise-cnn-layer', 'depthwise-conv', 'depthwise-conv2d'],
  dimensions: ['C', 'R', 'S', 'N', 'P', 'Q'],
  coefficients: ['Wstride', 'Hstride', 'Wdilation', 'Hdilation'],
  dataspaces: [
    { name: 'Weights', readWrite: false, projection: [['C'], ['R'], ['S']] },
    {
      name: 'Inputs',
      readWrite: false,
      projection: [['N'], ['C'], ['R*Wdilation', 'P*Wstride'], ['S*Hdilation', 'Q*Hstride']],
    },
    { name: 'Outputs', readWrite: true, projection: [['N'], ['C'], ['Q'], ['P']] },
  ],
};
