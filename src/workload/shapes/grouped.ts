// Grouped convolution: G independent convolutions, C and M count the channels within one group.

import type { Shape } from './shape.js';

export const grouped: Shape = {
  names: ['grouped', 'grouped-cnn-layer', 'grouped-conv', 'grouped-conv2d'],
  dimensions: ['G', 'C', 'M', 'R', 'S', 'N', 'P', 'Q'],
  coefficients: ['Wstride', 'Hstride', 'Wdilation', 'Hdilation'],
  dataspaces: [
    { name: 'Weights', readWrite: false, projection: [['G'], ['C'], ['M'], ['R'], ['S']] },
    {
      name: 'Inputs',
      readWrite: false,
      projection: [['N'], ['G'], ['C'], ['R*Wdilation', 'P*Wstride'], ['S*Hdilation', 'Q*Hstride']],
    },
    { name: 'Outputs', readWrite: true, projection: [['N'], ['G'], ['M'], ['Q'], ['P']] },
  ],
};
