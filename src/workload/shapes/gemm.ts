// Matrix product Z[M,N] = sum over K of A[M,K] * B[K,N], alone and in a batch.

import type { Shape } from './shape.js';

export const gemm: Shape = {
  names: ['gemm', 'gemm-ABZ', 'matmul'],
  dimensions: ['M', 'N', 'K'],
  coefficients: [],
  dataspaces: [
    { name: 'A', readWrite: false, projection: [['M'], ['K']] },
    { name: 'B', readWrite: false, projection: [['K'], ['N']] },
    { name: 'Z', readWrite: true, projection: [['M'], ['N']] },
  ],
};

/** H independent products, as in multi-head attention. */
export const batchedGemm: Shape = {
  names: ['batched-gemm', 'bmm', 'batched-matmul'],
  dimensions: ['H', 'M', 'N', 'K'],
  coefficients: [],
  dataspaces: [
    { name: 'A', readWrite: false, projection: [['H'], ['M'], ['K']] },
    { name: 'B', readWrite: false, projection: [['H'], ['K'], ['N']] },
    { name: 'Z', readWrite: true, projection: [['H'], ['M'], ['N']] },
  ],
};
