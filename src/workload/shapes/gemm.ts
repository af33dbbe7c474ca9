// Matrix product Z[M,N] = sum over K of A[M,K] * B[K,N], alone and in a batch.

import type { Shape } from './shape.js';

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

export const gemm: Shape = product(['gemm', 'gemm-ABZ', 'matmul'], []);

/** H independent products, as in multi-head attention. */
export const batchedGemm: Shape = product(['batched-gemm', 'bmm', 'batched-matmul'], ['H']);
